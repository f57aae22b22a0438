// Answers: who monitors the specs that a run put off (--rpp)?
#pragma once
#include "app/cli/evolution_run.h"
#include "app/cli/test_options.h"
#include "run/session.h"

namespace revmon::cli {

// Leaves the specs that were put off to a process of its own; with --wait, until it has ended. `code` is the
// exit code so far; gives the one to end with.
[[nodiscard]] Result<int> LeaveRest(const TestOptions& options, const TestRequest& request,
                                    const Context& context, const run::Session& session,
                                    EvolutionRun& evolution, int code);

}  // namespace revmon::cli
