// Answers: what does the reference engine make of a checked spec?
//
// One Property for each formula. Java does not run here: a trace says itself which conditions failed (`!e`),
// fields and bodies have no effect, and a handler that mentions __RESET anywhere is taken to reset.
#pragma once
#include <vector>

#include "monitor/property.h"
#include "spec/model.h"

namespace revmon::monitor {

// In the order of the spec; "raw:" properties have no machine and are left out. A spec with several formulas
// gives "Name#1", "Name#2".
[[nodiscard]] std::vector<Property> PropertiesOf(const spec::Spec& spec);

}  // namespace revmon::monitor
