#include "base/result.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace revmon {
namespace {

Result<int> Half(int n) {
  if (n % 2 != 0) return Error(ErrorCode::kInvalid, std::to_string(n) + " is odd");
  return n / 2;
}

Result<int> Quarter(int n) {
  REVMON_ASSIGN_OR_RETURN(int half, Half(n));
  return Half(half);
}

Status CheckEven(int n) {
  REVMON_RETURN_IF_ERROR(Half(n));
  return OkStatus();
}

TEST(ResultTest, AssignOrReturnPassesTheValueOn) {
  Result<int> quarter = Quarter(12);
  ASSERT_TRUE(quarter.ok());
  EXPECT_EQ(*quarter, 3);
}

TEST(ResultTest, AssignOrReturnPassesTheErrorOn) {
  EXPECT_EQ(Quarter(7).error().Text(), "7 is odd");
  EXPECT_EQ(Quarter(6).error().Text(), "3 is odd");
}

TEST(ResultTest, ReturnIfErrorAcceptsResultAndStatus) {
  EXPECT_TRUE(CheckEven(2).ok());
  EXPECT_EQ(CheckEven(3).error().code(), ErrorCode::kInvalid);
}

TEST(ResultTest, MoveOnlyValuesMoveThrough) {
  auto make = []() -> Result<std::unique_ptr<int>> { return std::make_unique<int>(4); };
  auto use = [&]() -> Result<int> {
    REVMON_ASSIGN_OR_RETURN(std::unique_ptr<int> p, make());
    return *p;
  };
  EXPECT_EQ(use().value(), 4);
}

TEST(ResultTest, IsOneWordWiderThanItsValue) { EXPECT_LE(sizeof(Result<void*>), sizeof(void*) * 2); }

TEST(ResultDeathTest, ValueOfAnErrorEndsTheProcess) { EXPECT_DEATH((void)Half(1).value(), ""); }

}  // namespace
}  // namespace revmon
