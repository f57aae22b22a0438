#include "app/cli/run_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>

#include "app/cli/known_findings.h"
#include "app/cli/monitor_options.h"
#include "app/cli/report_output.h"
#include "project/build_command.h"
#include "report/run_info.h"
#include "run/foreground.h"
#include "run/java_command.h"

namespace revmon::cli {
namespace {

struct RunOptions {
  MonitorOptions monitor;
  ReportOptions report;
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

// Said before anything is written.
Status CheckProgram(const FileSystem& files, const std::string& program) {
  if (program.find('/') != std::string::npos) {
    Result<FileInfo> info = files.Stat(program);
    if (info.ok() && info->type == FileType::kFile) return OkStatus();
    return Error(ErrorCode::kNotFound, "no such program").At(program).Hint("check the command behind --");
  }
  const char* path = std::getenv("PATH");
  if (!project::FindInPath(files, program, path == nullptr ? "" : path).empty()) return OkStatus();
  return Error(ErrorCode::kNotFound, "no " + program + " in PATH")
      .Hint(program == "java" ? "install a JDK, or give the path of its bin/java"
                              : "give the path of the program");
}

Result<int> RunProgram(const RunOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::vector<ReportRequest> requests, ToRequests(options.report));
  REVMON_RETURN_IF_ERROR(CheckProgram(context.files, options.command[0]));
  REVMON_ASSIGN_OR_RETURN(run::Installation installation, run::FindInstallation(context.files));
  REVMON_ASSIGN_OR_RETURN(run::Session session,
                          run::Session::Open(context.files, installation, ToSessionOptions(options.monitor)));
  for (const std::string& note : session.notes()) fmt::print(context.err, "revmon: note: {}\n", note);
  std::string agent = session.AgentArgument(AgentExtras(options.monitor, WantsEvents(requests)));
  run::MonitoredCommand monitored = run::WithAgent(options.command, agent, ToolOptions());
  if (options.monitor.verbose) SayHow(context, session, monitored);
  run::Command plain;
  plain.argv = options.command;
  report::RunInfo info = Describe(context.files, options.monitor, session, run::ToShell(plain));
  Result<run::Outcome> outcome = run::RunInForeground(monitored.command);
  if (!outcome.ok()) {
    session.Discard();
    return outcome.error();
  }
  info.wall_ms = outcome->wall.count();
  info.exit_code = outcome->exit_code;
  Status kept = report::WriteRunInfo(context.files, session.folder(), info);
  std::vector<std::string> notes;
  REVMON_ASSIGN_OR_RETURN(std::vector<run::JvmResults> jvms, session.Collect(&notes));
  report::Findings findings = MakeFindings(context.files, jvms, std::move(notes), std::move(info), ".");
  if (options.monitor.fail_on == FailOn::kNew) {
    MarkKnown(context, {.out = options.monitor.out, .quiet = options.monitor.quiet}, jvms, &findings);
  }
  SummaryOptions summary{
      .out = options.monitor.out, .quiet = options.monitor.quiet, .stats = options.monitor.stats};
  REVMON_RETURN_IF_ERROR(ShowSummary(context, findings, requests, summary));
  REVMON_RETURN_IF_ERROR(kept);
  return ExitCode(outcome->exit_code, findings, options.monitor.fail_on);
}

}  // namespace

Run DeclareRun(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  DeclareMonitorOptions(app, &options->monitor, FailOn::kNever);
  DeclareReportOptions(app, &options->report);
  app.add_option("command", options->command, "The command, e.g. java -jar shop.jar; -- may stand before it")
      ->required()
      ->type_name("");
  app.positionals_at_end();  // from its first word on, everything is the command's
  return [options](const Context& context) { return RunProgram(*options, context); };
}

}  // namespace revmon::cli
