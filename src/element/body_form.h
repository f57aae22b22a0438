// Answers: what does a method body do, as bytes that do not depend on how it was encoded?
//
// One pass over the bytecode. Each instruction stands in its shortest encoding, so that iload_0, iload 0 and
// wide iload 0 are the same, as are ldc and ldc_w, goto and goto_w, jsr and jsr_w; most are copied as they
// are. Constants stand by content (constant_hash.h) and jump targets as distances in instructions, patched in
// once every instruction has its number; the count of invokeinterface (implied by the descriptor) and switch
// padding are left out. max_stack, max_locals and StackMapTable are derived from the rest and left out too.
// Which of iconst, bipush, sipush or ldc loads a number, and tableswitch versus lookupswitch, does show:
// compilers choose them by value alone.
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "classfile/code.h"
#include "element/canonical_buffer.h"
#include "element/constant_hash.h"

namespace revmon::element {

class BodyForm {
 public:
  // Appends the instructions and exception handlers of `code` to `out`. Afterwards IndexOf and
  // instruction_count are about this body.
  [[nodiscard]] Status Write(const classfile::CodeView& code, ConstantHasher& constants,
                             CanonicalBuffer& out);

  // The number of the instruction at a bytecode position, or the count of instructions at the end of the
  // code; for a position inside an instruction, which only broken classes name, a value no index has.
  [[nodiscard]] uint32_t IndexOf(uint32_t pc) const {
    if (pc == length_) return instruction_count_;
    if (pc > length_ || index_[pc] == kInside) return pc | 0x8000'0000;
    return index_[pc];
  }
  [[nodiscard]] uint32_t instruction_count() const { return instruction_count_; }

 private:
  static constexpr uint16_t kInside = 0xFFFF;
  // A jump with an s2 offset, its distance to be patched in at `at`.
  struct Jump {
    uint8_t* at;
    size_t pc;
  };
  // Any other.
  struct Fixup {
    uint32_t offset;  // of the u4 to patch
    uint32_t index;   // of the jumping instruction
    uint32_t target;  // pc
  };

  // Writes instructions from `start` on until one begins at or behind `end` or needs WriteSlowly, and gives
  // its position. Reads up to 4 bytes beyond `end`.
  uint32_t WriteFast(const uint8_t* begin, uint32_t start, uint32_t end, uint32_t& count,
                     const uint64_t* contents);
  // Writes any one instruction and gives its length; 0 if it is malformed. For what the fast loop leaves out:
  // wide and switches, what is rare, and the last few bytes, since that loop reads ahead.
  uint32_t WriteSlowly(Bytes code, uint32_t pc, uint32_t index, const ConstantHasher& constants,
                       const uint8_t* out_begin);

  uint32_t length_ = 0;
  uint32_t instruction_count_ = 0;
  std::vector<uint16_t> index_;
  std::vector<uint8_t> lengths_;  // by position: of the instruction that would start there
  std::vector<Fixup> fixups_;
  std::vector<Jump> jumps_;
  Jump* jump_ = nullptr;    // where the next one goes
  uint8_t* out_ = nullptr;  // where the next byte goes
};

}  // namespace revmon::element
