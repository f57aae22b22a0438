// Answers: how are the tests of any project run under monitoring with one command?
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

// revmon test [options] [-- arguments of the build tool]
//   The exit code is the build's own when that fails, else 1 when --fail-on asks for it, else 0; 2 when the
//   build could not be started.
[[nodiscard]] Run DeclareTest(CLI::App& options);

// revmon collect [--rts NAME]: runs all tests without monitoring, and records what the technique goes by.
[[nodiscard]] Run DeclareCollect(CLI::App& options);

}  // namespace revmon::cli
