// Answers: how do code-scanning services and IDEs read the findings?
//
// SARIF 2.1.0, one run. What GitHub's upload needs is kept to: every result has a location with a relative
// URI and a start line, a rule with help in markdown, a level, and a fingerprint that survives moved lines.
// The events that led to a violation are its code flow. Results of a class whose source was not found point
// to where Java would have it (a/b/C.java).
#pragma once
#include <string>

#include "report/findings.h"

namespace revmon::report {

[[nodiscard]] std::string RenderSarif(const Findings& findings, const std::string& version);

}  // namespace revmon::report
