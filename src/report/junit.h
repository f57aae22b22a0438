// Answers: how does a CI server that only knows JUnit show the findings?
//
// One suite; each new finding is a failed test case, each known one a skipped case, and a run without
// findings one case that passed, since some servers take an empty file for a broken one.
#pragma once
#include <string>

#include "report/findings.h"

namespace revmon::report {

[[nodiscard]] std::string RenderJunit(const Findings& findings);

}  // namespace revmon::report
