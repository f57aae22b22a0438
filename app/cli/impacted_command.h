// revmon impacted, revmon affected-specs: what a change can affect, without running anything.
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

[[nodiscard]] Run DeclareImpacted(CLI::App& app);
[[nodiscard]] Run DeclareAffectedSpecs(CLI::App& app);

}  // namespace revmon::cli
