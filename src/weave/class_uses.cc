#include "weave/class_uses.h"

#include "classfile/basic_blocks.h"
#include "classfile/descriptor.h"

namespace revmon::weave {
namespace {

using classfile::ClassFile;
using classfile::ConstantTag;
using classfile::Instruction;
using classfile::Opcode;

// How deep constants that are computed from constants are followed.
constexpr int kMaxDepth = 8;

class Finder {
 public:
  Finder(const ClassFile& file, const IsWatched& watched)
      : file_(file), pool_(file.pool()), watched_(watched) {}

  void Look(const Instruction& instruction, ClassNames& out) const {
    switch (instruction.opcode) {
      case Opcode::kGetstatic:
      case Opcode::kPutstatic:
      case Opcode::kGetfield:
      case Opcode::kPutfield:
      case Opcode::kInvokeinterface: return Add(pool_.Member(instruction.pool_index()).owner, out);
      case Opcode::kInstanceof:
      case Opcode::kCheckcast:
      case Opcode::kAnewarray:
      case Opcode::kMultianewarray: return Add(pool_.ClassName(instruction.pool_index()), out);
      case Opcode::kLdc:
      case Opcode::kLdcW:
      case Opcode::kLdc2W: return AddConstant(instruction.pool_index(), out, 0);
      case Opcode::kInvokedynamic: return AddDynamic(instruction.pool_index(), out, 0);
      default: return;
    }
  }

  // A class name as constants have it: an array is a use of its elements' class.
  void Add(std::string_view name, ClassNames& out) const {
    if (name.starts_with('[')) name = classfile::TypeView{name}.element().internal_name();
    if (!name.empty() && name != file_.name() && watched_(name)) out.emplace(name);
  }

 private:
  void AddConstant(uint16_t index, ClassNames& out, int depth) const {
    switch (pool_.tag(index)) {
      case ConstantTag::kClass: return Add(pool_.ClassName(index), out);
      case ConstantTag::kMethodHandle:
        return Add(pool_.Member(pool_.MethodHandle(index).member_index).owner, out);
      case ConstantTag::kDynamic: return AddDynamic(index, out, depth);
      default: return;
    }
  }

  void AddDynamic(uint16_t index, ClassNames& out, int depth) const {
    classfile::DynamicRef dynamic = pool_.Dynamic(index);
    std::string_view type = dynamic.descriptor;
    if (type.starts_with('(')) type = type.substr(type.find(')') + 1);
    Add(classfile::TypeView{type}.element().internal_name(), out);
    const classfile::Attribute* attribute = file_.Find(classfile::AttributeKind::kBootstrapMethods);
    if (attribute == nullptr || depth >= kMaxDepth) return;
    ByteReader reader(attribute->data);
    uint16_t count = reader.U2();
    for (uint16_t i = 0; i < count && reader.ok(); ++i) {
      uint16_t method = reader.U2();
      uint16_t arguments = reader.U2();
      Bytes list = reader.Take(size_t{2} * arguments);
      if (i != dynamic.bootstrap_index || !reader.ok()) continue;
      AddConstant(method, out, depth + 1);
      for (size_t at = 0; at < list.size(); at += 2) AddConstant(LoadBe16(list.data() + at), out, depth + 1);
      return;
    }
  }

  const ClassFile& file_;
  const classfile::ConstantPool& pool_;
  const IsWatched& watched_;
};

}  // namespace

Result<std::vector<ClassNames>> FindClassUses(const ClassFile& file, const classfile::CodeView& code,
                                              const std::vector<uint32_t>& starts, const IsWatched& watched) {
  std::vector<ClassNames> uses(starts.size());
  if (starts.empty()) return uses;
  Finder finder(file, watched);
  classfile::InstructionReader reader(code);
  size_t block = 0;
  for (Instruction instruction; reader.Next(instruction);) {
    while (block + 1 < starts.size() && starts[block + 1] <= instruction.pc) ++block;
    finder.Look(instruction, uses[block]);
  }
  REVMON_RETURN_IF_ERROR(reader.status());
  for (size_t i = 0; i < code.handler_count(); ++i) {
    classfile::ExceptionHandler handler = code.handler(i);
    if (handler.catch_type == 0) continue;
    finder.Add(file.pool().ClassName(handler.catch_type),
               uses[classfile::BlockAt(starts, handler.handler_pc)]);
  }
  return uses;
}

}  // namespace revmon::weave
