// Answers: how does a run of tests use what earlier runs found, and leave something for later ones?
//
// Between `revmon test` and select::Evolution. Where the classes are at hand before the tests start (no build
// tool), only what a change can affect is monitored again. Where a build tool compiles them first, everything
// is monitored, and the class path that the build reports afterwards is used to tell new from known.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/evolution_options.h"
#include "report/findings.h"
#include "run/session.h"
#include "select/evolution.h"

namespace revmon::cli {

struct EvolutionRunOptions {
  SelectionOptions selection;
  std::string base;
  bool rps = true;              // --no-rps: monitor everything
  bool vms = true;              // --no-vms: show everything
  bool save = true;             // --no-save: leave nothing for later runs
  bool skip_unchanged = false;  // no test runs when no class changed
};

// The options must outlive the app.
void DeclareEvolutionRunOptions(CLI::App& app, EvolutionRunOptions* options);

// What the tests run on.
struct TestedProgram {
  std::string root;                              // of the project
  std::string out;                               // folder of the store
  std::vector<graph::ContainerPath> containers;  // own class folders first
  std::string java;                              // the java program, for its JDK
};

class EvolutionRun {
 public:
  [[nodiscard]] static Result<std::unique_ptr<EvolutionRun>> Open(const Context& context,
                                                                  const EvolutionRunOptions& options,
                                                                  const TestedProgram& program);

  // Decides what is monitored. `plan` is with all specs that were asked for, `session` as the user wants it;
  // with `narrow`, the session is narrowed to what is selected.
  [[nodiscard]] Status Choose(wire::Plan plan, bool narrow, run::SessionOptions* session);
  [[nodiscard]] const select::Selection& selection() const { return evolution_->selection(); }
  // "12 of 160 specs re-monitored (...)".
  [[nodiscard]] std::string Summary() const;

  // Marks what was known, and, if the tests passed, keeps the run. Gives how many known ones were not seen
  // again although they were looked for.
  [[nodiscard]] Result<size_t> Finish(const std::vector<run::JvmResults>& jvms, bool passed,
                                      report::Findings* findings);
  [[nodiscard]] const std::vector<std::string>& notes() const { return evolution_->notes(); }
  [[nodiscard]] bool has_git() const { return evolution_->repository() != nullptr; }

 private:
  explicit EvolutionRun(const EvolutionRunOptions& options) : options_(options) {}
  const EvolutionRunOptions& options_;
  wire::Plan plan_;
  std::unique_ptr<select::Evolution> evolution_;
};

// Do arguments of a build tool leave out tests or modules? Such a run says nothing about the others, so it is
// not kept.
[[nodiscard]] bool LeavesOutTests(const std::vector<std::string>& arguments);

// Takes out what is known; the count of what was taken out.
[[nodiscard]] size_t KeepNew(report::Findings* findings);

}  // namespace revmon::cli
