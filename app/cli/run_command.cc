#include "app/cli/run_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>

#include "app/cli/monitor_options.h"
#include "run/foreground.h"
#include "run/java_command.h"

namespace revmon::cli {
namespace {

struct RunOptions {
  MonitorOptions monitor;
  std::vector<std::string> command;
};

std::string ToolOptions() {
  const char* value = std::getenv("JAVA_TOOL_OPTIONS");
  return value == nullptr ? "" : value;
}

void SayHow(const Context& context, const run::Session& session, const run::MonitoredCommand& monitored) {
  fmt::print(context.err, "revmon: {} specs; results go to {}\n", session.plan().specs.size(),
             session.folder());
  if (monitored.by_environment) {
    fmt::print(
        context.err,
        "revmon: {} is no java launcher, so the agent goes by JAVA_TOOL_OPTIONS into every JVM below\n",
        monitored.command.argv[0]);
  }
  fmt::print(context.err, "revmon: starts {}\n", run::ToShell(monitored.command));
}

Result<int> RunProgram(const RunOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(run::Installation installation, run::FindInstallation(context.files));
  REVMON_ASSIGN_OR_RETURN(run::Session session,
                          run::Session::Open(context.files, installation, ToSessionOptions(options.monitor)));
  for (const std::string& note : session.notes()) fmt::print(context.err, "revmon: note: {}\n", note);
  run::MonitoredCommand monitored = run::WithAgent(options.command, session.AgentArgument(), ToolOptions());
  if (options.monitor.verbose) SayHow(context, session, monitored);
  REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, run::RunInForeground(monitored.command));
  std::vector<std::string> notes;
  REVMON_ASSIGN_OR_RETURN(std::vector<run::JvmResults> jvms, session.Collect(&notes));
  size_t violations = 0;
  for (const run::JvmResults& jvm : jvms) violations += jvm.results.violations.size();
  fmt::print(context.err, "revmon: {} violations in {} JVMs\n", violations, jvms.size());
  bool failed = violations > 0 && options.monitor.fail_on != FailOn::kNever;
  return outcome.exit_code == 0 && failed ? kExitDifferent : outcome.exit_code;
}

}  // namespace

Run DeclareRun(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  DeclareMonitorOptions(app, &options->monitor, FailOn::kNever);
  app.add_option("command", options->command, "The command, e.g. java -jar shop.jar; -- may stand before it")
      ->required()
      ->type_name("");
  app.positionals_at_end();  // from its first word on, everything is the command's
  return [options](const Context& context) { return RunProgram(*options, context); };
}

}  // namespace revmon::cli
