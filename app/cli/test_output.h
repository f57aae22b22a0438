// Answers: what does somebody read when the tests have run?
#pragma once
#include "app/cli/evolution_run.h"
#include "app/cli/test_options.h"
#include "report/findings.h"
#include "run/session.h"

namespace revmon::cli {

// The findings as text or JSON, and the reports that were asked for.
[[nodiscard]] Status ShowFindings(const TestOptions& options, const TestRequest& request,
                                  const Context& context, const run::Session& session,
                                  const report::Findings& findings);

// What a run that knows earlier ones adds: how much was monitored, and what became of known violations.
void ShowSummary(const TestOptions& options, const Context& context, const EvolutionRun& evolution,
                 const TestsOutcome& tests, size_t known, size_t fixed);

// What to do about the first finding.
void ShowNextStep(const Context& context, const report::Findings& findings, bool can_accept);

}  // namespace revmon::cli
