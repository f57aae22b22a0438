// Answers: what did the agent write into its out folder?
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

// revmon results [PATH...]: violations of all JVMs that wrote there, merged, in any format; exit 1 if there
// are any.
[[nodiscard]] Run DeclareResults(CLI::App& options);

}  // namespace revmon::cli
