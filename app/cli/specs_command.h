// Answers: what can be asked about specs without running a program?
//
//   revmon specs check PATH...          are they well-formed? diagnostics on stderr, a summary on stdout
//   revmon specs list                   which specs does the library have?
//   revmon specs show NAME|FILE         what became of one, at each stage of its compilation?
//   revmon specs run NAME|FILE --trace  which verdicts does a recorded trace get?
//   revmon specs compile PATH... -o FILE  the plan for the agent
//
// None of them runs code of a spec; only compile runs javac.
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

[[nodiscard]] Run DeclareSpecs(CLI::App& options);

// Each declares one of the above on its own subcommand.
[[nodiscard]] Run DeclareSpecsCheck(CLI::App& options);
[[nodiscard]] Run DeclareSpecsList(CLI::App& options);
[[nodiscard]] Run DeclareSpecsShow(CLI::App& options);
[[nodiscard]] Run DeclareSpecsRun(CLI::App& options);
[[nodiscard]] Run DeclareSpecsCompile(CLI::App& options);

}  // namespace revmon::cli
