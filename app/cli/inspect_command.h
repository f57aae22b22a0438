// Answers: `revmon inspect`: what is in these classes, and what differs between two sets of them?
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

[[nodiscard]] Run DeclareInspect(CLI::App& options);

}  // namespace revmon::cli
