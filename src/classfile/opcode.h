// Answers: what is this opcode called, and how many operand bytes of which kind follow it?
//
// The table is opcodes.def, one line per instruction. `wide` is a format of its own: the instruction it
// prefixes has its local-variable index (and iinc's constant) doubled in width.
#pragma once
#include <cstdint>
#include <string_view>

namespace revmon::classfile {

enum class Opcode : uint8_t {
#define X(value, name, mnemonic, format) k##name = value,
#include "classfile/opcodes.def"
#undef X
};

inline constexpr int kOpcodeCount = 0xca;

enum class OperandFormat : uint8_t {
  kNone,             // no operand
  kByte,             // s1 constant
  kShort,            // s2 constant
  kPool1,            // u1 constant-pool index
  kPool2,            // u2 constant-pool index
  kLocal,            // u1 local variable (u2 under wide)
  kIinc,             // u1 local, s1 constant (u2, s2 under wide)
  kBranch2,          // s2 branch offset
  kBranch4,          // s4 branch offset
  kTableSwitch,      // padding, s4 default, s4 low, s4 high, s4 offsets
  kLookupSwitch,     // padding, s4 default, s4 n, n * (s4 key, s4 offset)
  kInvokeInterface,  // u2 constant-pool index, u1 count, u1 zero
  kInvokeDynamic,    // u2 constant-pool index, u2 zero
  kNewArray,         // u1 primitive array type
  kMultiANewArray,   // u2 constant-pool index, u1 dimensions
  kWide,             // u1 opcode, then its widened operands
  kIllegal,          // not an instruction of any published JVM specification
};

struct OpcodeInfo {
  std::string_view mnemonic;
  OperandFormat format = OperandFormat::kIllegal;
  // Length including the opcode byte; 0 where it depends on the operands (switches, wide) or is illegal.
  uint8_t length = 0;
};

// Defined for all 256 byte values.
[[nodiscard]] const OpcodeInfo& InfoOf(uint8_t opcode);
[[nodiscard]] inline const OpcodeInfo& InfoOf(Opcode opcode) { return InfoOf(static_cast<uint8_t>(opcode)); }

// goto, jsr and the like: does control never reach the next instruction?
[[nodiscard]] bool EndsBlock(Opcode opcode);

}  // namespace revmon::classfile
