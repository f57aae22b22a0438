// Answers: what does the engine in the JVM get to know of the plan?
//
// All specs, machines as tables and code by method name, as bytes that revmon.rt.SpecTable reads. Patterns
// and classes stay here: the weaver needs the ones, the boot loader the others. What the engine would have to
// work out once per JVM is worked out here:
//
//   - the thread of a perthread spec is one more parameter, the last, which every event binds;
//   - per state of an automaton, the categories that can never be left again (they are reported once);
//   - per event, the domains of instances that a useful new instance may continue, or "any": where bodies
//     report, every instance of the textbook is needed (Java bodies of a spec with handlers are taken to
//     serve those);
//   - whether a property reports once or again and again (raw code, and javamop semantics but for ltl).
//
// The plan must be sound (wire::FindFlaw). Linear in the plan.
#pragma once
#include <cstdint>
#include <vector>

#include "wire/plan.h"

namespace revmon::weave {

inline constexpr uint32_t kTablesVersion = 2;

[[nodiscard]] std::vector<uint8_t> EncodeTables(const wire::Plan& plan);

// Categories of each state of an automaton that hold in it and in all that can follow.
[[nodiscard]] std::vector<uint64_t> PermanentMasks(const wire::Machine& dfa);

}  // namespace revmon::weave
