// Answers: what do scripts read? One object; fields are only ever added.
#pragma once
#include <string>

#include "report/findings.h"

namespace revmon::report {

[[nodiscard]] std::string RenderJson(const Findings& findings);

}  // namespace revmon::report
