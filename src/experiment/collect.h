// Answers: what did a cell find, beside the time it took?
//
// Three sources, each taken where it is: what the agent of RevMon wrote (.revmon of the working copy), test
// reports in the JUnit XML format that Surefire, Failsafe and Gradle write, and the `violation-counts` files
// of the community's tools. Foreign tools are so compared on the same footing.
#pragma once
#include <string>
#include <string_view>

#include "base/file_system.h"
#include "base/result.h"
#include "experiment/ledger.h"

namespace revmon::experiment {

// The newest run of RevMon in a working copy; "" if there is none.
[[nodiscard]] std::string RunIn(const FileSystem& files, const std::string& work);

// Adds violations, tests and measures found below `work` to `cell`. Files that cannot be read are left out:
// a tool that crashed leaves torn ones, and its exit code says so. `run_before` is the newest run (RunIn)
// from before the cell: what an earlier revision found is not found by one that runs nothing.
void Collect(const FileSystem& files, const std::string& work, const std::string& run_before,
             CellResult& cell);

// "2 Specification X has been violated on line a.B.m(B.java:1). Documentation ...": one line of the
// community's file; false for any other.
[[nodiscard]] bool ParseViolationCount(std::string_view line, FoundViolation& out);

}  // namespace revmon::experiment
