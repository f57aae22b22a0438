// Answers: how is any Java command run under monitoring?
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

// revmon run [options] -- COMMAND...: streams and exit code are the program's own; a summary follows on
// stderr.
[[nodiscard]] Run DeclareRun(CLI::App& options);

}  // namespace revmon::cli
