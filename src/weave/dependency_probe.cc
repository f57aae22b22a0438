#include "weave/dependency_probe.h"

#include <utility>

#include "classfile/basic_blocks.h"
#include "classfile/class_editor.h"
#include "classfile/code_builder.h"
#include "classfile/code_editor.h"
#include "weave/class_weaver.h"

namespace revmon::weave {
namespace {

using classfile::ClassEditor;
using classfile::ClassFile;
using classfile::CodeBuilder;
using classfile::CodeEditor;
using classfile::CodeView;
using classfile::Instruction;
using classfile::Jumps;
using classfile::Member;
using classfile::Opcode;
using wire::DependencyLevel;

// How much is woven into one method: less and less, as long as it does not fit.
enum class Effort : uint8_t { kAll, kEntryOnly };

bool IsReturn(Opcode opcode) { return opcode >= Opcode::kIreturn && opcode <= Opcode::kReturn; }

// Other agents' probes make blocks of their own.
bool HasForeignBlocks(const ClassFile& file) {
  for (const Member& method : file.methods()) {
    if (method.name == "$jacocoInit") return true;
  }
  return false;
}

class MethodProbes {
 public:
  MethodProbes(const ClassFile& file, const Member& method, const ProbeOptions& options,
               const ProbeNumbers& numbers, CodeEditor& code)
      : file_(file), method_(method), options_(options), numbers_(numbers), code_(code) {
    blocks_apart_ = options.level == DependencyLevel::kBlock && !HasForeignBlocks(file);
  }

  Status Weave(Effort effort) {
    const classfile::Attribute* attribute = file_.Find(method_, classfile::AttributeKind::kCode);
    CodeView view;
    REVMON_RETURN_IF_ERROR(view.ParseFrom(*attribute, file_.pool()));
    REVMON_RETURN_IF_ERROR(classfile::FindBlocks(view, &starts_));
    REVMON_ASSIGN_OR_RETURN(uses_, FindClassUses(file_, view, starts_, options_.watched));
    bool initializer = method_.name == "<clinit>";
    if (initializer) REVMON_RETURN_IF_ERROR(Enter());
    REVMON_RETURN_IF_ERROR(InsertEntry(effort));
    if (effort == Effort::kAll) REVMON_RETURN_IF_ERROR(InsertBlocks());
    REVMON_RETURN_IF_ERROR(InsertAtInstructions());
    return initializer ? Leave() : OkStatus();
  }

 private:
  [[nodiscard]] uint32_t ClassNumber() const {
    Probe probe;
    probe.classes.emplace_back(file_.name());
    return numbers_(probe);
  }

  Status Enter() {
    CodeBuilder enter(code_.pool());
    enter.PushInt(static_cast<int32_t>(ClassNumber())).Invokestatic(kDependencyHook, "enter", "(I)V");
    return code_.InsertBefore(0, std::move(enter), Jumps::kSkipInserted);
  }

  Status Leave() {
    CodeBuilder thrown(code_.pool());
    thrown.Invokestatic(kDependencyHook, "leave", "()V").Op(Opcode::kAthrow);
    REVMON_RETURN_IF_ERROR(
        code_.Wrap(0, code_.size() - 1, classfile::Cover::kInstructions, "", std::move(thrown)));
    for (size_t slot = 0; slot < code_.size(); ++slot) {
      if (!IsReturn(code_.instruction(slot).opcode)) continue;
      CodeBuilder leave(code_.pool());
      leave.Invokestatic(kDependencyHook, "leave", "()V");
      REVMON_RETURN_IF_ERROR(code_.InsertBefore(slot, std::move(leave), Jumps::kRunInserted));
    }
    return OkStatus();
  }

  void AppendHit(CodeBuilder& code, uint32_t number) const {
    auto id = static_cast<int32_t>(number);
    if (options_.calls || number >= kSeenBytes) {
      code.PushInt(id).Invokestatic(kDependencyHook, "hit", "(I)V");
      return;
    }
    code.Field(Opcode::kGetstatic, kDependencyHook, "SEEN", "[B").PushInt(id);
    code.Op(Opcode::kIconst1).Op(Opcode::kBastore);
  }

  Status InsertEntry(Effort effort) {
    Probe probe;
    bool by_method = options_.level != DependencyLevel::kClass;
    if (by_method) probe.method = MethodElement(file_, method_);
    ClassNames classes = uses_[0];
    if (!by_method) classes.emplace(file_.name());
    if (blocks_apart_) probe.blocks.push_back(0);
    for (uint32_t block = 1; effort == Effort::kEntryOnly && block < uses_.size(); ++block) {
      classes.insert(uses_[block].begin(), uses_[block].end());
      if (blocks_apart_) probe.blocks.push_back(block);
    }
    probe.classes.assign(classes.begin(), classes.end());
    uint32_t number = numbers_(probe);
    CodeBuilder entry(code_.pool());
    AppendHit(entry, number);
    if (WantsReceiver()) {
      Probe named;
      named.method = MethodElement(file_, method_);
      entry.Load('A', 0).PushInt(static_cast<int32_t>(numbers_(named)));
      entry.Invokestatic(kDependencyHook, "receiver", "(Ljava/lang/Object;I)V");
    }
    return code_.InsertBefore(0, std::move(entry), Jumps::kSkipInserted);
  }

  [[nodiscard]] bool WantsReceiver() const {
    constexpr uint16_t kNobodyOverrides =
        classfile::kAccStatic | classfile::kAccPrivate | classfile::kAccFinal;
    return options_.receivers && (method_.access_flags & kNobodyOverrides) == 0 &&
           (file_.access_flags() & classfile::kAccFinal) == 0 && method_.name != "<init>";
  }

  Status InsertBlocks() {
    size_t block = 1;
    for (size_t slot = 0; slot < code_.size() && block < starts_.size(); ++slot) {
      if (code_.instruction(slot).pc != starts_[block]) continue;
      Probe probe;
      for (const std::string& name : uses_[block]) {
        if (!uses_[0].contains(name)) probe.classes.push_back(name);
      }
      if (blocks_apart_) {
        probe.method = MethodElement(file_, method_);
        probe.blocks.push_back(static_cast<uint32_t>(block));
      }
      ++block;
      if (probe.classes.empty() && !blocks_apart_) continue;
      CodeBuilder at(code_.pool());
      AppendHit(at, numbers_(probe));
      REVMON_RETURN_IF_ERROR(code_.InsertBefore(slot, std::move(at), Jumps::kRunInserted));
    }
    return OkStatus();
  }

  Status InsertAtInstructions() {
    for (size_t slot = 0; slot < code_.size(); ++slot) {
      const Instruction& instruction = code_.instruction(slot);
      if (instruction.opcode == Opcode::kPutstatic) REVMON_RETURN_IF_ERROR(InsertStored(slot, instruction));
      if (GetsClass(instruction)) {
        CodeBuilder after(code_.pool());
        after.Op(Opcode::kDup).Invokestatic(kDependencyHook, "type", "(Ljava/lang/Class;)V");
        REVMON_RETURN_IF_ERROR(code_.InsertAfter(slot, std::move(after)));
      }
    }
    return OkStatus();
  }

  // What an initialiser stores it has made, or used.
  Status InsertStored(size_t slot, const Instruction& instruction) {
    classfile::MemberRef field = file_.pool().Member(instruction.pool_index());
    bool reference = field.descriptor.starts_with('L') && !field.descriptor.starts_with("Ljava/lang/String;");
    if (method_.name == "<clinit>" || !reference || !options_.watched(field.owner)) return OkStatus();
    Probe owner;
    owner.classes.emplace_back(field.owner);
    CodeBuilder before(code_.pool());
    before.Op(Opcode::kDup).PushInt(static_cast<int32_t>(numbers_(owner)));
    before.Invokestatic(kDependencyHook, "stored", "(Ljava/lang/Object;I)V");
    return code_.InsertBefore(slot, std::move(before), Jumps::kRunInserted);
  }

  [[nodiscard]] bool GetsClass(const Instruction& instruction) const {
    if (instruction.opcode != Opcode::kInvokestatic && instruction.opcode != Opcode::kInvokevirtual)
      return false;
    classfile::MemberRef called = file_.pool().Member(instruction.pool_index());
    return called.descriptor.ends_with(")Ljava/lang/Class;") &&
           (called.name == "forName" || called.name == "loadClass" || called.name == "findClass");
  }

  const ClassFile& file_;
  const Member& method_;
  const ProbeOptions& options_;
  const ProbeNumbers& numbers_;
  CodeEditor& code_;
  bool blocks_apart_ = false;
  std::vector<uint32_t> starts_;
  std::vector<ClassNames> uses_;
};

size_t CodeSize(Bytes attribute) { return attribute.size() < 8 ? 0 : LoadBe32(attribute.data() + 4); }

Status WeaveMethod(ClassEditor& editor, size_t index, const ProbeOptions& options,
                   const ProbeNumbers& numbers) {
  const ClassFile& file = editor.file();
  const Member& method = file.methods()[index];
  size_t before = CodeSize(file.Find(method, classfile::AttributeKind::kCode)->data);
  for (Effort effort : {Effort::kAll, Effort::kEntryOnly}) {
    REVMON_ASSIGN_OR_RETURN(CodeEditor code, editor.EditCode(index));
    Status woven = MethodProbes(file, method, options, numbers, code).Weave(effort);
    Result<std::vector<uint8_t>> encoded =
        woven.ok() ? code.Encode() : Result<std::vector<uint8_t>>(woven.error());
    bool last = effort == Effort::kEntryOnly;
    if (!encoded.ok() && last) return encoded.error();
    bool fits = encoded.ok() && (before > kMaxWovenCode || CodeSize(*encoded) <= kMaxWovenCode);
    if (fits || last) return editor.SetCode(index, code);
  }
  return OkStatus();
}

}  // namespace

std::string MethodElement(const ClassFile& file, const Member& method) {
  std::string element(file.name());
  element += '.';
  element += method.name;
  element += method.descriptor;
  return element;
}

Result<std::vector<uint8_t>> WeaveProbes(const ClassFile& file, const ProbeOptions& options,
                                         const ProbeNumbers& numbers) {
  ClassEditor editor(file);
  bool woven = false;
  for (size_t index = 0; index < file.methods().size(); ++index) {
    const Member& method = file.methods()[index];
    if (file.Find(method, classfile::AttributeKind::kCode) == nullptr) continue;
    Status status = WeaveMethod(editor, index, options, numbers);
    if (!status.ok())
      return Error(status.error().code(), std::string(method.name) + ": " + status.error().Text());
    woven = true;
  }
  if (!woven) return std::vector<uint8_t>();
  return editor.Write();
}

}  // namespace revmon::weave
