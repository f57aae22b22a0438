#include "app/cli/test_build.h"

#include <fmt/core.h>

#include "app/cli/build_display.h"
#include "base/clock.h"
#include "base/path.h"
#include "project/build_command.h"
#include "project/build_log.h"
#include "report/run_info.h"
#include "run/foreground.h"
#include "run/leftover.h"

namespace revmon::cli {
namespace {

constexpr size_t kFailureLines = 60;

std::string LogOf(const FileSystem& files, const TestBuild& build) {
  Result<std::vector<uint8_t>> bytes = files.ReadFile(build.files.log);
  return bytes.ok() ? std::string(bytes->begin(), bytes->end()) : "";
}

}  // namespace

Result<TestBuild> PrepareBuild(const TestOptions& options, const TestRequest& request, const Context& context,
                               const run::Session& session, EvolutionRun* evolution) {
  TestBuild build;
  build.started_ns = RealClock().WallNs();
  auto extras = AgentExtras(options.monitor, WantsEvents(request.reports));
  extras.insert(extras.end(), request.recording.begin(), request.recording.end());
  const bool needed = !session.plan().specs.empty() || !request.recording.empty();
  const std::string agent = needed ? session.AgentArgument(extras) : "";
  build.files.log = JoinPath(session.folder(), "build.log");
  if (request.plain) {
    build.command.argv = {request.java.java};
    if (needed) build.command.argv.push_back(agent);
    for (std::string& word : project::LauncherArguments(options.plain, request.launcher, options.arguments)) {
      build.command.argv.push_back(std::move(word));
    }
    return build;
  }
  build.facts = JoinPath(session.folder(), "build");
  build.files.progress = JoinPath(build.facts, "progress");
  build.command.directory = request.project.root;
  if (!request.java.java_home.empty()) {
    build.command.environment.emplace_back("JAVA_HOME", request.java.java_home);
    fmt::print(context.err, "revmon: note: no JAVA_HOME and no java in PATH: the build gets JAVA_HOME={}\n",
               request.java.java_home);
  }
  std::vector<std::string> ask;
  if (evolution != nullptr) {
    run::SessionOptions wanted = SessionFor(options, request.project.root);
    REVMON_ASSIGN_OR_RETURN(ask, evolution->PrepareModules(context, session, wanted, extras, build.facts));
  }
  REVMON_ASSIGN_OR_RETURN(
      build.command.argv,
      project::MakeBuildCommand(context.files, request.project, request.program,
                                {.agent = agent, .folder = build.facts, .ask = std::move(ask)},
                                options.arguments));
  return build;
}

run::Timeline LastTimeline(const FileSystem& files, const run::Session& session, const std::string& command) {
  for (const std::string& folder : run::EarlierRuns(files, session.out(), session.folder())) {
    if (report::ReadRunInfo(files, folder).command != command) continue;
    run::Timeline timeline = run::ReadTimeline(files, folder);
    if (timeline.end.count() > 0) return timeline;
  }
  return {};
}

Result<run::Outcome> RunTestBuild(const TestOptions& options, const Context& context, TestBuild& build,
                                  const run::Timeline& last, const std::string& folder) {
  if (options.monitor.verbose) fmt::print(context.err, "revmon: starts {}\n", run::ToShell(build.command));
  if (options.show_output) {
    build.command.all_to_stderr = true;  // our stdout is for the answer
    return run::RunInForeground(build.command);
  }
  BuildDisplay display(context.err, BuildDisplay::ModeFor(context.err, options.monitor.quiet));
  run::Estimate estimate(last);
  Result<run::Outcome> outcome = run::RunBuild(build.command, build.files, [&](const run::BuildState& state) {
    display.Show(state, estimate.Left(state));
  });
  display.End();
  // Without it the next run has no estimate: no reason to fail.
  if (outcome.ok())
    static_cast<void>(run::WriteTimeline(context.files, folder, estimate.Finish(outcome->wall)).ok());
  return outcome;
}

void ShowFailure(const TestOptions& options, const Context& context, const TestBuild& build, int exit_code) {
  if (!options.show_output) {
    fmt::print(context.err, "{}", project::FailureExcerpt(LogOf(context.files, build), kFailureLines));
    fmt::print(context.err, "revmon: the build failed with exit code {}; all of its output: {}\n", exit_code,
               build.files.log);
  } else {
    fmt::print(context.err, "revmon: the build failed with exit code {}\n", exit_code);
  }
}

void ShowObstacles(const Context& context, const TestBuild& build, size_t jvms, const EvolutionRun* evolution,
                   const TestsOutcome* tests) {
  if (build.facts.empty()) return;
  Result<std::vector<project::TestRun>> runs = project::ReadTestRuns(context.files, build.facts);
  if (!runs.ok()) return;
  for (const project::TestRun& run : *runs) {
    if (run.obstacle.empty()) continue;
    fmt::print(context.err, "revmon: {} ({}) was not monitored: {}\n", run.module, run.runner, run.obstacle);
  }
  if (runs->empty()) {
    fmt::print(context.err, "revmon: the build ran no tests\n");
  } else if (jvms == 0 && (evolution == nullptr || evolution->Monitors()) &&
             (tests == nullptr || !tests->nothing_ran())) {
    fmt::print(context.err,
               "revmon: no JVM with tests left results (no tests, or the agent did not load: see {})\n",
               build.files.log);
  }
}

}  // namespace revmon::cli
