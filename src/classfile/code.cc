#include "classfile/code.h"

#include <string>

namespace revmon::classfile {
namespace {

constexpr uint32_t kMaxCodeLength = 65535;  // JVMS 4.7.3

uint32_t PaddedOperands(uint32_t pc) { return (pc + 4) & ~uint32_t{3}; }

}  // namespace

Status CodeView::ParseFrom(const Attribute& attribute, const ConstantPool& pool) {
  attributes.clear();
  ByteReader reader(attribute.data, attribute.offset);
  max_stack = reader.U2();
  max_locals = reader.U2();
  uint32_t length = reader.U4();
  code_offset = static_cast<uint32_t>(reader.offset());
  code = reader.Take(length);
  handlers = reader.Take(size_t{reader.U2()} * 8);
  if (!reader.ok())
    return Error(ErrorCode::kTruncated, "Code attribute ends early").AtOffset(reader.offset());
  if (length == 0 || length > kMaxCodeLength) {
    return Error(ErrorCode::kMalformed, "code length " + std::to_string(length) + " is not in 1..65535")
        .AtOffset(code_offset - 4);
  }
  REVMON_RETURN_IF_ERROR(ReadAttributes(reader, pool, attributes));
  if (!reader.empty()) {
    return Error(ErrorCode::kMalformed, "Code attribute has bytes after its end").AtOffset(reader.offset());
  }
  return OkStatus();
}

ExceptionHandler CodeView::handler(size_t i) const {
  const uint8_t* p = handlers.data() + 8 * i;
  return {.start_pc = LoadBe16(p),
          .end_pc = LoadBe16(p + 2),
          .handler_pc = LoadBe16(p + 4),
          .catch_type = LoadBe16(p + 6)};
}

uint16_t Instruction::pool_index() const {
  switch (format()) {
    case OperandFormat::kPool1: return raw[1];
    case OperandFormat::kPool2:
    case OperandFormat::kInvokeInterface:
    case OperandFormat::kInvokeDynamic:
    case OperandFormat::kMultiANewArray: return LoadBe16(raw.data() + 1);
    default: return 0;
  }
}

uint16_t Instruction::local() const {
  OperandFormat kind = format();
  if (kind == OperandFormat::kLocal || kind == OperandFormat::kIinc) {
    return wide ? LoadBe16(raw.data() + 2) : uint16_t{raw[1]};
  }
  auto in_group = [this](Opcode first, Opcode last) { return opcode >= first && opcode <= last; };
  if (in_group(Opcode::kIload0, Opcode::kAload3)) {
    return static_cast<uint16_t>((static_cast<int>(opcode) - static_cast<int>(Opcode::kIload0)) & 3);
  }
  if (in_group(Opcode::kIstore0, Opcode::kAstore3)) {
    return static_cast<uint16_t>((static_cast<int>(opcode) - static_cast<int>(Opcode::kIstore0)) & 3);
  }
  return 0;
}

int32_t Instruction::constant() const {
  switch (format()) {
    case OperandFormat::kByte: return static_cast<int8_t>(raw[1]);
    case OperandFormat::kShort: return static_cast<int16_t>(LoadBe16(raw.data() + 1));
    case OperandFormat::kIinc:
      return wide ? static_cast<int16_t>(LoadBe16(raw.data() + 4)) : static_cast<int8_t>(raw[2]);
    default: return 0;
  }
}

uint32_t Instruction::branch_target() const {
  switch (format()) {
    case OperandFormat::kBranch2:
      return pc + static_cast<uint32_t>(int32_t{static_cast<int16_t>(LoadBe16(raw.data() + 1))});
    case OperandFormat::kBranch4: return pc + LoadBe32(raw.data() + 1);
    default: return 0;
  }
}

const uint8_t* Instruction::switch_body() const { return raw.data() + (PaddedOperands(pc) - pc); }

uint32_t Instruction::switch_count() const {
  if (!is_switch()) return 0;
  const uint8_t* p = switch_body();
  if (opcode == Opcode::kTableswitch) return LoadBe32(p + 8) - LoadBe32(p + 4) + 1;
  return LoadBe32(p + 4);
}

uint32_t Instruction::switch_default() const { return is_switch() ? pc + LoadBe32(switch_body()) : 0; }

int32_t Instruction::switch_key(uint32_t i) const {
  const uint8_t* p = switch_body();
  if (opcode == Opcode::kTableswitch) return static_cast<int32_t>(LoadBe32(p + 4) + i);
  return static_cast<int32_t>(LoadBe32(p + 8 + size_t{8} * i));
}

uint32_t Instruction::switch_target(uint32_t i) const {
  const uint8_t* p = switch_body();
  if (opcode == Opcode::kTableswitch) return pc + LoadBe32(p + 12 + size_t{4} * i);
  return pc + LoadBe32(p + 12 + size_t{8} * i);
}

bool InstructionReader::Next(Instruction& out) {
  if (failed_ || pc_ >= code_.size()) return false;
  uint32_t length = LengthAt(pc_);
  if (length == 0 || length > code_.size() - pc_) {
    failed_ = true;
    return false;
  }
  out.pc = pc_;
  out.length = length;
  out.raw = code_.subspan(pc_, length);
  out.wide = code_[pc_] == static_cast<uint8_t>(Opcode::kWide);
  out.opcode = static_cast<Opcode>(out.wide ? code_[pc_ + 1] : code_[pc_]);
  pc_ += length;
  return true;
}

Status InstructionReader::status() const {
  if (!failed_) return OkStatus();
  return Error(ErrorCode::kMalformed, "illegal or truncated instruction at pc " + std::to_string(pc_))
      .AtOffset(base_ + pc_);
}

uint32_t InstructionReader::LengthAt(uint32_t pc) const {
  const OpcodeInfo& info = InfoOf(code_[pc]);
  if (info.length != 0) return info.length;
  switch (info.format) {
    case OperandFormat::kTableSwitch: return SwitchLengthAt(pc, true);
    case OperandFormat::kLookupSwitch: return SwitchLengthAt(pc, false);
    case OperandFormat::kWide: {
      if (pc + 1 >= code_.size()) return 0;
      OperandFormat widened = InfoOf(code_[pc + 1]).format;
      if (widened == OperandFormat::kLocal) return 4;
      return widened == OperandFormat::kIinc ? 6 : 0;
    }
    default: return 0;
  }
}

uint32_t InstructionReader::SwitchLengthAt(uint32_t pc, bool table) const {
  uint64_t at = PaddedOperands(pc);
  if (at + (table ? 12 : 8) > code_.size()) return 0;
  const uint8_t* p = code_.data() + at;
  if (table) {
    auto low = static_cast<int32_t>(LoadBe32(p + 4));
    auto high = static_cast<int32_t>(LoadBe32(p + 8));
    if (low > high) return 0;
    uint64_t count = static_cast<uint64_t>(int64_t{high} - low) + 1;
    uint64_t end = at + 12 + 4 * count;
    return end > code_.size() ? 0 : static_cast<uint32_t>(end - pc);
  }
  auto pairs = static_cast<int32_t>(LoadBe32(p + 4));
  if (pairs < 0) return 0;
  uint64_t end = at + 8 + 8 * static_cast<uint64_t>(pairs);
  return end > code_.size() ? 0 : static_cast<uint32_t>(end - pc);
}

}  // namespace revmon::classfile
