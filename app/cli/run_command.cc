#include "app/cli/run_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>

#include "app/cli/monitor_options.h"
#include "app/cli/report_output.h"
#include "report/run_info.h"
#include "report/text.h"
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

report::RunInfo Describe(const RunOptions& options, const Context& context, const run::Session& session) {
  report::RunInfo info;
  run::Command plain;
  plain.argv = options.command;
  info.command = run::ToShell(plain);
  info.started = report::UtcTime(RealClock().WallNs());
  info.specs = session.plan().specs.size();
  info.spec_paths = SpecPaths(context.files, options.monitor);
  return info;
}

// The summary on stderr, calm and last; the report files.
Status Show(const RunOptions& options, const Context& context, const report::Findings& findings,
            const std::vector<ReportRequest>& requests) {
  if (!options.monitor.quiet) {
    report::TextOptions text{
        .colour = report::UseColour(context.err), .stats = options.monitor.stats, .prefix = "revmon: "};
    for (const std::string& note : findings.notes) fmt::print(context.err, "revmon: note: {}\n", note);
    fmt::print(context.err, "{}", report::RenderText(findings, text));
  }
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> written,
                          WriteReports(context, findings, requests, options.monitor.out));
  if (!options.monitor.quiet) {
    for (const std::string& path : written) fmt::print(context.err, "revmon: wrote {}\n", path);
  }
  return OkStatus();
}

Result<int> RunProgram(const RunOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::vector<ReportRequest> requests, ToRequests(options.report));
  REVMON_ASSIGN_OR_RETURN(run::Installation installation, run::FindInstallation(context.files));
  REVMON_ASSIGN_OR_RETURN(run::Session session,
                          run::Session::Open(context.files, installation, ToSessionOptions(options.monitor)));
  for (const std::string& note : session.notes()) fmt::print(context.err, "revmon: note: {}\n", note);
  std::string agent = session.AgentArgument(AgentExtras(options.monitor, WantsEvents(requests)));
  run::MonitoredCommand monitored = run::WithAgent(options.command, agent, ToolOptions());
  if (options.monitor.verbose) SayHow(context, session, monitored);
  report::RunInfo info = Describe(options, context, session);
  REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, run::RunInForeground(monitored.command));
  info.wall_ms = outcome.wall.count();
  info.exit_code = outcome.exit_code;
  REVMON_RETURN_IF_ERROR(report::WriteRunInfo(context.files, session.folder(), info));
  std::vector<std::string> notes;
  REVMON_ASSIGN_OR_RETURN(std::vector<run::JvmResults> jvms, session.Collect(&notes));
  report::Findings findings = MakeFindings(context.files, jvms, std::move(notes), std::move(info), ".");
  REVMON_RETURN_IF_ERROR(Show(options, context, findings, requests));
  return ExitCode(outcome.exit_code, findings, options.monitor.fail_on);
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
