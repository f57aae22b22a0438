// Answers: which nodes of a graph reach each other?
//
// Tarjan's strongly connected components with an explicit stack, since the graphs come from user formulas.
#pragma once
#include <cstdint>
#include <vector>

namespace revmon::logic {

// Every node in exactly one component; a component comes after all others that it has edges to.
[[nodiscard]] std::vector<std::vector<uint32_t>> StrongComponents(
    const std::vector<std::vector<uint32_t>>& successors);

}  // namespace revmon::logic
