// Answers: is a trace in a context-free language, and can it still get there?
//
// Any grammar, no conflicts to resolve. The grammar is turned inside out by left corners: besides events and
// nonterminals, the stack holds symbols X\Y, "what is left of an X whose left corner Y is complete". For each
// stack symbol and event there are finitely many strings to replace the symbol by (push strings), left
// recursion and empty symbols included: nullable symbols may be skipped on the way down. All symbols can be
// completed, hence:
//   match  some stack holds nullable symbols only
//   fail   no stack is left (the viable-prefix property: exact)
//
// Where the grammar leaves a choice, the machine follows all stacks. The set of stacks is kept as a minimal
// acyclic automaton read from the top (equal sets have equal states), so that exponentially many stacks share
// their cells; X X\X and X\Y X\X are shortened to X and X\Y, which denote the same, so that S -> S S does not
// pile up. A step costs time linear in the cells, whose number is bounded by max_stack (4096 by default,
// roughly the nesting depth of a deterministic grammar); past it the state is Exhausted.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "logic/categories.h"
#include "logic/grammar.h"
#include "logic/machine.h"

namespace revmon::logic {

using StackSymbol = uint32_t;
inline constexpr StackSymbol kNoSymbol = ~StackSymbol{0};

struct StackRow {
  std::string name;
  bool nullable = false;
  StackSymbol absorbed = kNoSymbol;  // the symbol X\X that vanishes right below this one
  std::vector<std::vector<std::vector<StackSymbol>>> push;  // per event: the strings, each top first
};

class StackMachine : public Engine {
 public:
  [[nodiscard]] static Result<StackMachine> Make(const Grammar& grammar, const Alphabet& alphabet,
                                                 const CategoryLayout& layout, const Budget& budget);

  [[nodiscard]] State Initial() const override;
  [[nodiscard]] State Step(const State& state, Event event) const override;
  [[nodiscard]] CategoryMask Categories(const State& state) const override;
  [[nodiscard]] bool Exhausted(const State& state) const override;
  // All stacks, top first, as a regular expression of sorts: "S\a.(b.$|$)".
  [[nodiscard]] std::string Describe(const State& state) const override;
  // One line a stack symbol: "S\a (nullable): b->{S c | c}"; the first line is the initial stack.
  [[nodiscard]] std::string Dump() const override;

  // The tables. Initially the stack holds symbol 0, unless the language is empty and there is no stack.
  [[nodiscard]] const std::vector<StackRow>& rows() const { return rows_; }
  [[nodiscard]] bool empty() const { return empty_; }
  // There is at most one stack at any time, so that a plain pushdown stack will do.
  [[nodiscard]] bool deterministic() const { return deterministic_; }
  [[nodiscard]] uint32_t max_cells() const { return max_cells_; }

 private:
  StackMachine() = default;
  Alphabet alphabet_;
  std::vector<StackRow> rows_;
  bool empty_ = false;
  bool deterministic_ = true;
  uint32_t max_cells_ = 0;
  CategoryMask match_ = 0, fail_ = 0, nonfail_ = 0;
};

}  // namespace revmon::logic
