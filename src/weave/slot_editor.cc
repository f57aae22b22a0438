#include "weave/slot_editor.h"

#include <string>
#include <utility>

#include "classfile/class_editor.h"
#include "classfile/code_editor.h"
#include "weave/serial_version.h"
#include "weave/slot_class.h"

namespace revmon::weave {
namespace {

using classfile::ClassEditor;
using classfile::ClassFile;
using classfile::CodeBuilder;
using classfile::CodeEditor;
using classfile::Instruction;
using classfile::Jumps;
using classfile::Member;
using classfile::MemberRef;
using classfile::Opcode;

constexpr std::string_view kObject = "java/lang/Object";
constexpr std::string_view kCloneType = "()Ljava/lang/Object;";
constexpr std::string_view kFilterType =
    "(Ljava/lang/Class;[Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;";
constexpr std::string_view kHidingType = "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;";

// The slots where a constructor calls super(...); this(...) leaves everything to another constructor.
// Compilers nest `new; dup; ...; invokespecial` like parentheses, so that a call without a `new` of its class
// before it is one of them. With neither, or `this` overwritten, the constructor is not understood.
Result<std::vector<size_t>> FindSuperCalls(const ClassFile& file, const CodeEditor& code) {
  std::vector<std::string_view> pending;
  std::vector<size_t> supers;
  bool understood = false;
  for (size_t slot = 0; slot < code.size(); ++slot) {
    const Instruction& instruction = code.instruction(slot);
    if (instruction.opcode == Opcode::kNew) {
      pending.push_back(file.pool().ClassName(instruction.pool_index()));
    } else if (instruction.opcode == Opcode::kInvokespecial) {
      MemberRef ref = file.pool().Member(instruction.pool_index());
      if (ref.name != "<init>") continue;
      auto made = pending.rbegin();
      while (made != pending.rend() && *made != ref.owner) ++made;
      if (made != pending.rend()) {
        pending.erase(std::next(made).base(), pending.end());
        continue;
      }
      bool is_super = ref.owner == kObject || ref.owner == kSlotBase;
      understood = is_super || ref.owner == file.name();
      if (!understood) break;
      if (is_super) supers.push_back(slot);
    } else if (instruction.opcode == Opcode::kAstore || instruction.opcode == Opcode::kAstore0) {
      if (instruction.local() != 0) continue;
      understood = false;
      break;
    }
  }
  if (!understood) return Error(ErrorCode::kUnsupported, "a constructor's super() call was not found");
  return supers;
}

Status ChangeConstructor(const ClassFile& file, SlotEdit edit, CodeEditor& code) {
  REVMON_ASSIGN_OR_RETURN(std::vector<size_t> supers, FindSuperCalls(file, code));
  for (size_t slot : supers) {
    CodeBuilder piece(code.pool());
    if (edit == SlotEdit::kBase) {
      piece.Invoke(Opcode::kInvokespecial, kSlotBase, "<init>", "()V");
      REVMON_RETURN_IF_ERROR(code.Replace(slot, std::move(piece)));
    } else {
      piece.Load('A', 0).Invokestatic(kSlotsClass, "me", "()I");
      piece.Field(Opcode::kPutfield, file.name(), "revmonOwner", "I");
      REVMON_RETURN_IF_ERROR(code.InsertAfter(slot, std::move(piece)));
    }
  }
  return OkStatus();
}

Status MarkClones(const ClassFile& file, SlotPlan& plan, CodeEditor& code) {
  for (size_t slot = 0; slot < code.size(); ++slot) {
    const Instruction& instruction = code.instruction(slot);
    if (instruction.opcode != Opcode::kInvokespecial) continue;
    MemberRef ref = file.pool().Member(instruction.pool_index());
    if (ref.name != "clone" || ref.descriptor != kCloneType || ref.owner == file.name()) continue;
    if (!plan.ReachesObjectClone(ref.owner)) continue;
    CodeBuilder piece(code.pool());
    piece.Op(Opcode::kDup).Invokestatic(kSlotsClass, "fresh", "(Ljava/lang/Object;)V");
    REVMON_RETURN_IF_ERROR(code.InsertAfter(slot, std::move(piece)));
  }
  return OkStatus();
}

Status HideFields(CodeEditor& code) {
  CodeBuilder piece(code.pool());
  piece.Load('A', 1).Invokestatic(kHidingClass, "fields", kHidingType).Store('A', 1);
  return code.InsertBefore(0, std::move(piece), Jumps::kSkipInserted);
}

// Where the superclass stands in a class signature: behind "<T:Ljava/lang/Object;U::La/B<TT;>;>".
size_t SuperclassAt(std::string_view signature) {
  if (!signature.starts_with('<')) return 0;
  size_t depth = 0;
  for (size_t i = 0; i < signature.size(); ++i) {
    if (signature[i] == '<') ++depth;
    if (signature[i] == '>' && --depth == 0) return i + 1;
  }
  return signature.size();
}

Status ChangeSuper(const ClassFile& file, ClassEditor& editor) {
  REVMON_RETURN_IF_ERROR(editor.SetSuper(kSlotBase));
  const classfile::Attribute* attribute = file.Find(classfile::AttributeKind::kSignature);
  if (attribute == nullptr || attribute->data.size() != 2) return OkStatus();
  std::string signature(file.pool().Utf8(LoadBe16(attribute->data.data())));
  constexpr std::string_view kOld = "Ljava/lang/Object;";
  size_t at = SuperclassAt(signature);
  if (!std::string_view(signature).substr(at).starts_with(kOld)) return OkStatus();
  signature.replace(at, kOld.size(), "L" + std::string(kSlotBase) + ";");
  REVMON_ASSIGN_OR_RETURN(uint16_t index, editor.pool().Utf8(signature));
  ByteWriter data;
  data.U2(index);
  return editor.SetAttribute("Signature", data.Release());
}

// Does any constant name a method clone() that may be Object's?
bool MayClone(const ClassFile& file) {
  for (uint16_t index : file.pool().IndexesOf(classfile::ConstantGroup::kMember)) {
    MemberRef ref = file.pool().Member(index);
    if (ref.name == "clone" && ref.descriptor == kCloneType) return true;
  }
  return false;
}

Status EditMethod(const ClassFile& file, size_t method, SlotEdit edit, bool clones, SlotPlan& plan,
                  ClassEditor& editor) {
  const Member& member = file.methods()[method];
  bool constructs = edit != SlotEdit::kNone && member.name == "<init>";
  bool hides =
      file.name() == kReflectionClass && member.name == "filterFields" && member.descriptor == kFilterType;
  if (!constructs && !clones && !hides) return OkStatus();
  if (file.Find(member, classfile::AttributeKind::kCode) == nullptr) return OkStatus();
  REVMON_ASSIGN_OR_RETURN(CodeEditor code, editor.EditCode(method));
  if (constructs) REVMON_RETURN_IF_ERROR(ChangeConstructor(file, edit, code));
  if (clones) REVMON_RETURN_IF_ERROR(MarkClones(file, plan, code));
  if (hides) REVMON_RETURN_IF_ERROR(HideFields(code));
  return code.edited() ? editor.SetCode(method, code) : OkStatus();
}

Status AddSlotFields(const ClassFile& file, SlotPlan& plan, ClassEditor& editor) {
  if (plan.IsSerializable(file)) REVMON_RETURN_IF_ERROR(KeepSerialVersion(file, editor));
  for (const SlotField& field : kSlotFields) {
    uint16_t flags = kSlotFieldFlags;
    if (field.is_volatile) flags |= classfile::kAccVolatile;
    REVMON_ASSIGN_OR_RETURN(size_t added, editor.AddField(flags, field.name, field.descriptor));
    (void)added;
  }
  return OkStatus();
}

}  // namespace

bool MayNeedSlotCode(const ClassFile& file) {
  return MayClone(file) || file.name() == kThreadClass || file.name() == kReflectionClass;
}

Result<std::vector<uint8_t>> EditForSlots(const ClassFile& file, SlotEdit edit, SlotPlan& plan) {
  if (file.name() == kObject) return std::vector<uint8_t>();
  ClassEditor editor(file);
  if (edit == SlotEdit::kBase) REVMON_RETURN_IF_ERROR(ChangeSuper(file, editor));
  if (edit == SlotEdit::kCarries) REVMON_RETURN_IF_ERROR(AddSlotFields(file, plan, editor));
  if (file.name() == kThreadClass) {
    REVMON_ASSIGN_OR_RETURN(size_t added, editor.AddField(kSlotFieldFlags, kThreadNumberField, "I"));
    (void)added;
  }
  bool clones = MayClone(file);
  for (size_t m = 0; m < file.methods().size(); ++m) {
    REVMON_RETURN_IF_ERROR(EditMethod(file, m, edit, clones, plan, editor));
  }
  if (!editor.changed()) return std::vector<uint8_t>();
  return editor.Write();
}

}  // namespace revmon::weave
