// Answers: what does the agent get to know of a checked spec?
//
// Model -> plan: names resolved, formulas as tables, parameter sets computed, Java replaced by the names of
// its methods in the support class (support_names.h). The class itself is not made here: whoever runs javac
// adds it to wire::Spec::classes. A spec that needs no Java is complete.
//
//   - An event-only spec has no properties; its bodies do all the work.
//   - "raw:" becomes an automaton of one state with the one category "raw", held after every event; its
//     handler is the raw code. Unlike other categories it is meant to repeat.
//   - A condition that the event's values decide by themselves is a test (value_test.h) and needs no Java.
//   - countCond(...) stands behind the event's conditions.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "logic/formula.h"
#include "spec/model.h"
#include "wire/plan.h"

namespace revmon::spec {

// kLimit, naming the spec, when its pointcuts or parameter sets are too large for a plan.
[[nodiscard]] Result<wire::Spec> BuildSpec(const Spec& spec, const logic::Budget& budget = {});

// All of them under one roof; two of the same name are an error.
[[nodiscard]] Result<wire::Plan> BuildPlan(std::span<const Spec> specs,
                                           wire::Semantics semantics = wire::Semantics::kTextbook,
                                           const logic::Budget& budget = {});

// The rule in one sentence, without line breaks and tags: what reports show. "" when there is no doc.
[[nodiscard]] std::string FirstSentence(std::string_view doc);

}  // namespace revmon::spec
