#include "classfile/constant_pool_editor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "classfile/class_builder.h"
#include "classfile/class_file.h"

namespace revmon::classfile {
namespace {

// A pool with #1 Utf8 T, #2 Class T, #3 Utf8 java/lang/Object, #4 Class java/lang/Object.
class ConstantPoolEditorTest : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::vector<uint8_t>> bytes = ClassBuilder(kJava8, kAccPublic, "T", "java/lang/Object").Write();
    ASSERT_TRUE(bytes.ok());
    bytes_ = *bytes;
    ASSERT_TRUE(file_.ParseFrom(bytes_).ok());
    pool_.emplace(file_.pool());
  }
  std::vector<uint8_t> bytes_;
  ClassFile file_;
  std::optional<ConstantPoolEditor> pool_;
};

TEST_F(ConstantPoolEditorTest, FindsWhatIsThere) {
  EXPECT_EQ(*pool_->Utf8("T"), 1);
  EXPECT_EQ(*pool_->Class("T"), 2);
  EXPECT_EQ(*pool_->Class("java/lang/Object"), 4);
  EXPECT_FALSE(pool_->changed());
}

TEST_F(ConstantPoolEditorTest, AddsOnceAndFindsAgain) {
  EXPECT_EQ(*pool_->Utf8("new"), 5);
  EXPECT_EQ(*pool_->Utf8("new"), 5);
  EXPECT_EQ(*pool_->String("new"), 6);
  EXPECT_EQ(pool_->count(), 7);
  EXPECT_TRUE(pool_->changed());
}

TEST_F(ConstantPoolEditorTest, KindsOfEqualContentAreDifferentConstants) {
  uint16_t as_class = *pool_->Class("x");
  uint16_t as_string = *pool_->String("x");
  uint16_t as_type = *pool_->MethodType("x");
  uint16_t as_module = *pool_->Module("x");
  uint16_t as_package = *pool_->Package("x");
  std::set<uint16_t> all = {as_class, as_string, as_type, as_module, as_package};
  EXPECT_EQ(all.size(), 5u);
  EXPECT_NE(*pool_->Integer(1), *pool_->Float(1));
  EXPECT_NE(*pool_->Long(1), *pool_->Double(1));
}

TEST_F(ConstantPoolEditorTest, LongAndDoubleTakeTwoIndexes) {
  EXPECT_EQ(*pool_->Long(-1), 5);
  EXPECT_EQ(*pool_->Double(0), 7);
  EXPECT_EQ(*pool_->Integer(0), 9);
  EXPECT_EQ(pool_->tag(6), ConstantTag::kNone);
}

TEST_F(ConstantPoolEditorTest, MembersReadBackAsTheyWereAdded) {
  uint16_t index = *pool_->Member(ConstantTag::kInterfaceMethodref, "a/B", "m", "()V");
  MemberRef member = pool_->MemberAt(index);
  EXPECT_EQ(member.tag, ConstantTag::kInterfaceMethodref);
  EXPECT_EQ(member.owner, "a/B");
  EXPECT_EQ(member.name, "m");
  EXPECT_EQ(member.descriptor, "()V");
  uint16_t dynamic = *pool_->Dynamic(ConstantTag::kInvokeDynamic, 3, "m", "()V");
  EXPECT_EQ(pool_->DynamicAt(dynamic).bootstrap_index, 3);
  EXPECT_EQ(pool_->tag(*pool_->MethodHandle(6, index)), ConstantTag::kMethodHandle);
}

TEST_F(ConstantPoolEditorTest, WrongIndexesGiveEmptyValues) {
  EXPECT_EQ(pool_->tag(0), ConstantTag::kNone);
  EXPECT_EQ(pool_->tag(99), ConstantTag::kNone);
  EXPECT_EQ(pool_->Utf8At(2), "");
  EXPECT_EQ(pool_->ClassNameAt(1), "");
  EXPECT_EQ(pool_->MemberAt(2).tag, ConstantTag::kNone);
  EXPECT_EQ(pool_->DynamicAt(2).name, "");
}

TEST_F(ConstantPoolEditorTest, RollbackForgetsAndIndexesAreUsedAgain) {
  uint32_t mark = pool_->Mark();
  EXPECT_EQ(*pool_->Utf8("gone"), 5);
  pool_->Rollback(mark);
  EXPECT_FALSE(pool_->changed());
  EXPECT_EQ(pool_->Utf8At(5), "");
  EXPECT_EQ(*pool_->Utf8("other"), 5);
  EXPECT_EQ(*pool_->Utf8("T"), 1);
}

TEST_F(ConstantPoolEditorTest, FullPoolIsAnError) {
  for (int i = 0; i < 65530; ++i) ASSERT_TRUE(pool_->Integer(i).ok()) << i;
  EXPECT_EQ(pool_->count(), 65535);
  Result<uint16_t> one_more = pool_->Integer(-5);
  ASSERT_FALSE(one_more.ok());
  EXPECT_EQ(one_more.error().code(), ErrorCode::kLimit);
  EXPECT_EQ(*pool_->Integer(7), 12) << "what is there is still found";
}

TEST_F(ConstantPoolEditorTest, LongDoesNotFitIntoTheLastIndex) {
  for (int i = 0; i < 65529; ++i) ASSERT_TRUE(pool_->Integer(i).ok()) << i;
  EXPECT_FALSE(pool_->Long(1).ok());
  EXPECT_TRUE(pool_->Integer(-5).ok());
}

TEST_F(ConstantPoolEditorTest, TextBeyond64KiBIsAnError) {
  EXPECT_TRUE(pool_->Utf8(std::string(65535, 'x')).ok());
  EXPECT_EQ(pool_->Utf8(std::string(65536, 'x')).error().code(), ErrorCode::kLimit);
}

TEST_F(ConstantPoolEditorTest, OriginalBytesStayInFront) {
  ASSERT_TRUE(pool_->Utf8("zz").ok());
  ByteWriter out;
  pool_->WriteTo(out);
  ByteReader reader(out.bytes());
  EXPECT_EQ(reader.U2(), 6);
  Bytes original = file_.pool().raw();
  Bytes kept = reader.Take(original.size());
  EXPECT_TRUE(std::equal(kept.begin(), kept.end(), original.begin(), original.end()));
  EXPECT_EQ(AsText(reader.Rest()), std::string_view("\1\0\2zz", 5));
}

}  // namespace
}  // namespace revmon::classfile
