// Answers: how is a build followed while it runs?
//
// Its output goes into a file, not through a pipe: nothing is lost when revmon is killed, and nothing the
// build prints can block it. A second thread reads the end of that file and the progress file of our part of
// the build, five times a second, and tells an observer.
#pragma once
#include <chrono>
#include <functional>
#include <string>

#include "project/facts.h"
#include "run/process.h"

namespace revmon::run {

struct BuildState {
  project::Progress progress;
  std::string test;  // class or task that was started last
  size_t tests = 0;  // how many were
  std::chrono::milliseconds elapsed{0};
};

struct BuildFiles {
  std::string log;       // absolute; takes the output, from its start
  std::string progress;  // absolute; need not exist
};

// Runs to its end, in the foreground. The observer is called on another thread, never after this returns.
[[nodiscard]] Result<Outcome> RunBuild(Command command, const BuildFiles& files,
                                       const std::function<void(const BuildState&)>& observer);

}  // namespace revmon::run
