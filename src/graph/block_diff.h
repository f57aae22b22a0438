// Answers: which basic blocks of a method have changed?
//
// Both bodies are walked side by side from their first blocks on, as Rothermel and Harrold walk control flow
// graphs: where two blocks do the same, their successors are compared in order; where they do not, the old
// one has changed and nothing behind it is looked at on this way. A run of the old body that entered no
// changed block does the same in the new body, step by step.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/method_facts.h"

namespace revmon::graph {

// Numbers of blocks of the old body, ascending. Nothing: the method counts as a whole, because more than its
// body differs, or it has one block, or too many.
[[nodiscard]] std::optional<std::vector<uint32_t>> ChangedBlocks(const MethodFacts& before,
                                                                 const MemberFacts& old_method,
                                                                 const MethodFacts& after,
                                                                 const MemberFacts& new_method);

}  // namespace revmon::graph
