// Answers: what does somebody see who waits for a build?
//
// In a terminal one line that is written over and over: elapsed time, module, test. Elsewhere (a CI log) one
// line for each module whose tests start. Nothing when quiet.
#pragma once
#include <cstdio>
#include <string>

#include "run/build.h"

namespace revmon::cli {

class BuildDisplay {
 public:
  enum class Mode { kQuiet, kLines, kTerminal };

  // kTerminal only where `out` is one that understands escape sequences.
  [[nodiscard]] static Mode ModeFor(std::FILE* out, bool quiet);

  BuildDisplay(std::FILE* out, Mode mode) : out_(out), mode_(mode) {}

  void Show(const run::BuildState& state);
  // Takes the line away; what comes next starts at the left.
  void End();

  // One line of at most `width` characters; exposed for tests.
  [[nodiscard]] static std::string LineFor(const run::BuildState& state, size_t width);

 private:
  std::FILE* out_;
  Mode mode_;
  std::string shown_;  // the line in the terminal, or the module that was named last
};

}  // namespace revmon::cli
