#include "app/cli/test_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

#include "app/cli/background.h"
#include "app/cli/confirm.h"
#include "app/cli/test_build.h"
#include "app/cli/test_options.h"
#include "app/cli/test_output.h"
#include "app/cli/test_rest.h"
#include "app/cli/test_session.h"
#include "base/path.h"
#include "project/rerun.h"
#include "report/format.h"
#include "report/merge.h"
#include "report/run_info.h"
#include "run/leftover.h"

namespace revmon::cli {
namespace {

constexpr std::chrono::seconds kPatience{5};  // with JVMs whose build was interrupted

std::string OutOf(const FileSystem& files, const run::SessionOptions& session) {
  Result<std::string> real = files.RealPath(session.out);
  return real.ok() ? *real : session.out;
}

// What a build leaves behind when somebody wants it to end.
int EndInterrupted(const Context& context, const run::Session& session, int signal, const char* consequence) {
  run::EndProcessesWith("out=" + session.folder(), kPatience);
  fmt::print(context.err, "revmon: interrupted; {}\n", consequence);
  return kExitSignal + signal;
}

// Runs the tests of some classes once more, into a folder inside that of the first run. `signal` is set when
// somebody interrupts it.
Result<report::Findings> RunAgain(const TestOptions& options, const TestRequest& request,
                                  const Context& context, const run::Session& first, const std::string& facts,
                                  size_t round, const std::vector<std::string>& classes, int* signal) {
  report::Findings nothing;
  TestOptions changed = options;
  changed.plain.only = classes;
  if (!request.plain) {
    REVMON_ASSIGN_OR_RETURN(std::vector<project::TestRun> runs, project::ReadTestRuns(context.files, facts));
    changed.arguments =
        project::RerunArguments(context.files, request.project.tool, options.arguments, classes, runs);
    if (changed.arguments.empty()) return nothing;
  }
  REVMON_ASSIGN_OR_RETURN(run::Session session, first.Again(fmt::format("again-{}", round)));
  REVMON_ASSIGN_OR_RETURN(TestBuild build, PrepareBuild(changed, request, context, session, nullptr));
  if (!options.monitor.quiet) {
    fmt::print(context.err, "revmon: new violations: runs the tests of {} again, {} of {}\n",
               classes.size() == 1 ? classes[0] : fmt::format("{} classes", classes.size()), round,
               options.confirm_new);
  }
  REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, RunTestBuild(changed, context, build, {}, session.folder()));
  *signal = outcome.passed_on;
  if (*signal != 0) return Error(ErrorCode::kInvalid, "interrupted");
  if (outcome.exit_code != 0) {
    fmt::print(context.err, "revmon: note: this time the build failed with exit code {}: {}\n",
               outcome.exit_code, build.files.log);
  }
  std::vector<std::string> notes;
  REVMON_ASSIGN_OR_RETURN(std::vector<run::JvmResults> jvms, session.Collect(&notes));
  report::Merger merger;
  for (const run::JvmResults& jvm : jvms) merger.Add(jvm.results);
  return std::move(merger).Finish(nullptr);
}

// What became of the tests; without a build tool `plain` has what was chosen.
Result<TestsOutcome> WhatRan(const TestRequest& request, const Context& context, const run::Session& session,
                             const TestBuild& build, EvolutionRun& evolution,
                             const std::vector<TestedModule>& plain) {
  std::vector<TestedModule> modules = plain;
  if (!request.plain) {
    REVMON_ASSIGN_OR_RETURN(std::vector<project::TestRun> runs,
                            project::ReadTestRuns(context.files, build.facts));
    modules = TestedModules(context.files, runs);
  }
  return CollectTests(context.files, modules, build.started_ns, session.folder(), evolution.evolution());
}

Result<int> Conclude(const TestOptions& options, const TestRequest& request, const Context& context,
                     const run::Session& session, const TestBuild& build, const run::Outcome& outcome,
                     report::RunInfo info, std::unique_ptr<EvolutionRun> evolution,
                     const std::vector<TestedModule>& plain) {
  std::vector<std::string> notes;
  REVMON_ASSIGN_OR_RETURN(std::vector<run::JvmResults> jvms, session.Collect(&notes));
  if (outcome.exit_code != 0) ShowFailure(options, context, build, outcome.exit_code);
  const std::string& sources = request.plain ? options.folder : request.project.root;
  report::Findings findings = MakeFindings(context.files, jvms, std::move(notes), std::move(info), sources);
  if (!request.plain && evolution != nullptr) {
    UseModules(options, request, context, build, &evolution);
  }
  TestsOutcome tests;
  if (evolution != nullptr) {
    REVMON_ASSIGN_OR_RETURN(tests, WhatRan(request, context, session, build, *evolution, plain));
    for (const std::string& note : tests.notes) fmt::print(context.err, "revmon: note: {}\n", note);
  }
  ShowObstacles(context, build, jvms.size(), evolution.get(), &tests);
  size_t fixed = 0;
  bool passed = false;
  if (evolution != nullptr) {
    findings.run.specs = evolution->MonitoredSpecs();
    bool monitored = !jvms.empty() || !evolution->Monitors() || tests.nothing_ran();
    bool whole = request.plain ? options.arguments.empty() : !LeavesOutTests(options.arguments);
    whole &= evolution->policy().shards < 2;
    passed = outcome.exit_code == 0 && monitored && whole && findings.unfinished_jvms == 0;
    REVMON_ASSIGN_OR_RETURN(fixed, evolution->Judge(jvms, &findings, tests));
  }
  if (outcome.exit_code == 0) {
    int signal = 0;
    Rerun rerun = [&](size_t round, const std::vector<std::string>& classes) {
      return RunAgain(options, request, context, session, build.facts, round, classes, &signal);
    };
    Status confirmed = Confirm(static_cast<size_t>(options.confirm_new), rerun, &findings);
    if (signal != 0)
      return EndInterrupted(context, session, signal, "revmon results shows what was found before");
    REVMON_RETURN_IF_ERROR(confirmed);
  }
  if (passed) REVMON_RETURN_IF_ERROR(evolution->Keep(findings, tests));
  int code = ExitCode(outcome.exit_code, findings, options.monitor.fail_on);
  size_t known = options.evolution.vms ? KeepNew(&findings) : 0;
  REVMON_RETURN_IF_ERROR(ShowFindings(options, request, context, session, findings));
  const bool speaks = !options.monitor.quiet && !options.json;
  if (speaks && evolution != nullptr) ShowSummary(options, context, *evolution, tests, known, fixed);
  if (speaks && outcome.exit_code == kExitOk && code != kExitOk) {
    ShowNextStep(context, findings, evolution != nullptr);
  }
  if (evolution == nullptr) return code;
  return LeaveRest(options, request, context, session, *evolution, code);
}

Result<int> RunTests(const TestOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(TestRequest request, CheckTest(options, context));
  std::unique_ptr<EvolutionRun> evolution;
  if (StopBackground(context.files, OutOf(context.files, SessionFor(options, request.project.root)))) {
    fmt::print(context.err,
               "revmon: note: the run in the background was stopped: its specs are looked for again\n");
  }
  REVMON_ASSIGN_OR_RETURN(run::Session session, OpenSession(options, request, context, &evolution));
  for (const std::string& note : session.notes()) fmt::print(context.err, "revmon: note: {}\n", note);
  if (options.evolution.skip_unchanged && evolution != nullptr && request.plain && evolution->Unchanged()) {
    const std::string none = report::Render(report::Findings{}, report::Format::kJson, Version());
    fmt::print(context.out, "{}", options.json ? none : "no class changed: no tests were run\n");
    session.Discard();
    return kExitOk;
  }
  report::RunInfo info = Describe(context.files, options.monitor, session, CommandLine(options));
  std::vector<TestedModule> plain;
  TestOptions chosen = options;
  if (request.plain && evolution != nullptr) {
    chosen.plain.reports = JoinPath(session.folder(), "reports");
    Result<std::optional<select::TestChoice>> choice = ChoosePlainTests(options, *evolution, &chosen.plain);
    if (!choice.ok()) {
      session.Discard();
      return choice.error();
    }
    plain.push_back({"", chosen.plain.reports, "", std::move(*choice)});
  }
  Result<TestBuild> build = PrepareBuild(chosen, request, context, session, evolution.get());
  Result<run::Outcome> outcome =
      build.ok() ? RunTestBuild(options, context, *build, LastTimeline(context.files, session, info.command),
                                session.folder())
                 : Result<run::Outcome>(build.error());
  if (!outcome.ok()) {
    session.Discard();
    return outcome.error();
  }
  if (outcome->passed_on != 0) {
    int code = EndInterrupted(context, session, outcome->passed_on, "nothing of this run is kept");
    session.Discard();
    return code;
  }
  info.wall_ms = outcome->wall.count();
  info.exit_code = outcome->exit_code;
  Status kept = report::WriteRunInfo(context.files, session.folder(), info);
  Result<int> code = Conclude(options, request, context, session, *build, *outcome, std::move(info),
                              std::move(evolution), plain);
  return kept.ok() ? code : Result<int>(kept.error());
}

}  // namespace

Run DeclareTest(CLI::App& app) {
  auto options = std::make_shared<TestOptions>();
  DeclareTestOptions(app, options.get());
  return [options](const Context& context) { return RunTests(*options, context); };
}

Run DeclareCollect(CLI::App& app) {
  auto options = std::make_shared<TestOptions>();
  DeclareTestOptions(app, options.get());
  return [options](const Context& context) {
    RtsRunOptions& rts = options->evolution.rts;
    rts.rv = false;
    rts.run_all = true;
    if (rts.technique.empty()) rts.technique = "hyrts";
    return RunTests(*options, context);
  };
}

}  // namespace revmon::cli
