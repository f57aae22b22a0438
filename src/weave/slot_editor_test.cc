#include "weave/slot_editor.h"

#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/test_world.h"
#include "support/class_text.h"
#include "weave/slot_class.h"

namespace revmon::weave {
namespace {

using classfile::ClassBuilder;
using classfile::ClassFile;
using classfile::CodeBuilder;
using classfile::kAccPublic;
using classfile::Member;
using classfile::Opcode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kObject = "java/lang/Object";

void CallSuper(CodeBuilder& code) {
  code.Load('A', 0).Invoke(Opcode::kInvokespecial, kObject, "<init>", "()V");
}

class SlotEditorTest : public testing::Test {
 protected:
  SlotEditorTest() : plan_(wire::Plan{}, world_) {
    world_.Put({.name = "java/io/Serializable", .flags = match::kFakeInterface});
    world_.Put({.name = "a/Cloning", .methods = {{"clone", "()Ljava/lang/Object;"}}});
  }
  // A class C with one method of this code.
  template <typename Write>
  static std::vector<uint8_t> With(std::string_view method, std::string_view descriptor, Write write,
                                   std::string_view super = kObject, std::string_view name = "C") {
    ClassBuilder builder(classfile::kJava8, kAccPublic | classfile::kAccSuper, name, super);
    builder.Method(kAccPublic, method, descriptor, write);
    Result<std::vector<uint8_t>> bytes = builder.Write();
    EXPECT_TRUE(bytes.ok()) << bytes.error().Text();
    return bytes.ok() ? std::move(bytes).value() : std::vector<uint8_t>();
  }
  Result<std::vector<uint8_t>> Edit(const std::vector<uint8_t>& bytes, SlotEdit edit) {
    ClassFile file = ClassFile::Parse(bytes).value();
    return EditForSlots(file, edit, plan_);
  }
  // What the first method calls, in order: "owner.name".
  static std::vector<std::string> Calls(const std::vector<uint8_t>& bytes) {
    std::vector<std::string> calls;
    ClassFile file = ClassFile::Parse(bytes).value();
    classfile::CodeView code;
    EXPECT_TRUE(
        code.ParseFrom(*file.Find(file.methods()[0], classfile::AttributeKind::kCode), file.pool()).ok());
    classfile::InstructionReader reader(code);
    classfile::Instruction instruction;
    while (reader.Next(instruction)) {
      if (instruction.format() != classfile::OperandFormat::kPool2) continue;
      classfile::MemberRef ref = file.pool().Member(instruction.pool_index());
      if (!ref.name.empty()) calls.push_back(std::string(ref.owner) + "." + std::string(ref.name));
    }
    return calls;
  }
  static std::vector<std::string> Fields(const std::vector<uint8_t>& bytes) {
    std::vector<std::string> names;
    ClassFile file = ClassFile::Parse(bytes).value();
    for (const Member& field : file.fields()) names.emplace_back(field.name);
    return names;
  }

  match::FakeWorld world_;
  SlotPlan plan_;
};

TEST_F(SlotEditorTest, BaseReplacesObjectAlsoInConstructors) {
  std::vector<uint8_t> bytes = With("<init>", "()V", [](CodeBuilder& code) {
    CallSuper(code);
    code.Op(Opcode::kReturn);
  });
  std::vector<uint8_t> changed = Edit(bytes, SlotEdit::kBase).value();
  EXPECT_EQ(ClassFile::Parse(changed).value().super_name(), kSlotBase);
  EXPECT_THAT(Calls(changed), ElementsAre("java/util/RevBase.<init>"));
  EXPECT_THAT(Fields(changed), IsEmpty());
}

TEST_F(SlotEditorTest, NewObjectsInConstructorsStayObjects) {
  std::vector<uint8_t> bytes = With("<init>", "()V", [](CodeBuilder& code) {
    CallSuper(code);
    code.Type(Opcode::kNew, kObject).Op(Opcode::kDup);
    code.Invoke(Opcode::kInvokespecial, kObject, "<init>", "()V").Op(Opcode::kPop).Op(Opcode::kReturn);
  });
  EXPECT_THAT(Calls(Edit(bytes, SlotEdit::kBase).value()),
              ElementsAre("java/util/RevBase.<init>", "java/lang/Object.<init>"));
}

TEST_F(SlotEditorTest, ConstructorThatCallsAnotherStays) {
  std::vector<uint8_t> bytes = With("<init>", "()V", [](CodeBuilder& code) {
    code.Load('A', 0).PushInt(1).Invoke(Opcode::kInvokespecial, "C", "<init>", "(I)V").Op(Opcode::kReturn);
  });
  EXPECT_THAT(Calls(Edit(bytes, SlotEdit::kBase).value()), ElementsAre("C.<init>"));
  EXPECT_THAT(Calls(Edit(bytes, SlotEdit::kCarries).value()), ElementsAre("C.<init>"));
}

TEST_F(SlotEditorTest, CarrierStoresTheThreadBehindSuper) {
  std::vector<uint8_t> bytes = With("<init>", "()V", [](CodeBuilder& code) {
    CallSuper(code);
    code.Op(Opcode::kReturn);
  });
  std::vector<uint8_t> changed = Edit(bytes, SlotEdit::kCarries).value();
  EXPECT_EQ(ClassFile::Parse(changed).value().super_name(), kObject);
  EXPECT_THAT(Fields(changed), ElementsAre("revmonState", "revmonOwner", "revmonRecord", "revmonShared"));
  EXPECT_THAT(Calls(changed),
              ElementsAre("java/lang/Object.<init>", "java/util/RevSlots.me", "C.revmonOwner"));
}

TEST_F(SlotEditorTest, SerializableCarrierKeepsItsVersion) {
  ClassBuilder builder(classfile::kJava8, kAccPublic, "C", kObject);
  builder.Interface("java/io/Serializable");
  EXPECT_THAT(Fields(Edit(builder.Write().value(), SlotEdit::kCarries).value()),
              testing::Contains("serialVersionUID"));
  EXPECT_THAT(Fields(Edit(builder.Write().value(), SlotEdit::kBase).value()), IsEmpty());
}

// As Mockito makes them, to construct mocks without running the program's constructors.
TEST_F(SlotEditorTest, EverySuperCallOfAConstructorChanges) {
  std::vector<uint8_t> bytes = With("<init>", "(I)V", [](CodeBuilder& code) {
    classfile::Label other = code.NewLabel();
    code.Load('I', 1).Branch(Opcode::kIfeq, other);
    CallSuper(code);
    code.Op(Opcode::kReturn).Bind(other);
    CallSuper(code);
    code.Op(Opcode::kReturn);
  });
  EXPECT_THAT(Calls(Edit(bytes, SlotEdit::kBase).value()),
              ElementsAre("java/util/RevBase.<init>", "java/util/RevBase.<init>"));
  EXPECT_THAT(Calls(Edit(bytes, SlotEdit::kCarries).value()),
              ElementsAre("java/lang/Object.<init>", "java/util/RevSlots.me", "C.revmonOwner",
                          "java/lang/Object.<init>", "java/util/RevSlots.me", "C.revmonOwner"));
}

// As Byte Buddy writes a class that it redefines: the superclass that reflection tells, the code as it was.
TEST_F(SlotEditorTest, ClassThatNamesTheBaseAlreadyIsRepaired) {
  std::vector<uint8_t> bytes = With(
      "<init>", "()V",
      [](CodeBuilder& code) {
        CallSuper(code);
        code.Op(Opcode::kReturn);
      },
      kSlotBase);
  EXPECT_THAT(Calls(Edit(bytes, SlotEdit::kBase).value()), ElementsAre("java/util/RevBase.<init>"));
}

TEST_F(SlotEditorTest, ConstructorThatCallsSomethingElseIsRefused) {
  std::vector<uint8_t> bytes = With("<init>", "()V", [](CodeBuilder& code) {
    CallSuper(code);
    code.Load('A', 0).Invoke(Opcode::kInvokespecial, "b/Odd", "<init>", "()V").Op(Opcode::kReturn);
  });
  Result<std::vector<uint8_t>> changed = Edit(bytes, SlotEdit::kBase);
  ASSERT_FALSE(changed.ok());
  EXPECT_THAT(changed.error().Text(), HasSubstr("super()"));
}

TEST_F(SlotEditorTest, GenericSuperclassFollows) {
  for (auto [before, after] :
       {std::pair("Ljava/lang/Object;Ljava/util/Iterator<Ljava/lang/String;>;",
                  "Ljava/util/RevBase;Ljava/util/Iterator<Ljava/lang/String;>;"),
        std::pair("<T:Ljava/lang/Object;U::La/B<TT;>;>Ljava/lang/Object;Ljava/util/Iterator<TT;>;",
                  "<T:Ljava/lang/Object;U::La/B<TT;>;>Ljava/util/RevBase;Ljava/util/Iterator<TT;>;"),
        std::pair("<T:Ljava/lang/Object;", "<T:Ljava/lang/Object;")}) {
    ClassBuilder builder(classfile::kJava8, kAccPublic, "C", kObject);
    uint16_t index = builder.editor()->pool().Utf8(before).value();
    ByteWriter data;
    data.U2(index);
    ASSERT_TRUE(builder.editor()->SetAttribute("Signature", data.Release()).ok());
    std::vector<uint8_t> changed = Edit(builder.Write().value(), SlotEdit::kBase).value();
    ClassFile file = ClassFile::Parse(changed).value();
    const classfile::Attribute* signature = file.Find(classfile::AttributeKind::kSignature);
    ASSERT_NE(signature, nullptr);
    EXPECT_EQ(file.pool().Utf8(LoadBe16(signature->data.data())), after);
  }
}

TEST_F(SlotEditorTest, ConstructorThatOverwritesThisIsRefused) {
  std::vector<uint8_t> bytes = With("<init>", "()V", [](CodeBuilder& code) {
    CallSuper(code);
    code.Op(Opcode::kAconstNull).Store('A', 0).Op(Opcode::kReturn);
  });
  EXPECT_FALSE(Edit(bytes, SlotEdit::kCarries).ok());
}

TEST_F(SlotEditorTest, CopyOfObjectCloneIsToldApart) {
  std::vector<uint8_t> bytes = With("copy", "()Ljava/lang/Object;", [](CodeBuilder& code) {
    code.Load('A', 0).Invoke(Opcode::kInvokespecial, kObject, "clone", "()Ljava/lang/Object;");
    code.Op(Opcode::kAreturn);
  });
  EXPECT_THAT(Calls(Edit(bytes, SlotEdit::kNone).value()),
              ElementsAre("java/lang/Object.clone", "java/util/RevSlots.fresh"));
}

TEST_F(SlotEditorTest, CopyThatASuperclassMadeIsNot) {
  std::vector<uint8_t> bytes = With(
      "copy", "()Ljava/lang/Object;",
      [](CodeBuilder& code) {
        code.Load('A', 0).Invoke(Opcode::kInvokespecial, "a/Cloning", "clone", "()Ljava/lang/Object;");
        code.Op(Opcode::kAreturn);
      },
      "a/Cloning");
  EXPECT_THAT(Edit(bytes, SlotEdit::kNone).value(), IsEmpty());
}

TEST_F(SlotEditorTest, CloneOfAnArrayIsNoMatter) {
  std::vector<uint8_t> bytes = With("copy", "([I)Ljava/lang/Object;", [](CodeBuilder& code) {
    code.Load('A', 1).Invoke(Opcode::kInvokevirtual, "[I", "clone", "()Ljava/lang/Object;");
    code.Op(Opcode::kAreturn);
  });
  EXPECT_THAT(Edit(bytes, SlotEdit::kNone).value(), IsEmpty());
}

TEST_F(SlotEditorTest, ThreadHasItsNumber) {
  std::vector<uint8_t> bytes =
      ClassBuilder(classfile::kJava8, kAccPublic, kThreadClass, kObject).Write().value();
  EXPECT_TRUE(MayNeedSlotCode(ClassFile::Parse(bytes).value()));
  EXPECT_THAT(Fields(Edit(bytes, SlotEdit::kNone).value()), ElementsAre("revmonNumber"));
}

TEST_F(SlotEditorTest, FilterOfReflectionHidesOurs) {
  std::vector<uint8_t> bytes = With(
      "filterFields", "(Ljava/lang/Class;[Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;",
      [](CodeBuilder& code) { code.Op(Opcode::kAconstNull).Op(Opcode::kAreturn); }, kObject,
      kReflectionClass);
  EXPECT_THAT(Calls(Edit(bytes, SlotEdit::kNone).value()), ElementsAre("java/util/RevHidden.fields"));
}

TEST_F(SlotEditorTest, ObjectIsNeverChanged) {
  std::vector<uint8_t> bytes = ClassBuilder(classfile::kJava8, kAccPublic, kObject, "").Write().value();
  EXPECT_THAT(Edit(bytes, SlotEdit::kCarries).value(), IsEmpty());
}

TEST_F(SlotEditorTest, SameBytesGiveTheSameClassAgain) {
  std::vector<uint8_t> bytes = With("<init>", "()V", [](CodeBuilder& code) {
    CallSuper(code);
    code.Op(Opcode::kReturn);
  });
  for (SlotEdit edit : {SlotEdit::kBase, SlotEdit::kCarries}) {
    EXPECT_EQ(Edit(bytes, edit).value(), Edit(bytes, edit).value());
  }
}

}  // namespace
}  // namespace revmon::weave
