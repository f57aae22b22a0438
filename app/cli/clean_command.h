// Answers: how is everything removed that RevMon left in a project?
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

// revmon clean: removes the out folder, if it is one of ours.
[[nodiscard]] Run DeclareClean(CLI::App& options);

}  // namespace revmon::cli
