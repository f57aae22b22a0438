#include "element/block_form.h"

#include <algorithm>

#include "classfile/basic_blocks.h"

namespace revmon::element {

using classfile::Opcode;
using classfile::OperandFormat;

namespace {

constexpr size_t kMostProtections = size_t{1} << 20;  // blocks times handlers

// Encodings that only depend on how far or how high something is.
Opcode Plain(Opcode opcode) {
  if (opcode == Opcode::kLdcW) return Opcode::kLdc;
  if (opcode == Opcode::kGotoW) return Opcode::kGoto;
  return opcode == Opcode::kJsrW ? Opcode::kJsr : opcode;
}

bool GoesOn(Opcode opcode) {
  return !classfile::EndsBlock(opcode) || opcode == Opcode::kJsr || opcode == Opcode::kJsrW;
}

}  // namespace

Status BlockForm::Write(const classfile::CodeView& code, const ConstantHasher& constants, BlockList& out) {
  out.contents.clear();
  out.first_next.clear();
  out.next.clear();
  REVMON_RETURN_IF_ERROR(classfile::FindBlocks(code, &starts_));
  if (starts_.size() < 2 || starts_.size() * code.handler_count() > kMostProtections) return OkStatus();
  index_.assign(code.code.size() + 1, 0);
  classfile::InstructionReader numbering(code);
  uint32_t count = 0;
  for (classfile::Instruction instruction; numbering.Next(instruction);) index_[instruction.pc] = count++;
  index_[code.code.size()] = count;
  classfile::InstructionReader reader(code);
  hash_.Reset();
  for (classfile::Instruction instruction; reader.Next(instruction);) {
    Instruction(instruction, constants);
    auto block = static_cast<uint32_t>(out.contents.size());
    uint32_t end = block + 1 < starts_.size() ? starts_[block + 1] : static_cast<uint32_t>(code.code.size());
    if (instruction.pc + instruction.length < end) continue;
    out.first_next.push_back(static_cast<uint32_t>(out.next.size()));
    Successors(instruction, block, out);
    Handlers(code, constants, block, out);
    out.contents.push_back(hash_.Finish().low);
    hash_.Reset();
  }
  out.first_next.push_back(static_cast<uint32_t>(out.next.size()));
  return reader.status();
}

void BlockForm::Instruction(const classfile::Instruction& instruction, const ConstantHasher& constants) {
  hash_.U1(static_cast<uint8_t>(Plain(instruction.opcode)));
  switch (instruction.format()) {
    case OperandFormat::kPool1:
    case OperandFormat::kPool2:
    case OperandFormat::kInvokeInterface:
    case OperandFormat::kInvokeDynamic: hash_.U8(constants.Of(instruction.pool_index())); break;
    case OperandFormat::kMultiANewArray:
      hash_.U8(constants.Of(instruction.pool_index())).U1(instruction.raw[3]);
      break;
    case OperandFormat::kByte:
    case OperandFormat::kShort: hash_.U4(static_cast<uint32_t>(instruction.constant())); break;
    case OperandFormat::kLocal: hash_.U2(instruction.local()); break;
    case OperandFormat::kIinc:
      hash_.U2(instruction.local()).U4(static_cast<uint32_t>(instruction.constant()));
      break;
    case OperandFormat::kNewArray: hash_.U1(instruction.raw[1]); break;
    case OperandFormat::kTableSwitch:
    case OperandFormat::kLookupSwitch:
      hash_.U4(instruction.switch_count());
      for (uint32_t i = 0; i < instruction.switch_count(); ++i) {
        hash_.U4(static_cast<uint32_t>(instruction.switch_key(i)));
      }
      break;
    default: break;  // no operand, or a jump
  }
}

void BlockForm::Successors(const classfile::Instruction& last, uint32_t block, BlockList& out) {
  if (GoesOn(last.opcode) && block + 1 < starts_.size()) out.next.push_back(block + 1);
  OperandFormat format = last.format();
  if (format == OperandFormat::kBranch2 || format == OperandFormat::kBranch4) {
    out.next.push_back(classfile::BlockAt(starts_, last.branch_target()));
  }
  if (!last.is_switch()) return;
  out.next.push_back(classfile::BlockAt(starts_, last.switch_default()));
  for (uint32_t i = 0; i < last.switch_count(); ++i) {
    out.next.push_back(classfile::BlockAt(starts_, last.switch_target(i)));
  }
}

void BlockForm::Handlers(const classfile::CodeView& code, const ConstantHasher& constants, uint32_t block,
                         BlockList& out) {
  uint32_t begin = starts_[block];
  uint32_t end = block + 1 < starts_.size() ? starts_[block + 1] : static_cast<uint32_t>(code.code.size());
  for (size_t i = 0; i < code.handler_count(); ++i) {
    classfile::ExceptionHandler handler = code.handler(i);
    uint32_t from = std::max<uint32_t>(handler.start_pc, begin);
    uint32_t to = std::min<uint32_t>(handler.end_pc, end);
    if (from >= to) continue;
    hash_.U4(index_[from] - index_[begin]).U4(index_[to] - index_[begin]);
    hash_.U8(handler.catch_type == 0 ? 0 : constants.Of(handler.catch_type));
    out.next.push_back(classfile::BlockAt(starts_, handler.handler_pc));
  }
}

}  // namespace revmon::element
