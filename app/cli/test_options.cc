#include "app/cli/test_options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "base/path.h"
#include "classpath/jdk.h"
#include "project/build_command.h"
#include "run/process.h"

namespace revmon::cli {
namespace {

project::BuildTool WantedTool(const TestOptions& options) {
  if (options.tool == "maven") return project::BuildTool::kMaven;
  if (options.tool == "gradle") return project::BuildTool::kGradle;
  return project::BuildTool::kNone;
}

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
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

void DeclareTestOptions(CLI::App& app, TestOptions* options) {
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
}

Result<TestRequest> CheckTest(const TestOptions& options, const Context& context) {
  const auto environment = classpath::JdkEnvironment::FromProcess();
  TestRequest request;
  REVMON_ASSIGN_OR_RETURN(request.reports, ToRequests(options.report));
  REVMON_ASSIGN_OR_RETURN(TestPolicy policy,
                          PolicyOf(options.evolution.rts, options.evolution.selection.published));
  static_cast<void>(policy);  // only whether it makes sense
  REVMON_ASSIGN_OR_RETURN(request.recording, RecordingOptions(options.evolution.rts));
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

run::SessionOptions SessionFor(const TestOptions& options, const std::string& root) {
  run::SessionOptions session = ToSessionOptions(options.monitor);
  session.no_specs = !options.evolution.rts.rv;
  if (!root.empty() && session.out == run::kDefaultOut) session.out = JoinPath(root, session.out);
  return session;
}

std::string CommandLine(const TestOptions& options) {
  run::Command command;
  command.argv = {"revmon", "test"};
  command.argv.insert(command.argv.end(), options.arguments.begin(), options.arguments.end());
  return run::ToShell(command);
}

}  // namespace revmon::cli
