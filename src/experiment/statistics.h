// Answers: is this difference more than noise, and how large is it?
//
// Wilcoxon's signed-rank test on pairs: exact for up to 25 differing pairs (by counting all sign patterns),
// with the normal approximation, corrected for ties and continuity, beyond. Pairs without a difference are
// left out. Two-sided.
#pragma once
#include <span>
#include <vector>

namespace revmon::experiment {

// 0 for nothing.
[[nodiscard]] double Median(std::vector<double> values);
// Of positive values; others are left out. 0 for nothing.
[[nodiscard]] double GeometricMean(std::span<const double> values);
// (largest - smallest) / median: what repetitions of one thing differ by. 0 for fewer than two.
[[nodiscard]] double Spread(std::span<const double> values);

struct Wilcoxon {
  size_t pairs = 0;      // that differ
  double statistic = 0;  // the smaller of the two rank sums
  double p = 1;
};
// Both of the same length.
[[nodiscard]] Wilcoxon SignedRank(std::span<const double> a, std::span<const double> b);

}  // namespace revmon::experiment
