#include "logic/coenable.h"

#include <algorithm>
#include <bit>
#include <unordered_set>
#include <utility>

namespace revmon::logic {
namespace {

// For each state a growing set of masks, and the queue of pairs that are new.
class MaskSpread {
 public:
  MaskSpread(uint32_t states, const Budget& budget) : sets_(states), budget_(budget) {}

  void Add(StateId state, EventMask mask) {
    if (sets_[state].insert(mask).second) work_.emplace_back(state, mask);
  }
  // visit(state, mask) for every pair that was ever added; it may add more, and returns what it cost.
  template <typename Visit>
  Status Run(Visit visit) {
    for (uint64_t steps = 0; !work_.empty();) {
      const auto [state, mask] = work_.back();
      work_.pop_back();
      if ((steps += 1 + visit(state, mask)) > budget_.max_sets) {
        return OverBudget("computing the parameter sets", budget_.max_sets, "unions", "max_sets");
      }
    }
    return OkStatus();
  }
  [[nodiscard]] const std::unordered_set<EventMask>& At(StateId state) const { return sets_[state]; }

 private:
  std::vector<std::unordered_set<EventMask>> sets_;
  std::vector<std::pair<StateId, EventMask>> work_;
  const Budget& budget_;
};

MaskSets Sorted(const std::unordered_set<EventMask>& set) {
  MaskSets sorted(set.begin(), set.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

std::vector<MaskSets> SortedAll(const std::vector<std::unordered_set<EventMask>>& sets) {
  std::vector<MaskSets> sorted;
  for (const auto& set : sets) sorted.push_back(Sorted(set));
  return sorted;
}

// Every union of event masks, the empty one only if asked for.
Result<std::vector<MaskSets>> AllUnions(std::span<const EventMask> masks, bool with_empty,
                                        const Budget& budget) {
  MaskSpread spread(1, budget);
  for (EventMask mask : masks) spread.Add(0, mask);
  REVMON_RETURN_IF_ERROR(spread.Run([&](StateId, EventMask mask) {
    for (EventMask other : masks) spread.Add(0, mask | other);
    return masks.size();
  }));
  if (with_empty) spread.Add(0, 0);
  return std::vector<MaskSets>(masks.size(), Sorted(spread.At(0)));
}

Status CheckMasks(const Alphabet& alphabet, std::span<const EventMask> event_masks) {
  if (event_masks.size() == alphabet.size()) return OkStatus();
  return Error(ErrorCode::kInvalid, "the number of event masks is not the number of events");
}

}  // namespace

Result<std::vector<MaskSets>> EnableSets(const Machine& machine, CategoryMask goal,
                                         std::span<const EventMask> event_masks, const Budget& budget) {
  REVMON_RETURN_IF_ERROR(CheckMasks(machine.alphabet(), event_masks));
  if (machine.dfa() == nullptr) return AllUnions(event_masks, true, budget);
  const Dfa& dfa = *machine.dfa();
  const std::vector<bool> alive = CanReach(dfa, goal);
  std::vector<std::unordered_set<EventMask>> enable(event_masks.size());
  MaskSpread spread(dfa.size(), budget);
  if (dfa.size() != 0) spread.Add(0, 0);
  REVMON_RETURN_IF_ERROR(spread.Run([&](StateId state, EventMask mask) {
    for (Event e = 0; e < event_masks.size(); ++e) {
      const StateId next = dfa.Next(state, e);
      if (!alive[next]) continue;
      enable[e].insert(mask);
      spread.Add(next, mask | event_masks[e]);
    }
    return event_masks.size();
  }));
  return SortedAll(enable);
}

Result<std::vector<MaskSets>> CoenableSets(const Machine& machine, CategoryMask goal,
                                           std::span<const EventMask> event_masks, const Budget& budget) {
  REVMON_RETURN_IF_ERROR(CheckMasks(machine.alphabet(), event_masks));
  if (machine.dfa() == nullptr) return AllUnions(event_masks, false, budget);
  const Dfa& dfa = *machine.dfa();
  REVMON_ASSIGN_OR_RETURN(const std::vector<MaskSets> live, LiveSets(dfa, goal, event_masks, budget));
  std::vector<std::unordered_set<EventMask>> coenable(event_masks.size());
  for (StateId s = 0; s < dfa.size(); ++s) {
    for (Event e = 0; e < event_masks.size(); ++e) {
      const MaskSets& after = live[dfa.Next(s, e)];
      coenable[e].insert(after.begin(), after.end());
    }
  }
  return SortedAll(coenable);
}

Result<std::vector<MaskSets>> LiveSets(const Dfa& dfa, CategoryMask goal,
                                       std::span<const EventMask> event_masks, const Budget& budget) {
  REVMON_RETURN_IF_ERROR(CheckMasks(dfa.alphabet(), event_masks));
  std::vector<std::vector<std::pair<StateId, EventMask>>> before(dfa.size());
  MaskSpread spread(dfa.size(), budget);
  for (StateId s = 0; s < dfa.size(); ++s) {
    for (Event e = 0; e < event_masks.size(); ++e) {
      const StateId next = dfa.Next(s, e);
      before[next].emplace_back(s, event_masks[e]);
      if ((dfa.Mask(next) & goal) != 0) spread.Add(s, event_masks[e]);
    }
  }
  // Several events with one mask between the same two states are one edge.
  for (auto& edges : before) {
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
  REVMON_RETURN_IF_ERROR(spread.Run([&](StateId state, EventMask mask) {
    for (const auto& [from, event_mask] : before[state]) spread.Add(from, mask | event_mask);
    return before[state].size();
  }));
  std::vector<MaskSets> live;
  for (StateId s = 0; s < dfa.size(); ++s) live.push_back(Sorted(spread.At(s)));
  return live;
}

MaskSets Minimal(const MaskSets& sets) {
  MaskSets by_size = sets;
  std::sort(by_size.begin(), by_size.end(), [](EventMask a, EventMask b) {
    const int bits_a = std::popcount(a), bits_b = std::popcount(b);
    return bits_a != bits_b ? bits_a < bits_b : a < b;
  });
  MaskSets minimal;
  for (EventMask set : by_size) {
    if (std::none_of(minimal.begin(), minimal.end(), [&](EventMask small) { return (small & ~set) == 0; })) {
      minimal.push_back(set);
    }
  }
  std::sort(minimal.begin(), minimal.end());
  return minimal;
}

}  // namespace revmon::logic
