// Answers: which parameters must an instance have seen before an event, and which may it still need after it?
//
// logic/coenable.h computes such sets over letters; a spec adds four things. An overloaded event is one
// letter but may bind different parameters, so the automaton gets one column for each. A handler that resets
// makes the automaton start over: where that is certain it becomes part of the automaton, where Java decides
// it, every past is possible. `suffix` lets a match begin anywhere, hence again every past, and at any time
// the future of a fresh start. Machines that are no automata know nothing of past and future: every union of
// what events bind is possible. All of these err on the side of creating and keeping instances.
//
// Coenable and live sets are reduced to their minimal members, which decide alike about garbage.
#pragma once
#include "base/result.h"
#include "logic/formula.h"
#include "spec/model.h"
#include "wire/plan.h"

namespace revmon::spec {

struct PlanSets {
  wire::ParameterSets enable;    // per symbol
  wire::ParameterSets coenable;  // per symbol
  wire::ParameterSets live;      // per state of a Dfa (raw: the only one), else empty
};

// `property` is compiled, or raw. kLimit when the sets pass the budget.
[[nodiscard]] Result<PlanSets> ParameterSetsOf(const Spec& spec, const Property& property,
                                               const logic::Budget& budget);

}  // namespace revmon::spec
