#include "app/cli/report_output.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "base/path.h"
#include "base/suggest.h"
#include "report/merge.h"
#include "report/source_index.h"
#include "report/text.h"
#include "run/spec_library.h"

namespace revmon::cli {
namespace {

Result<report::Format> FormatOf(const std::string& name) {
  std::optional<report::Format> format = report::ParseFormat(name);
  if (format) return *format;
  std::string hint = DidYouMean(name, report::FormatNames());
  if (hint.empty()) {
    hint = "known:";
    for (const std::string& known : report::FormatNames()) hint += " " + known;
  }
  return Error(ErrorCode::kInvalid, "no report is called '" + name + "'").Hint(hint);
}

// Documentation of the specs that were violated. One that is not found again (the library changed since, or a
// file is gone) is shown by what the agent knows of it.
void AddSpecs(const FileSystem& files, report::Findings* findings) {
  std::set<std::string> names;
  for (const report::Finding& finding : findings->all) names.insert(finding.spec);
  if (names.empty()) return;
  run::SpecTypes types(files, "");
  for (const std::string& name : names) {
    Result<run::FoundSpec> found = run::FindSpec(files, name, findings->run.spec_paths, types.oracle());
    if (!found.ok()) continue;
    for (const spec::Spec& spec : found->file.specs) {
      if (spec.name == name) findings->specs[name] = report::MakeSpecInfo(spec);
    }
  }
  report::PreferRules(findings);
}

}  // namespace

void DeclareReportOptions(CLI::App& app, ReportOptions* options) {
  app.add_option("--format", options->formats,
                 "Write a report into the out folder: json, sarif, junit, html, violation-counts, text "
                 "(repeatable)")
      ->type_name("FORMAT")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--report", options->reports,
                 "Write a report to a file, e.g. sarif=build/revmon.sarif (repeatable)")
      ->type_name("FORMAT=FILE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<std::vector<ReportRequest>> ToRequests(const ReportOptions& options) {
  std::vector<ReportRequest> requests;
  for (const std::string& name : options.formats) {
    REVMON_ASSIGN_OR_RETURN(report::Format format, FormatOf(name));
    requests.push_back({format, ""});
  }
  for (const std::string& text : options.reports) {
    size_t equals = text.find('=');
    REVMON_ASSIGN_OR_RETURN(report::Format format, FormatOf(text.substr(0, equals)));
    if (equals == std::string::npos || equals + 1 == text.size()) {
      return Error(ErrorCode::kInvalid, "--report " + text + " names no file")
          .Hint("write " + text.substr(0, equals) + "=FILE, or use --format");
    }
    requests.push_back({format, text.substr(equals + 1)});
  }
  return requests;
}

bool WantsEvents(const std::vector<ReportRequest>& requests) {
  return std::any_of(requests.begin(), requests.end(), [](const ReportRequest& request) {
    return request.format == report::Format::kHtml || request.format == report::Format::kSarif;
  });
}

report::Findings MakeFindings(const FileSystem& files, const std::vector<run::JvmResults>& jvms,
                              std::vector<std::string> notes, report::RunInfo run,
                              const std::string& project) {
  report::Merger merger;
  for (const run::JvmResults& jvm : jvms) merger.Add(jvm.results);
  report::SourceIndex sources(files, project);
  report::Findings findings = std::move(merger).Finish(&sources);
  findings.notes.insert(findings.notes.end(), notes.begin(), notes.end());
  findings.run = std::move(run);
  AddSpecs(files, &findings);
  return findings;
}

Status ShowSummary(const Context& context, const report::Findings& findings,
                   const std::vector<ReportRequest>& requests, const SummaryOptions& options) {
  if (!options.quiet) {
    report::TextOptions text{
        .colour = report::UseColour(context.err), .stats = options.stats, .prefix = "revmon: "};
    for (const std::string& note : findings.notes) fmt::print(context.err, "revmon: note: {}\n", note);
    fmt::print(context.err, "{}", report::RenderText(findings, text));
  }
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> written,
                          WriteReports(context, findings, requests, options.out));
  if (!options.quiet) {
    for (const std::string& path : written) fmt::print(context.err, "revmon: wrote {}\n", path);
  }
  return OkStatus();
}

Result<std::vector<std::string>> WriteReports(const Context& context, const report::Findings& findings,
                                              const std::vector<ReportRequest>& requests,
                                              const std::string& out) {
  std::vector<std::string> written;
  for (const ReportRequest& request : requests) {
    std::string path =
        request.file.empty() ? JoinPath(out, report::FileNameOf(request.format)) : request.file;
    std::string text = report::Render(findings, request.format, Version());
    REVMON_RETURN_IF_ERROR(context.files.CreateDirectories(std::string(DirName(path))));
    REVMON_RETURN_IF_ERROR(context.files.WriteFileAtomically(path, AsBytes(text)));
    written.push_back(std::move(path));
  }
  return written;
}

}  // namespace revmon::cli
