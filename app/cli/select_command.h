// Answers: which tests would run now, and why does or does not a certain one?
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

// revmon select [--rts NAME]: the tests that `revmon test --rts NAME` would run, without running any. The
// classes must have been compiled.
[[nodiscard]] Run DeclareSelect(CLI::App& app);
// revmon why TEST: the way from the change to the test, or why it is left out.
[[nodiscard]] Run DeclareWhy(CLI::App& app);
// revmon what NAME: the tests that used a file, class or method when they last ran.
[[nodiscard]] Run DeclareWhat(CLI::App& app);

}  // namespace revmon::cli
