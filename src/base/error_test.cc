#include "base/error.h"

#include <gtest/gtest.h>

namespace revmon {
namespace {

TEST(ErrorTest, TextNamesPlaceMessageAndHint) {
  Error error =
      Error(ErrorCode::kTruncated, "constant pool ends early").At("A.class").AtOffset(12).Hint("rebuild it");
  EXPECT_EQ(error.Text(), "A.class at offset 12: constant pool ends early (rebuild it)");
  EXPECT_EQ(error.code(), ErrorCode::kTruncated);
}

TEST(ErrorTest, LineAndColumnWinOverOffset) {
  Error error = Error(ErrorCode::kMalformed, "expected ')'").At("X.mop").AtOffset(3).AtLine(7, 2);
  EXPECT_EQ(error.Text(), "X.mop:7:2: expected ')'");
}

TEST(ErrorTest, PlaceWithoutFileStillReads) {
  EXPECT_EQ(ToString(Place{.file = "", .offset = 5}), "offset 5");
  EXPECT_EQ(ToString(Place{.file = "", .line = 4, .column = 1}), "line 4:1");
  EXPECT_EQ(ToString(Place{}), "");
}

TEST(ErrorTest, CopyIsIndependent) {
  Error first(ErrorCode::kIo, "disk full");
  Error second = first;
  second.At("/tmp/x");
  EXPECT_EQ(first.Text(), "disk full");
  EXPECT_EQ(second.Text(), "/tmp/x: disk full");
}

TEST(ErrorTest, EveryCodeHasAName) {
  for (auto code : {ErrorCode::kMalformed, ErrorCode::kTruncated, ErrorCode::kUnsupported, ErrorCode::kLimit,
                    ErrorCode::kNotFound, ErrorCode::kIo, ErrorCode::kInvalid}) {
    EXPECT_NE(ToString(code), "unknown");
  }
}

}  // namespace
}  // namespace revmon
