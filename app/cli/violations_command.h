// revmon violations, revmon accept: what the last run found and knew, and what people decided about it.
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

[[nodiscard]] Run DeclareViolations(CLI::App& app);
[[nodiscard]] Run DeclareAccept(CLI::App& app);

}  // namespace revmon::cli
