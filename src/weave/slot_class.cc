#include "weave/slot_class.h"

#include "classfile/class_builder.h"
#include "weave/slot_plan.h"

namespace revmon::weave {
namespace {

using classfile::ClassBuilder;
using classfile::ClassEditor;
using classfile::CodeBuilder;
using classfile::kAccFinal;
using classfile::kAccPrivate;
using classfile::kAccPublic;
using classfile::kAccStatic;
using classfile::kAccSuper;
using classfile::kAccSynthetic;
using classfile::kAccVolatile;
using classfile::Label;
using classfile::Opcode;

constexpr std::string_view kObjectType = "Ljava/lang/Object;";
constexpr std::string_view kThread = "java/lang/Thread";
constexpr std::string_view kForceInline = "Ljdk/internal/vm/annotation/ForceInline;";
constexpr std::string_view kStable = "Ljdk/internal/vm/annotation/Stable;";
constexpr std::string_view kAnnotations = "RuntimeVisibleAnnotations";
constexpr int32_t kShared = -1;

// The content of RuntimeVisibleAnnotations with one annotation without values.
Result<std::vector<uint8_t>> Annotation(ClassEditor& editor, std::string_view type) {
  REVMON_ASSIGN_OR_RETURN(uint16_t index, editor.pool().Utf8(type));
  ByteWriter out;
  out.U2(1);
  out.U2(index);
  out.U2(0);
  return out.Release();
}

Status InlineAlways(ClassBuilder& builder, size_t methods) {
  for (size_t m = 0; m < methods; ++m) {
    REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> data, Annotation(*builder.editor(), kForceInline));
    REVMON_RETURN_IF_ERROR(builder.editor()->SetMethodAttribute(m, kAnnotations, std::move(data)));
  }
  return OkStatus();
}

// Writes methods "if object is a C1, do it to a C1; if ...; else `otherwise`".
class SlotsWriter {
 public:
  explicit SlotsWriter(std::span<const std::string> carriers)
      : builder_(classfile::kJava8, kAccPublic | kAccFinal | kAccSuper | kAccSynthetic, kSlotsClass,
                 "java/lang/Object") {
    owners_.emplace_back(kSlotBase);
    owners_.insert(owners_.end(), carriers.begin(), carriers.end());
  }

  Result<std::vector<uint8_t>> Write() {
    WriteAccess();
    WriteOwner();
    WriteOwned();
    WriteFresh();
    WriteThread();
    REVMON_RETURN_IF_ERROR(builder_.status());
    REVMON_RETURN_IF_ERROR(InlineAlways(builder_, methods_));
    REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> stable, Annotation(*builder_.editor(), kStable));
    REVMON_RETURN_IF_ERROR(builder_.editor()->SetFieldAttribute(0, kAnnotations, std::move(stable)));
    return builder_.Write();
  }

 private:
  // `with(code, owner)` is run with the object, cast to its owner, on the stack; it returns, as `otherwise`.
  template <typename With, typename Otherwise>
  void Chain(std::string_view name, std::string_view descriptor, With with, Otherwise otherwise) {
    ++methods_;
    builder_.Method(kAccPublic | kAccStatic, name, descriptor, [&](CodeBuilder& code) {
      for (const std::string& owner : owners_) {
        Label next = code.NewLabel();
        code.Load('A', 0).Type(Opcode::kInstanceof, owner).Branch(Opcode::kIfeq, next);
        code.Load('A', 0).Type(Opcode::kCheckcast, owner);
        with(code, owner);
        code.Bind(next);
      }
      otherwise(code);
    });
  }

  static void ReturnZero(CodeBuilder& code) { code.PushInt(0).Op(Opcode::kIreturn); }
  static void ReturnNothing(CodeBuilder& code) { code.Op(Opcode::kReturn); }

  void WriteAccess() {
    Chain(
        "has", "(Ljava/lang/Object;)Z",
        [](CodeBuilder& code, std::string_view) { code.Op(Opcode::kPop).PushInt(1).Op(Opcode::kIreturn); },
        ReturnZero);
    Chain(
        "state", "(Ljava/lang/Object;)I",
        [](CodeBuilder& code, std::string_view owner) {
          code.Field(Opcode::kGetfield, owner, "revmonState", "I").Op(Opcode::kIreturn);
        },
        ReturnZero);
    Chain(
        "state", "(Ljava/lang/Object;I)V",
        [](CodeBuilder& code, std::string_view owner) {
          code.Load('I', 1).Field(Opcode::kPutfield, owner, "revmonState", "I").Op(Opcode::kReturn);
        },
        ReturnNothing);
    Chain(
        "record", "(Ljava/lang/Object;)Ljava/lang/Object;",
        [](CodeBuilder& code, std::string_view owner) {
          code.Field(Opcode::kGetfield, owner, "revmonRecord", kObjectType).Op(Opcode::kAreturn);
        },
        [](CodeBuilder& code) { code.Op(Opcode::kAconstNull).Op(Opcode::kAreturn); });
    Chain(
        "record", "(Ljava/lang/Object;Ljava/lang/Object;)V",
        [](CodeBuilder& code, std::string_view owner) {
          code.Load('A', 1).Field(Opcode::kPutfield, owner, "revmonRecord", kObjectType).Op(Opcode::kReturn);
        },
        ReturnNothing);
  }

  // Shared is read first: it is the volatile one.
  void WriteOwner() {
    Chain(
        "owner", "(Ljava/lang/Object;)I",
        [](CodeBuilder& code, std::string_view owner) {
          Label shared = code.NewLabel();
          code.Op(Opcode::kDup).Field(Opcode::kGetfield, owner, "revmonShared", "B");
          code.Branch(Opcode::kIfne, shared);
          code.Field(Opcode::kGetfield, owner, "revmonOwner", "I").Op(Opcode::kIreturn);
          code.Bind(shared).Op(Opcode::kPop).PushInt(kShared).Op(Opcode::kIreturn);
        },
        ReturnZero);
    Chain(
        "owner", "(Ljava/lang/Object;I)V",
        [](CodeBuilder& code, std::string_view owner) {
          Label plain = code.NewLabel();
          code.Load('I', 1).PushInt(kShared).Branch(Opcode::kIfIcmpne, plain);
          code.PushInt(1).Field(Opcode::kPutfield, owner, "revmonShared", "B").Op(Opcode::kReturn);
          code.Bind(plain).Load('I', 1).Field(Opcode::kPutfield, owner, "revmonOwner", "I");
          code.Op(Opcode::kReturn);
        },
        ReturnNothing);
  }

  void WriteOwned() {
    Chain(
        "owned", "(Ljava/lang/Object;I)Z",
        [](CodeBuilder& code, std::string_view owner) {
          Label shared = code.NewLabel();
          Label other = code.NewLabel();
          code.Op(Opcode::kDup).Field(Opcode::kGetfield, owner, "revmonShared", "B");
          code.Branch(Opcode::kIfne, shared);
          code.Field(Opcode::kGetfield, owner, "revmonOwner", "I").Load('I', 1);
          code.Branch(Opcode::kIfIcmpne, other);
          code.Load('I', 1).Branch(Opcode::kIfeq, other);
          code.PushInt(1).Op(Opcode::kIreturn);
          code.Bind(shared).Op(Opcode::kPop);
          code.Bind(other).PushInt(0).Op(Opcode::kIreturn);
        },
        ReturnZero);
  }

  void WriteFresh() {
    Chain(
        "fresh", "(Ljava/lang/Object;)V",
        [](CodeBuilder& code, std::string_view owner) {
          code.Op(Opcode::kDup).PushInt(0).Field(Opcode::kPutfield, owner, "revmonState", "I");
          code.Op(Opcode::kDup).Op(Opcode::kAconstNull);
          code.Field(Opcode::kPutfield, owner, "revmonRecord", kObjectType);
          code.Op(Opcode::kDup).Invokestatic(kSlotsClass, "me", "()I");
          code.Field(Opcode::kPutfield, owner, "revmonOwner", "I");
          // A volatile write is a fence; hardly any original is shared.
          Label unshared = code.NewLabel();
          code.Op(Opcode::kDup).Field(Opcode::kGetfield, owner, "revmonShared", "B");
          code.Branch(Opcode::kIfeq, unshared);
          code.PushInt(0).Field(Opcode::kPutfield, owner, "revmonShared", "B").Op(Opcode::kReturn);
          code.Bind(unshared).Op(Opcode::kPop).Op(Opcode::kReturn);
        },
        ReturnNothing);
  }

  void WriteThread() {
    builder_.Field(kAccPrivate | kAccStatic | kAccSynthetic, "started", "Z");
    constexpr uint16_t kStaticMethod = kAccPublic | kAccStatic;
    builder_.Method(kStaticMethod, "me", "()I", [](CodeBuilder& code) {
      Label early = code.NewLabel();
      code.Field(Opcode::kGetstatic, kSlotsClass, "started", "Z").Branch(Opcode::kIfeq, early);
      code.Invokestatic(kThread, "currentThread", "()Ljava/lang/Thread;");
      code.Field(Opcode::kGetfield, kThread, kThreadNumberField, "I").Op(Opcode::kIreturn);
      code.Bind(early).PushInt(0).Op(Opcode::kIreturn);
    });
    builder_.Method(kStaticMethod, "me", "(I)V", [](CodeBuilder& code) {
      code.Invokestatic(kThread, "currentThread", "()Ljava/lang/Thread;").Load('I', 0);
      code.Field(Opcode::kPutfield, kThread, kThreadNumberField, "I").Op(Opcode::kReturn);
    });
    builder_.Method(kStaticMethod, "start", "()V", [](CodeBuilder& code) {
      code.PushInt(1).Field(Opcode::kPutstatic, kSlotsClass, "started", "Z").Op(Opcode::kReturn);
    });
    methods_ += 3;
  }

  ClassBuilder builder_;
  std::vector<std::string> owners_;
  size_t methods_ = 0;
};

}  // namespace

Result<std::vector<uint8_t>> MakeSlotBase() {
  ClassBuilder builder(classfile::kJava8, kAccPublic | kAccSuper | kAccSynthetic, kSlotBase,
                       "java/lang/Object");
  for (const SlotField& field : kSlotFields) {
    builder.Field(kSlotFieldFlags | (field.is_volatile ? kAccVolatile : 0), field.name, field.descriptor);
  }
  builder.Method(kAccPublic, "<init>", "()V", [](CodeBuilder& code) {
    code.Load('A', 0).Invoke(Opcode::kInvokespecial, "java/lang/Object", "<init>", "()V");
    code.Load('A', 0).Invokestatic(kSlotsClass, "me", "()I");
    code.Field(Opcode::kPutfield, kSlotBase, "revmonOwner", "I").Op(Opcode::kReturn);
  });
  REVMON_RETURN_IF_ERROR(builder.status());
  REVMON_RETURN_IF_ERROR(InlineAlways(builder, 1));
  return builder.Write();
}

Result<std::vector<uint8_t>> MakeSlotsClass(std::span<const std::string> carriers) {
  return SlotsWriter(carriers).Write();
}

}  // namespace revmon::weave
