// Answers: what does each basic block of a method body do, and where does it go on?
//
// Numbers as in classfile/basic_blocks.h. The content of a block is its instructions, constants by content
// (constant_hash.h), the keys of its switch, and which of its instructions which handlers protect; where it
// jumps is no part of it. Successors come in a fixed order: the next block, the target of the jump, the
// default and the cases of the switch, the handlers. So two bodies can be compared by walking them side by
// side from block 0 on (graph/block_diff.h).
#pragma once
#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "classfile/code.h"
#include "element/constant_hash.h"

namespace revmon::element {

struct BlockList {
  std::vector<uint64_t> contents;    // by block
  std::vector<uint32_t> first_next;  // by block, into `next`; one more than there are blocks
  std::vector<uint32_t> next;        // numbers of blocks
};

// Scratch that is used for method after method.
class BlockForm {
 public:
  // Of a body with one block only, or with so many protected blocks that it would take long, nothing: the
  // lists are empty, and the body has to be compared as a whole.
  [[nodiscard]] Status Write(const classfile::CodeView& code, const ConstantHasher& constants,
                             BlockList& out);

 private:
  void Instruction(const classfile::Instruction& instruction, const ConstantHasher& constants);
  void Successors(const classfile::Instruction& last, uint32_t block, BlockList& out);
  void Handlers(const classfile::CodeView& code, const ConstantHasher& constants, uint32_t block,
                BlockList& out);

  std::vector<uint32_t> starts_;
  std::vector<uint32_t> index_;  // by pc: the number of the instruction
  Hasher hash_;
};

}  // namespace revmon::element
