// Answers: how does a command that has results show them and write reports?
//
// Shared by run, results and test: results of JVMs -> Findings (with documentation and sources) -> the text
// on a stream and the files that were asked for. Files are written to a temporary name and renamed: never
// half.
#pragma once
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "report/findings.h"
#include "report/format.h"
#include "run/session.h"

namespace revmon::cli {

// One report file to write.
struct ReportRequest {
  report::Format format = report::Format::kJson;
  std::string file;  // "" = its usual name in the out folder
};

struct ReportOptions {
  std::vector<std::string> formats;  // --format
  std::vector<std::string> reports;  // --report FORMAT=FILE
};

// --format and --report for commands that write files.
void DeclareReportOptions(CLI::App& app, ReportOptions* options);
// An error that names the formats for one nobody knows.
[[nodiscard]] Result<std::vector<ReportRequest>> ToRequests(const ReportOptions& options);

// Does one of them show the events on the way to a violation?
[[nodiscard]] bool WantsEvents(const std::vector<ReportRequest>& requests);

// `project` is where sources are looked for. Specs that cannot be found again have no documentation in it.
[[nodiscard]] report::Findings MakeFindings(const FileSystem& files, const std::vector<run::JvmResults>& jvms,
                                            std::vector<std::string> notes, report::RunInfo run,
                                            const std::string& project);

// The summary on stderr, calm and last, and the report files, into `out` where nothing else is said. With
// `quiet` only the files.
struct SummaryOptions {
  std::string out;
  bool quiet = false;
  bool stats = false;
};
[[nodiscard]] Status ShowSummary(const Context& context, const report::Findings& findings,
                                 const std::vector<ReportRequest>& requests, const SummaryOptions& options);

// Writes the files; the paths written, for the user to open.
[[nodiscard]] Result<std::vector<std::string>> WriteReports(const Context& context,
                                                            const report::Findings& findings,
                                                            const std::vector<ReportRequest>& requests,
                                                            const std::string& out);

}  // namespace revmon::cli
