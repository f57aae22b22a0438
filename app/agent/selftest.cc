#include "app/agent/selftest.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "classfile/class_editor.h"
#include "classfile/class_file.h"

namespace revmon::agent {
namespace {

using classfile::ClassEditor;
using classfile::ClassFile;
using classfile::CodeBuilder;
using classfile::CodeEditor;

Status InsertNops(ClassEditor& editor, size_t method) {
  REVMON_ASSIGN_OR_RETURN(CodeEditor code, editor.EditCode(method));
  for (size_t slot = 0; slot < code.size(); ++slot) {
    CodeBuilder nop(editor.pool());
    nop.Op(classfile::Opcode::kNop);
    REVMON_RETURN_IF_ERROR(code.InsertBefore(slot, std::move(nop), classfile::Jumps::kRunInserted));
  }
  return editor.SetCode(method, code);
}

Result<std::vector<uint8_t>> Rewrite(SelfTest mode, Bytes bytes) {
  REVMON_ASSIGN_OR_RETURN(ClassFile file, ClassFile::Parse(bytes));
  ClassEditor editor(file);
  for (size_t m = 0; mode == SelfTest::kNop && m < file.methods().size(); ++m) {
    if (file.Find(file.methods()[m], classfile::AttributeKind::kCode) == nullptr) continue;
    REVMON_RETURN_IF_ERROR(InsertNops(editor, m));
  }
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> out, editor.Write());
  if (mode == SelfTest::kIdentity && !std::equal(out.begin(), out.end(), bytes.begin(), bytes.end())) {
    return Error(ErrorCode::kMalformed, "writing it back changed it");
  }
  return out;
}

}  // namespace

bool SelfTestListener::OnClassBytes(const ClassEvent& event, std::vector<uint8_t>& out) {
  std::string_view name = event.name;
  Bytes bytes = event.bytes;
  // HotSpot reads "this class has a finalizer" off Object.finalize() not being empty: a no-op there would
  // give every object in the JVM a finalizer.
  if (name == "java/lang/Object") return false;
  Result<std::vector<uint8_t>> rewritten = Rewrite(mode_, bytes);
  if (!rewritten.ok()) {
    if (refused_++ < kMaxNamed) {
      std::fprintf(stderr, "revmon: %.*s stays as it was: %s\n", static_cast<int>(name.size()), name.data(),
                   rewritten.error().Text().c_str());
    }
    return false;
  }
  bool same = std::equal(rewritten->begin(), rewritten->end(), bytes.begin(), bytes.end());
  ++(same ? unchanged_ : rewritten_);
  out = std::move(rewritten).value();
  return true;
}

void SelfTestListener::OnVmDeath(JNIEnv*) {
  std::fprintf(stderr, "revmon: selftest=%s: %u classes rewritten, %u unchanged, %u refused\n",
               mode_ == SelfTest::kNop ? "nop" : "identity", rewritten_.load(), unchanged_.load(),
               refused_.load());
}

}  // namespace revmon::agent
