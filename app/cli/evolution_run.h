// Answers: how does a run of tests use what earlier runs found, and leave something for later ones?
//
// Between `revmon test` and select::Evolution. Without a build tool the classes are at hand before the tests
// start, and one selection is made for all of them. A build compiles its modules one by one: each asks for a
// selection when its classes are there (module_plan.h), and afterwards they are joined here.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/cli/background.h"
#include "app/cli/command.h"
#include "app/cli/evolution_options.h"
#include "app/cli/module_plan.h"
#include "app/cli/rts_options.h"
#include "app/cli/rts_run.h"
#include "report/findings.h"
#include "run/session.h"
#include "select/evolution.h"

namespace revmon::cli {

struct EvolutionRunOptions {
  SelectionOptions selection;
  RtsRunOptions rts;
  std::string base;
  bool rps = true;              // --no-rps: monitor everything
  bool vms = true;              // --no-vms: show everything
  bool save = true;             // --no-save: leave nothing for later runs
  bool skip_unchanged = false;  // no test runs when no class changed
  bool rpp = false;             // --rpp: critical specs now, the others in the background
  bool wait = false;            // --wait: until the background is done
  bool demote = false;          // --demote: critical specs that are not violated any more
  std::string critical_specs;   // file
  std::string background_specs;
};

// The options must outlive the app.
void DeclareEvolutionRunOptions(CLI::App& app, EvolutionRunOptions* options);

// What the tests run on.
struct TestedProgram {
  std::string root;  // of the project
  std::string out;   // folder of the store
  std::vector<graph::ContainerPath>
      containers;                    // own class folders first; none yet where a build comes first
  std::string java;                  // the java program, for its JDK
  std::vector<std::string> outputs;  // folders that builds write to
  std::string environment;           // what else the tests can depend on
};

class EvolutionRun {
 public:
  [[nodiscard]] static Result<std::unique_ptr<EvolutionRun>> Open(const Context& context,
                                                                  const EvolutionRunOptions& options,
                                                                  const TestedProgram& program);

  // All specs that were asked for; first of all. With --rpp only the critical ones are monitored now.
  [[nodiscard]] Status Take(const Context& context, wire::Plan plan);
  [[nodiscard]] bool split() const { return split_; }
  [[nodiscard]] const std::vector<std::string>& critical() const { return critical_; }
  // Does each module of a build get a selection? Otherwise all get the same.
  [[nodiscard]] bool Selects() const { return options_.rps && evolution_->baseline().run.has_value(); }

  // Are some of the tests left out? `chosen`: the user names the tests that run, so that nothing is. After
  // Take.
  [[nodiscard]] Status PrepareTests(const run::SessionOptions& wanted, bool chosen);
  [[nodiscard]] const TestPolicy& policy() const { return policy_; }
  // Without a build tool, after Choose: the tests of these folders.
  [[nodiscard]] Result<select::TestChoice> ChooseTests(const std::vector<std::string>& folders);
  [[nodiscard]] select::Evolution& evolution() { return *evolution_; }

  // Decides what is monitored, and narrows the session, which is as the user wants it, to it.
  [[nodiscard]] Status Choose(run::SessionOptions* session);
  [[nodiscard]] const select::Selection& selection() const { return evolution_->selection(); }

  // Instead of Choose, for a build. Before it: the words that ask for a module's selection, written down in
  // `folder`; none where everything is monitored. After it: what the modules were, from their records.
  [[nodiscard]] Result<std::vector<std::string>> PrepareModules(
      const Context& context, const run::Session& session, const run::SessionOptions& wanted,
      std::vector<std::pair<std::string, std::string>> extras, const std::string& folder);
  [[nodiscard]] Status UseModules(const Context& context, const run::SessionOptions& wanted,
                                  const std::vector<project::TestRun>& runs);
  // How many specs are monitored, in any module. Without any the tests run without the agent.
  [[nodiscard]] size_t MonitoredSpecs() const;
  [[nodiscard]] bool Monitors() const { return MonitoredSpecs() > 0; }
  // No class changed, and no spec.
  [[nodiscard]] bool Unchanged() const;
  // "12 of 160 specs re-monitored (...)".
  [[nodiscard]] std::string Summary() const;

  // Marks what was known. Gives how many known ones were not seen again although they were looked for.
  [[nodiscard]] Result<size_t> Judge(const std::vector<run::JvmResults>& jvms, report::Findings* findings,
                                     const TestsOutcome& tests);
  // Then, if the tests passed: makes the run something that later ones are compared with. New violations that
  // re-runs showed to be unstable are left out: as known ones they would hide a stable one later on.
  [[nodiscard]] Status Keep(const report::Findings& findings, const TestsOutcome& tests);
  // After Keep: what is critical from now on, and the job that monitors the rest; nothing where there is
  // none, or the run was not kept. The job lacks its command.
  [[nodiscard]] Result<std::optional<BackgroundJob>> PutOff(const Context& context,
                                                            const run::Session& session,
                                                            const run::SessionOptions& wanted);
  [[nodiscard]] std::vector<std::string> Deferred() const;
  [[nodiscard]] const std::vector<std::string>& notes() const { return evolution_->notes(); }
  [[nodiscard]] bool has_git() const { return evolution_->repository() != nullptr; }

 private:
  explicit EvolutionRun(const EvolutionRunOptions& options) : options_(options) {}
  [[nodiscard]] std::string WhyFull() const;
  const EvolutionRunOptions& options_;
  std::string root_, java_, store_, out_;
  std::vector<std::string> outputs_;
  bool split_ = false;
  std::set<std::string> standing_;  // specs with violations, carried ones too
  std::vector<std::string> critical_;
  std::optional<std::vector<std::string>> remembered_;
  TestPolicy policy_;
  wire::Plan plan_;
  std::vector<select::Coverage> coverage_;
  select::Verdicts verdicts_;  // after Judge
  std::unique_ptr<select::Evolution> evolution_;
};

// What a run is compared with: the revision that was given, else what CI servers say that a pull request goes
// into, else "".
[[nodiscard]] std::string BaseRevision(const std::string& given);

// Do arguments of a build tool leave out tests or modules? Such a run says nothing about the others, so it is
// not kept.
[[nodiscard]] bool LeavesOutTests(const std::vector<std::string>& arguments);

// Build output belongs to nobody's sources: "m/target/classes" -> "m/target".
[[nodiscard]] std::string OutputRoot(const std::string& folder);

// Takes out what is known; the count of what was taken out.
[[nodiscard]] size_t KeepNew(report::Findings* findings);

}  // namespace revmon::cli
