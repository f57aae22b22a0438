#include "app/cli/test_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>

#include "app/cli/build_display.h"
#include "app/cli/monitor_options.h"
#include "base/path.h"
#include "classpath/jdk.h"
#include "project/build_command.h"
#include "project/build_log.h"
#include "project/console_launcher.h"
#include "run/build.h"
#include "run/foreground.h"
#include "run/spec_library.h"

namespace revmon::cli {
namespace {

constexpr size_t kFailureLines = 60;
constexpr int kInterrupted = 130;

struct TestOptions {
  MonitorOptions monitor;
  std::string folder = ".";
  std::string tool;
  std::string program;
  bool show_output = false;
  project::PlainTests plain;
  std::string class_path;
  std::vector<std::string> arguments;  // of the build tool
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

Result<std::string> FindJava(const FileSystem& files, const std::string& jdk) {
  if (!jdk.empty()) {
    REVMON_ASSIGN_OR_RETURN(classpath::Jdk found, classpath::OpenJdk(files, jdk));
    return JoinPath(found.home, "bin/java");
  }
  for (const classpath::Jdk& found :
       classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess())) {
    std::string java = JoinPath(found.home, "bin/java");
    if (files.Exists(java)) return java;
  }
  return Error(ErrorCode::kNotFound, "no Java found: not in JAVA_HOME, PATH or /usr/lib/jvm")
      .Hint("install a JDK, or set JAVA_HOME");
}

Result<Build> PrepareProject(const TestOptions& options, const project::Project& project,
                             std::vector<std::string> program, const Context& context,
                             const run::Session& session) {
  Build build;
  build.facts = JoinPath(session.folder(), "build");
  project::Attachment attachment{.agent = session.AgentArgument(), .folder = build.facts};
  REVMON_ASSIGN_OR_RETURN(
      build.command.argv,
      project::MakeBuildCommand(context.files, project, std::move(program), attachment, options.arguments));
  build.command.directory = project.root;
  build.files = {.log = JoinPath(session.folder(), "build.log"),
                 .progress = JoinPath(build.facts, "progress")};
  return build;
}

Build PreparePlain(const TestOptions& options, const std::string& java, const std::string& launcher,
                   const run::Session& session) {
  Build build;
  build.command.argv = {java, session.AgentArgument()};
  for (std::string& word : project::LauncherArguments(options.plain, launcher, options.arguments)) {
    build.command.argv.push_back(std::move(word));
  }
  build.files = {.log = JoinPath(session.folder(), "build.log"), .progress = ""};
  return build;
}

Result<run::Outcome> RunIt(const TestOptions& options, const Context& context, Build& build) {
  if (options.monitor.verbose) fmt::print(context.err, "revmon: starts {}\n", run::ToShell(build.command));
  if (options.show_output) return run::RunInForeground(build.command);
  BuildDisplay display(context.err, BuildDisplay::ModeFor(context.err, options.monitor.quiet));
  Result<run::Outcome> outcome =
      run::RunBuild(build.command, build.files, [&](const run::BuildState& state) { display.Show(state); });
  display.End();
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
void ShowObstacles(const Context& context, const Build& build, size_t jvms) {
  if (build.facts.empty()) return;
  Result<std::vector<project::TestRun>> runs = project::ReadTestRuns(context.files, build.facts);
  if (!runs.ok()) return;
  for (const project::TestRun& run : *runs) {
    if (run.obstacle.empty()) continue;
    fmt::print(context.err, "revmon: {} ({}) was not monitored: {}\n", run.module, run.runner, run.obstacle);
  }
  if (runs->empty()) {
    fmt::print(context.err, "revmon: the build ran no tests\n");
  } else if (jvms == 0) {
    fmt::print(context.err,
               "revmon: no JVM with tests left results (no tests, or the agent did not load: see {})\n",
               build.files.log);
  }
}

Result<int> Report(const TestOptions& options, const Context& context, const run::Session& session,
                   const Build& build, const run::Outcome& outcome) {
  if (outcome.exit_code == kInterrupted || outcome.signal != 0) {
    fmt::print(context.err, "revmon: interrupted\n");
    return outcome.exit_code;
  }
  std::vector<std::string> notes;
  REVMON_ASSIGN_OR_RETURN(std::vector<run::JvmResults> jvms, session.Collect(&notes));
  size_t violations = 0;
  for (const run::JvmResults& jvm : jvms) violations += jvm.results.violations.size();
  if (outcome.exit_code != 0) ShowFailure(options, context, build, outcome.exit_code);
  ShowObstacles(context, build, jvms.size());
  if (!options.monitor.quiet)
    fmt::print(context.err, "revmon: {} violations in {} JVMs\n", violations, jvms.size());
  const bool failed = violations > 0 && options.monitor.fail_on != FailOn::kNever;
  return outcome.exit_code == 0 && failed ? kExitDifferent : outcome.exit_code;
}

Result<run::Session> OpenSession(const TestOptions& options, const Context& context,
                                 const std::string& root) {
  REVMON_ASSIGN_OR_RETURN(run::Installation installation, run::FindInstallation(context.files));
  run::SessionOptions session = ToSessionOptions(options.monitor);
  if (!root.empty() && session.out == run::kDefaultOut) session.out = JoinPath(root, session.out);
  return run::Session::Open(context.files, installation, session);
}

Result<int> RunTests(const TestOptions& options, const Context& context) {
  const bool plain = !options.plain.tests.empty() || !options.plain.classes.empty();
  if (plain && options.plain.tests.empty()) {
    return Error(ErrorCode::kInvalid, "--classes without --tests")
        .Hint("give the folder of the test classes");
  }
  // All that can be wrong is found before anything is written.
  project::Project project;
  std::vector<std::string> program;
  std::string launcher;
  std::string java;
  if (plain) {
    REVMON_ASSIGN_OR_RETURN(java, FindJava(context.files, options.monitor.jdk));
    REVMON_ASSIGN_OR_RETURN(launcher,
                            project::FindConsoleLauncher(context.files, options.plain, Variable("HOME")));
  } else {
    REVMON_ASSIGN_OR_RETURN(project,
                            project::FindProject(context.files, options.folder, WantedTool(options)));
    REVMON_ASSIGN_OR_RETURN(program, project::FindBuildProgram(context.files, project, options.program));
    REVMON_ASSIGN_OR_RETURN(java, FindJava(context.files, ""));
  }
  REVMON_ASSIGN_OR_RETURN(run::Session session, OpenSession(options, context, project.root));
  for (const std::string& note : session.notes()) fmt::print(context.err, "revmon: note: {}\n", note);
  Result<Build> build = plain ? Result<Build>(PreparePlain(options, java, launcher, session))
                              : PrepareProject(options, project, std::move(program), context, session);
  if (!build.ok()) return build.error();
  REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, RunIt(options, context, *build));
  return Report(options, context, session, *build, outcome);
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
  app.add_option("-C,--project", options->folder, "The project's folder")
      ->type_name("DIR")
      ->capture_default_str();
  app.add_option("--build-tool", options->tool, "Which build to take where there are two: maven, gradle")
      ->type_name("NAME")
      ->check(CLI::IsMember({"maven", "gradle"}));
  app.add_option("--build-program", options->program,
                 "Program to build with, instead of the project's wrapper, mvn or gradle")
      ->type_name("PATH");
  app.add_flag("--build-output", options->show_output, "Show all that the build prints, as it comes");
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
