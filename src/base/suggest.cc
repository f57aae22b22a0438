#include "base/suggest.h"

#include <algorithm>
#include <numeric>

namespace revmon {
namespace {

constexpr size_t kMaxWord = 64;  // the distance is quadratic
constexpr size_t kMaxCandidates = 4096;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool Same(char a, char b) { return Lower(a) == Lower(b); }

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b, size_t limit) {
  size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > limit) return limit + 1;
  std::vector<size_t> older(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = previous[j - 1] + (Same(a[i - 1], b[j - 1]) ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      bool swapped = i > 1 && j > 1 && Same(a[i - 1], b[j - 2]) && Same(a[i - 2], b[j - 1]);
      if (swapped) current[j] = std::min(current[j], older[j - 2] + 1);
    }
    older.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

std::string_view Suggest(std::string_view word, std::span<const std::string> known) {
  if (word.empty() || word.size() > kMaxWord) return {};
  std::string_view nearest;
  size_t best = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : known.first(std::min(known.size(), kMaxCandidates))) {
    if (candidate == word) continue;  // right word, wrong place: nothing to correct
    size_t distance = EditDistance(word, candidate, best - 1);
    if (distance >= best || distance >= word.size()) continue;
    best = distance;
    nearest = candidate;
    if (best == 0) break;
  }
  return nearest;
}

std::string DidYouMean(std::string_view word, const std::vector<std::string>& known) {
  std::string_view nearest = Suggest(word, known);
  return nearest.empty() ? "" : "did you mean '" + std::string(nearest) + "'?";
}

}  // namespace revmon
