// Answers: which nodes of the method graph has a change changed?
//
// Members whose shape, annotations or body differ, and those that are new or gone. A class whose header
// differs, that is new, gone, or cannot be read, has changed altogether. Which classes are nested in a class
// and the order of its members show by reflection only: they change "all of X" and nothing else.
#pragma once
#include <vector>

#include "graph/method_graph.h"
#include "graph/program_diff.h"

namespace revmon::graph {

// Did anything but members differ, so that the class counts as a whole?
[[nodiscard]] bool HeaderDiffers(const MethodFacts& before, const MethodFacts& after);

// Nodes that changed, ascending. Classes for which `skip` is true (by position in the diff) are left out.
[[nodiscard]] std::vector<NodeId> ChangedNodes(const MethodGraph& graph, const Program& before,
                                               const Program& after, const ProgramDiff& diff,
                                               const std::vector<bool>& skip = {});

}  // namespace revmon::graph
