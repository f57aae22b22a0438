// Answers: how is a method body changed without breaking it?
//
//   REVMON_ASSIGN_OR_RETURN(CodeEditor code, CodeEditor::Decode(attribute, method, pool));
//   REVMON_RETURN_IF_ERROR(code.InsertBefore(3, std::move(piece), Jumps::kRunInserted));
//   REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> data, code.Encode());
//
// The body is decoded once, edited by slot (the number of an original instruction; see code_model.h), and
// encoded once. Encoding fixes jumps (widening what no longer reaches), switches, exception, line, variable
// and annotation tables, stack map frames, max_stack and max_locals. Nothing is changed in place: after an
// error the class is what it was, apart from constants that were added to the pool
// (ConstantPoolEditor::Rollback).
//
// Refused, as an error: jumps or tables that point inside an instruction; jsr/ret in a class with frames;
// code that would pass 65535 bytes; a wrapped range that holds a constructor's super() call (no frame can
// describe its handler); inserted code whose frames cannot be computed (stacks that differ where paths meet).
// Attributes of Code that are not in the JVM specification may hold pcs nobody knows about. They are kept
// when nothing was edited and dropped otherwise; dropped_attributes() names them.
// Class versions below 50 have no frames, and none are written. Version 50 code that relies on the old
// verifier (no frames although it has jumps) keeps doing so.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/code.h"
#include "classfile/code_builder.h"
#include "classfile/code_model.h"
#include "classfile/code_tables.h"
#include "classfile/constant_pool_editor.h"
#include "classfile/frame_flow.h"
#include "classfile/stack_map.h"

namespace revmon::classfile {

// Inserting before an instruction that jumps, switches or handlers enter: do they run the inserted code?
enum class Jumps : uint8_t { kRunInserted, kSkipInserted };
// What a wrapped range covers: the slots with all that is inserted around their instructions, or not what is
// inserted before the first and after the last instruction.
enum class Cover : uint8_t { kSlots, kInstructions };
// How long a new local holds its value. kUntilJoin: until the next place where paths meet (enough to juggle
// values around one instruction). kWholeMethod: everywhere; the editor sets it to 0 or null on entry.
enum class LocalScope : uint8_t { kUntilJoin, kWholeMethod };

class CodeEditor {
 public:
  // `attribute` is a Code attribute. The class bytes and `pool` must outlive the editor.
  [[nodiscard]] static Result<CodeEditor> Decode(const Attribute& attribute, const MethodInfo& method,
                                                 const ConstantPool& original_pool, ConstantPoolEditor& pool);
  // A body without slots, to be filled by Append.
  [[nodiscard]] static Result<CodeEditor> CreateEmpty(const MethodInfo& method, ConstantPoolEditor& pool);

  // The original instructions, by slot.
  [[nodiscard]] size_t size() const { return original_.size(); }
  [[nodiscard]] const Instruction& instruction(size_t slot) const { return original_[slot]; }
  [[nodiscard]] const MethodInfo& method() const { return method_; }
  [[nodiscard]] ConstantPoolEditor& pool() const { return *pool_; }

  // Code that runs before the instruction. With kSkipInserted only falling into the instruction from the one
  // before runs it; where nothing falls into it, the code could never run and is left out. Several insertions
  // at one slot run in the order in which they were made, those that jumps skip first.
  [[nodiscard]] Status InsertBefore(size_t slot, CodeBuilder code, Jumps jumps);
  // Code that runs when the instruction has completed and control goes on to the next one: for a conditional
  // branch, when it is not taken. An error for instructions that never go on (goto, return, athrow, switches,
  // jsr, ret).
  [[nodiscard]] Status InsertAfter(size_t slot, CodeBuilder code);
  // `code` instead of the instruction. It may be empty.
  [[nodiscard]] Status Replace(size_t slot, CodeBuilder code);
  // Code at the end of the method, reached only by jumps and handlers (or by falling out of earlier appended
  // code).
  [[nodiscard]] Status Append(CodeBuilder code);
  // Exceptions of class `catch_type` ("" = any) thrown in slots first..last run `handler`, which starts with
  // the exception on the stack and must not fall out of its end. The new handler is tried before those whose
  // ranges enclose it and after all others.
  [[nodiscard]] Status Wrap(size_t first, size_t last, Cover cover, std::string_view catch_type,
                            CodeBuilder handler);
  // The same between labels of inserted code; tried before the handlers that were there.
  [[nodiscard]] Status AddHandler(Label start, Label end, Label handler, std::string_view catch_type);

  // Where jumps to the slot enter it: usable as a branch target in any inserted code.
  [[nodiscard]] Label EntryOf(size_t slot) const { return Label::OfSlot(slot, SlotPart::kEntry); }
  // A label that several pieces of code may share; to be bound in one of them.
  [[nodiscard]] Label NewLabel() { return {next_label_++}; }
  // Local variables above all others. `descriptor` is a field type ("J", "Ljava/lang/Object;") whose text
  // must outlive the editor.
  [[nodiscard]] Result<uint16_t> AddLocal(std::string_view descriptor, LocalScope scope);

  [[nodiscard]] bool edited() const { return edited_; }
  // The content of the new Code attribute; of an unedited body the original bytes.
  [[nodiscard]] Result<std::vector<uint8_t>> Encode() const;
  // Encodes even an unedited body from its parts: equal to the original wherever that was in canonical form.
  [[nodiscard]] Result<std::vector<uint8_t>> Reencode() const;
  // Names of the attributes that Encode leaves out; see above.
  [[nodiscard]] std::vector<std::string_view> dropped_attributes() const;

 private:
  friend class CodeEncoder;
  enum class Where : uint8_t { kSkipped, kRun, kInstead, kAfter };
  struct Edit {
    uint32_t slot;
    Where where;
    uint32_t first;  // into inserted_
    uint32_t count;
  };
  struct WholeLocal {
    uint16_t index;
    VerificationType type;
  };

  CodeEditor() = default;
  [[nodiscard]] static std::span<const CodeNode> NodesOf(const CodeBuilder& code) { return code.nodes_; }
  [[nodiscard]] Status DecodeInstructions();
  [[nodiscard]] Status DecodeSlot(uint32_t slot);
  [[nodiscard]] Result<uint32_t> EntryLabelAt(uint64_t pc, const Instruction& from) const;
  [[nodiscard]] Status DecodeHandlers();
  [[nodiscard]] Status DecodeTables();
  [[nodiscard]] Status DecodeFrames(const Attribute& attribute);
  [[nodiscard]] bool NeedsFrames() const;
  [[nodiscard]] Result<Edit> Take(CodeBuilder&& code);
  [[nodiscard]] Status Insert(size_t slot, Where where, CodeBuilder&& code);
  [[nodiscard]] bool Encloses(const HandlerNode& outer, Label start, Label end) const;

  MethodInfo method_;
  ConstantPoolEditor* pool_ = nullptr;
  const ConstantPool* original_pool_ = nullptr;
  Bytes original_data_;
  CodeView view_;
  std::vector<Instruction> original_;
  std::vector<CodeNode> slots_;
  std::vector<SwitchTable> switches_;
  SlotMap slot_of_pc_;
  std::vector<HandlerNode> handlers_;
  std::vector<CodeTable> tables_;  // all attributes of Code but StackMapTable, in order
  size_t frames_at_ = 0;           // how many of them come before StackMapTable
  uint16_t frames_name_ = 0;       // its name, if there was one
  StackMap frames_;                // pcs and sites are slots
  std::vector<VerificationType> entry_locals_;
  bool has_frames_ = false;  // frames are needed and written

  bool edited_ = false;
  uint32_t max_locals_ = 0;
  uint32_t next_label_ = 0;
  std::vector<Edit> edits_;
  std::vector<bool> replaced_;  // by slot; empty until the first Replace
  std::vector<CodeNode> inserted_;
  std::vector<Edit> appended_;
  std::vector<WholeLocal> whole_locals_;
};

}  // namespace revmon::classfile
