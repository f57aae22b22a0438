// Answers: what does a user do whose first run does not work?
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

// revmon doctor: JDKs, agent, build tool and project, each tried; exit 1 when something is in the way.
[[nodiscard]] Run DeclareDoctor(CLI::App& options);

}  // namespace revmon::cli
