// Answers: what is kept of a run beside the results of its JVMs, so that reports can be made later?
#pragma once
#include <string>

#include "base/file_system.h"
#include "report/findings.h"

namespace revmon::report {

// "run.json" in the folder of the run.
[[nodiscard]] Status WriteRunInfo(FileSystem& files, const std::string& folder, const RunInfo& run);
// What is missing or damaged stays unknown.
[[nodiscard]] RunInfo ReadRunInfo(const FileSystem& files, const std::string& folder);

// "2026-11-15T08:45:12Z".
[[nodiscard]] std::string UtcTime(int64_t wall_ns);

}  // namespace revmon::report
