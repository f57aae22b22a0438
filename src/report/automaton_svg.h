// Answers: what does the automaton of a spec look like, with the way that a violation took through it?
//
// States stand in columns by their distance from the first one; arrows bow out of the way of each other.
// States from which no verdict can come are left out. Colours come from the page's style sheet (classes
// `state`, `verdict`, `edge`, `walked`), so that one drawing serves light and dark.
#pragma once
#include <string>
#include <vector>

#include "report/spec_info.h"

namespace revmon::report {

inline constexpr size_t kMaxDrawnStates = 16;

// An <svg> element; "" when there is nothing worth drawing (too many states, or all of them dead). `walked`
// are the events of a trace, from the first state on; steps are numbered at the arrows they took.
[[nodiscard]] std::string DrawAutomaton(const Automaton& automaton, const std::vector<std::string>& walked,
                                        const std::string& title);

}  // namespace revmon::report
