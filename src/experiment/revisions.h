// Answers: which commits does a project's entry in the plan mean?
//
// A list is taken as it is, a range is the first parents between two commits. "The last N that change
// bytecode, compile and pass" is found by trying: from the head backwards along first parents, each commit is
// checked out, built and tested plainly; one whose classes equal those of the chosen one after it (canonical
// checksums, so comments and line numbers do not count) changes nothing and takes no place.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "experiment/plan.h"

namespace revmon::experiment {

struct Probe {
  std::string clone;   // bare
  std::string folder;  // to work in
  std::chrono::seconds time_limit{3600};
  std::string jdk;
  std::function<void(const std::string& line)> say;  // progress, one line per commit tried
};

// Full ids, oldest first. An error when there is none, or git knows one of them not.
[[nodiscard]] Result<std::vector<std::string>> ResolveRevisions(FileSystem& files, const Project& project,
                                                                const Probe& probe);

// A checksum of all classes in the folders, independent of debug information and order. An error names the
// class that cannot be read.
[[nodiscard]] Result<std::string> BytecodeOf(FileSystem& files, const std::string& root,
                                             const std::vector<std::string>& folders);

}  // namespace revmon::experiment
