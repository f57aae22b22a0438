// Answers: what does the agent's matcher have to test for an event's pointcut?
//
// The checked model speaks of names as written, with what they resolve to beside them; the plan holds the
// resolved names only. Type arguments are dropped: at run time there are none. A name that nobody could
// resolve matches a class of exactly that name. A pointcut in normal form repeats its leaves once for each
// alternative, so what one spec may grow to is bounded by kMaxPatterns.
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "spec/model.h"
#include "wire/pattern.h"

namespace revmon::spec {

inline constexpr uint32_t kMaxPatterns = 1u << 18;  // tests and types of one spec; about 100 bytes each

[[nodiscard]] wire::TypePattern PlanType(const TypePattern& type);

// The alternatives of the event's pointcut. `budget` is what the spec may still spend of kMaxPatterns; kLimit
// when that is passed.
[[nodiscard]] Result<std::vector<wire::Alternative>> PlanAlternatives(const Event& event, uint32_t* budget);

}  // namespace revmon::spec
