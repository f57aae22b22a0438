#include "experiment/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace revmon::experiment {
namespace {

struct Ranked {
  std::vector<double> ranks;  // ties share their mean rank
  std::vector<bool> positive;
  double tie_sum = 0;  // sum of t^3 - t over groups of equal differences
};

Ranked Rank(std::span<const double> a, std::span<const double> b) {
  std::vector<double> differences;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] != b[i]) differences.push_back(a[i] - b[i]);
  }
  std::sort(differences.begin(), differences.end(),
            [](double x, double y) { return std::abs(x) < std::abs(y); });
  Ranked out;
  for (size_t first = 0; first < differences.size();) {
    size_t last = first;
    while (last < differences.size() && std::abs(differences[last]) == std::abs(differences[first])) ++last;
    const auto tied = static_cast<double>(last - first);
    for (size_t i = first; i < last; ++i) {
      out.ranks.push_back((static_cast<double>(first + last) + 1) / 2);
      out.positive.push_back(differences[i] > 0);
    }
    out.tie_sum += tied * tied * tied - tied;
    first = last;
  }
  return out;
}

// The share of all sign patterns whose rank sum is at most `statistic`, by dynamic programming over sums.
// Mean ranks are multiples of a half, so twice the rank is a whole number.
double ExactTail(const std::vector<double>& ranks, double statistic) {
  size_t total = 0;
  std::vector<double> ways = {1};
  for (double rank : ranks) {
    const auto twice = static_cast<size_t>(std::lround(rank * 2));
    total += twice;
    ways.resize(total + 1, 0);
    for (size_t sum = total + 1; sum-- > twice;) ways[sum] += ways[sum - twice];
  }
  double tail = 0;
  const auto limit = static_cast<size_t>(std::lround(statistic * 2));
  for (size_t sum = 0; sum <= limit && sum < ways.size(); ++sum) tail += ways[sum];
  return tail / std::exp2(static_cast<double>(ranks.size()));
}

double NormalTail(const Ranked& ranked, double statistic) {
  const auto n = static_cast<double>(ranked.ranks.size());
  const double mean = n * (n + 1) / 4;
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranked.tie_sum / 48;
  if (variance <= 0) return 0.5;
  const double z = (statistic - mean + 0.5) / std::sqrt(variance);
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

}  // namespace

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double GeometricMean(std::span<const double> values) {
  double sum = 0;
  size_t count = 0;
  for (double value : values) {
    if (!(value > 0)) continue;
    sum += std::log(value);
    ++count;
  }
  return count == 0 ? 0 : std::exp(sum / static_cast<double>(count));
}

double Spread(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double median = Median({values.begin(), values.end()});
  return median > 0 ? (*most - *least) / median : 0;
}

Wilcoxon SignedRank(std::span<const double> a, std::span<const double> b) {
  constexpr size_t kMostExact = 25;
  const Ranked ranked = Rank(a, b);
  double plus = 0, minus = 0;
  for (size_t i = 0; i < ranked.ranks.size(); ++i) (ranked.positive[i] ? plus : minus) += ranked.ranks[i];
  Wilcoxon out{.pairs = ranked.ranks.size(), .statistic = std::min(plus, minus), .p = 1};
  if (out.pairs == 0) return out;
  const double tail =
      out.pairs <= kMostExact ? ExactTail(ranked.ranks, out.statistic) : NormalTail(ranked, out.statistic);
  out.p = std::min(1.0, 2 * tail);
  return out;
}

}  // namespace revmon::experiment
