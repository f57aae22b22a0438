// Answers: which automaton does a step function on hashable keys span?
//
// Breadth-first from the initial key, so that states come out in canonical order; both table budgets are held
// here and nowhere else.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "logic/categories.h"
#include "logic/dfa.h"

namespace revmon::logic {

// step(const Key&, Event) -> Result<Key>; mask(const Key&) -> CategoryMask. Key hashes by std::hash.
template <typename Key, typename Step, typename Mask>
[[nodiscard]] Result<Dfa> Explore(const Alphabet& alphabet, const CategoryLayout& layout, Key initial,
                                  const Budget& budget, Step step, Mask mask) {
  Dfa dfa(alphabet, layout.names());
  std::unordered_map<Key, StateId> ids;
  std::vector<const Key*> keys;  // into ids, whose keys do not move
  const auto intern = [&](Key key) {
    const auto [it, fresh] = ids.emplace(std::move(key), dfa.size());
    if (fresh) {
      keys.push_back(&it->first);
      dfa.AddState(mask(it->first));
    }
    return it->second;
  };
  intern(std::move(initial));
  for (StateId s = 0; s < dfa.size(); ++s) {
    for (Event e = 0; e < alphabet.size(); ++e) {
      REVMON_ASSIGN_OR_RETURN(Key next, step(*keys[s], e));
      dfa.SetNext(s, e, intern(std::move(next)));
    }
    if (dfa.size() > budget.max_states) {
      return OverBudget("the automaton", budget.max_states, "states", "max_states");
    }
    if (dfa.table().size() > budget.max_table) {
      return OverBudget("the automaton", budget.max_table, "transitions", "max_table");
    }
  }
  return dfa;
}

}  // namespace revmon::logic
