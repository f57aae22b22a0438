// Answers: which machine does a formula text denote?
//
// | logic   | categories                                                                   | machine | | ere
// | match, fail, nonfail                                                         | minimal Dfa      | | fsm
// | every state name and alias, fail, nonfail                                    | minimal Dfa      | | ltl
// | violation, validation                                                        | minimal Dfa      | | ptltl
// | violation, validation                                                        | minimal Dfa      | | cfg
// | match, fail, nonfail                                                         | StackMachine     | | srs
// | succeed, fail, nonfail                                                       | Rewriter         | |
// ptcaret | violation, validation                                                        | CaretMachine     |
// `deadlock` is accepted everywhere and never holds (it needs an enforcing runtime). Names are case-folded.
//
//   match      the trace so far is in the language
//   fail       no continuation of the trace (nor the trace itself) is in the language; fsm: a transition that
//   is
//              not written was taken; srs: a rule with #fail was applied. Always absorbing.
//   nonfail    not fail
//   violation  ltl: no infinite continuation satisfies the formula (absorbing); ptltl, ptcaret: the formula
//   is
//              false at the last event
//   validation ltl: every infinite continuation satisfies it (absorbing); ptltl, ptcaret: it is true at the
//   last event succeed    a rule with #succeed was applied (absorbing)
//
// Errors about the text carry its line and column (1-based, relative to the text). An unknown category in
// `handled` is kNotFound without a line, so that the caller can put the place of the handler.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/formula.h"
#include "logic/machine.h"

namespace revmon::logic {

// The machine of `text`, with one category for each name in `handled` (duplicates merge; bit i = i-th
// distinct name, case-folded). Minimisation keeps apart only what those categories tell apart. With nothing
// handled, the machine has all categories of its logic, except `deadlock`; for fsm that is a kLimit error
// beyond 64 names.
[[nodiscard]] Result<Machine> Compile(Logic logic, std::string_view text, const Alphabet& alphabet,
                                      std::span<const std::string> handled = {}, const Budget& budget = {});

// The categories that the logic itself defines (fsm: without state names and aliases), `deadlock` last.
[[nodiscard]] std::vector<std::string> BuiltinCategories(Logic logic);

}  // namespace revmon::logic
