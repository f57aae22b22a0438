// Answers: how are techniques compared on projects and their histories? (`revmon experiment`)
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

[[nodiscard]] Run DeclareExperiment(CLI::App& app);

}  // namespace revmon::cli
