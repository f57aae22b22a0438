#include "experiment/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace revmon::experiment {
namespace {

TEST(StatisticsTest, MedianOfEvenAndOddCounts) {
  EXPECT_EQ(Median({3, 1, 2}), 2);
  EXPECT_EQ(Median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(Median({}), 0);
}

TEST(StatisticsTest, GeometricMeanLeavesOutWhatHasNoLogarithm) {
  EXPECT_DOUBLE_EQ(GeometricMean(std::vector<double>{2, 8, 0}), 4);
  EXPECT_EQ(GeometricMean({}), 0);
}

TEST(StatisticsTest, SpreadIsRelativeToTheMedian) {
  EXPECT_DOUBLE_EQ(Spread(std::vector<double>{9, 10, 12}), 0.3);
  EXPECT_EQ(Spread(std::vector<double>{9}), 0);
}

// Six pairs, all of one sign: 2 of 64 patterns are as extreme.
TEST(StatisticsTest, AllDifferencesOfOneSign) {
  const std::vector<double> a = {1, 2, 3, 4, 5, 6}, b = {2, 4, 6, 8, 10, 12};
  Wilcoxon test = SignedRank(a, b);
  EXPECT_EQ(test.pairs, 6u);
  EXPECT_EQ(test.statistic, 0);
  EXPECT_DOUBLE_EQ(test.p, 2.0 / 64);
}

// Differences 1, -2, 3, 4, 5: the smaller rank sum is 2, reached by {}, {1} and {2} of 32 patterns.
TEST(StatisticsTest, ExactTailCountsSignPatterns) {
  const std::vector<double> a = {1, 0, 3, 4, 5}, b = {0, 2, 0, 0, 0};
  Wilcoxon test = SignedRank(a, b);
  EXPECT_EQ(test.statistic, 2);
  EXPECT_DOUBLE_EQ(test.p, 2 * 3.0 / 32);
}

TEST(StatisticsTest, EqualPairsSayNothing) {
  const std::vector<double> a = {1, 2, 3};
  EXPECT_EQ(SignedRank(a, a).pairs, 0u);
  EXPECT_EQ(SignedRank(a, a).p, 1);
}

TEST(StatisticsTest, TiesShareTheirRank) {
  const std::vector<double> a = {1, 1, 0}, b = {0, 0, 1};
  EXPECT_EQ(SignedRank(a, b).statistic, 2);
}

// 26 pairs are beyond the exact test; counting all 2^26 sign patterns gives 0.0890 for this rank sum.
TEST(StatisticsTest, ApproximationIsCloseToTheExactAnswer) {
  std::vector<double> a, b;
  for (int i = 1; i <= 26; ++i) {
    a.push_back(i % 3 == 0 ? 0 : i);
    b.push_back(i % 3 == 0 ? i : 0);
  }
  Wilcoxon test = SignedRank(a, b);
  EXPECT_EQ(test.pairs, 26u);
  EXPECT_EQ(test.statistic, 108);
  EXPECT_NEAR(test.p, 0.0890, 0.002);
}

}  // namespace
}  // namespace revmon::experiment
