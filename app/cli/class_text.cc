#include "app/cli/class_text.h"

#include <fmt/format.h>

#include <bit>
#include <span>

#include "classfile/descriptor.h"
#include "classfile/signature.h"
#include "classpath/modified_utf8.h"

namespace revmon::cli {
namespace {

using classfile::ConstantPool;
using classfile::ConstantTag;
using classfile::Instruction;
using classfile::OperandFormat;

struct FlagName {
  uint16_t flag;
  std::string_view name;
};

// In the order of the Java Language Specification; flags that Java has no word for come last.
constexpr FlagName kClassFlags[] = {
    {0x0001, "public"},    {0x0400, "abstract"},   {0x0010, "final"},
    {0x0200, "interface"}, {0x2000, "annotation"}, {0x4000, "enum"},
    {0x8000, "module"},    {0x0020, "super"},      {0x1000, "synthetic"},
};
constexpr FlagName kFieldFlags[] = {
    {0x0001, "public"},   {0x0004, "protected"}, {0x0002, "private"},
    {0x0008, "static"},   {0x0010, "final"},     {0x0080, "transient"},
    {0x0040, "volatile"}, {0x1000, "synthetic"}, {0x4000, "enum"},
};
constexpr FlagName kMethodFlags[] = {
    {0x0001, "public"},   {0x0004, "protected"}, {0x0002, "private"},      {0x0400, "abstract"},
    {0x0008, "static"},   {0x0010, "final"},     {0x0020, "synchronized"}, {0x0100, "native"},
    {0x0800, "strictfp"}, {0x0040, "bridge"},    {0x0080, "varargs"},      {0x1000, "synthetic"},
};

std::span<const FlagName> TableOf(FlagsOf what) {
  if (what == FlagsOf::kClass) return kClassFlags;
  if (what == FlagsOf::kField) return kFieldFlags;
  return kMethodFlags;
}

constexpr std::string_view kHandleKinds[] = {"",
                                             "getField",
                                             "getStatic",
                                             "putField",
                                             "putStatic",
                                             "invokeVirtual",
                                             "invokeStatic",
                                             "invokeSpecial",
                                             "newInvokeSpecial",
                                             "invokeInterface"};

constexpr std::string_view kArrayTypes[] = {"boolean", "char",  "float", "double",
                                            "byte",    "short", "int",   "long"};

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (char c : Printable(text)) quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
  return quoted + "\"";
}

std::string SwitchText(const Instruction& instruction) {
  std::string text;
  for (uint32_t i = 0; i < instruction.switch_count(); ++i) {
    text += fmt::format("{}: {}, ", instruction.switch_key(i), instruction.switch_target(i));
  }
  return fmt::format("{{{}default: {}}}", text, instruction.switch_default());
}

// Operands, with a blank in front if there are any. One case per format: a table.
std::string OperandText(const Instruction& instruction, const ConstantPool& pool) {
  switch (instruction.format()) {
    case OperandFormat::kByte:
    case OperandFormat::kShort: return fmt::format(" {}", instruction.constant());
    case OperandFormat::kPool1:
    case OperandFormat::kPool2:
    case OperandFormat::kInvokeInterface:
    case OperandFormat::kInvokeDynamic: return " " + ConstantText(pool, instruction.pool_index());
    case OperandFormat::kLocal: return fmt::format(" {}", instruction.local());
    case OperandFormat::kIinc: return fmt::format(" {} {}", instruction.local(), instruction.constant());
    case OperandFormat::kBranch2:
    case OperandFormat::kBranch4: return fmt::format(" {}", instruction.branch_target());
    case OperandFormat::kTableSwitch:
    case OperandFormat::kLookupSwitch: return " " + SwitchText(instruction);
    case OperandFormat::kNewArray: {
      uint8_t type = instruction.raw[1];
      return type >= 4 && type <= 11 ? fmt::format(" {}", kArrayTypes[type - 4]) : fmt::format(" {}", type);
    }
    case OperandFormat::kMultiANewArray:
      return fmt::format(" {} {}", ConstantText(pool, instruction.pool_index()), instruction.raw[3]);
    case OperandFormat::kNone:
    case OperandFormat::kWide:
    case OperandFormat::kIllegal: return "";
  }
  return "";
}

}  // namespace

std::string Printable(std::string_view modified_utf8) {
  std::string out;
  for (char c : classpath::FromModifiedUtf8(modified_utf8)) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\\') {
      out += "\\\\";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::vector<std::string> FlagNames(uint16_t flags, FlagsOf what) {
  std::vector<std::string> names;
  for (const FlagName& entry : TableOf(what)) {
    if ((flags & entry.flag) != 0) names.emplace_back(entry.name);
  }
  return names;
}

// One case per kind: a table.
std::string ConstantText(const ConstantPool& pool, uint32_t index) {
  switch (pool.tag(index)) {
    case ConstantTag::kNone: return "none";
    case ConstantTag::kUtf8: return Printable(pool.Utf8(index));
    case ConstantTag::kInteger: return fmt::format("{}", static_cast<int32_t>(pool.Bits32(index)));
    case ConstantTag::kFloat: return fmt::format("{}f", std::bit_cast<float>(pool.Bits32(index)));
    case ConstantTag::kLong: return fmt::format("{}L", static_cast<int64_t>(pool.Bits64(index)));
    case ConstantTag::kDouble: return fmt::format("{}d", std::bit_cast<double>(pool.Bits64(index)));
    case ConstantTag::kClass:
    case ConstantTag::kModule:
    case ConstantTag::kPackage: return Printable(pool.ClassName(index));
    case ConstantTag::kString: return Quoted(pool.String(index));
    case ConstantTag::kMethodType: return Printable(pool.MethodType(index));
    case ConstantTag::kNameAndType: {
      auto [name, descriptor] = pool.NameAndType(index);
      return Printable(name) + (descriptor.starts_with('(') ? "" : ":") + Printable(descriptor);
    }
    case ConstantTag::kFieldref:
    case ConstantTag::kMethodref:
    case ConstantTag::kInterfaceMethodref:
      return ConstantText(pool, pool.First(index)) + "." + ConstantText(pool, pool.Second(index));
    case ConstantTag::kMethodHandle: {
      classfile::MethodHandleRef handle = pool.MethodHandle(index);
      return fmt::format("{} {}", kHandleKinds[handle.kind], ConstantText(pool, handle.member_index));
    }
    case ConstantTag::kDynamic:
    case ConstantTag::kInvokeDynamic:
      return fmt::format("{} bootstrap {}", ConstantText(pool, pool.Second(index)), pool.First(index));
  }
  return "";
}

std::string InstructionText(const Instruction& instruction, const ConstantPool& pool) {
  return std::string(classfile::InfoOf(instruction.opcode).mnemonic) + OperandText(instruction, pool);
}

std::string Declaration(const classfile::ClassFile& file, const classfile::Member& member, bool method) {
  std::string text;
  for (const std::string& flag :
       FlagNames(member.access_flags, method ? FlagsOf::kMethod : FlagsOf::kField)) {
    text += flag + " ";
  }
  std::string plain = method ? classfile::MethodToJava(member.name, member.descriptor)
                             : classfile::TypeToJava(member.descriptor) + " " + std::string(member.name);
  const classfile::Attribute* attribute = file.Find(member, classfile::AttributeKind::kSignature);
  if (attribute != nullptr && attribute->data.size() == 2) {
    auto kind = method ? classfile::SignatureKind::kMethod : classfile::SignatureKind::kField;
    auto signature = classfile::Signature::Parse(kind, file.pool().Utf8(LoadBe16(attribute->data.data())));
    if (signature.ok())
      plain = signature->ToJava(member.name) + (method ? "" : " " + std::string(member.name));
  }
  return text + Printable(plain);
}

}  // namespace revmon::cli
