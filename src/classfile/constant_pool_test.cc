#include "classfile/constant_pool.h"

#include <gtest/gtest.h>

#include <string>

namespace revmon::classfile {
namespace {

// Parses a pool of `count` - 1 entries; the error's text, or "".
class ConstantPoolTest : public testing::Test {
 protected:
  std::string Parse(uint16_t count, std::initializer_list<int> entries) {
    bytes_ = {static_cast<uint8_t>(count >> 8), static_cast<uint8_t>(count)};
    for (int value : entries) bytes_.push_back(static_cast<uint8_t>(value));
    ByteReader reader(bytes_);
    Status status = pool_.Parse(bytes_, reader);
    return status.ok() ? "" : status.error().Text();
  }
  std::vector<uint8_t> bytes_;
  ConstantPool pool_;
};

TEST_F(ConstantPoolTest, ReadsEveryKind) {
  // 1 Utf8 "m", 2 Utf8 "()V", 3 Class m, 4 String m, 5 NameAndType, 6..8 members, 9 MethodHandle, 10
  // MethodType, 11 Dynamic, 12 InvokeDynamic, 13 Module, 14 Package, 15 Integer, 16 Float, 17 Long, 19 Double
  ASSERT_EQ(Parse(21, {1, 0, 1, 'm', 1,  0, 3, '(', ')', 'V', 7, 0, 1,  8, 0,  1, 12, 0, 1,  0, 2, 9,
                       0, 3, 0, 5,   10, 0, 3, 0,   5,   11,  0, 3, 0,  5, 15, 6, 0,  7, 16, 0, 2, 17,
                       0, 1, 0, 5,   18, 0, 2, 0,   5,   19,  0, 1, 20, 0, 1,  3, 0,  0, 0,  9, 4, 0,
                       0, 0, 8, 5,   0,  0, 0, 0,   0,   0,   0, 7, 6,  0, 0,  0, 0,  0, 0,  0, 6}),
            "");
  EXPECT_EQ(pool_.count(), 21);
  EXPECT_EQ(pool_.ClassName(3), "m");
  EXPECT_EQ(pool_.String(4), "m");
  EXPECT_EQ(pool_.NameAndType(5).descriptor, "()V");
  EXPECT_EQ(pool_.Member(7).tag, ConstantTag::kMethodref);
  EXPECT_EQ(pool_.Member(8).owner, "m");
  EXPECT_EQ(pool_.MethodHandle(9).kind, 6);
  EXPECT_EQ(pool_.MethodHandle(9).member_index, 7);
  EXPECT_EQ(pool_.MethodType(10), "()V");
  EXPECT_EQ(pool_.Dynamic(11).bootstrap_index, 1);
  EXPECT_EQ(pool_.Dynamic(12).name, "m");
  EXPECT_EQ(pool_.ClassName(13), "m");
  EXPECT_EQ(pool_.Bits32(15), 9u);
  EXPECT_EQ(pool_.Bits32(16), 8u);
  EXPECT_EQ(pool_.Bits64(17), 7u);
  EXPECT_EQ(pool_.tag(18), ConstantTag::kNone);
  EXPECT_EQ(pool_.Bits64(19), 6u);
}

TEST_F(ConstantPoolTest, WrongQuestionsGiveEmptyAnswers) {
  ASSERT_EQ(Parse(2, {1, 0, 1, 'm'}), "");
  EXPECT_EQ(pool_.ClassName(1), "");
  EXPECT_EQ(pool_.Utf8(0), "");
  EXPECT_EQ(pool_.Utf8(2), "");
  EXPECT_EQ(pool_.Utf8(70000), "");
  EXPECT_EQ(pool_.Member(1).tag, ConstantTag::kNone);
  EXPECT_EQ(pool_.Bits64(1), 0u);
  EXPECT_EQ(pool_.MethodHandle(1).kind, 0);
}

TEST_F(ConstantPoolTest, CountOfZero) { EXPECT_NE(Parse(0, {}).find("count is 0"), std::string::npos); }
TEST_F(ConstantPoolTest, FewerEntriesThanCounted) {
  EXPECT_NE(Parse(3, {1, 0, 1, 'm'}).find("ends early"), std::string::npos);
}
TEST_F(ConstantPoolTest, TextCutOff) {
  EXPECT_NE(Parse(2, {1, 0, 5, 'm'}).find("ends early"), std::string::npos);
}
TEST_F(ConstantPoolTest, NumberCutOff) {
  EXPECT_NE(Parse(2, {3, 0, 5}).find("ends early"), std::string::npos);
}
TEST_F(ConstantPoolTest, UnknownTag) {
  EXPECT_NE(Parse(2, {2, 0, 0}).find("unknown constant pool tag 2"), std::string::npos);
  EXPECT_NE(Parse(2, {255, 0, 0}).find("unknown constant pool tag 255"), std::string::npos);
}
TEST_F(ConstantPoolTest, PoolEndsInsideALong) {
  EXPECT_NE(Parse(2, {5, 0, 0, 0, 0, 0, 0, 0, 0}).find("inside a Long or Double"), std::string::npos);
}
TEST_F(ConstantPoolTest, ClassThatNamesItself) {
  EXPECT_NE(Parse(2, {7, 0, 1}).find("constant 1 (Class) refers to a constant of the wrong kind"),
            std::string::npos);
}
TEST_F(ConstantPoolTest, ReferenceOutOfRange) {
  EXPECT_NE(Parse(2, {8, 0, 9}).find("constant 1 (String)"), std::string::npos);
}
TEST_F(ConstantPoolTest, ReferenceToTheSecondHalfOfALong) {
  EXPECT_NE(Parse(4, {5, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 2}).find("constant 3 (Class)"), std::string::npos);
}
TEST_F(ConstantPoolTest, MethodHandleOfUnknownKind) {
  EXPECT_NE(Parse(2, {15, 10, 0, 1}).find("constant 1 (MethodHandle)"), std::string::npos);
}
TEST_F(ConstantPoolTest, MemberWithoutNameAndType) {
  EXPECT_NE(Parse(4, {1, 0, 1, 'm', 7, 0, 1, 10, 0, 2, 0, 1}).find("constant 3 (Methodref)"),
            std::string::npos);
}

}  // namespace
}  // namespace revmon::classfile
