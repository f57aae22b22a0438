// Answers: which analysis of changes is the fastest for this project?
//
// `revmon calibrate` runs `revmon test --no-save` on the tree as it is, once per analysis and round, in
// turns, so that other load on the machine meets all of them, after one round that is not counted (it
// compiles and fills caches). The best time of each counts; within 3 % of the fastest, the simplest one wins.
// An analysis that shows other new violations than `class` in this run, or had to follow classes, is not
// chosen: over ps1c none may miss one (select/analysis.h). The choice goes into revmon.toml as `analysis`;
// --dry-run only shows.
#pragma once
#include <string>
#include <string_view>

#include "app/cli/command.h"

namespace revmon::cli {

[[nodiscard]] Run DeclareCalibrate(CLI::App& options);

// `text` of a revmon.toml with `analysis` in its table [test] set to `name`; comments and all else stay.
[[nodiscard]] std::string WithAnalysis(std::string_view text, std::string_view name);

}  // namespace revmon::cli
