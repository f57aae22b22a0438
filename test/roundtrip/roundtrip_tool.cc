// Answers: does every class survive being read, edited and written?
//
//   roundtrip_tool identity ELEMENT...          read and write each class; the bytes must be equal
//   roundtrip_tool MODE OUT NAMES ELEMENT...    rewrite every method and put the classes below OUT, and their
//   names
//                                               into the file NAMES
//
// ELEMENT is a jar, a folder, or jdk:HOME. OUT holds one folder per module for a JDK, one tree for everything
// else. MODE: nop (a no-op before every instruction), jumps (a goto to the next instruction before every
// instruction, so that every instruction needs a frame), wrap (a handler around every call that throws on),
// pad (33,000 no-ops in the middle of every 40th method, so that jumps must be widened), stress (one of the
// last three, by method). run.sh loads the result into real JVMs. Methods that an edit would push past a
// limit are left as they were; the tool counts them, and fails on any other refusal.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/file_system.h"
#include "base/path.h"
#include "classfile/class_editor.h"
#include "classfile/class_file.h"
#include "classpath/class_path.h"
#include "classpath/jdk.h"

namespace revmon {
namespace {

using namespace classfile;  // NOLINT: the tool is about little else

enum class Mode { kNop, kJumps, kWrap, kPad, kStress };

struct Totals {
  std::atomic<uint64_t> classes = 0;
  std::atomic<uint64_t> methods = 0;
  std::atomic<uint64_t> edited = 0;
  std::atomic<uint64_t> other_form = 0;  // re-encoded differently: not in canonical form
  std::mutex mutex;
  std::map<std::string, uint64_t> limits;  // refusals that are a limit of the format
  std::vector<std::string> failures;

  void Fail(std::string text) {
    std::lock_guard lock(mutex);
    failures.push_back(std::move(text));
  }
  void Limit(const std::string& text) {
    std::lock_guard lock(mutex);
    ++limits[text];
  }
};

Status InsertNops(CodeEditor& code) {
  for (size_t slot = 0; slot < code.size(); ++slot) {
    CodeBuilder nop(code.pool());
    nop.Op(Opcode::kNop);
    REVMON_RETURN_IF_ERROR(code.InsertBefore(slot, std::move(nop), Jumps::kRunInserted));
  }
  return OkStatus();
}

Status InsertJumps(CodeEditor& code) {
  for (size_t slot = 0; slot < code.size(); ++slot) {
    CodeBuilder jump(code.pool());
    Label next = jump.NewLabel();
    jump.Goto(next).Bind(next);
    Jumps jumps = slot % 2 == 0 ? Jumps::kRunInserted : Jumps::kSkipInserted;
    REVMON_RETURN_IF_ERROR(code.InsertBefore(slot, std::move(jump), jumps));
  }
  return OkStatus();
}

// super() and this() cannot be wrapped; nothing else of that name occurs in a constructor's own class often.
bool CallsConstructorOfThis(const CodeEditor& code, const Instruction& instruction,
                            std::string_view super_name) {
  if (instruction.opcode != Opcode::kInvokespecial || code.method().name != "<init>") return false;
  MemberRef callee = code.pool().MemberAt(instruction.pool_index());
  return callee.name == "<init>" && (callee.owner == code.method().class_name || callee.owner == super_name);
}

Status WrapCalls(CodeEditor& code, std::string_view super_name) {
  for (size_t slot = 0; slot < code.size(); ++slot) {
    const Instruction& instruction = code.instruction(slot);
    if (instruction.opcode < Opcode::kInvokevirtual || instruction.opcode > Opcode::kInvokedynamic) continue;
    if (CallsConstructorOfThis(code, instruction, super_name)) continue;
    CodeBuilder handler(code.pool());
    handler.Op(Opcode::kNop).Op(Opcode::kAthrow);
    Cover cover = slot % 2 == 0 ? Cover::kSlots : Cover::kInstructions;
    std::string_view type = slot % 3 == 0 ? "java/lang/RuntimeException" : "";
    REVMON_RETURN_IF_ERROR(code.Wrap(slot, slot, cover, type, std::move(handler)));
  }
  return OkStatus();
}

Status Pad(CodeEditor& code) {
  constexpr int kNops = 33000;
  // HotSpot never compiles methods this large; what every start of a JVM runs would take minutes.
  for (std::string_view package : {"java/", "sun/", "jdk/internal/", "com/sun/tools/"}) {
    if (code.method().class_name.starts_with(package)) return OkStatus();
  }
  if (code.size() < 4) return OkStatus();
  CodeBuilder nops(code.pool());
  for (int i = 0; i < kNops; ++i) nops.Op(Opcode::kNop);
  return code.InsertBefore(code.size() / 2, std::move(nops), Jumps::kRunInserted);
}

Status Edit(Mode mode, size_t method, CodeEditor& code, std::string_view super_name) {
  if (mode == Mode::kStress)
    mode = method % 40 == 7 ? Mode::kPad : method % 2 == 0 ? Mode::kJumps : Mode::kWrap;
  switch (mode) {
    case Mode::kNop: return InsertNops(code);
    case Mode::kJumps: return InsertJumps(code);
    case Mode::kWrap: return WrapCalls(code, super_name);
    default: return method % 40 == 7 ? Pad(code) : OkStatus();
  }
}

Status EditMethod(ClassEditor& editor, size_t method, Mode mode, Totals& totals) {
  REVMON_ASSIGN_OR_RETURN(CodeEditor code, editor.EditCode(method));
  REVMON_RETURN_IF_ERROR(Edit(mode, method, code, editor.file().super_name()));
  if (!code.edited()) return OkStatus();
  REVMON_RETURN_IF_ERROR(editor.SetCode(method, code));
  ++totals.edited;
  return OkStatus();
}

// HotSpot takes a class to need finalization unless the body of the finalize it inherits is a bare `return`.
// One no-op in Object's, and every object of the JVM is registered with a Finalizer that is not yet
// initialised.
bool HotSpotReadsItsBody(const ClassFile& file, const Member& method) {
  return file.name() == "java/lang/Object" && method.name == "finalize";
}

Result<std::vector<uint8_t>> Rewrite(Bytes bytes, Mode mode, const std::string& origin, Totals& totals) {
  REVMON_ASSIGN_OR_RETURN(ClassFile file, ClassFile::Parse(bytes));
  ClassEditor editor(file);
  for (size_t i = 0; i < file.methods().size(); ++i) {
    if (file.Find(file.methods()[i], AttributeKind::kCode) == nullptr) continue;
    ++totals.methods;
    if (HotSpotReadsItsBody(file, file.methods()[i])) continue;
    uint32_t mark = editor.pool().Mark();
    Status status = EditMethod(editor, i, mode, totals);
    if (status.ok()) continue;
    editor.pool().Rollback(mark);
    if (status.error().code() == ErrorCode::kLimit) {
      totals.Limit(status.error().message());
    } else {
      totals.Fail(origin + " " + std::string(file.methods()[i].name) +
                  std::string(file.methods()[i].descriptor) + ": " + status.error().Text());
    }
  }
  return editor.Write();
}

void CheckCode(ClassEditor& editor, size_t method, const std::string& origin, Totals& totals) {
  const Attribute* original = editor.file().Find(editor.file().methods()[method], AttributeKind::kCode);
  if (original == nullptr) return;
  ++totals.methods;
  std::string name = origin + " " + std::string(editor.InfoOfMethod(method).name);
  Result<CodeEditor> code = editor.EditCode(method);
  if (!code.ok()) return totals.Fail(name + ": " + code.error().Text());
  Result<std::vector<uint8_t>> same = code->Encode();
  if (!same.ok() || !std::equal(same->begin(), same->end(), original->data.begin(), original->data.end())) {
    return totals.Fail(name + ": an unedited body changed");
  }
  Result<std::vector<uint8_t>> again = code->Reencode();
  if (!again.ok()) return totals.Fail(name + ": " + again.error().Text());
  if (!std::equal(again->begin(), again->end(), original->data.begin(), original->data.end())) {
    ++totals.other_form;
  }
}

Status CheckIdentity(Bytes bytes, const std::string& origin, Totals& totals) {
  REVMON_ASSIGN_OR_RETURN(ClassFile file, ClassFile::Parse(bytes));
  ClassEditor editor(file);
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> written, editor.Write());
  if (!std::equal(written.begin(), written.end(), bytes.begin(), bytes.end())) {
    totals.Fail(origin + ": written differently");
  }
  for (size_t i = 0; i < file.methods().size(); ++i) CheckCode(editor, i, origin, totals);
  if (editor.pool().changed()) totals.Fail(origin + ": constants were added although nothing was edited");
  return OkStatus();
}

// "modules!/java.base/java/lang/Object.class" -> "java.base"; "" for anything else.
std::string ModuleOf(const std::string& origin, std::string_view name) {
  std::string tail = "/" + std::string(name) + ".class";
  size_t bang = origin.find("!/");
  if (bang == std::string::npos || origin.size() < tail.size() || !origin.ends_with(tail)) return "";
  std::string middle = origin.substr(bang + 2, origin.size() - tail.size() - bang - 2);
  return middle.find('/') == std::string::npos && origin.ends_with("/modules" + origin.substr(bang)) ? middle
                                                                                                     : "";
}

class Tool {
 public:
  explicit Tool(std::vector<std::string> elements) : elements_(std::move(elements)) {}

  [[nodiscard]] Status Open() {
    for (const std::string& element : elements_) {
      if (!element.starts_with("jdk:")) {
        path_.AddElement(element);
        continue;
      }
      REVMON_ASSIGN_OR_RETURN(classpath::Jdk jdk, classpath::OpenJdk(files_, element.substr(4)));
      path_.AddJdk(jdk);
    }
    if (!path_.problems().empty()) return path_.problems()[0];
    return OkStatus();
  }

  // visit(entry, bytes, origin) for every class, from as many threads as there are cores.
  template <typename Visit>
  void ForEach(bool with_shadowed, Visit visit) {
    classpath::ClassList list = path_.List(with_shadowed);
    std::atomic<size_t> next = 0;
    auto work = [&] {
      for (size_t i = next++; i < list.entries.size(); i = next++) {
        const classpath::ClassEntry& entry = list.entries[i];
        Result<classpath::Blob> blob = path_.Read(entry);
        std::string origin = path_.OriginOf(entry);
        ++totals_.classes;
        if (!blob.ok()) {
          totals_.Fail(blob.error().Text());
          continue;
        }
        visit(entry, blob->bytes(), origin);
      }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
  }

  int Identity() {
    ForEach(true, [this](const classpath::ClassEntry&, Bytes bytes, const std::string& origin) {
      Status status = CheckIdentity(bytes, origin, totals_);
      if (!status.ok()) totals_.Fail(origin + ": " + status.error().Text());
    });
    std::printf("identity: %llu classes, %llu methods, %llu of them not in canonical form, %zu failures\n",
                Number(totals_.classes), Number(totals_.methods), Number(totals_.other_form),
                totals_.failures.size());
    return Finish();
  }

  int RewriteAll(Mode mode, const std::string& out, const std::string& names_file) {
    std::mutex mutex;
    std::string names;
    ForEach(false, [&](const classpath::ClassEntry& entry, Bytes bytes, const std::string& origin) {
      Result<std::vector<uint8_t>> written = Rewrite(bytes, mode, origin, totals_);
      if (!written.ok()) return totals_.Fail(origin + ": " + written.error().Text());
      std::string folder = out + "/" + ModuleOf(origin, entry.name);
      Status status = Store(folder + "/" + std::string(entry.name) + ".class", *written);
      if (!status.ok()) totals_.Fail(status.error().Text());
      std::lock_guard lock(mutex);
      names.append(entry.name).push_back('\n');
    });
    Status stored = Store(names_file, AsBytes(names));
    if (!stored.ok()) totals_.Fail(stored.error().Text());
    std::printf("rewrite: %llu classes, %llu of %llu methods edited, %zu failures\n", Number(totals_.classes),
                Number(totals_.edited), Number(totals_.methods), totals_.failures.size());
    for (const auto& [text, count] : totals_.limits) {
      std::printf("  left as they were: %llu methods (%s)\n", static_cast<unsigned long long>(count),
                  text.c_str());
    }
    return Finish();
  }

 private:
  static unsigned long long Number(const std::atomic<uint64_t>& value) { return value.load(); }

  Status Store(const std::string& path, Bytes bytes) {
    // Plain writes: 30,000 files that nobody needs after a crash.
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
      REVMON_RETURN_IF_ERROR(files_.CreateDirectories(path.substr(0, path.rfind('/'))));
      file = std::fopen(path.c_str(), "wb");
    }
    if (file == nullptr) return Error(ErrorCode::kIo, "cannot write").At(path);
    size_t put = std::fwrite(bytes.data(), 1, bytes.size(), file);
    if (std::fclose(file) != 0 || put != bytes.size()) return Error(ErrorCode::kIo, "cannot write").At(path);
    return OkStatus();
  }

  int Finish() const {
    constexpr size_t kShown = 40;
    for (size_t i = 0; i < totals_.failures.size() && i < kShown; ++i) {
      std::printf("  %s\n", totals_.failures[i].c_str());
    }
    return totals_.failures.empty() && totals_.classes != 0 ? 0 : 1;
  }

  std::vector<std::string> elements_;
  RealFileSystem files_;
  classpath::ClassPath path_{files_};
  Totals totals_;
};

int Main(const std::vector<std::string>& arguments) {
  const std::map<std::string, Mode> modes = {{"nop", Mode::kNop},
                                             {"jumps", Mode::kJumps},
                                             {"wrap", Mode::kWrap},
                                             {"pad", Mode::kPad},
                                             {"stress", Mode::kStress}};
  bool identity = arguments.size() >= 2 && arguments[0] == "identity";
  auto mode = arguments.empty() ? modes.end() : modes.find(arguments[0]);
  if (!identity && (mode == modes.end() || arguments.size() < 4)) {
    std::fprintf(stderr, "usage: roundtrip_tool identity ELEMENT... | MODE OUT NAMES ELEMENT...\n");
    return 2;
  }
  Tool tool(std::vector<std::string>(arguments.begin() + (identity ? 1 : 3), arguments.end()));
  if (Status status = tool.Open(); !status.ok()) {
    std::fprintf(stderr, "%s\n", status.error().Text().c_str());
    return 2;
  }
  return identity ? tool.Identity() : tool.RewriteAll(mode->second, arguments[1], arguments[2]);
}

}  // namespace
}  // namespace revmon

int main(int argc, char** argv) { return revmon::Main(std::vector<std::string>(argv + 1, argv + argc)); }
