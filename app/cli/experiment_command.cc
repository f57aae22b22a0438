#include "app/cli/experiment_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/path.h"
#include "experiment/analysis.h"
#include "experiment/moved_lines.h"
#include "experiment/page.h"
#include "experiment/runner.h"
#include "experiment/tables.h"

namespace revmon::cli {
namespace {

struct RunArguments {
  std::string plan;
  std::string out;
  uint32_t jobs = 1;
};

struct ReportArguments {
  std::string out;
  std::string html;
  std::string markdown;
  std::string baseline;
  std::string reference;
};

struct ExportArguments {
  std::string out;
  std::string format = "csv";
};

// "plans/rps.toml" -> "plans/rps.out": beside the plan, whose relative paths start there too.
std::string DefaultOut(const std::string& plan) {
  return (plan.ends_with(".toml") ? plan.substr(0, plan.size() - 5) : plan) + ".out";
}

Result<int> RunPlan(const RunArguments& arguments, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::string file, context.files.RealPath(arguments.plan));
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> text, context.files.ReadFile(file));
  REVMON_ASSIGN_OR_RETURN(experiment::Plan plan,
                          experiment::ParsePlan(AsText(text), arguments.plan, std::string(DirName(file))));
  const std::string out = arguments.out.empty() ? DefaultOut(file) : arguments.out;
  REVMON_RETURN_IF_ERROR(context.files.CreateDirectories(out));
  experiment::RunOptions options;
  REVMON_ASSIGN_OR_RETURN(options.out, context.files.RealPath(out));
  REVMON_ASSIGN_OR_RETURN(options.revmon, context.files.RealPath("/proc/self/exe"));
  options.jobs = arguments.jobs;
  options.say = [&](const std::string& line) {
    fmt::print(context.err, "{}\n", line);
    std::fflush(context.err);
  };
  REVMON_ASSIGN_OR_RETURN(experiment::RunSummary summary,
                          experiment::RunExperiment(context.files, plan, options));
  fmt::print(context.out, "{} cells run now, {} of them failed; {} were there before\n", summary.ran,
             summary.failed, summary.present);
  fmt::print(context.out, "revmon experiment report {} shows what they say\n", out);
  return summary.failed > 0 ? kExitDifferent : kExitOk;
}

Result<std::unique_ptr<experiment::Ledger>> OpenLedger(const Context& context, const std::string& out) {
  const std::string path = experiment::LedgerPath(out);
  if (context.files.Exists(path)) return experiment::Ledger::Open(path);
  return Error(ErrorCode::kNotFound, "nothing has been measured here")
      .At(out)
      .Hint("revmon experiment run PLAN.toml measures; its .out folder is what to name");
}

Result<int> Report(const ReportArguments& arguments, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::unique_ptr<experiment::Ledger> ledger, OpenLedger(context, arguments.out));
  REVMON_ASSIGN_OR_RETURN(std::vector<experiment::CellResult> cells, ledger->All());
  REVMON_ASSIGN_OR_RETURN(auto facts, ledger->Facts());
  experiment::MovedLines moved(arguments.out);
  auto same = [&](const experiment::Located& a, const experiment::Located& b) { return moved.Same(a, b); };
  REVMON_ASSIGN_OR_RETURN(experiment::Analysis analysis,
                          experiment::Analyse(cells, facts, arguments.baseline, arguments.reference, same));
  const std::string markdown = experiment::ToMarkdown(analysis);
  if (!arguments.html.empty()) {
    REVMON_RETURN_IF_ERROR(
        context.files.WriteFileAtomically(arguments.html, AsBytes(experiment::ToHtml(analysis))));
  }
  if (!arguments.markdown.empty()) {
    REVMON_RETURN_IF_ERROR(context.files.WriteFileAtomically(arguments.markdown, AsBytes(markdown)));
  }
  if (arguments.html.empty() && arguments.markdown.empty()) fmt::print(context.out, "{}", markdown);
  return kExitOk;
}

Result<int> Export(const ExportArguments& arguments, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::unique_ptr<experiment::Ledger> ledger, OpenLedger(context, arguments.out));
  REVMON_ASSIGN_OR_RETURN(std::vector<experiment::CellResult> cells, ledger->All());
  fmt::print(context.out, "{}",
             arguments.format == "csv" ? experiment::ToCsv(cells) : experiment::ToJson(cells));
  return kExitOk;
}

Run DeclareRunPlan(CLI::App& app) {
  auto arguments = std::make_shared<RunArguments>();
  app.add_option("plan", arguments->plan, "The plan, a TOML file (docs/experiments.md)")->required();
  app.add_option("-o,--out", arguments->out, "Where everything goes; the default is PLAN with .out");
  app.add_option("-j,--jobs", arguments->jobs, "How many lanes run at once; times then disturb each other")
      ->check(CLI::Range(1, 64));
  return [arguments](const Context& context) { return RunPlan(*arguments, context); };
}

Run DeclareReport(CLI::App& app) {
  auto arguments = std::make_shared<ReportArguments>();
  app.add_option("out", arguments->out, "The out folder of a run")->required();
  app.add_option("--html", arguments->html, "Write one self-contained HTML file");
  app.add_option("--markdown", arguments->markdown, "Write the tables as Markdown; the default prints them");
  app.add_option("--baseline", arguments->baseline, "Another technique for ratios");
  app.add_option("--reference", arguments->reference, "Another technique for missed violations");
  return [arguments](const Context& context) { return Report(*arguments, context); };
}

Run DeclareExport(CLI::App& app) {
  auto arguments = std::make_shared<ExportArguments>();
  app.add_option("out", arguments->out, "The out folder of a run")->required();
  app.add_option("--format", arguments->format, "csv: a line per cell; json: everything")
      ->check(CLI::IsMember({"csv", "json"}));
  return [arguments](const Context& context) { return Export(*arguments, context); };
}

}  // namespace

Run DeclareExperiment(CLI::App& app) {
  app.require_subcommand(1);
  struct Sub {
    CLI::App* app;
    Run run;
  };
  auto subs = std::make_shared<std::vector<Sub>>();
  auto add = [&](const char* name, const char* summary, Run (*declare)(CLI::App&)) {
    CLI::App* sub = app.add_subcommand(name, summary);
    subs->push_back({sub, declare(*sub)});
  };
  add("run", "Measure every cell of a plan; goes on where it was interrupted", DeclareRunPlan);
  add("report", "Show what the cells say", DeclareReport);
  add("export", "Write the cells as CSV or JSON", DeclareExport);
  return [subs](const Context& context) -> Result<int> {
    for (const Sub& sub : *subs) {
      if (sub.app->parsed()) return sub.run(context);
    }
    return Error(ErrorCode::kInvalid, "experiment needs one of run, report and export");
  };
}

}  // namespace revmon::cli
