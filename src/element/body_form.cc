#include "element/body_form.h"

#include <array>
#include <string>

#include "classfile/opcode.h"

namespace revmon::element {
namespace {

using classfile::Opcode;
using classfile::OperandFormat;

// How an instruction is written.
enum class Action : uint8_t {
  kCopy,   // as it is
  kPool2,  // opcode, content of a u2 constant
  kPool1,  // opcode, content of a u1 constant
  kBranch2,
  kBranch4,
  kLocal,  // xload or xstore with a u1 local
  kMultiANewArray,
  kVariable,  // wide and the switches
  kIllegal,
};

struct alignas(4) Rule {
  Action action = Action::kIllegal;
  uint8_t length = 0;  // for kVariable the least
  uint8_t opcode = 0;  // canonical
};

constexpr uint8_t Code(Opcode opcode) { return static_cast<uint8_t>(opcode); }

constexpr Rule RuleOf(uint8_t opcode, OperandFormat format) {
  switch (format) {
    case OperandFormat::kNone: return {Action::kCopy, 1, opcode};
    case OperandFormat::kByte:
    case OperandFormat::kNewArray: return {Action::kCopy, 2, opcode};
    case OperandFormat::kShort:
    case OperandFormat::kIinc: return {Action::kCopy, 3, opcode};
    case OperandFormat::kPool1: return {Action::kPool1, 2, opcode};
    case OperandFormat::kPool2: return {Action::kPool2, 3, opcode};
    case OperandFormat::kInvokeInterface:
    case OperandFormat::kInvokeDynamic: return {Action::kPool2, 5, opcode};
    case OperandFormat::kLocal: return {Action::kLocal, 2, opcode};
    case OperandFormat::kBranch2: return {Action::kBranch2, 3, opcode};
    case OperandFormat::kBranch4: return {Action::kBranch4, 5, opcode};
    case OperandFormat::kMultiANewArray: return {Action::kMultiANewArray, 4, opcode};
    case OperandFormat::kTableSwitch:
    case OperandFormat::kLookupSwitch:
    case OperandFormat::kWide: return {Action::kVariable, 1, opcode};
    case OperandFormat::kIllegal: break;
  }
  return {};
}

constexpr std::array<Rule, 256> MakeRules() {
  std::array<Rule, 256> rules = {};
#define X(value, name, mnemonic, format) rules[value] = RuleOf(value, OperandFormat::format);
#include "classfile/opcodes.def"
#undef X
  rules[Code(Opcode::kLdcW)].opcode = Code(Opcode::kLdc);
  rules[Code(Opcode::kGotoW)].opcode = Code(Opcode::kGoto);
  rules[Code(Opcode::kJsrW)].opcode = Code(Opcode::kJsr);
  return rules;
}

constexpr std::array<Rule, 256> kRules = MakeRules();

// xload, xstore or ret of a local in its shortest encoding.
uint8_t* StoreLocal(uint8_t* p, uint8_t opcode, uint32_t local) {
  bool load = opcode >= Code(Opcode::kIload) && opcode <= Code(Opcode::kAload);
  bool store = opcode >= Code(Opcode::kIstore) && opcode <= Code(Opcode::kAstore);
  if (local < 4 && (load || store)) {
    // xload_n and xstore_n come in groups of four per type, in the order of xload and xstore.
    uint8_t general = Code(load ? Opcode::kIload : Opcode::kIstore);
    uint8_t first = Code(load ? Opcode::kIload0 : Opcode::kIstore0);
    *p++ = static_cast<uint8_t>(first + (opcode - general) * 4 + static_cast<int>(local));
    return p;
  }
  if (local > 255) *p++ = Code(Opcode::kWide);
  *p++ = opcode;
  if (local > 255) return StoreLe16(p, local);
  *p++ = static_cast<uint8_t>(local);
  return p;
}

// The most canonical bytes per byte of code: ldc, 2 bytes, becomes an opcode and a hash.
constexpr size_t kMaxGrowth = 9;

Error Malformed(const classfile::CodeView& code, uint32_t pc) {
  return Error(ErrorCode::kMalformed, "illegal or truncated instruction at pc " + std::to_string(pc))
      .AtOffset(code.code_offset + pc);
}

int32_t Signed2(const uint8_t* p) { return static_cast<int16_t>(LoadBe16(p)); }

}  // namespace

// One case per action: a table.
Status BodyForm::Write(const classfile::CodeView& view, ConstantHasher& constants, CanonicalBuffer& out) {
  Bytes code = view.code;
  length_ = static_cast<uint32_t>(code.size());
  fixups_.clear();
  index_.assign(length_, kInside);
  uint8_t* p = out.Room(code.size() * kMaxGrowth + 64);
  uint16_t* index = index_.data();
  const uint8_t* const begin = code.data();
  const uint32_t end = length_;
  uint32_t count = 0;
  for (uint32_t pc = 0; pc < end; ++count) {
    const uint8_t* at = begin + pc;
    const Rule& rule = kRules[*at];
    uint32_t length = rule.length;
    if (length > end - pc) [[unlikely]]
      return Malformed(view, pc);
    index[pc] = static_cast<uint16_t>(count);
    *p = rule.opcode;
    // Half of all instructions end here, a quarter with the next test: cheaper than one jump through a table.
    if (rule.action == Action::kCopy) {
      if (length > 1) p[1] = at[1];
      if (length > 2) p[2] = at[2];
      p += length;
      pc += length;
      continue;
    }
    if (rule.action == Action::kPool2) {
      p = StoreHash(p + 1, constants.Of(LoadBe16(at + 1)));
      pc += length;
      continue;
    }
    switch (rule.action) {
      case Action::kBranch2: p = Jump(p + 1, count, pc + static_cast<uint32_t>(Signed2(at + 1)), out); break;
      case Action::kLocal: p = StoreLocal(p, *at, at[1]); break;
      case Action::kPool1: p = StoreHash(p + 1, constants.Of(at[1])); break;
      case Action::kBranch4: p = Jump(p + 1, count, pc + LoadBe32(at + 1), out); break;
      case Action::kMultiANewArray:
        p = StoreHash(p + 1, constants.Of(LoadBe16(at + 1)));
        *p++ = at[3];
        break;
      case Action::kVariable:
        length = WriteVariable(code, pc, count, p, out);
        if (length == 0) return Malformed(view, pc);
        break;
      default: return Malformed(view, pc);
    }
    pc += length;
  }
  instruction_count_ = count;
  out.Commit(p);
  for (const Fixup& fixup : fixups_) StoreLe32(out.At(fixup.offset), IndexOf(fixup.target) - fixup.index);
  for (size_t i = 0; i < view.handler_count(); ++i) {
    classfile::ExceptionHandler handler = view.handler(i);
    out.U4(IndexOf(handler.start_pc));
    out.U4(IndexOf(handler.end_pc));
    out.U4(IndexOf(handler.handler_pc));
    out.Hash(constants.Of(handler.catch_type));
  }
  out.U4(instruction_count_);  // where the code ends and the handlers begin
  return OkStatus();
}

uint32_t BodyForm::WriteVariable(Bytes code, uint32_t pc, uint32_t index, uint8_t*& p, CanonicalBuffer& out) {
  classfile::InstructionReader reader(code);
  reader.SkipTo(pc);
  classfile::Instruction instruction;
  if (!reader.Next(instruction)) return 0;
  uint16_t local = instruction.local();
  if (instruction.wide && instruction.opcode != Opcode::kIinc) {
    p = StoreLocal(p, Code(instruction.opcode), local);
  } else if (instruction.wide) {
    int32_t constant = instruction.constant();
    bool narrow = local < 256 && constant >= -128 && constant < 128;
    if (!narrow) *p++ = Code(Opcode::kWide);
    *p++ = Code(Opcode::kIinc);
    auto put = [&](uint32_t v) { p = narrow ? StoreLe(p, static_cast<uint8_t>(v)) : StoreLe16(p, v); };
    put(local);
    put(static_cast<uint32_t>(constant));
  } else {
    p = WriteSwitch(instruction, index, p, out);
  }
  return instruction.length;
}

uint8_t* BodyForm::WriteSwitch(const classfile::Instruction& instruction, uint32_t index, uint8_t* p,
                               CanonicalBuffer& out) {
  uint32_t count = instruction.switch_count();
  *p++ = Code(instruction.opcode);
  p = StoreLe32(p, count);
  p = Jump(p, index, instruction.switch_default(), out);
  for (uint32_t i = 0; i < count; ++i) {
    // A table's keys follow from its first one.
    if (i == 0 || instruction.opcode == Opcode::kLookupswitch) {
      p = StoreLe32(p, static_cast<uint32_t>(instruction.switch_key(i)));
    }
    p = Jump(p, index, instruction.switch_target(i), out);
  }
  return p;
}

}  // namespace revmon::element
