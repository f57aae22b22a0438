// Answers: what does a method body do, as bytes that do not depend on how it was encoded?
//
// One pass over the bytecode. Each instruction stands in its shortest encoding, so that iload_0, iload 0 and
// wide iload 0 are the same, as are ldc and ldc_w, goto and goto_w, jsr and jsr_w; most are copied as they
// are. Constants stand as their content hashes and jump targets as distances in instructions, patched in once
// every instruction has its number; the count of invokeinterface (implied by the descriptor) and switch
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
  struct Fixup {
    uint32_t offset;  // of the u4 to patch
    uint32_t index;   // of the jumping instruction
    uint32_t target;  // pc
  };

  // Writes one instruction of variable length, wide or a switch, and gives its length; 0 if it is malformed.
  uint32_t WriteVariable(Bytes code, uint32_t pc, uint32_t index, uint8_t*& p, CanonicalBuffer& out);
  uint8_t* WriteSwitch(const classfile::Instruction& instruction, uint32_t index, uint8_t* p,
                       CanonicalBuffer& out);
  // Leaves room for a distance from instruction `index` to the one at `target`.
  uint8_t* Jump(uint8_t* p, uint32_t index, uint32_t target, CanonicalBuffer& out) {
    fixups_.push_back({.offset = static_cast<uint32_t>(p - out.At(0)), .index = index, .target = target});
    return p + 4;
  }

  uint32_t length_ = 0;
  uint32_t instruction_count_ = 0;
  std::vector<uint16_t> index_;
  std::vector<Fixup> fixups_;
};

}  // namespace revmon::element
