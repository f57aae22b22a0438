// Answers: after which finite traces is it certain that a formula with past and future fails, or holds?
//
// Three-valued monitoring of infinite traces: `violation` when no infinite continuation of the trace
// satisfies the formula at its first position, `validation` when all do. Both are exact, not syntactic: `o a
// and o b` is violated at once, since one position has one event.
//
// For the formula and for its negation, a Buchi automaton: a state is a set of obligations for the next
// position (obligations.h) and one memory bit for each past operator (temporal.h). Past operators over past
// formulas are deterministic. For an operand that looks into the future, such as the one of [*](a => <> b),
// the automaton guesses its value at each position and takes on the obligation that the guess is right.
// States that no accepting run leaves are dropped; the monitor is the subset construction over both automata,
// where an empty half is the verdict. Cost: exponential in the operators at worst, hence the budgets;
// everyday formulas need a handful of states.
#pragma once
#include <string_view>

#include "base/result.h"
#include "logic/categories.h"
#include "logic/dfa.h"

namespace revmon::logic {

[[nodiscard]] Result<Dfa> CompileLtl(std::string_view text, const Alphabet& alphabet,
                                     const CategoryLayout& layout, const Budget& budget);

}  // namespace revmon::logic
