// Answers: how does one write down a piece of bytecode?
//
//   CodeBuilder code(pool);
//   Label skip = code.NewLabel();
//   code.Load('A', 0).Branch(Opcode::kIfnull, skip).Invokestatic("a/B", "m", "()V").Bind(skip);
//
// The smallest encoding is chosen (iload_0, bipush, ldc). Constants are found in or added to the pool at
// once. The first failure (a full pool, a branch without label) sticks: status() is asked once, by whoever
// takes the code. Labels from NewLabel() belong to this piece; labels of a CodeEditor may be jumped to as
// well.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "classfile/code_model.h"
#include "classfile/constant_pool_editor.h"

namespace revmon::classfile {

class CodeBuilder {
 public:
  explicit CodeBuilder(ConstantPoolEditor& pool) : pool_(&pool) {}

  [[nodiscard]] Label NewLabel() { return {Label::kLocalBit | labels_++}; }
  CodeBuilder& Bind(Label label);

  // Any instruction without operands.
  CodeBuilder& Op(Opcode opcode);
  // `kind` is I, J, F, D or A, as in iload, lload, fload, dload, aload.
  CodeBuilder& Load(char kind, uint16_t local);
  CodeBuilder& Store(char kind, uint16_t local);
  CodeBuilder& Iinc(uint16_t local, int16_t by);
  CodeBuilder& Ret(uint16_t local);
  CodeBuilder& PushInt(int32_t value);
  CodeBuilder& PushLong(int64_t value);
  CodeBuilder& PushFloat(float value);
  CodeBuilder& PushDouble(double value);
  CodeBuilder& PushString(std::string_view text);
  CodeBuilder& PushClass(std::string_view internal_name);
  CodeBuilder& PushConstant(uint16_t pool_index);  // ldc, ldc_w or ldc2_w, as the constant needs

  // new, anewarray, checkcast, instanceof.
  CodeBuilder& Type(Opcode opcode, std::string_view internal_name);
  CodeBuilder& NewArray(char primitive);  // a descriptor: Z, C, F, D, B, S, I or J
  CodeBuilder& MultiNewArray(std::string_view descriptor, uint8_t dimensions);
  // getstatic, putstatic, getfield, putfield.
  CodeBuilder& Field(Opcode opcode, std::string_view owner, std::string_view name, std::string_view type);
  // invokevirtual, invokespecial, invokestatic, invokeinterface. `owner_is_interface` matters for the middle
  // two.
  CodeBuilder& Invoke(Opcode opcode, std::string_view owner, std::string_view name,
                      std::string_view descriptor, bool owner_is_interface = false);
  CodeBuilder& Invokestatic(std::string_view owner, std::string_view name, std::string_view descriptor) {
    return Invoke(Opcode::kInvokestatic, owner, name, descriptor);
  }
  CodeBuilder& Invokedynamic(uint16_t bootstrap_index, std::string_view name, std::string_view descriptor);

  // goto, jsr, if*; the editor widens what does not reach.
  CodeBuilder& Branch(Opcode opcode, Label target);
  CodeBuilder& Goto(Label target) { return Branch(Opcode::kGoto, target); }
  CodeBuilder& TableSwitch(int32_t low, std::span<const Label> targets, Label otherwise);
  // `cases` ascend by key.
  CodeBuilder& LookupSwitch(std::span<const std::pair<int32_t, Label>> cases, Label otherwise);

  // The instruction of another piece of code, as it is; not a branch or switch.
  CodeBuilder& Copy(const Instruction& instruction);

  [[nodiscard]] const Status& status() const { return status_; }
  [[nodiscard]] bool empty() const { return nodes_.empty(); }
  [[nodiscard]] ConstantPoolEditor& pool() { return *pool_; }

 private:
  friend class CodeEditor;
  CodeBuilder& Emit(Opcode opcode, std::initializer_list<uint8_t> operands);
  CodeBuilder& Pooled(Opcode opcode, Result<uint16_t> index);
  CodeBuilder& LocalOp(Opcode opcode, uint16_t local);
  CodeBuilder& LoadOrStore(char kind, uint16_t local, Opcode general, Opcode first_short);
  CodeBuilder& Fail(Error error);

  ConstantPoolEditor* pool_;
  std::vector<CodeNode> nodes_;
  std::vector<SwitchTable> switches_;
  uint32_t labels_ = 0;
  Status status_;
};

}  // namespace revmon::classfile
