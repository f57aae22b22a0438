#include <vector>

#include "logic/left_corner.h"

namespace revmon::logic {
namespace {

constexpr size_t kMaxRows = 400;

// What may lie directly below each symbol on a stack, as a matrix that grows until it stands still.
class Neighbours {
 public:
  explicit Neighbours(const std::vector<StackRow>& rows)
      : rows_(rows), below_(rows.size(), std::vector<bool>(rows.size())) {
    do {
      changed_ = false;
      for (StackSymbol s = 0; s < rows.size(); ++s) Extend(s);
    } while (changed_);
  }

  [[nodiscard]] bool Below(StackSymbol upper, StackSymbol lower) const { return below_[upper][lower]; }

 private:
  void Add(StackSymbol upper, StackSymbol lower) {
    if (below_[upper][lower]) return;
    below_[upper][lower] = true;
    changed_ = true;
  }
  void Inherit(StackSymbol upper, StackSymbol from) {
    for (StackSymbol s = 0; s < rows_.size(); ++s) {
      if (below_[from][s]) Add(upper, s);
    }
  }

  // A string takes the place of its symbol: its last letter gets what the symbol had below.
  void Extend(StackSymbol symbol) {
    const StackSymbol absorbed = rows_[symbol].absorbed;
    if (absorbed != kNoSymbol && below_[symbol][absorbed]) Inherit(symbol, absorbed);
    for (const auto& strings : rows_[symbol].push) {
      for (const auto& string : strings) {
        for (size_t i = 0; i + 1 < string.size(); ++i) Add(string[i], string[i + 1]);
        if (!string.empty()) Inherit(string.back(), symbol);
      }
    }
  }

  const std::vector<StackRow>& rows_;
  std::vector<std::vector<bool>> below_;
  bool changed_ = false;
};

// Does anything that can be uncovered below `symbol` by skipping nullable symbols read `event`?
bool ReadBelow(const std::vector<StackRow>& rows, const Neighbours& neighbours, StackSymbol symbol,
               Event event) {
  std::vector<bool> seen(rows.size());
  std::vector<StackSymbol> work = {symbol};
  while (!work.empty()) {
    const StackSymbol upper = work.back();
    work.pop_back();
    for (StackSymbol lower = 0; lower < rows.size(); ++lower) {
      if (seen[lower] || !neighbours.Below(upper, lower)) continue;
      seen[lower] = true;
      if (!rows[lower].push[event].empty()) return true;
      if (rows[lower].nullable) work.push_back(lower);
    }
  }
  return false;
}

}  // namespace

bool NeedsOneStack(const std::vector<StackRow>& rows) {
  if (rows.size() > kMaxRows) return false;
  const Neighbours neighbours(rows);
  for (StackSymbol s = 0; s < rows.size(); ++s) {
    for (Event e = 0; e < rows[s].push.size(); ++e) {
      if (rows[s].push[e].size() > 1) return false;
      if (!rows[s].push[e].empty() && rows[s].nullable && ReadBelow(rows, neighbours, s, e)) return false;
    }
  }
  return true;
}

}  // namespace revmon::logic
