#include "app/cli/test_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <memory>

#include "app/cli/background.h"
#include "app/cli/build_display.h"
#include "app/cli/confirm.h"
#include "app/cli/evolution_run.h"
#include "app/cli/monitor_options.h"
#include "app/cli/report_output.h"
#include "base/path.h"
#include "classpath/jdk.h"
#include "project/build_command.h"
#include "project/build_log.h"
#include "project/console_launcher.h"
#include "project/rerun.h"
#include "report/format.h"
#include "report/merge.h"
#include "report/run_info.h"
#include "report/text.h"
#include "run/build.h"
#include "run/foreground.h"
#include "run/java_home.h"
#include "run/leftover.h"
#include "run/spec_library.h"
#include "run/timeline.h"

namespace revmon::cli {
namespace {

constexpr size_t kFailureLines = 60;
constexpr std::chrono::seconds kPatience{5};  // with JVMs whose build was interrupted

struct TestOptions {
  MonitorOptions monitor;
  ReportOptions report;
  EvolutionRunOptions evolution;
  std::string folder = ".";
  std::string tool;
  std::string program;
  bool show_output = false;
  bool json = false;
  int confirm_new = 0;
  project::PlainTests plain;
  std::string class_path;
  std::vector<std::string> arguments;  // of the build tool
};

// What is asked for, checked: all that can be wrong is found before anything is written.
struct Request {
  bool plain = false;  // no build tool
  project::Project project;
  std::vector<std::string> program;  // of the build tool
  run::JavaChoice java;
  std::string launcher;
  std::vector<ReportRequest> reports;
};

// One build, from its command to what it left behind.
struct Build {
  run::Command command;
  run::BuildFiles files;
  std::string facts;  // folder with records of the modules; "" where no build tool writes any
};

project::BuildTool WantedTool(const TestOptions& options) {
  if (options.tool == "maven") return project::BuildTool::kMaven;
  if (options.tool == "gradle") return project::BuildTool::kGradle;
  return project::BuildTool::kNone;
}

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Result<Request> Check(const TestOptions& options, const Context& context) {
  const auto environment = classpath::JdkEnvironment::FromProcess();
  Request request;
  REVMON_ASSIGN_OR_RETURN(request.reports, ToRequests(options.report));
  request.plain = !options.plain.tests.empty() || !options.plain.classes.empty();
  if (!request.plain) {
    REVMON_ASSIGN_OR_RETURN(request.project,
                            project::FindProject(context.files, options.folder, WantedTool(options)));
    REVMON_ASSIGN_OR_RETURN(request.program,
                            project::FindBuildProgram(context.files, request.project, options.program));
    REVMON_ASSIGN_OR_RETURN(request.java, run::ChooseJava(context.files, environment, ""));
    return request;
  }
  if (options.plain.tests.empty()) {
    return Error(ErrorCode::kInvalid, "--classes without --tests")
        .Hint("give the folder of the test classes");
  }
  for (const std::string& folder : options.plain.tests) {
    if (!context.files.IsDirectory(folder)) return Error(ErrorCode::kNotFound, "no such folder").At(folder);
  }
  REVMON_ASSIGN_OR_RETURN(request.java, run::ChooseJava(context.files, environment, options.monitor.jdk));
  REVMON_ASSIGN_OR_RETURN(request.launcher,
                          project::FindConsoleLauncher(context.files, options.plain, Variable("HOME")));
  return request;
}

// Folders that build tools write to, as far as they are known before the build.
std::vector<std::string> OutputsOf(const project::Project& project) {
  std::vector<std::string> outputs = {JoinPath(project.root, ".gradle")};
  const char* name = project.tool == project::BuildTool::kMaven ? "target" : "build";
  outputs.push_back(JoinPath(project.root, name));
  for (const project::Module& module : project.modules) outputs.push_back(JoinPath(module.folder, name));
  return outputs;
}

run::SessionOptions SessionFor(const TestOptions& options, const std::string& root) {
  run::SessionOptions session = ToSessionOptions(options.monitor);
  if (!root.empty() && session.out == run::kDefaultOut) session.out = JoinPath(root, session.out);
  return session;
}

std::string OutOf(const FileSystem& files, const run::SessionOptions& session) {
  Result<std::string> real = files.RealPath(session.out);
  return real.ok() ? *real : session.out;
}

Result<Build> Prepare(const TestOptions& options, const Request& request, const Context& context,
                      const run::Session& session, EvolutionRun* evolution) {
  Build build;
  const auto extras = AgentExtras(options.monitor, WantsEvents(request.reports));
  const std::string agent = session.AgentArgument(extras);
  build.files.log = JoinPath(session.folder(), "build.log");
  if (request.plain) {
    build.command.argv = {request.java.java};
    if (!session.plan().specs.empty()) build.command.argv.push_back(agent);
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

// How long the same command took the last time that it was kept.
run::Timeline LastTimeline(const FileSystem& files, const run::Session& session, const std::string& command) {
  for (const std::string& folder : run::EarlierRuns(files, session.out(), session.folder())) {
    if (report::ReadRunInfo(files, folder).command != command) continue;
    run::Timeline timeline = run::ReadTimeline(files, folder);
    if (timeline.end.count() > 0) return timeline;
  }
  return {};
}

// With an estimate that goes by `last`; `folder` takes what the next run goes by.
Result<run::Outcome> RunIt(const TestOptions& options, const Context& context, Build& build,
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

std::string LogOf(const FileSystem& files, const Build& build) {
  Result<std::vector<uint8_t>> bytes = files.ReadFile(build.files.log);
  return bytes.ok() ? std::string(bytes->begin(), bytes->end()) : "";
}

void ShowFailure(const TestOptions& options, const Context& context, const Build& build, int exit_code) {
  if (!options.show_output) {
    fmt::print(context.err, "{}", project::FailureExcerpt(LogOf(context.files, build), kFailureLines));
    fmt::print(context.err, "revmon: the build failed with exit code {}; all of its output: {}\n", exit_code,
               build.files.log);
  } else {
    fmt::print(context.err, "revmon: the build failed with exit code {}\n", exit_code);
  }
}

// What kept RevMon from watching, one line each.
void ShowObstacles(const Context& context, const Build& build, size_t jvms, const EvolutionRun* evolution) {
  if (build.facts.empty()) return;
  Result<std::vector<project::TestRun>> runs = project::ReadTestRuns(context.files, build.facts);
  if (!runs.ok()) return;
  for (const project::TestRun& run : *runs) {
    if (run.obstacle.empty()) continue;
    fmt::print(context.err, "revmon: {} ({}) was not monitored: {}\n", run.module, run.runner, run.obstacle);
  }
  if (runs->empty()) {
    fmt::print(context.err, "revmon: the build ran no tests\n");
  } else if (jvms == 0 && (evolution == nullptr || evolution->Monitors())) {
    fmt::print(context.err,
               "revmon: no JVM with tests left results (no tests, or the agent did not load: see {})\n",
               build.files.log);
  }
}

// What the user typed, as far as it says what is tested.
std::string CommandLine(const TestOptions& options) {
  run::Command command;
  command.argv = {"revmon", "test"};
  command.argv.insert(command.argv.end(), options.arguments.begin(), options.arguments.end());
  return run::ToShell(command);
}

Status ShowFindings(const TestOptions& options, const Request& request, const Context& context,
                    const run::Session& session, const report::Findings& findings) {
  if (options.json) {
    fmt::print(context.out, "{}", report::Render(findings, report::Format::kJson, Version()));
  } else if (!options.monitor.quiet) {
    for (const std::string& note : findings.notes) fmt::print(context.err, "revmon: note: {}\n", note);
    report::TextOptions text{.colour = report::UseColour(context.out), .stats = options.monitor.stats};
    fmt::print(context.out, "{}", report::RenderText(findings, text));
    std::fflush(context.out);  // in its place before what follows on stderr
  }
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> written,
                          WriteReports(context, findings, request.reports, session.out()));
  if (!options.monitor.quiet) {
    for (const std::string& path : written) fmt::print(context.err, "revmon: wrote {}\n", path);
  }
  return OkStatus();
}

TestedProgram ProgramOf(const TestOptions& options, const Request& request, const std::string& out) {
  TestedProgram program{
      request.plain ? options.folder : request.project.root, out, {}, request.java.java, {}};
  auto add = [&](const std::vector<std::string>& paths, bool library) {
    for (const std::string& path : paths) program.containers.push_back({path, library});
  };
  if (request.plain) {
    add(options.plain.classes, false);
    add(options.plain.tests, false);
    add(options.plain.class_path, true);
  } else {
    program.outputs = OutputsOf(request.project);
  }
  return program;
}

void SayUnknown(const Context& context, const Error& error) {
  fmt::print(context.err, "revmon: note: nothing is known of earlier runs: {}\n", error.Text());
}

// What earlier runs know is used where it can be, and never in the way of the tests. Without git everything
// is monitored and shown.
std::unique_ptr<EvolutionRun> OpenEvolution(const TestOptions& options, const Request& request,
                                            const Context& context, const run::Session& session) {
  TestedProgram program = ProgramOf(options, request, session.out());
  Result<std::unique_ptr<EvolutionRun>> run = EvolutionRun::Open(context, options.evolution, program);
  if (!run.ok()) {
    SayUnknown(context, run.error());
    return nullptr;
  }
  if (!(*run)->has_git()) return nullptr;
  for (const std::string& note : (*run)->notes()) fmt::print(context.err, "revmon: note: {}\n", note);
  return std::move(run).value();
}

// Opens the session: of plain class folders narrowed to what a change can affect.
Result<run::Session> OpenSession(const TestOptions& options, const Request& request, const Context& context,
                                 std::unique_ptr<EvolutionRun>* evolution) {
  REVMON_ASSIGN_OR_RETURN(run::Installation installation, run::FindInstallation(context.files));
  run::SessionOptions wanted = SessionFor(options, request.project.root);
  REVMON_ASSIGN_OR_RETURN(run::Session session, run::Session::Open(context.files, installation, wanted));
  *evolution = OpenEvolution(options, request, context, session);
  if (*evolution == nullptr) return session;
  if (Status taken = (*evolution)->Take(context, session.plan()); !taken.ok()) {
    session.Discard();
    return taken.error();
  }
  if (!request.plain) {
    if (!(*evolution)->split() || (*evolution)->Selects()) return session;
    Status narrowed = session.Narrow((*evolution)->critical(), wanted.plan.include, wanted.plan.exclude);
    return narrowed.ok() ? Result<run::Session>(std::move(session)) : Result<run::Session>(narrowed.error());
  }
  if (Status chosen = (*evolution)->Choose(&wanted); !chosen.ok()) {
    SayUnknown(context, chosen.error());
    evolution->reset();
    return session;
  }
  if ((*evolution)->selection().full && !(*evolution)->split()) return session;
  REVMON_RETURN_IF_ERROR(session.Narrow(wanted.plan.names, wanted.plan.include, wanted.plan.exclude,
                                        (*evolution)->selection().methods));
  return session;
}

// Brings what the build says about its modules to what is known of earlier runs.
void UseModules(const TestOptions& options, const Request& request, const Context& context,
                const Build& build, std::unique_ptr<EvolutionRun>* evolution) {
  Result<std::vector<project::TestRun>> runs = project::ReadTestRuns(context.files, build.facts);
  if (!runs.ok() || runs->empty()) return evolution->reset();  // the build ran no tests
  for (const project::TestRun& run : *runs) {
    if (run.note.empty()) continue;
    fmt::print(context.err, "revmon: note: everything is monitored in {}: {}\n", run.module, run.note);
  }
  run::SessionOptions wanted = SessionFor(options, request.project.root);
  Status used = (*evolution)->UseModules(context, wanted, *runs);
  if (used.ok()) return;
  SayUnknown(context, used.error());
  evolution->reset();
}

void ShowNextStep(const Context& context, const report::Findings& findings, bool can_accept) {
  if (findings.all.empty()) return;
  const report::Finding& first = findings.all.front();
  fmt::print(context.err, "revmon: next: revmon explain {} says why", first.spec);
  if (can_accept && !first.parts.class_name.empty()) {
    fmt::print(context.err, "; revmon accept {}.{} --reason TEXT takes it as it is", first.parts.class_name,
               first.parts.method);
  }
  fmt::print(context.err, "\n");
}

// What a build leaves behind when somebody wants it to end.
int EndInterrupted(const Context& context, const run::Session& session, int signal, const char* consequence) {
  run::EndProcessesWith("out=" + session.folder(), kPatience);
  fmt::print(context.err, "revmon: interrupted; {}\n", consequence);
  return kExitSignal + signal;
}

// Runs the tests of some classes once more, into a folder inside that of the first run. `signal` is set when
// somebody interrupts it.
Result<report::Findings> RunAgain(const TestOptions& options, const Request& request, const Context& context,
                                  const run::Session& first, const std::string& facts, size_t round,
                                  const std::vector<std::string>& classes, int* signal) {
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
  REVMON_ASSIGN_OR_RETURN(Build build, Prepare(changed, request, context, session, nullptr));
  if (!options.monitor.quiet) {
    fmt::print(context.err, "revmon: new violations: runs the tests of {} again, {} of {}\n",
               classes.size() == 1 ? classes[0] : fmt::format("{} classes", classes.size()), round,
               options.confirm_new);
  }
  REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, RunIt(changed, context, build, {}, session.folder()));
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

void AddWords(std::vector<std::string>* out, const std::string& option,
              const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    out->push_back(option);
    out->push_back(value);
  }
}

// `revmon test` for the copy of the project that is tested in the background: all classes, only these specs.
Result<std::vector<std::string>> BackgroundCommand(const TestOptions& options, const Request& request,
                                                   const Context& context, const BackgroundJob& job,
                                                   const std::vector<std::string>& specs) {
  const std::string copy = JoinPath(BackgroundFolder(job.out), "copy");
  auto absolute = [&](std::vector<std::string> paths, bool moved) {
    for (std::string& path : paths) {
      Result<std::string> real = path.empty() ? Result<std::string>(path) : context.files.RealPath(path);
      if (real.ok()) path = *real;
      if (moved && path.starts_with(job.root + "/")) path = copy + path.substr(job.root.size());
    }
    std::erase(paths, "");
    return paths;
  };
  const MonitorOptions& monitor = options.monitor;
  REVMON_ASSIGN_OR_RETURN(std::string program, context.files.RealPath("/proc/self/exe"));
  std::vector<std::string> words = {program,
                                    "test",
                                    "--no-rpp",
                                    "--no-rps",
                                    "--no-vms",
                                    "--no-save",
                                    "--quiet",
                                    "--fail-on",
                                    "never",
                                    "--out",
                                    JoinPath(BackgroundFolder(job.out), "out")};
  AddWords(&words, "--spec", specs);
  AddWords(&words, "--specs", absolute(monitor.specs, false));
  AddWords(&words, "--add-specs", absolute(monitor.add_specs, false));
  AddWords(&words, "--include", monitor.include);
  AddWords(&words, "--exclude", monitor.exclude);
  AddWords(&words, "--spec-classpath", absolute({monitor.class_path}, false));
  AddWords(&words, "--jdk", absolute({monitor.jdk}, false));
  if (request.plain) {
    AddWords(&words, "--classes", absolute(options.plain.classes, true));
    AddWords(&words, "--tests", absolute(options.plain.tests, true));
    AddWords(&words, "--classpath", absolute(options.plain.class_path, true));
    AddWords(&words, "--launcher", absolute({options.plain.launcher}, false));
  } else {
    if (!options.tool.empty()) AddWords(&words, "--build-tool", {options.tool});
    AddWords(&words, "--build-program", absolute({options.program}, false));
  }
  words.emplace_back("--");
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  return words;
}

// Leaves the specs that were put off to a process of its own; with --wait, until it has ended. The exit code.
Result<int> LeaveRest(const TestOptions& options, const Request& request, const Context& context,
                      const run::Session& session, EvolutionRun& evolution, int code) {
  run::SessionOptions wanted = SessionFor(options, request.project.root);
  REVMON_ASSIGN_OR_RETURN(std::optional<BackgroundJob> job, evolution.PutOff(context, session, wanted));
  if (!job.has_value()) return code;
  std::vector<std::string> specs = evolution.Deferred();
  REVMON_RETURN_IF_ERROR(CopyForBackground(job->root, job->out));
  REVMON_ASSIGN_OR_RETURN(job->command, BackgroundCommand(options, request, context, *job, specs));
  REVMON_RETURN_IF_ERROR(StartBackground(context.files, *job, specs.size()));
  if (!options.evolution.wait) return code;
  BackgroundStatus status = WaitForBackground(context.files, job->out);
  if (!options.monitor.quiet && !options.json) fmt::print(context.out, "{}", ToText(status));
  if (status.state == "failed") return code == kExitOk ? kExitError : code;
  bool fails = options.monitor.fail_on != FailOn::kNever && !status.found.empty();
  return code == kExitOk && fails ? kExitDifferent : code;
}

Result<int> Conclude(const TestOptions& options, const Request& request, const Context& context,
                     const run::Session& session, const Build& build, const run::Outcome& outcome,
                     report::RunInfo info, std::unique_ptr<EvolutionRun> evolution) {
  std::vector<std::string> notes;
  REVMON_ASSIGN_OR_RETURN(std::vector<run::JvmResults> jvms, session.Collect(&notes));
  if (outcome.exit_code != 0) ShowFailure(options, context, build, outcome.exit_code);
  ShowObstacles(context, build, jvms.size(), evolution.get());
  const std::string& sources = request.plain ? options.folder : request.project.root;
  report::Findings findings = MakeFindings(context.files, jvms, std::move(notes), std::move(info), sources);
  if (!request.plain && evolution != nullptr) {
    UseModules(options, request, context, build, &evolution);
  }
  size_t fixed = 0;
  if (evolution != nullptr) {
    findings.run.specs = evolution->MonitoredSpecs();
    bool monitored = !jvms.empty() || !evolution->Monitors();
    bool whole = request.plain ? options.arguments.empty() : !LeavesOutTests(options.arguments);
    bool passed = outcome.exit_code == 0 && monitored && whole && findings.unfinished_jvms == 0;
    REVMON_ASSIGN_OR_RETURN(fixed, evolution->Finish(jvms, passed, &findings));
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
  int code = ExitCode(outcome.exit_code, findings, options.monitor.fail_on);
  size_t known = options.evolution.vms ? KeepNew(&findings) : 0;
  REVMON_RETURN_IF_ERROR(ShowFindings(options, request, context, session, findings));
  const bool speaks = !options.monitor.quiet && !options.json;
  if (speaks && evolution != nullptr) {
    fmt::print(context.out, "{}\n", evolution->Summary());
    if (known > 0) fmt::print(context.out, "{} known (revmon violations --known)\n", known);
    if (fixed > 0) fmt::print(context.out, "{} no longer there\n", fixed);
    std::fflush(context.out);
  }
  if (speaks && outcome.exit_code == kExitOk && code != kExitOk) {
    ShowNextStep(context, findings, evolution != nullptr);
  }
  if (evolution == nullptr) return code;
  return LeaveRest(options, request, context, session, *evolution, code);
}

Result<int> RunTests(const TestOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(Request request, Check(options, context));
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
  Result<Build> build = Prepare(options, request, context, session, evolution.get());
  Result<run::Outcome> outcome =
      build.ok() ? RunIt(options, context, *build, LastTimeline(context.files, session, info.command),
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
  Result<int> code =
      Conclude(options, request, context, session, *build, *outcome, std::move(info), std::move(evolution));
  return kept.ok() ? code : Result<int>(kept.error());
}

CLI::Option* AddPathList(CLI::App& app, const std::string& name, std::vector<std::string>* paths,
                         const std::string& help) {
  return app.add_option(name, *paths, help)
      ->type_name("PATH")
      ->delimiter(':')
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

Run DeclareTest(CLI::App& app) {
  auto options = std::make_shared<TestOptions>();
  DeclareMonitorOptions(app, &options->monitor, FailOn::kNew);
  DeclareReportOptions(app, &options->report);
  DeclareEvolutionRunOptions(app, &options->evolution);
  app.add_option("-C,--project", options->folder, "The project's folder")
      ->type_name("DIR")
      ->capture_default_str();
  app.add_option("--build-tool", options->tool, "Which build to take where there are two: maven, gradle")
      ->type_name("NAME")
      ->check(CLI::IsMember({"maven", "gradle"}));
  app.add_option("--build-program", options->program,
                 "Program to build with, instead of the project's wrapper, mvn or gradle")
      ->type_name("PATH");
  app.add_option(
         "--confirm-new", options->confirm_new,
         "Run the tests of new violations N times again: those that do not come each time are shown as "
         "unstable and fail no build")
      ->type_name("N")
      ->check(CLI::Range(0, 100));
  app.add_flag("--build-output", options->show_output,
               "Show all that the build prints, as it comes, on stderr");
  app.add_flag("--json", options->json, "Print what was found as JSON instead of text");
  AddPathList(app, "--classes", &options->plain.classes, "No build tool: folders or jars of the program");
  AddPathList(app, "--tests", &options->plain.tests, "No build tool: folders of the test classes");
  AddPathList(app, "--classpath", &options->plain.class_path, "No build tool: what both need");
  app.add_option("--launcher", options->plain.launcher, "No build tool: JUnit's console launcher")
      ->type_name("JAR");
  app.add_option("arguments", options->arguments,
                 "Arguments of the build tool, behind --: goals, tasks, -Dtest=X ...")
      ->type_name("");
  return [options](const Context& context) { return RunTests(*options, context); };
}

}  // namespace revmon::cli
