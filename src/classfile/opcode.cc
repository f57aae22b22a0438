#include "classfile/opcode.h"

#include <array>

namespace revmon::classfile {
namespace {

constexpr uint8_t LengthOf(OperandFormat format) {
  switch (format) {
    case OperandFormat::kNone: return 1;
    case OperandFormat::kByte:
    case OperandFormat::kPool1:
    case OperandFormat::kLocal:
    case OperandFormat::kNewArray: return 2;
    case OperandFormat::kShort:
    case OperandFormat::kPool2:
    case OperandFormat::kIinc:
    case OperandFormat::kBranch2: return 3;
    case OperandFormat::kMultiANewArray: return 4;
    case OperandFormat::kBranch4:
    case OperandFormat::kInvokeInterface:
    case OperandFormat::kInvokeDynamic: return 5;
    case OperandFormat::kTableSwitch:
    case OperandFormat::kLookupSwitch:
    case OperandFormat::kWide:
    case OperandFormat::kIllegal: return 0;
  }
  return 0;
}

constexpr std::array<OpcodeInfo, 256> MakeTable() {
  std::array<OpcodeInfo, 256> table = {};
  table.fill({.mnemonic = "illegal", .format = OperandFormat::kIllegal, .length = 0});
#define X(value, name, text, operand_format)               \
  table[value] = {.mnemonic = text,                        \
                  .format = OperandFormat::operand_format, \
                  .length = LengthOf(OperandFormat::operand_format)};
#include "classfile/opcodes.def"
#undef X
  return table;
}

constexpr std::array<OpcodeInfo, 256> kTable = MakeTable();

}  // namespace

const OpcodeInfo& InfoOf(uint8_t opcode) { return kTable[opcode]; }

bool EndsBlock(Opcode opcode) {
  switch (opcode) {
    case Opcode::kGoto:
    case Opcode::kGotoW:
    case Opcode::kJsr:
    case Opcode::kJsrW:
    case Opcode::kRet:
    case Opcode::kTableswitch:
    case Opcode::kLookupswitch:
    case Opcode::kIreturn:
    case Opcode::kLreturn:
    case Opcode::kFreturn:
    case Opcode::kDreturn:
    case Opcode::kAreturn:
    case Opcode::kReturn:
    case Opcode::kAthrow: return true;
    default: return false;
  }
}

}  // namespace revmon::classfile
