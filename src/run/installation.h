// Answers: where are the parts that were installed with this program?
//
//               built        unpacked      installed under a prefix
//   program     revmon       revmon        bin/revmon
//   agent       librevmon.so librevmon.so  lib/revmon/librevmon.so
//   classes     specs.classes              lib/revmon/specs.classes
//   specs       ../specs     specs         share/revmon/specs        (spec_library.h)
#pragma once
#include <string>

#include "base/file_system.h"
#include "base/result.h"

namespace revmon::run {

struct Installation {
  std::string agent;        // absolute path of librevmon.so
  std::string precompiled;  // absolute path of the shipped support classes; "" = not there
};

// Relative to the running program; an error that names the places when the agent is in none of them.
[[nodiscard]] Result<Installation> FindInstallation(const FileSystem& files);
// The same for a program at `folder`: for tests.
[[nodiscard]] Result<Installation> FindInstallation(const FileSystem& files, const std::string& folder);

}  // namespace revmon::run
