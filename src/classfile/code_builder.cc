#include "classfile/code_builder.h"

#include <algorithm>
#include <bit>
#include <string>

#include "classfile/descriptor.h"

namespace revmon::classfile {
namespace {

constexpr std::string_view kKinds = "IJFDA";  // the order of the load and store opcodes

uint8_t Hi(uint32_t v) { return static_cast<uint8_t>(v >> 8); }
uint8_t Lo(uint32_t v) { return static_cast<uint8_t>(v); }

Opcode Plus(Opcode opcode, size_t n) { return static_cast<Opcode>(static_cast<size_t>(opcode) + n); }

}  // namespace

CodeBuilder& CodeBuilder::Fail(Error error) {
  if (status_.ok()) status_ = std::move(error);
  return *this;
}

CodeBuilder& CodeBuilder::Emit(Opcode opcode, std::initializer_list<uint8_t> operands) {
  CodeNode node;
  node.opcode = opcode;
  node.bytes[0] = static_cast<uint8_t>(opcode);
  std::copy(operands.begin(), operands.end(), node.bytes.begin() + 1);
  node.length = static_cast<uint8_t>(1 + operands.size());
  nodes_.push_back(node);
  return *this;
}

CodeBuilder& CodeBuilder::Bind(Label label) {
  CodeNode node;
  node.kind = CodeNode::Kind::kLabel;
  node.target = label.id;
  nodes_.push_back(node);
  return *this;
}

CodeBuilder& CodeBuilder::Op(Opcode opcode) {
  if (InfoOf(opcode).format != OperandFormat::kNone) {
    return Fail(Error(ErrorCode::kInvalid, std::string(InfoOf(opcode).mnemonic) + " needs operands"));
  }
  return Emit(opcode, {});
}

CodeBuilder& CodeBuilder::LocalOp(Opcode opcode, uint16_t local) {
  if (local <= UINT8_MAX) return Emit(opcode, {Lo(local)});
  Emit(Opcode::kWide, {static_cast<uint8_t>(opcode), Hi(local), Lo(local)});
  nodes_.back().opcode = opcode;
  nodes_.back().wide = true;
  return *this;
}

CodeBuilder& CodeBuilder::LoadOrStore(char kind, uint16_t local, Opcode general, Opcode first_short) {
  size_t group = kKinds.find(kind);
  if (group == std::string_view::npos) return Fail(Error(ErrorCode::kInvalid, "no such kind of local"));
  if (local < 4) return Emit(Plus(first_short, 4 * group + local), {});
  return LocalOp(Plus(general, group), local);
}

CodeBuilder& CodeBuilder::Load(char kind, uint16_t local) {
  return LoadOrStore(kind, local, Opcode::kIload, Opcode::kIload0);
}
CodeBuilder& CodeBuilder::Store(char kind, uint16_t local) {
  return LoadOrStore(kind, local, Opcode::kIstore, Opcode::kIstore0);
}
CodeBuilder& CodeBuilder::Ret(uint16_t local) { return LocalOp(Opcode::kRet, local); }

CodeBuilder& CodeBuilder::Iinc(uint16_t local, int16_t by) {
  auto amount = static_cast<uint16_t>(by);
  if (local <= UINT8_MAX && by >= INT8_MIN && by <= INT8_MAX)
    return Emit(Opcode::kIinc, {Lo(local), Lo(amount)});
  uint8_t iinc = static_cast<uint8_t>(Opcode::kIinc);
  Emit(Opcode::kWide, {iinc, Hi(local), Lo(local), Hi(amount), Lo(amount)});
  nodes_.back().opcode = Opcode::kIinc;
  nodes_.back().wide = true;
  return *this;
}

CodeBuilder& CodeBuilder::Pooled(Opcode opcode, Result<uint16_t> index) {
  if (!index.ok()) return Fail(std::move(index).error());
  return Emit(opcode, {Hi(*index), Lo(*index)});
}

CodeBuilder& CodeBuilder::PushConstant(uint16_t index) {
  ConstantTag tag = pool_->tag(index);
  bool two = tag == ConstantTag::kLong || tag == ConstantTag::kDouble;
  if (tag == ConstantTag::kDynamic) two = TypeView{pool_->DynamicAt(index).descriptor}.slots() == 2;
  if (!two && index <= UINT8_MAX) return Emit(Opcode::kLdc, {Lo(index)});
  return Pooled(two ? Opcode::kLdc2W : Opcode::kLdcW, index);
}

CodeBuilder& CodeBuilder::PushInt(int32_t value) {
  if (value >= -1 && value <= 5) return Emit(Plus(Opcode::kIconst0, static_cast<size_t>(value)), {});
  if (value >= INT8_MIN && value <= INT8_MAX) return Emit(Opcode::kBipush, {static_cast<uint8_t>(value)});
  if (value >= INT16_MIN && value <= INT16_MAX) {
    auto bits = static_cast<uint32_t>(value);
    return Emit(Opcode::kSipush, {Hi(bits), Lo(bits)});
  }
  Result<uint16_t> index = pool_->Integer(value);
  return index.ok() ? PushConstant(*index) : Fail(std::move(index).error());
}

CodeBuilder& CodeBuilder::PushLong(int64_t value) {
  if (value == 0 || value == 1) return Emit(Plus(Opcode::kLconst0, static_cast<size_t>(value)), {});
  return Pooled(Opcode::kLdc2W, pool_->Long(value));
}

CodeBuilder& CodeBuilder::PushFloat(float value) {
  Result<uint16_t> index = pool_->Float(std::bit_cast<uint32_t>(value));
  return index.ok() ? PushConstant(*index) : Fail(std::move(index).error());
}

CodeBuilder& CodeBuilder::PushDouble(double value) {
  return Pooled(Opcode::kLdc2W, pool_->Double(std::bit_cast<uint64_t>(value)));
}

CodeBuilder& CodeBuilder::PushString(std::string_view text) {
  Result<uint16_t> index = pool_->String(text);
  return index.ok() ? PushConstant(*index) : Fail(std::move(index).error());
}

CodeBuilder& CodeBuilder::PushClass(std::string_view internal_name) {
  Result<uint16_t> index = pool_->Class(internal_name);
  return index.ok() ? PushConstant(*index) : Fail(std::move(index).error());
}

CodeBuilder& CodeBuilder::Type(Opcode opcode, std::string_view internal_name) {
  return Pooled(opcode, pool_->Class(internal_name));
}

CodeBuilder& CodeBuilder::NewArray(char primitive) {
  constexpr std::string_view kCodes = "ZCFDBSIJ";  // 4 to 11
  size_t code = kCodes.find(primitive);
  if (code == std::string_view::npos) return Fail(Error(ErrorCode::kInvalid, "no such primitive type"));
  return Emit(Opcode::kNewarray, {static_cast<uint8_t>(code + 4)});
}

CodeBuilder& CodeBuilder::MultiNewArray(std::string_view descriptor, uint8_t dimensions) {
  Result<uint16_t> index = pool_->Class(descriptor);
  if (!index.ok()) return Fail(std::move(index).error());
  return Emit(Opcode::kMultianewarray, {Hi(*index), Lo(*index), dimensions});
}

CodeBuilder& CodeBuilder::Field(Opcode opcode, std::string_view owner, std::string_view name,
                                std::string_view type) {
  return Pooled(opcode, pool_->Member(ConstantTag::kFieldref, owner, name, type));
}

CodeBuilder& CodeBuilder::Invoke(Opcode opcode, std::string_view owner, std::string_view name,
                                 std::string_view descriptor, bool owner_is_interface) {
  bool interface = owner_is_interface || opcode == Opcode::kInvokeinterface;
  ConstantTag tag = interface ? ConstantTag::kInterfaceMethodref : ConstantTag::kMethodref;
  Result<uint16_t> index = pool_->Member(tag, owner, name, descriptor);
  if (!index.ok() || opcode != Opcode::kInvokeinterface) return Pooled(opcode, std::move(index));
  Result<MethodDescriptor> parsed = MethodDescriptor::Parse(descriptor);
  if (!parsed.ok()) return Fail(std::move(parsed).error());
  uint32_t slots = parsed->argument_slots() + 1;
  if (slots > kMaxArgumentSlots) return Fail(Error(ErrorCode::kLimit, "a method takes more than 255 slots"));
  return Emit(opcode, {Hi(*index), Lo(*index), Lo(slots), 0});
}

CodeBuilder& CodeBuilder::Invokedynamic(uint16_t bootstrap_index, std::string_view name,
                                        std::string_view descriptor) {
  Result<uint16_t> index = pool_->Dynamic(ConstantTag::kInvokeDynamic, bootstrap_index, name, descriptor);
  if (!index.ok()) return Fail(std::move(index).error());
  return Emit(Opcode::kInvokedynamic, {Hi(*index), Lo(*index), 0, 0});
}

CodeBuilder& CodeBuilder::Branch(Opcode opcode, Label target) {
  CodeNode node;
  node.opcode = opcode;
  node.target = target.id;
  if (!node.is_branch()) {
    return Fail(Error(ErrorCode::kInvalid, std::string(InfoOf(opcode).mnemonic) + " is not a branch"));
  }
  node.length = InfoOf(opcode).length;
  nodes_.push_back(node);
  return *this;
}

CodeBuilder& CodeBuilder::TableSwitch(int32_t low, std::span<const Label> targets, Label otherwise) {
  if (targets.empty()) return Fail(Error(ErrorCode::kInvalid, "tableswitch needs a target"));
  CodeNode node;
  node.opcode = Opcode::kTableswitch;
  node.target = static_cast<uint32_t>(switches_.size());
  nodes_.push_back(node);
  SwitchTable& table = switches_.emplace_back();
  table.default_label = otherwise.id;
  table.keys.push_back(low);
  for (Label target : targets) table.labels.push_back(target.id);
  return *this;
}

CodeBuilder& CodeBuilder::LookupSwitch(std::span<const std::pair<int32_t, Label>> cases, Label otherwise) {
  CodeNode node;
  node.opcode = Opcode::kLookupswitch;
  node.target = static_cast<uint32_t>(switches_.size());
  nodes_.push_back(node);
  SwitchTable& table = switches_.emplace_back();
  table.default_label = otherwise.id;
  for (const auto& [key, target] : cases) {
    if (!table.keys.empty() && table.keys.back() >= key) {
      return Fail(Error(ErrorCode::kInvalid, "lookupswitch keys must ascend"));
    }
    table.keys.push_back(key);
    table.labels.push_back(target.id);
  }
  return *this;
}

CodeBuilder& CodeBuilder::Copy(const Instruction& instruction) {
  CodeNode node;
  node.opcode = instruction.opcode;
  node.wide = instruction.wide;
  if (node.is_branch() || node.is_switch() || instruction.raw.size() > node.bytes.size() ||
      instruction.raw.empty()) {
    return Fail(Error(ErrorCode::kInvalid, "a branch or switch cannot be copied"));
  }
  node.length = static_cast<uint8_t>(instruction.raw.size());
  std::copy(instruction.raw.begin(), instruction.raw.end(), node.bytes.begin());
  nodes_.push_back(node);
  return *this;
}

}  // namespace revmon::classfile
