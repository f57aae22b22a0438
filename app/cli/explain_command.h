// Answers: what does a spec demand, and why?
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

// revmon explain SPEC: its documentation, for a terminal. --markdown without a name: docs/specs.md.
[[nodiscard]] Run DeclareExplain(CLI::App& options);

}  // namespace revmon::cli
