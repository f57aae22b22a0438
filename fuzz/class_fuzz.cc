// Hostile class files through reader, code editor and writer. What can be read must be written back byte for
// byte, and what can be edited must be readable again.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "classfile/class_editor.h"
#include "classfile/class_file.h"

namespace {

using namespace revmon;             // NOLINT: a fuzz target is about one thing
using namespace revmon::classfile;  // NOLINT

Status InsertNop(CodeEditor& code, size_t slot) {
  CodeBuilder nop(code.pool());
  nop.Op(Opcode::kNop);
  return code.InsertBefore(slot, std::move(nop), Jumps::kRunInserted);
}

Status InsertJump(CodeEditor& code, size_t slot) {
  CodeBuilder jump(code.pool());
  Label next = jump.NewLabel();
  jump.Goto(next).Bind(next);
  return code.InsertBefore(slot, std::move(jump), Jumps::kSkipInserted);
}

Status Wrap(CodeEditor& code, size_t slot) {
  CodeBuilder handler(code.pool());
  handler.Op(Opcode::kAthrow);
  return code.Wrap(slot, slot, Cover::kSlots, slot % 2 == 0 ? "" : "a/B", std::move(handler));
}

Status Pad(CodeEditor& code, size_t slot) {
  if (slot != code.size() / 2) return OkStatus();
  REVMON_RETURN_IF_ERROR(code.AddLocal("J", LocalScope::kWholeMethod));
  CodeBuilder nops(code.pool());
  for (int i = 0; i < 33000; ++i) nops.Op(Opcode::kNop);
  return code.InsertBefore(slot, std::move(nops), Jumps::kRunInserted);
}

Status EditMethod(ClassEditor& editor, size_t method) {
  constexpr Status (*kEdits[])(CodeEditor&, size_t) = {InsertNop, InsertJump, Wrap};
  size_t choice = method + editor.file().major_version();
  auto edit = choice % 16 == 15 ? Pad : kEdits[choice % 3];  // padding takes long
  REVMON_ASSIGN_OR_RETURN(CodeEditor code, editor.EditCode(method));
  Result<std::vector<uint8_t>> plain = code.Reencode();
  for (size_t slot = 0; slot < code.size(); ++slot) {
    REVMON_RETURN_IF_ERROR(edit(code, slot));
  }
  return editor.SetCode(method, code);
}

void Run(Bytes bytes) {
  Result<ClassFile> file = ClassFile::Parse(bytes);
  if (!file.ok()) return;
  ClassEditor editor(*file);
  Result<std::vector<uint8_t>> same = editor.Write();
  if (!same.ok() || !std::equal(same->begin(), same->end(), bytes.begin(), bytes.end())) std::abort();
  for (size_t i = 0; i < file->methods().size(); ++i) {
    uint32_t mark = editor.pool().Mark();
    if (!EditMethod(editor, i).ok()) editor.pool().Rollback(mark);
  }
  Result<std::vector<uint8_t>> edited = editor.Write();
  if (edited.ok() && !ClassFile::Parse(*edited).ok()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Run(Bytes(data, size));
  return 0;
}
