// revmon store: looks at, moves and shrinks what is kept between runs.
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

[[nodiscard]] Run DeclareStore(CLI::App& app);

}  // namespace revmon::cli
