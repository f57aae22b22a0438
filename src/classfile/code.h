// Answers: which instructions, exception handlers and tables does a method body hold?
//
// CodeView is the parsed Code attribute, zero-copy; InstructionReader walks its instructions once, checking
// every length. Both trust nothing: an instruction that passes the end, an illegal opcode or a switch with an
// absurd count is an error with its offset in the class file.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/attribute.h"
#include "classfile/constant_pool.h"
#include "classfile/opcode.h"

namespace revmon::classfile {

struct ExceptionHandler {
  uint16_t start_pc = 0;  // inclusive
  uint16_t end_pc = 0;    // exclusive
  uint16_t handler_pc = 0;
  uint16_t catch_type = 0;  // Class constant; 0 = any
};

struct CodeView {
  uint16_t max_stack = 0;
  uint16_t max_locals = 0;
  Bytes code;
  uint32_t code_offset = 0;  // of `code` in the class file
  Bytes handlers;            // exception table, 8 bytes each
  std::vector<Attribute> attributes;

  // Parses a Code attribute into this object, reusing its storage.
  [[nodiscard]] Status ParseFrom(const Attribute& attribute, const ConstantPool& pool);

  [[nodiscard]] size_t handler_count() const { return handlers.size() / 8; }
  [[nodiscard]] ExceptionHandler handler(size_t i) const;
};

struct Instruction {
  uint32_t pc = 0;
  uint32_t length = 0;           // of the whole instruction, prefix and padding included
  Opcode opcode = Opcode::kNop;  // under `wide`: the widened instruction
  bool wide = false;
  Bytes raw;  // `length` bytes

  [[nodiscard]] OperandFormat format() const { return InfoOf(opcode).format; }
  // Each accessor is valid for the formats it names and gives 0 for others.
  [[nodiscard]] uint16_t pool_index()
      const;                             // kPool1, kPool2, kInvokeInterface, kInvokeDynamic, kMultiANewArray
  [[nodiscard]] uint16_t local() const;  // kLocal, kIinc; *load_n, *store_n too
  [[nodiscard]] int32_t constant() const;        // kByte, kShort, kIinc
  [[nodiscard]] uint32_t branch_target() const;  // kBranch2, kBranch4: pc of the target (may be out of range)
  // Switches: targets are pcs (may be out of range); keys ascend for tableswitch by construction only.
  // The count is 0 for other instructions; key and target take i < switch_count().
  [[nodiscard]] bool is_switch() const {
    return opcode == Opcode::kTableswitch || opcode == Opcode::kLookupswitch;
  }
  [[nodiscard]] uint32_t switch_count() const;
  [[nodiscard]] uint32_t switch_default() const;
  [[nodiscard]] int32_t switch_key(uint32_t i) const;
  [[nodiscard]] uint32_t switch_target(uint32_t i) const;

 private:
  [[nodiscard]] const uint8_t* switch_body() const;  // first byte after the padding
};

class InstructionReader {
 public:
  // `code` is the bytecode array, `base_offset` its place in the class file for error messages.
  explicit InstructionReader(Bytes code, uint32_t base_offset = 0) : code_(code), base_(base_offset) {}
  explicit InstructionReader(const CodeView& code) : InstructionReader(code.code, code.code_offset) {}

  // Goes on at `pc`, which must be where an instruction starts.
  void SkipTo(uint32_t pc) { pc_ = pc; }
  // The next instruction; false at the end or on an error (then status() says which).
  [[nodiscard]] bool Next(Instruction& out);
  [[nodiscard]] Status status() const;

 private:
  // Length of the instruction at pc_, or 0 if it is illegal or passes the end.
  [[nodiscard]] uint32_t LengthAt(uint32_t pc) const;
  [[nodiscard]] uint32_t SwitchLengthAt(uint32_t pc, bool table) const;

  Bytes code_;
  uint32_t base_ = 0;
  uint32_t pc_ = 0;
  bool failed_ = false;
};

}  // namespace revmon::classfile
