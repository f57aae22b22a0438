// Answers: what does a regular property look like once it is an automaton?
//
// A complete deterministic automaton over an Alphabet: every state has a successor for every event, in one
// dense table (state * events + event). Each state carries a mask of the categories that hold after a trace
// which ends there; bit i belongs to categories()[i], so at most 64 categories. State 0 is initial, and every
// Dfa that leaves this module is reachable and numbered breadth-first in event order: equal languages give
// equal dumps.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/formula.h"

namespace revmon::logic {

using StateId = uint32_t;
using CategoryMask = uint64_t;
inline constexpr uint32_t kMaxCategories = 64;

class Dfa {
 public:
  // No states yet: AddState makes the first, which is the initial one. At most kMaxCategories categories.
  Dfa(Alphabet alphabet, std::vector<std::string> categories);

  // A state whose transitions all lead to itself until SetNext says otherwise. An empty name is shown as
  // "s<id>".
  StateId AddState(CategoryMask mask, std::string name = {});
  void SetNext(StateId from, Event event, StateId to) { table_[Index(from, event)] = to; }
  void SetMask(StateId state, CategoryMask mask) { masks_[state] = mask; }

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(masks_.size()); }
  [[nodiscard]] const Alphabet& alphabet() const { return alphabet_; }
  [[nodiscard]] const std::vector<std::string>& categories() const { return categories_; }
  [[nodiscard]] StateId Next(StateId from, Event event) const { return table_[Index(from, event)]; }
  [[nodiscard]] CategoryMask Mask(StateId state) const { return masks_[state]; }
  [[nodiscard]] std::string Name(StateId state) const;
  [[nodiscard]] const std::string& GivenName(StateId state) const { return names_[state]; }  // may be empty
  // The transition table, row by row: what goes into a plan.
  [[nodiscard]] const std::vector<StateId>& table() const { return table_; }

 private:
  [[nodiscard]] size_t Index(StateId s, Event e) const {
    return static_cast<size_t>(s) * alphabet_.size() + e;
  }

  Alphabet alphabet_;
  std::vector<std::string> categories_;
  std::vector<StateId> table_;
  std::vector<CategoryMask> masks_;
  std::vector<std::string> names_;
};

// The smallest automaton with the same categories after every trace (Hopcroft, n log n), reachable states
// only, in canonical order. A merged state keeps the name of its first member in breadth-first order.
[[nodiscard]] Dfa Minimize(const Dfa& dfa);

// A shortest trace after which "some category of mask_a holds in a" and "some category of mask_b holds in b"
// differ; nothing if they agree on all traces. Both must have the same number of events.
[[nodiscard]] std::optional<std::vector<Event>> Difference(const Dfa& a, CategoryMask mask_a, const Dfa& b,
                                                           CategoryMask mask_b);
// The same categories, bit by bit, after every trace.
[[nodiscard]] bool Equivalent(const Dfa& a, const Dfa& b);

// States from which a state with a category of `goal` can be reached (in no step, too).
[[nodiscard]] std::vector<bool> CanReach(const Dfa& dfa, CategoryMask goal);

// One line a state: "name [category ...]: event->name ...", in state order.
[[nodiscard]] std::string Dump(const Dfa& dfa);
// The same as a Graphviz digraph; parallel edges share one arrow.
[[nodiscard]] std::string ToDot(const Dfa& dfa, std::string_view title);

}  // namespace revmon::logic
