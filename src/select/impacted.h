// Answers: which classes and methods can a change reach, under a given analysis?
#pragma once
#include "select/selection.h"

namespace revmon::select {

// Fills graph, impact, impacted and what goes with them. The diff is there already.
void FindImpacted(const SelectionInput& input, Selection* out);

// Is this method ("m(I)V") of an impacted class impacted itself?
[[nodiscard]] bool IsImpacted(const Selection& selection, graph::NodeId type, std::string_view method);

}  // namespace revmon::select
