#include "classfile/stack_map.h"

#include <gtest/gtest.h>

#include <string>

#include "support/class_text.h"

namespace revmon::classfile {
namespace {

// Class constants of the pool the tests use.
constexpr uint8_t kClassT = 2;

class StackMapTest : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::vector<uint8_t>> bytes = ClassBuilder(kJava8, kAccPublic, "T", "java/lang/Object").Write();
    ASSERT_TRUE(bytes.ok());
    bytes_ = *bytes;
    ASSERT_TRUE(file_.ParseFrom(bytes_).ok());
  }
  // Decodes `data` behind an entry frame [I], and the text of its frames or the error's code.
  std::string Decode(std::vector<uint8_t> data) {
    ConstantPoolEditor pool(file_.pool());
    StackMap map;
    Status status = map.Decode(data, 1000, entry_, pool);
    if (!status.ok()) return std::string(ToString(status.error().code()));
    std::string text;
    for (size_t i = 0; i < map.size(); ++i) {
      FrameView frame = map.frame(i);
      text += (text.empty() ? "" : " ") + std::to_string(frame.pc) + TypesText(frame.locals) +
              TypesText(frame.stack);
    }
    Result<std::vector<uint8_t>> encoded = map.Encode(entry_, pool);
    same_ = encoded.ok() && *encoded == data;
    return text;
  }
  std::vector<VerificationType> entry_ = {{.tag = TypeTag::kInteger}};
  std::vector<uint8_t> bytes_;
  ClassFile file_;
  bool same_ = false;  // encoding gave the same bytes
};

TEST_F(StackMapTest, SameFrames) {
  EXPECT_EQ(Decode({0, 2, 5, 63}), "5[I][] 69[I][]");
  EXPECT_TRUE(same_);
}

TEST_F(StackMapTest, SameFrameExtended) {
  EXPECT_EQ(Decode({0, 1, 251, 1, 0}), "256[I][]");
  EXPECT_TRUE(same_);
}

TEST_F(StackMapTest, OneStackItem) {
  EXPECT_EQ(Decode({0, 2, 64 + 7, 1, 247, 0, 64, 7, 0, kClassT}), "7[I][I] 72[I][T]");
  EXPECT_TRUE(same_);
}

TEST_F(StackMapTest, AppendAndChop) {
  EXPECT_EQ(Decode({0, 3, 254, 0, 0, 4, 5, 2, 250, 0, 0, 248, 0, 0}), "0[I J null F][] 1[I J null][] 2[][]");
  EXPECT_TRUE(same_);
}

TEST_F(StackMapTest, FullFrame) {
  EXPECT_EQ(Decode({0, 1, 255, 0, 9, 0, 2, 3, 0, 0, 2, 8, 0, 4, 6}), "9[D T][new@4 this!]");
  EXPECT_TRUE(same_);
}

TEST_F(StackMapTest, EncodingPicksTheSmallestForm) {
  EXPECT_EQ(Decode({0, 1, 255, 0, 9, 0, 1, 1, 0, 0}), "9[I][]");
  EXPECT_FALSE(same_);
  EXPECT_EQ(Decode({0, 1, 251, 0, 9}), "9[I][]");
  EXPECT_FALSE(same_);
}

TEST_F(StackMapTest, ObjectsWithoutConstantGetOne) {
  ConstantPoolEditor pool(file_.pool());
  StackMap map;
  VerificationType type = VerificationType::Object("a/New");
  map.Add(3, {&type, 1}, {});
  Result<std::vector<uint8_t>> encoded = map.Encode({}, pool);
  ASSERT_TRUE(encoded.ok());
  EXPECT_EQ(*encoded, (std::vector<uint8_t>{0, 1, 252, 0, 3, 7, 0, 6}));
  EXPECT_EQ(pool.ClassNameAt(6), "a/New");
}

TEST_F(StackMapTest, EmptyInput) { EXPECT_EQ(Decode({}), ToString(ErrorCode::kTruncated)); }
TEST_F(StackMapTest, CountBeyondTheData) { EXPECT_EQ(Decode({0, 2, 5}), ToString(ErrorCode::kTruncated)); }
TEST_F(StackMapTest, BytesAfterTheLastFrame) {
  EXPECT_EQ(Decode({0, 0, 1}), ToString(ErrorCode::kMalformed));
}
TEST_F(StackMapTest, ReservedFrameType) { EXPECT_EQ(Decode({0, 1, 200}), ToString(ErrorCode::kMalformed)); }
TEST_F(StackMapTest, ChopOfMoreThanThereIs) {
  EXPECT_EQ(Decode({0, 1, 249, 0, 0}), ToString(ErrorCode::kMalformed));
}
TEST_F(StackMapTest, UnknownTypeTag) { EXPECT_EQ(Decode({0, 1, 64, 9}), ToString(ErrorCode::kMalformed)); }
TEST_F(StackMapTest, ObjectOfNoClass) {
  EXPECT_EQ(Decode({0, 1, 64, 7, 0, 1}), ToString(ErrorCode::kMalformed));
}
TEST_F(StackMapTest, TypeCutOff) { EXPECT_EQ(Decode({0, 1, 64, 7, 0}), ToString(ErrorCode::kTruncated)); }
TEST_F(StackMapTest, FullFrameCutOff) {
  EXPECT_EQ(Decode({0, 1, 255, 0, 9, 255, 255, 1}), ToString(ErrorCode::kTruncated));
}

TEST_F(StackMapTest, HugeTablesAreRefusedWithinTheBudget) {
  // 65535 frames, each adding three locals: 6 * 10^9 types if all were kept.
  std::vector<uint8_t> data = {255, 255};
  for (int i = 0; i < 65535; ++i) data.insert(data.end(), {254, 0, 0, 1, 1, 1});
  EXPECT_EQ(Decode(data), ToString(ErrorCode::kLimit));
}

}  // namespace
}  // namespace revmon::classfile
