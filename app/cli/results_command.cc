#include "app/cli/results_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/known_findings.h"
#include "app/cli/monitor_options.h"
#include "app/cli/report_output.h"
#include "report/run_info.h"
#include "report/text.h"

namespace revmon::cli {
namespace {

struct ResultsOptions {
  std::vector<std::string> paths;
  std::string project = ".";
  std::string format = "text";
  std::vector<std::string> reports;
  bool json = false;
  bool stats = false;
  bool tests = false;
  FailOn fail_on = FailOn::kAny;
};

Result<report::Findings> Load(const ResultsOptions& options, const Context& context) {
  std::vector<run::JvmResults> all;
  report::RunInfo info;
  for (const std::string& path : options.paths) {
    std::string folder = run::NewestRun(context.files, path);
    REVMON_ASSIGN_OR_RETURN(std::vector<run::JvmResults> jvms,
                            run::ReadResultsFiles(context.files, folder, nullptr));
    all.insert(all.end(), std::make_move_iterator(jvms.begin()), std::make_move_iterator(jvms.end()));
    if (options.paths.size() == 1) info = report::ReadRunInfo(context.files, folder);
  }
  if (all.empty()) {
    return Error(ErrorCode::kNotFound, "no results here")
        .At(options.paths[0])
        .Hint("revmon run writes them into the folder of --out, the agent into that of its option out=DIR");
  }
  report::Findings findings = MakeFindings(context.files, all, {}, std::move(info), options.project);
  if (options.fail_on == FailOn::kNew) {
    MarkKnown(context, {.project = options.project, .out = options.paths[0]}, all, &findings);
  }
  return findings;
}

Result<int> RunResults(const ResultsOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::vector<ReportRequest> requests, ToRequests({{}, options.reports}));
  REVMON_ASSIGN_OR_RETURN(std::vector<ReportRequest> shown,
                          ToRequests({{options.json ? "json" : options.format}, {}}));
  REVMON_ASSIGN_OR_RETURN(report::Findings findings, Load(options, context));
  for (const std::string& note : findings.notes) fmt::print(context.err, "note: {}\n", note);
  if (shown[0].format == report::Format::kText) {
    report::TextOptions text{.colour = report::UseColour(context.out),
                             .stats = options.stats,
                             .tests = options.tests,
                             .max_findings = 0};
    fmt::print(context.out, "{}", report::RenderText(findings, text));
  } else {
    fmt::print(context.out, "{}", report::Render(findings, shown[0].format, Version()));
  }
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> written, WriteReports(context, findings, requests, "."));
  for (const std::string& path : written) fmt::print(context.err, "revmon: wrote {}\n", path);
  return ExitCode(kExitOk, findings, options.fail_on);
}

}  // namespace

Run DeclareResults(CLI::App& app) {
  auto options = std::make_shared<ResultsOptions>();
  options->paths = {run::kDefaultOut};
  app.add_option("path", options->paths,
                 "Out folders (the newest run counts), folders that the agent wrote into, or results files")
      ->type_name("PATH")
      ->capture_default_str();
  app.add_option("--project", options->project, "Where the sources are")
      ->type_name("DIR")
      ->capture_default_str();
  app.add_option("--format", options->format, "Print as: text, json, sarif, junit, html, violation-counts")
      ->type_name("FORMAT")
      ->capture_default_str();
  app.add_option("--report", options->reports, "Write a report to a file, e.g. html=report.html (repeatable)")
      ->type_name("FORMAT=FILE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  DeclareFailOn(app, &options->fail_on);
  app.add_flag("--tests", options->tests, "List the tests that ran, too");
  app.add_flag("--stats", options->stats,
               "Say what was woven, too; more of a run with the agent option stats=1");
  app.add_flag("--json", options->json, "The same as --format json");
  return [options](const Context& context) { return RunResults(*options, context); };
}

}  // namespace revmon::cli
