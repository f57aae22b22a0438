#include "classfile/code.h"

#include <gtest/gtest.h>

#include <string>

#include "support/class_text.h"

namespace revmon::classfile {
namespace {

// The instructions as text, or the offset of the damage.
std::string Read(const std::vector<uint8_t>& code) {
  InstructionReader reader(code, 100);
  std::string text;
  for (Instruction instruction; reader.Next(instruction);) {
    text += (text.empty() ? "" : " | ") + InstructionText(instruction);
  }
  Status status = reader.status();
  return status.ok() ? text : "damage at " + std::to_string(status.error().place().offset);
}

TEST(InstructionReaderTest, OperandsOfEveryFormat) {
  EXPECT_EQ(Read({0x10, 0xff, 0x11, 0xff, 0x00, 0x15, 5, 0x84, 1, 0xfe, 0xa7, 0xff, 0xf6, 0xc8, 0, 0, 0, 5}),
            "0 bipush -1 | 2 sipush -256 | 5 iload 5 | 7 iinc 1 -2 | 10 goto 0 | 13 goto_w 18");
}

TEST(InstructionReaderTest, WideInstructions) {
  EXPECT_EQ(Read({0xc4, 0x15, 1, 0, 0xc4, 0x84, 1, 1, 0xff, 0xff}), "0 wide iload 256 | 4 wide iinc 257 -1");
}

TEST(InstructionReaderTest, ShortFormsNameTheirLocal) {
  std::vector<uint8_t> code = {0x2d, 0x3c};
  InstructionReader reader(code);
  Instruction instruction;
  ASSERT_TRUE(reader.Next(instruction));
  EXPECT_EQ(instruction.local(), 3);
  ASSERT_TRUE(reader.Next(instruction));
  EXPECT_EQ(instruction.local(), 1);
  EXPECT_FALSE(reader.Next(instruction));
}

TEST(InstructionReaderTest, PoolIndexes) {
  std::vector<uint8_t> code = {0x12, 7, 0xb2, 1, 2, 0xb9, 0, 9, 1, 0, 0xba, 0, 8, 0, 0, 0xc5, 0, 6, 2};
  InstructionReader reader(code);
  std::vector<int> indexes;
  for (Instruction instruction; reader.Next(instruction);) indexes.push_back(instruction.pool_index());
  EXPECT_EQ(indexes, (std::vector<int>{7, 258, 9, 8, 6}));
}

TEST(InstructionReaderTest, TableSwitchAtEveryPadding) {
  for (uint32_t nops = 0; nops < 4; ++nops) {
    std::vector<uint8_t> code(nops, 0);
    code.push_back(0xaa);
    while (code.size() % 4 != 0) code.push_back(0);
    for (int value : {9, 0xff, 0, 11}) {  // default 9, low -1, high 0, offsets 11 and 11
      bool negative = value == 0xff;
      for (int i = 0; i < 3; ++i) code.push_back(negative ? 0xff : 0);
      code.push_back(static_cast<uint8_t>(value));
    }
    code.insert(code.end(), {0, 0, 0, 11});
    std::string pc = std::to_string(nops);
    std::string target = std::to_string(nops + 11);
    std::string expected =
        pc + " tableswitch -1:" + target + " 0:" + target + " default:" + std::to_string(nops + 9);
    EXPECT_TRUE(Read(code).ends_with(expected)) << Read(code);
  }
}

TEST(InstructionReaderTest, LookupSwitch) {
  EXPECT_EQ(Read({0xab, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xf9, 0, 0, 0, 20}),
            "0 lookupswitch -7:20 default:8");
}

TEST(InstructionReaderDamageTest, IllegalOpcode) { EXPECT_EQ(Read({0x00, 0xcb}), "damage at 101"); }
TEST(InstructionReaderDamageTest, OperandCutOff) { EXPECT_EQ(Read({0x11, 0}), "damage at 100"); }
TEST(InstructionReaderDamageTest, WideAtTheEnd) { EXPECT_EQ(Read({0xc4}), "damage at 100"); }
TEST(InstructionReaderDamageTest, WideOfNoLocal) { EXPECT_EQ(Read({0xc4, 0x00, 0, 0}), "damage at 100"); }
TEST(InstructionReaderDamageTest, WideWide) { EXPECT_EQ(Read({0xc4, 0xc4, 0, 0, 0, 0}), "damage at 100"); }
TEST(InstructionReaderDamageTest, WideOperandCutOff) { EXPECT_EQ(Read({0xc4, 0x15, 0}), "damage at 100"); }
TEST(InstructionReaderDamageTest, TableSwitchHeaderCutOff) {
  EXPECT_EQ(Read({0xaa, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), "damage at 100");
}
TEST(InstructionReaderDamageTest, TableSwitchLowAboveHigh) {
  EXPECT_EQ(Read({0xaa, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0}), "damage at 100");
}
TEST(InstructionReaderDamageTest, TableSwitchOfAllIntegers) {
  EXPECT_EQ(Read({0xaa, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff}), "damage at 100");
}
TEST(InstructionReaderDamageTest, LookupSwitchOfNegativeCount) {
  EXPECT_EQ(Read({0xab, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff}), "damage at 100");
}
TEST(InstructionReaderDamageTest, LookupSwitchCountBeyondTheCode) {
  EXPECT_EQ(Read({0xab, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff}), "damage at 100");
}

class CodeViewTest : public testing::Test {
 protected:
  // max_stack 1, max_locals 2, `return`, a handler, no attributes.
  std::vector<uint8_t> data_ = {0, 1, 0, 2, 0, 0, 0, 1, 0xb1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0};
  ConstantPool pool_;
  CodeView view_;
  Status Parse() { return view_.ParseFrom({AttributeKind::kCode, 1, 40, data_}, pool_); }
};

TEST_F(CodeViewTest, ReadsAllParts) {
  ASSERT_TRUE(Parse().ok());
  EXPECT_EQ(view_.max_stack, 1);
  EXPECT_EQ(view_.max_locals, 2);
  EXPECT_EQ(view_.code.size(), 1u);
  EXPECT_EQ(view_.code_offset, 48u);
  ASSERT_EQ(view_.handler_count(), 1u);
  EXPECT_EQ(view_.handler(0).end_pc, 1);
  EXPECT_EQ(view_.handler(0).catch_type, 5);
}

TEST_F(CodeViewTest, TruncationAtEveryByte) {
  std::vector<uint8_t> whole = data_;
  for (size_t size = 0; size < whole.size(); ++size) {
    data_.assign(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_FALSE(Parse().ok()) << size;
  }
}

TEST_F(CodeViewTest, CodeOfNoBytes) {
  data_ = {0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(Parse().error().message(), "code length 0 is not in 1..65535");
}

TEST_F(CodeViewTest, CodeLengthBeyondTheData) {
  data_[4] = 0xff;
  EXPECT_EQ(Parse().error().code(), ErrorCode::kTruncated);
}

TEST_F(CodeViewTest, BytesAfterTheEnd) {
  data_.push_back(0);
  EXPECT_EQ(Parse().error().message(), "Code attribute has bytes after its end");
}

}  // namespace
}  // namespace revmon::classfile
