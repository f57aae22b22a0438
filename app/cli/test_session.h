// Answers: what is monitored in this run of the tests, given what earlier runs know?
#pragma once
#include <memory>
#include <optional>

#include "app/cli/evolution_run.h"
#include "app/cli/test_build.h"
#include "app/cli/test_options.h"
#include "run/session.h"

namespace revmon::cli {

// Opens the session: of plain class folders narrowed to what a change can affect. `evolution` stays null
// where nothing is known of earlier runs, or nothing can be.
[[nodiscard]] Result<run::Session> OpenSession(const TestOptions& options, const TestRequest& request,
                                               const Context& context,
                                               std::unique_ptr<EvolutionRun>* evolution);

// Which tests run, where no build tool asks for each module; changes `tests` to it. Nothing without a choice.
[[nodiscard]] Result<std::optional<select::TestChoice>> ChoosePlainTests(const TestOptions& options,
                                                                         EvolutionRun& evolution,
                                                                         project::PlainTests* tests);

// Brings what the build says about its modules to what is known of earlier runs.
void UseModules(const TestOptions& options, const TestRequest& request, const Context& context,
                const TestBuild& build, std::unique_ptr<EvolutionRun>* evolution);

}  // namespace revmon::cli
