#include "classfile/attribute.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "classfile/class_builder.h"
#include "classfile/opcode.h"

namespace revmon::classfile {
namespace {

TEST(AttributeTest, EveryStandardNameIsKnown) {
#define REVMON_EXPECT_KIND(name)                             \
  EXPECT_EQ(AttributeKindOf(#name), AttributeKind::k##name); \
  EXPECT_EQ(ToString(AttributeKind::k##name), #name);
  REVMON_ATTRIBUTES(REVMON_EXPECT_KIND)
#undef REVMON_EXPECT_KIND
}

TEST(AttributeTest, OtherNamesAreUnknown) {
  for (std::string_view name :
       {"", "code", "Code ", "ScalaSig", "RuntimeVisibleTypeAnnotation", "StackMap"}) {
    EXPECT_EQ(AttributeKindOf(name), AttributeKind::kUnknown) << name;
  }
  EXPECT_EQ(ToString(AttributeKind::kUnknown), "");
}

class ReadAttributesTest : public testing::Test {
 protected:
  void SetUp() override {
    class_ = *ClassBuilder(kJava8, 0, "Code", "S").Write();  // constant 1 is the text "Code", 2 a Class
    ASSERT_TRUE(file_.ParseFrom(class_).ok());
  }
  Status Read(std::vector<uint8_t> data) {
    data_ = std::move(data);
    ByteReader reader(data_, 100);
    return ReadAttributes(reader, file_.pool(), out_);
  }
  std::vector<uint8_t> class_;
  std::vector<uint8_t> data_;
  ClassFile file_;
  std::vector<Attribute> out_;
};

TEST_F(ReadAttributesTest, GivesViewsWithOffsets) {
  ASSERT_TRUE(Read({0, 1, 0, 1, 0, 0, 0, 2, 8, 9}).ok());
  ASSERT_EQ(out_.size(), 1u);
  EXPECT_EQ(out_[0].kind, AttributeKind::kCode);
  EXPECT_EQ(out_[0].offset, 108u);
  EXPECT_EQ(out_[0].data[1], 9);
}

TEST_F(ReadAttributesTest, CountCutOff) { EXPECT_EQ(Read({0}).error().code(), ErrorCode::kTruncated); }
TEST_F(ReadAttributesTest, LengthBeyondTheData) {
  Status status = Read({0, 1, 0, 1, 0xff, 0xff, 0xff, 0xff, 8, 9});
  EXPECT_EQ(status.error().message(), "attribute passes the end of what holds it");
  EXPECT_EQ(status.error().place().offset, 102u);
}
TEST_F(ReadAttributesTest, NameIsNoText) {
  EXPECT_EQ(Read({0, 1, 0, 2, 0, 0, 0, 0}).error().message(), "attribute name is not a Utf8 constant");
}
TEST_F(ReadAttributesTest, CountOfManyOverLittleData) {
  EXPECT_FALSE(Read({0xff, 0xff, 0, 1, 0, 0, 0, 0}).ok());
}

TEST(OpcodeTest, MnemonicsAndLengths) {
  EXPECT_EQ(InfoOf(Opcode::kInvokeinterface).mnemonic, "invokeinterface");
  EXPECT_EQ(InfoOf(Opcode::kInvokeinterface).length, 5);
  EXPECT_EQ(InfoOf(Opcode::kNop).length, 1);
  EXPECT_EQ(InfoOf(Opcode::kTableswitch).length, 0);
  EXPECT_EQ(InfoOf(uint8_t{0xb0}).mnemonic, "areturn");
}

TEST(OpcodeTest, EveryByteIsDefinedAndOnlyTheFirst202AreInstructions) {
  for (int op = 0; op < 256; ++op) {
    bool legal = InfoOf(static_cast<uint8_t>(op)).format != OperandFormat::kIllegal;
    EXPECT_EQ(legal, op < kOpcodeCount) << op;
  }
}

TEST(OpcodeTest, BlocksEndWhereNothingFallsThrough) {
  for (Opcode opcode : {Opcode::kGoto, Opcode::kGotoW, Opcode::kAthrow, Opcode::kReturn,
                        Opcode::kLookupswitch, Opcode::kRet}) {
    EXPECT_TRUE(EndsBlock(opcode)) << InfoOf(opcode).mnemonic;
  }
  for (Opcode opcode : {Opcode::kIfeq, Opcode::kInvokestatic, Opcode::kNop, Opcode::kMonitorexit}) {
    EXPECT_FALSE(EndsBlock(opcode)) << InfoOf(opcode).mnemonic;
  }
}

}  // namespace
}  // namespace revmon::classfile
