// Answers: what does the summary on the terminal look like?
//
// One paragraph a finding, its place first, as path:line, which terminals and IDEs make clickable; then one
// line that counts. Colour is decided by the caller (UseColour).
#pragma once
#include <cstdio>
#include <string>

#include "report/findings.h"

namespace revmon::report {

struct TextOptions {
  bool colour = false;
  bool stats = false;         // what was woven and what the monitors did, too
  bool tests = false;         // the tests that ran, too
  size_t max_findings = 100;  // more are counted, not shown; 0 = all
  size_t max_tests = 3;       // per finding
  std::string prefix;         // of the line that counts, e.g. "revmon: "
};

[[nodiscard]] std::string RenderText(const Findings& findings, const TextOptions& options);
// The last line alone: "3 violations (2 errors, 1 warning) of 2 specs in 1 JVM".
[[nodiscard]] std::string RenderCounts(const Findings& findings);

// A terminal, and neither NO_COLOR nor TERM=dumb is set.
[[nodiscard]] bool UseColour(std::FILE* stream);

}  // namespace revmon::report
