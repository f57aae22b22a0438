// Answers: which bytes does an edited method body become?
//
// Four steps: flatten (slots and insertions into one sequence), layout (sizes and pcs; jumps that do not
// reach are widened, which moves others, until nothing changes), measure (max_stack, max_locals, frames),
// write. A conditional jump that does not reach becomes its inverse around a goto_w, and what follows gets a
// frame. Used through CodeEditor only.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/code_editor.h"
#include "classfile/flat_code.h"
#include "classfile/frame_builder.h"

namespace revmon::classfile {

class CodeEncoder {
 public:
  explicit CodeEncoder(const CodeEditor& editor) : editor_(editor) {}
  [[nodiscard]] Result<std::vector<uint8_t>> Encode();

 private:
  [[nodiscard]] Status Flatten();
  [[nodiscard]] Status EmitPrologue();
  [[nodiscard]] Status Emit(const CodeEditor::Edit& edit);
  [[nodiscard]] Status BindLabel(uint32_t label);
  [[nodiscard]] Status EmitSlots();
  [[nodiscard]] Status ResolveLabels();
  [[nodiscard]] Status ResolveHandlers();
  [[nodiscard]] Status NestHandlers();
  [[nodiscard]] Status Layout();
  void Place();
  [[nodiscard]] uint32_t SizeAt(uint32_t index, uint32_t pc) const;
  [[nodiscard]] bool WidenWhatDoesNotReach();
  [[nodiscard]] Status Measure();
  [[nodiscard]] Result<StackMap> DeclaredFrames() const;
  [[nodiscard]] Status BuildFrames();

  void WriteCode(ByteWriter& out) const;
  void WriteBranch(const CodeNode& node, uint32_t index, ByteWriter& out) const;
  void WriteSwitch(const CodeNode& node, uint32_t index, ByteWriter& out) const;
  void WriteHandlers(ByteWriter& out) const;
  [[nodiscard]] Status WriteAttributes(ByteWriter& out) const;
  [[nodiscard]] Status WriteTable(const CodeTable& table, ByteWriter& out) const;
  [[nodiscard]] bool Keeps(const CodeTable& table) const;
  [[nodiscard]] uint32_t PcOf(uint32_t label) const { return pcs_[code_.label_at[label]]; }

  const CodeEditor& editor_;
  FlatCode code_;
  std::vector<uint32_t> pcs_;            // by node, and one for the end
  std::vector<bool> widened_;            // by node: a two-byte branch that needs four
  std::vector<uint16_t> handler_index_;  // new index by original index
  uint32_t max_stack_ = 0;
  uint32_t max_locals_ = 0;
  std::vector<uint8_t> frames_;  // content of StackMapTable
  bool has_frames_ = false;
};

}  // namespace revmon::classfile
