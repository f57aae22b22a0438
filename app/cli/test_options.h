// Answers: what can be asked of `revmon test`, and is it possible here?
#pragma once
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/evolution_run.h"
#include "app/cli/monitor_options.h"
#include "app/cli/report_output.h"
#include "project/console_launcher.h"
#include "project/project.h"
#include "run/java_home.h"
#include "run/session.h"

namespace revmon::cli {

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
struct TestRequest {
  bool plain = false;  // no build tool
  project::Project project;
  std::vector<std::string> program;  // of the build tool
  run::JavaChoice java;
  std::string launcher;
  std::vector<ReportRequest> reports;
  std::vector<std::pair<std::string, std::string>>
      recording;  // options of the agent for what tests depend on
};

// The options must outlive the app.
void DeclareTestOptions(CLI::App& app, TestOptions* options);

[[nodiscard]] Result<TestRequest> CheckTest(const TestOptions& options, const Context& context);

// What is monitored and where results go, with `root` the project's ("" without a build tool).
[[nodiscard]] run::SessionOptions SessionFor(const TestOptions& options, const std::string& root);

// What the user typed, as far as it says what is tested.
[[nodiscard]] std::string CommandLine(const TestOptions& options);

}  // namespace revmon::cli
