// Answers: which automaton does an extended regular expression denote?
//
// Loosest first: `r | s`, `r & s` (intersection), `r s`, `~r` (complement), `r*` `r+` `r^3` (repetition),
// parentheses, events, `epsilon` (the empty trace), `empty` (no trace). So ~a* is ~(a*), and ~a b is (~a) b.
//
// Built by Brzozowski derivatives: a state is an expression for "what may still come". Expressions are
// hash-consed and kept in a normal form (| and & are sorted sets, concatenation leans right, units and zeros
// vanish), which makes the set of derivatives finite; minimisation does the rest. `fail` is semantic: a state
// from which no accepting one can be reached, even if its expression is not literally `empty`.
#pragma once
#include <string_view>

#include "base/result.h"
#include "logic/categories.h"
#include "logic/dfa.h"

namespace revmon::logic {

[[nodiscard]] Result<Dfa> CompileEre(std::string_view text, const Alphabet& alphabet,
                                     const CategoryLayout& layout, const Budget& budget);

}  // namespace revmon::logic
