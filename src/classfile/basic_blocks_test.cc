#include "classfile/basic_blocks.h"

#include <gtest/gtest.h>

#include <string>

namespace revmon::classfile {
namespace {

// "0 3 7", or the error.
std::string BlocksOf(const std::vector<uint8_t>& code, const std::vector<uint8_t>& handlers = {}) {
  CodeView view;
  view.code = code;
  view.handlers = handlers;
  std::vector<uint32_t> starts;
  Status status = FindBlocks(view, &starts);
  if (!status.ok()) return std::string(ToString(status.error().code()));
  std::string text;
  for (uint32_t pc : starts) text += (text.empty() ? "" : " ") + std::to_string(pc);
  return text;
}

TEST(BasicBlocksTest, StraightCodeIsOneBlock) {
  EXPECT_EQ(BlocksOf({0x04, 0x3c, 0x1b, 0xac}), "0");  // iconst_1, istore_1, iload_1, ireturn
}

TEST(BasicBlocksTest, ABranchEndsItsBlockAndStartsTwo) {
  // 0 iload_0, 1 ifeq 6, 4 iconst_1, 5 ireturn, 6 iconst_0, 7 ireturn
  EXPECT_EQ(BlocksOf({0x1a, 0x99, 0, 5, 0x04, 0xac, 0x03, 0xac}), "0 4 6");
}

TEST(BasicBlocksTest, ALoopStartsABlockAtItsHead) {
  // 0 iconst_0, 1 istore_0, 2 iinc 0 1, 5 goto 2
  EXPECT_EQ(BlocksOf({0x03, 0x3b, 0x84, 0, 1, 0xa7, 0xff, 0xfd}), "0 2");
}

TEST(BasicBlocksTest, CallsEndNoBlock) { EXPECT_EQ(BlocksOf({0xb8, 0, 1, 0xb8, 0, 1, 0xb1}), "0"); }

TEST(BasicBlocksTest, EverySwitchTargetStartsABlock) {
  // 0 iload_0, 1 lookupswitch (default 20, one case 22), 20 iconst_0, 21 ireturn, 22 iconst_1, 23 ireturn
  EXPECT_EQ(
      BlocksOf({0x1a, 0xab, 0, 0, 0, 0, 0, 19, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 21, 0x03, 0xac, 0x04, 0xac}),
      "0 20 22");
}

TEST(BasicBlocksTest, HandlersStartBlocksAndProtectedRangesDoNot) {
  // 0 nop, 1 nop, 2 return, 3 pop, 4 pop, 5 return; [1, 2) is protected by 4
  EXPECT_EQ(BlocksOf({0, 0, 0xb1, 0x57, 0x57, 0xb1}, {0, 1, 0, 2, 0, 4, 0, 0}), "0 3 4");
}

TEST(BasicBlocksTest, CodeBehindAReturnThatNothingLeadsToHasANumber) {
  EXPECT_EQ(BlocksOf({0xb1, 0xb1, 0xbf}), "0 1 2");
}

TEST(BasicBlocksTest, JumpsOutOfTheCodeAreErrors) {
  EXPECT_EQ(BlocksOf({0xa7, 0, 9, 0xb1}), "malformed");
  EXPECT_EQ(BlocksOf({0xa7, 0xff, 0xf0, 0xb1}), "malformed");
}

TEST(BasicBlocksTest, JumpsIntoAnInstructionAreErrors) {
  EXPECT_EQ(BlocksOf({0x11, 0, 0, 0xa7, 0xff, 0xfe}), "malformed");
}

TEST(BasicBlocksTest, EmptyCodeIsAnError) { EXPECT_EQ(BlocksOf({}), "malformed"); }

TEST(BasicBlocksTest, AHandlerOutsideIsAnError) {
  EXPECT_EQ(BlocksOf({0, 0xb1}, {0, 0, 0, 1, 0, 2, 0, 0}), "malformed");
}

TEST(BasicBlocksTest, BlockAtFindsTheBlockOfAnyInstruction) {
  std::vector<uint32_t> starts = {0, 4, 6};
  EXPECT_EQ(BlockAt(starts, 0), 0u);
  EXPECT_EQ(BlockAt(starts, 3), 0u);
  EXPECT_EQ(BlockAt(starts, 4), 1u);
  EXPECT_EQ(BlockAt(starts, 99), 2u);
}

}  // namespace
}  // namespace revmon::classfile
