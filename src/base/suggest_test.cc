#include "base/suggest.h"

#include <gtest/gtest.h>

namespace revmon {
namespace {

const std::vector<std::string> kKnown = {"inspect", "weave", "check"};

TEST(EditDistance, CountsEachKindOfSlipOnce) {
  EXPECT_EQ(EditDistance("weave", "weave", 5), 0u);
  EXPECT_EQ(EditDistance("weav", "weave", 5), 1u);
  EXPECT_EQ(EditDistance("weaave", "weave", 5), 1u);
  EXPECT_EQ(EditDistance("woave", "weave", 5), 1u);
  EXPECT_EQ(EditDistance("waeve", "weave", 5), 1u);
  EXPECT_EQ(EditDistance("", "abc", 5), 3u);
  EXPECT_EQ(EditDistance("abc", "", 5), 3u);
}

TEST(EditDistance, CaseIsNoDifference) { EXPECT_EQ(EditDistance("hasNext", "HASnext", 5), 0u); }

TEST(EditDistance, BeyondTheLimitIsOnlyMore) { EXPECT_GT(EditDistance("a", "abcdefgh", 2), 2u); }

TEST(Suggest, FindsTheNearestName) {
  EXPECT_EQ(Suggest("inspct", kKnown), "inspect");
  EXPECT_EQ(Suggest("isnpect", kKnown), "inspect");
  EXPECT_EQ(Suggest("chekc", kKnown), "check");
  EXPECT_EQ(Suggest("Check", kKnown), "check");
}

TEST(Suggest, FirstOfEquallyNearOnesWins) {
  EXPECT_EQ(Suggest("cat", std::vector<std::string>{"hat", "bat"}), "hat");
}

TEST(Suggest, StaysSilentWhenNothingIsNear) {
  EXPECT_EQ(Suggest("monitor", kKnown), "");
  EXPECT_EQ(Suggest("", kKnown), "");
  EXPECT_EQ(Suggest("inspect", {}), "");
}

TEST(Suggest, TheSameWordIsNoCorrection) {
  EXPECT_EQ(Suggest("around", std::vector<std::string>{"around", "round"}), "round");
}

TEST(Suggest, OneWrongLetterIsNoWord) { EXPECT_EQ(Suggest("n", std::vector<std::string>{"m"}), ""); }

TEST(Suggest, HugeWordsAreNoSlips) {
  EXPECT_EQ(Suggest(std::string(100'000, 'x'), std::vector<std::string>{std::string(100'000, 'x')}), "");
}

TEST(DidYouMean, IsAQuestionOrNothing) {
  EXPECT_EQ(DidYouMean("hasnex", {"next", "hasnext", "hasnextfalse"}), "did you mean 'hasnext'?");
  EXPECT_EQ(DidYouMean("zzzz", {"next", "hasnext"}), "");
}

}  // namespace
}  // namespace revmon
