#include "app/cli/suggest.h"

#include <gtest/gtest.h>

#include <array>

namespace revmon::cli {
namespace {

constexpr std::array<std::string_view, 3> kKnown = {"inspect", "weave", "check"};

TEST(EditDistance, CountsEachKindOfSlipOnce) {
  EXPECT_EQ(EditDistance("weave", "weave"), 0u);
  EXPECT_EQ(EditDistance("weav", "weave"), 1u);
  EXPECT_EQ(EditDistance("weaave", "weave"), 1u);
  EXPECT_EQ(EditDistance("woave", "weave"), 1u);
  EXPECT_EQ(EditDistance("waeve", "weave"), 1u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
}

TEST(Suggest, FindsTheNearestName) {
  EXPECT_EQ(Suggest("inspct", kKnown), "inspect");
  EXPECT_EQ(Suggest("isnpect", kKnown), "inspect");
  EXPECT_EQ(Suggest("chekc", kKnown), "check");
}

TEST(Suggest, StaysSilentWhenNothingIsNear) {
  EXPECT_EQ(Suggest("monitor", kKnown), std::nullopt);
  EXPECT_EQ(Suggest("", kKnown), std::nullopt);
  EXPECT_EQ(Suggest("inspect", {}), std::nullopt);
}

}  // namespace
}  // namespace revmon::cli
