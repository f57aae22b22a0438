// Answers: what does somebody see who waits for a build?
//
// In a terminal one line that is written over and over: a bar where the last run says how long it takes, the
// time so far, what is left, module, test. Elsewhere (a CI log) one line for each module whose tests start,
// and one a minute, so that nobody takes a long test for a dead build. Nothing when quiet. Time comes with
// the state and the terminal is a stream, so tests need neither.
#pragma once
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include "run/build.h"

namespace revmon::cli {

class BuildDisplay {
 public:
  enum class Mode { kQuiet, kLines, kTerminal };
  using Left = std::optional<std::chrono::milliseconds>;

  // kTerminal only where `out` is one that understands escape sequences.
  [[nodiscard]] static Mode ModeFor(std::FILE* out, bool quiet);

  BuildDisplay(std::FILE* out, Mode mode) : out_(out), mode_(mode) {}

  // `left` is how long it is going to take; nothing = unknown.
  void Show(const run::BuildState& state, Left left = std::nullopt);
  // Takes the line away; what comes next starts at the left.
  void End();

  // One line of at most `width` characters; exposed for tests.
  [[nodiscard]] static std::string LineFor(const run::BuildState& state, Left left, size_t width);

 private:
  void ShowLine(const run::BuildState& state, Left left);

  std::FILE* out_;
  Mode mode_;
  std::string shown_;                       // the line in the terminal, or the module that was named last
  std::chrono::milliseconds last_line_{0};  // in a log: when something was said last
};

}  // namespace revmon::cli
