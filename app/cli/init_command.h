// Answers: how does a project get a configuration to start from?
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

// revmon init: writes a commented revmon.toml into the current folder; never over an existing one.
[[nodiscard]] Run DeclareInit(CLI::App& options);

}  // namespace revmon::cli
