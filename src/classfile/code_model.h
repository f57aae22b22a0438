// Answers: what is a method body once nothing in it is a pc any more?
//
// The common ground of CodeBuilder (makes nodes), CodeEditor (collects edits) and CodeEncoder (writes bytes).
// Every original instruction is a *slot*, numbered from 0 in code order; edits name slots, so no edit moves
// another one's position. Everything that named a pc names a label instead. A slot has four fixed labels, in
// the order in which its parts are laid out:
//
//   kStart   start of the slot: lines, variable ranges and handler ranges begin and end here
//            [code inserted before, that jumps skip]
//   kEntry   where jumps, switches and handlers enter, and where the declared frame holds
//            [code inserted before, that jumps run]
//   kBare    the instruction itself: `new` sites of frames, targets of type annotations
//            the instruction, or what replaces it
//   kDone    after the instruction
//            [code inserted after]
//
// so inserted code belongs to its slot: it is covered by the same handlers and has the same line.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "classfile/attribute.h"
#include "classfile/code.h"
#include "classfile/opcode.h"
#include "classfile/stack_map.h"

namespace revmon::classfile {

enum class SlotPart : uint32_t { kStart = 0, kEntry = 1, kBare = 2, kDone = 3 };

struct Label {
  static constexpr uint32_t kLocalBit = 0x80000000;  // counts inside one CodeBuilder, not in the editor
  uint32_t id = 0;

  static constexpr Label OfSlot(size_t slot, SlotPart part) {
    return {static_cast<uint32_t>(slot * 4) + static_cast<uint32_t>(part)};
  }
  friend bool operator==(const Label&, const Label&) = default;
};

// One instruction, or (kind kLabel) the place a label is bound to. Branch and switch operands are labels; all
// other instructions are their bytes.
struct CodeNode {
  enum class Kind : uint8_t { kInstruction, kLabel };
  Kind kind = Kind::kInstruction;
  Opcode opcode = Opcode::kNop;
  bool wide = false;
  uint8_t length = 1;  // of `bytes`
  std::array<uint8_t, 6> bytes = {};
  uint32_t target = 0;  // branch or kLabel: label id; switch: index into the switch tables

  [[nodiscard]] bool is_branch() const {
    OperandFormat format = InfoOf(opcode).format;
    return format == OperandFormat::kBranch2 || format == OperandFormat::kBranch4;
  }
  [[nodiscard]] bool is_switch() const {
    return opcode == Opcode::kTableswitch || opcode == Opcode::kLookupswitch;
  }
  // For the accessors of Instruction; not for branches and switches, whose operands are labels. The view
  // points into this node.
  [[nodiscard]] Instruction AsInstruction(uint32_t pc) const {
    return {.pc = pc, .length = length, .opcode = opcode, .wide = wide, .raw = Bytes(bytes.data(), length)};
  }
};

struct SwitchTable {
  uint32_t default_label = 0;
  std::vector<int32_t> keys;  // tableswitch: only the first, low
  std::vector<uint32_t> labels;
};

struct HandlerNode {
  static constexpr uint32_t kAdded = ~0u;
  Label start;
  Label end;
  Label handler;
  uint16_t catch_type = 0;
  uint32_t original_index = kAdded;
  // Of a wrapped range: where the handler's own code ends. That code lies at the end of the method but runs
  // in place of the range, so it is covered by the handlers that enclose the range.
  bool is_wrap = false;
  Label code_end = {};
};

// Does control go on to the next instruction? Unlike EndsBlock, jsr counts as coming back.
[[nodiscard]] inline bool FallsThrough(Opcode opcode) {
  return !EndsBlock(opcode) || opcode == Opcode::kJsr || opcode == Opcode::kJsrW;
}

}  // namespace revmon::classfile
