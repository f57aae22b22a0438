#include "logic/formula.h"

#include <algorithm>
#include <array>
#include <utility>

namespace revmon::logic {
namespace {

constexpr std::array<std::pair<Logic, std::string_view>, 7> kLogics = {{
    {Logic::kEre, "ere"},
    {Logic::kFsm, "fsm"},
    {Logic::kLtl, "ltl"},
    {Logic::kPtLtl, "ptltl"},
    {Logic::kCfg, "cfg"},
    {Logic::kSrs, "srs"},
    {Logic::kPtCaRet, "ptcaret"},
}};

// Names longer than this, and candidates beyond this many, are not worth a quadratic comparison.
constexpr size_t kMaxSuggestLength = 64;
constexpr size_t kMaxCandidates = 2000;

// Insertions, deletions, replacements and swaps of neighbours.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view ToString(Logic logic) {
  for (const auto& [value, name] : kLogics) {
    if (value == logic) return name;
  }
  return "?";
}

std::optional<Logic> LogicFromName(std::string_view name) {
  const std::string folded = FoldCase(name);
  for (const auto& [value, known] : kLogics) {
    if (known == folded) return value;
  }
  return std::nullopt;
}

Alphabet::Alphabet(std::span<const std::string> names) {
  for (const std::string& name : names) Add(name);
}

Alphabet::Alphabet(std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) Add(name);
}

Event Alphabet::Add(std::string_view name) {
  const auto [it, added] = index_.emplace(std::string(name), size());
  if (added) names_.emplace_back(name);
  return it->second;
}

std::optional<Event> Alphabet::Find(std::string_view name) const {
  const auto it = index_.find(std::string(name));
  if (it == index_.end()) return std::nullopt;
  return it->second;
}

Error OverBudget(std::string_view what, uint64_t limit, std::string_view unit, std::string_view name) {
  return Error(ErrorCode::kLimit, std::string(what) + " needs more than " + std::to_string(limit) + " " +
                                      std::string(unit) + " (budget " + std::string(name) + ")");
}

std::string_view ClosestName(std::string_view name, std::span<const std::string> candidates) {
  if (name.empty() || name.size() > kMaxSuggestLength) return {};
  const std::string folded = FoldCase(name);
  const size_t near = name.size() < 2 ? 0 : std::max<size_t>(1, name.size() / 3);
  size_t best = near + 1;
  std::string_view closest;
  for (const std::string& candidate : candidates.first(std::min(candidates.size(), kMaxCandidates))) {
    if (candidate.size() > name.size() + near || name.size() > candidate.size() + near) continue;
    const size_t distance = EditDistance(folded, FoldCase(candidate));
    if (distance < best) {
      best = distance;
      closest = candidate;
    }
  }
  return closest;
}

std::string FoldCase(std::string_view text) {
  std::string folded(text);
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return folded;
}

}  // namespace revmon::logic
