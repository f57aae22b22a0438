#include "app/cli/test_output.h"

#include <fmt/core.h>

#include "report/format.h"
#include "report/text.h"

namespace revmon::cli {

Status ShowFindings(const TestOptions& options, const TestRequest& request, const Context& context,
                    const run::Session& session, const report::Findings& findings) {
  if (options.json) {
    fmt::print(context.out, "{}", report::Render(findings, report::Format::kJson, Version()));
  } else if (!options.monitor.quiet && options.evolution.rts.rv) {
    for (const std::string& note : findings.notes) fmt::print(context.err, "revmon: note: {}\n", note);
    report::TextOptions text{.colour = report::UseColour(context.out), .stats = options.monitor.stats};
    fmt::print(context.out, "{}", report::RenderText(findings, text));
    std::fflush(context.out);  // in its place before what follows on stderr
  }
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> written,
                          WriteReports(context, findings, request.reports, session.out()));
  if (!options.monitor.quiet) {
    for (const std::string& path : written) fmt::print(context.err, "revmon: wrote {}\n", path);
  }
  return OkStatus();
}

void ShowSummary(const TestOptions& options, const Context& context, const EvolutionRun& evolution,
                 const TestsOutcome& tests, size_t known, size_t fixed) {
  const RtsRunOptions& rts = options.evolution.rts;
  if (rts.active()) fmt::print(context.out, "{}\n", Summary(tests, rts.observe));
  if (rts.rv) fmt::print(context.out, "{}\n", evolution.Summary());
  if (known > 0) fmt::print(context.out, "{} known (revmon violations --known)\n", known);
  if (fixed > 0) fmt::print(context.out, "{} no longer there\n", fixed);
  std::fflush(context.out);
}

void ShowNextStep(const Context& context, const report::Findings& findings, bool can_accept) {
  if (findings.all.empty()) return;
  const report::Finding& first = findings.all.front();
  fmt::print(context.err, "revmon: next: revmon explain {} says why", first.spec);
  if (can_accept && !first.parts.class_name.empty()) {
    fmt::print(context.err, "; revmon accept {}.{} --reason TEXT takes it as it is", first.parts.class_name,
               first.parts.method);
  }
  fmt::print(context.err, "\n");
}

}  // namespace revmon::cli
