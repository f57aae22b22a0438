// Answers: is a new violation there again when its tests run again?
//
// A violation that depends on timing or on leftovers of other tests would fail one build and not the next.
// With --confirm-new N the test classes of the new violations are run N more times; one that is missing in
// any of these runs, although its tests ran, is unstable: it is shown and counted apart, and fails no build.
// What cannot be run again (no test is known to have caused it, or none of its tests came) stays as it was.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/findings.h"

namespace revmon::cli {

// Runs the tests of these top classes under monitoring; `round` counts from 1.
using Rerun = std::function<Result<report::Findings>(size_t round, const std::vector<std::string>& classes)>;

// Writes what the re-runs showed into the findings. Stops early when nothing is left to be confirmed.
[[nodiscard]] Status Confirm(size_t rounds, const Rerun& rerun, report::Findings* findings);

}  // namespace revmon::cli
