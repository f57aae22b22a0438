#include "classfile/class_editor.h"

#include <gtest/gtest.h>

#include "support/class_text.h"

namespace revmon::classfile {
namespace {

std::vector<uint8_t> Sample() {
  ClassBuilder builder(kJava8, kAccPublic | kAccSuper, "a/T", "java/lang/Object");
  builder.Interface("java/lang/Runnable").Field(kAccPrivate, "f", "I").DefaultConstructor();
  builder.Method(kAccPublic | kAccAbstract, "g", "()V");
  EXPECT_TRUE(builder.editor()->SetAttribute("Custom", {1, 2, 3}).ok());
  return *builder.Write();
}

class ClassEditorTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(file_.ParseFrom(bytes_).ok()); }
  // What the editor writes, parsed.
  ClassFile Written(const ClassEditor& editor) {
    Result<std::vector<uint8_t>> bytes = editor.Write();
    EXPECT_TRUE(bytes.ok());
    written_ = *bytes;
    Result<ClassFile> file = ClassFile::Parse(written_);
    EXPECT_TRUE(file.ok()) << file.error().Text();
    return *file;
  }
  std::vector<uint8_t> bytes_ = Sample();
  std::vector<uint8_t> written_;
  ClassFile file_;
};

TEST_F(ClassEditorTest, UnchangedClassIsWrittenByteForByte) {
  ClassEditor editor(file_);
  EXPECT_FALSE(editor.changed());
  EXPECT_EQ(*editor.Write(), bytes_);
}

TEST_F(ClassEditorTest, AddsFieldsMethodsAndInterfaces) {
  ClassEditor editor(file_);
  ASSERT_TRUE(editor.AddField(kAccPublic, "slot", "J").ok());
  ASSERT_TRUE(editor.AddInterface("a/I").ok());
  Result<size_t> method = editor.AddMethod(kAccPublic | kAccStatic, "one", "()I");
  ASSERT_TRUE(method.ok());
  Result<CodeEditor> code = editor.NewCode(*method);
  ASSERT_TRUE(code.ok());
  CodeBuilder body(editor.pool());
  body.PushInt(1).Op(Opcode::kIreturn);
  ASSERT_TRUE(code->Append(std::move(body)).ok());
  ASSERT_TRUE(editor.SetCode(*method, *code).ok());
  ClassFile written = Written(editor);
  ASSERT_EQ(written.fields().size(), 2u);
  EXPECT_EQ(written.fields()[1].name, "slot");
  ASSERT_EQ(written.interface_count(), 2u);
  EXPECT_EQ(written.interface_name(1), "a/I");
  EXPECT_EQ(CodeText(written_, "one"), "stack 1 locals 0 | 0 iconst_1 | 1 ireturn");
  EXPECT_EQ(CodeText(written_, "<init>"), CodeText(bytes_, "<init>"));
}

TEST_F(ClassEditorTest, InterfaceThatIsThereIsNotAddedAgain) {
  ClassEditor editor(file_);
  ASSERT_TRUE(editor.AddInterface("java/lang/Runnable").ok());
  EXPECT_FALSE(editor.changed());
}

TEST_F(ClassEditorTest, MemberThatIsThereIsRefused) {
  ClassEditor editor(file_);
  EXPECT_EQ(editor.AddField(0, "f", "I").error().code(), ErrorCode::kInvalid);
  EXPECT_TRUE(editor.AddField(0, "f", "J").ok());
  EXPECT_FALSE(editor.AddField(0, "f", "J").ok());
}

TEST_F(ClassEditorTest, ChangesSuperclassAndFlags) {
  ClassEditor editor(file_);
  ASSERT_TRUE(editor.SetSuper("a/Base").ok());
  editor.SetAccessFlags(kAccFinal);
  ASSERT_TRUE(editor.SetFieldAccess(0, kAccPublic).ok());
  ASSERT_TRUE(editor.SetMethodAccess(1, kAccPublic).ok());
  ClassFile written = Written(editor);
  EXPECT_EQ(written.super_name(), "a/Base");
  EXPECT_EQ(written.access_flags(), kAccFinal);
  EXPECT_EQ(written.fields()[0].access_flags, kAccPublic);
  EXPECT_EQ(written.methods()[1].access_flags, kAccPublic);
}

TEST_F(ClassEditorTest, AttributesAreReplacedInPlaceOrAdded) {
  ClassEditor editor(file_);
  ASSERT_TRUE(editor.SetAttribute("Added", {9}).ok());
  ASSERT_TRUE(editor.SetAttribute("Custom", {4}).ok());
  ASSERT_TRUE(editor.SetFieldAttribute(0, "Synthetic", {}).ok());
  ClassFile written = Written(editor);
  ASSERT_EQ(written.attributes().size(), 2u);
  EXPECT_EQ(written.pool().Utf8(written.attributes()[0].name_index), "Custom");
  EXPECT_EQ(written.attributes()[0].data[0], 4);
  EXPECT_EQ(written.attributes()[1].data[0], 9);
  EXPECT_NE(written.Find(written.fields()[0], AttributeKind::kSynthetic), nullptr);
}

TEST_F(ClassEditorTest, MethodWithoutCodeHasNoEditor) {
  ClassEditor editor(file_);
  EXPECT_EQ(editor.EditCode(1).error().code(), ErrorCode::kNotFound);
}

TEST_F(ClassEditorTest, NoSuchMember) {
  ClassEditor editor(file_);
  EXPECT_FALSE(editor.EditCode(9).ok());
  EXPECT_FALSE(editor.NewCode(9).ok());
  EXPECT_FALSE(editor.SetFieldAttribute(9, "x", {}).ok());
  EXPECT_FALSE(editor.SetMethodAccess(9, 0).ok());
}

TEST_F(ClassEditorTest, FailedEditLeavesTheMethodAsItWas) {
  ClassEditor editor(file_);
  Result<CodeEditor> code = editor.EditCode(0);
  ASSERT_TRUE(code.ok());
  uint32_t mark = editor.pool().Mark();
  CodeBuilder huge(editor.pool());
  huge.PushString("a constant nobody needs").Op(Opcode::kPop);
  for (int i = 0; i < 70000; ++i) huge.Op(Opcode::kNop);
  ASSERT_TRUE(code->InsertBefore(0, std::move(huge), Jumps::kRunInserted).ok());
  EXPECT_EQ(editor.SetCode(0, *code).error().code(), ErrorCode::kLimit);
  editor.pool().Rollback(mark);
  EXPECT_EQ(*editor.Write(), bytes_);
}

TEST(ClassBuilderTest, TooLongANameIsKeptAsAnError) {
  ClassBuilder builder(kJava8, 0, std::string(70000, 'x'), "java/lang/Object");
  builder.Field(0, "f", "I").DefaultConstructor();
  EXPECT_EQ(builder.Write().error().code(), ErrorCode::kLimit);
}

TEST(ClassBuilderTest, FirstFailureIsTheOneReported) {
  ClassBuilder builder(kJava8, 0, "T", "java/lang/Object");
  builder.Method(kAccStatic, "m", "()V", [](CodeBuilder& code) { code.Op(Opcode::kBipush); });
  builder.Field(0, "f", "I").Field(0, "f", "I");
  EXPECT_EQ(builder.Write().error().message(), "bipush needs operands");
}

}  // namespace
}  // namespace revmon::classfile
