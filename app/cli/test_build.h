// Answers: how is the build (or the launcher) started that runs the tests, and what did it leave behind?
#pragma once
#include <string>

#include "app/cli/evolution_run.h"
#include "app/cli/test_options.h"
#include "run/build.h"
#include "run/process.h"
#include "run/session.h"
#include "run/timeline.h"

namespace revmon::cli {

// One build, from its command to what it left behind.
struct TestBuild {
  run::Command command;
  run::BuildFiles files;
  int64_t started_ns = 0;  // since the epoch: what is older than this was there before
  std::string facts;       // folder with records of the modules; "" where no build tool writes any
};

// `evolution` may be null: then nothing is known of earlier runs.
[[nodiscard]] Result<TestBuild> PrepareBuild(const TestOptions& options, const TestRequest& request,
                                             const Context& context, const run::Session& session,
                                             EvolutionRun* evolution);

// How long the same command took the last time that it was kept.
[[nodiscard]] run::Timeline LastTimeline(const FileSystem& files, const run::Session& session,
                                         const std::string& command);

// With an estimate that goes by `last`; `folder` takes what the next run goes by.
[[nodiscard]] Result<run::Outcome> RunTestBuild(const TestOptions& options, const Context& context,
                                                TestBuild& build, const run::Timeline& last,
                                                const std::string& folder);

// The part of the build's output that says why it failed.
void ShowFailure(const TestOptions& options, const Context& context, const TestBuild& build, int exit_code);

// What kept RevMon from watching, one line each.
// `tests`: what is known of the tests that ran; null if nothing is.
void ShowObstacles(const Context& context, const TestBuild& build, size_t jvms, const EvolutionRun* evolution,
                   const TestsOutcome* tests);

}  // namespace revmon::cli
