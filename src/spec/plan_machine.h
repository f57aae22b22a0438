// Answers: which tables does a compiled formula leave in the plan?
//
// A copy, table by table: the agent has no formula compiler, and the plan no pointers.
#pragma once
#include "logic/machine.h"
#include "wire/plan.h"

namespace revmon::spec {

[[nodiscard]] wire::Machine PlanMachine(const logic::Machine& machine);

}  // namespace revmon::spec
