// Answers: how do shells and `man` get to know the commands?
//
// Everything is made from the tables that the commands declare, so it cannot go stale: the build runs this
// and installs what it prints.
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

// revmon generate bash|zsh|fish|man
[[nodiscard]] Run DeclareGenerate(CLI::App& options);

}  // namespace revmon::cli
