// Answers: after which traces is a past-time formula true at the last event?
//
// The past of a formula fits into one bit for each past operator (its value, or its operand's value, one
// position ago), so the automaton is the reachable part of that bit vector. At the first event (*)f is false
// and ~(*)f is true; [*], <*>, S and ~S include the present. Before the first event neither category holds.
#pragma once
#include <string_view>

#include "base/result.h"
#include "logic/categories.h"
#include "logic/dfa.h"

namespace revmon::logic {

[[nodiscard]] Result<Dfa> CompilePtLtl(std::string_view text, const Alphabet& alphabet,
                                       const CategoryLayout& layout, const Budget& budget);

}  // namespace revmon::logic
