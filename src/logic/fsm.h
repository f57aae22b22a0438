// Answers: which automaton does an fsm formula write down?
//
//   start [ open -> opened, close -> start ]     the first state is the initial one
//   opened [ close -> start  default opened ]    commas are optional; default takes all events not written
//   bad [ ]
//   alias error = bad, fail                      a further category: any of these states
//
// A transition that is written nowhere leads to the absorbing state `fail`, which may also be named as a
// target or in an alias, or be declared. Names that differ only in case are different states and one
// category.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "logic/dfa.h"

namespace revmon::logic {

// The automaton as written, plus `fail`; not minimised.
[[nodiscard]] Result<Dfa> CompileFsm(std::string_view text, const Alphabet& alphabet,
                                     std::span<const std::string> handled, const Budget& budget);

}  // namespace revmon::logic
