// Answers: which basic blocks does a method body consist of, and what are their numbers?
//
// The one rule that probes in a running JVM and the comparison of two revisions share. A block starts at
//   the first instruction,
//   every target of a jump or switch,
//   every instruction behind a jump, switch, return, athrow or ret,
//   every handler,
// and ends where the next one starts. Blocks are numbered from 0 in the order of the bytecode. Calls and
// other instructions that can throw end no block, nor do the ends of protected ranges: who enters a block may
// leave it in the middle. Blocks that nothing leads to have numbers too.
//
// One pass over the instructions and one over the targets; memory is one bit a byte of code (at most 64 kB).
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "classfile/code.h"

namespace revmon::classfile {

// Can the instruction go on elsewhere than at the next one, so that it ends its block?
[[nodiscard]] bool LeavesBlock(const Instruction& instruction);

// Where the blocks start, ascending: block number i begins at pc (*starts)[i]. An error for code that cannot
// be read, is empty, or jumps to where no instruction starts.
[[nodiscard]] Status FindBlocks(const CodeView& code, std::vector<uint32_t>* starts);

// The number of the block that holds `pc`; `starts` is not empty.
[[nodiscard]] uint32_t BlockAt(const std::vector<uint32_t>& starts, uint32_t pc);

}  // namespace revmon::classfile
