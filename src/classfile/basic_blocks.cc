#include "classfile/basic_blocks.h"

#include <algorithm>

namespace revmon::classfile {
namespace {

bool IsJump(const Instruction& instruction) {
  OperandFormat format = instruction.format();
  return format == OperandFormat::kBranch2 || format == OperandFormat::kBranch4;
}

class Finder {
 public:
  explicit Finder(const CodeView& code)
      : code_(code), starts_(code.code.size(), false), instructions_(code.code.size(), false) {}

  Status Run(std::vector<uint32_t>* starts) {
    if (code_.code.empty()) return Error(ErrorCode::kMalformed, "a method body without instructions");
    starts_[0] = true;
    InstructionReader reader(code_);
    for (Instruction instruction; reader.Next(instruction);) Look(instruction);
    REVMON_RETURN_IF_ERROR(reader.status());
    for (size_t i = 0; i < code_.handler_count(); ++i) Mark(code_.handler(i).handler_pc);
    for (uint32_t pc = 0; pc < starts_.size() && !broken_; ++pc) {
      if (!starts_[pc]) continue;
      broken_ = !instructions_[pc];
      starts->push_back(pc);
    }
    if (broken_)
      return Error(ErrorCode::kMalformed, "a jump to where no instruction starts")
          .AtOffset(code_.code_offset);
    return OkStatus();
  }

 private:
  void Look(const Instruction& instruction) {
    instructions_[instruction.pc] = true;
    if (IsJump(instruction)) Mark(instruction.branch_target());
    if (instruction.is_switch()) {
      Mark(instruction.switch_default());
      for (uint32_t i = 0; i < instruction.switch_count(); ++i) Mark(instruction.switch_target(i));
    }
    uint32_t next = instruction.pc + instruction.length;
    if (LeavesBlock(instruction) && next < starts_.size()) starts_[next] = true;
  }
  void Mark(uint32_t pc) {
    if (pc < starts_.size()) {
      starts_[pc] = true;
    } else {
      broken_ = true;
    }
  }

  const CodeView& code_;
  std::vector<bool> starts_, instructions_;  // by pc
  bool broken_ = false;
};

}  // namespace

bool LeavesBlock(const Instruction& instruction) {
  return IsJump(instruction) || instruction.is_switch() || EndsBlock(instruction.opcode);
}

Status FindBlocks(const CodeView& code, std::vector<uint32_t>* starts) {
  starts->clear();
  return Finder(code).Run(starts);
}

uint32_t BlockAt(const std::vector<uint32_t>& starts, uint32_t pc) {
  auto after = std::upper_bound(starts.begin(), starts.end(), pc);
  return after == starts.begin() ? 0 : static_cast<uint32_t>(after - starts.begin()) - 1;
}

}  // namespace revmon::classfile
