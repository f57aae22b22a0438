// Answers: what has changed since the last run, what follows for this one, and what will the next one know?
//
// The life of an evolution-aware run, from the state of the sources to the stored result:
//   Open     git state, store, baseline run; class path -> program, now or (a build comes first) by Use
//   Choose   plan -> which specs, where (selection.h)
//   Begin    the run is written down as begun
//   Judge    violations -> new, known, carried, fixed (suppress.h); accepted ones are marked
//   Finish   the run becomes complete, and a baseline for others if its tree is clean
// Only Begin and Finish write to the store (besides cached facts); leaving them out is --no-save.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/file_system.h"
#include "base/result.h"
#include "classpath/class_path.h"
#include "classpath/jdk.h"
#include "graph/program.h"
#include "select/accepted.h"
#include "select/baseline.h"
#include "select/coverage.h"
#include "select/selection.h"
#include "select/source_files.h"
#include "select/store_cache.h"
#include "select/stored_dependencies.h"
#include "select/suppress.h"
#include "select/test_choice.h"
#include "select/test_inputs.h"
#include "store/store.h"
#include "vcs/repository.h"

namespace revmon::select {

// The classes and libraries of one module's tests.
struct ModulePath {
  std::string name;
  std::vector<graph::ContainerPath> containers;  // class folders first, libraries behind
  bool monitored = true;                         // false: the agent could not get in
};

struct EvolutionOptions {
  std::string root = ".";                        // of the project; git is looked for from here on upwards
  std::string store = ".revmon/store.db";        // below root, or absolute
  std::vector<graph::ContainerPath> containers;  // class folders first, libraries behind; may come later
  std::optional<classpath::Jdk> jdk;             // that runs the tests; its version is part of what is known
  std::string base;                              // a revision, or "": the nearest ancestor with a run
  std::vector<std::string> outputs;              // folders of build output: never part of the tree
  BaselineRule rule;                             // which runs can be the baseline
  bool methods = false;                          // read facts of methods too, for analyses that need them
  // Only this module is of interest: `containers` are its own, and so is what the run `baseline` is asked
  // for. The state of the sources is not looked at, so nothing can be judged or kept.
  std::string module;
  int64_t baseline = 0;  // 0: there is none
};

struct ChooseOptions {
  Variant variant;
  bool rps = true;  // false: everything is monitored
  bool full_on_library_change = false;
  std::function<bool(std::string_view internal_name)> watches;
  std::string scope;  // what `watches` was made of: where it differs from the baseline's, all is monitored
  graph::EdgeKindSet edges = graph::kAllEdges;
  Analysis analysis = Analysis::kClass;  // others: EvolutionOptions::methods
  bool fields = true;
};

class Evolution {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Evolution>> Open(const FileSystem& files,
                                                               EvolutionOptions options);

  // What the tests of the modules ran on; after Open without containers. Git is needed for that.
  [[nodiscard]] Status Use(const std::vector<ModulePath>& modules);

  // A stored run, whose second part has ended: Adopt, Judge and Amend complete it. kInvalid when it was of a
  // dirty tree and the sources have changed since.
  [[nodiscard]] static Result<std::unique_ptr<Evolution>> Resume(const FileSystem& files,
                                                                 EvolutionOptions options, int64_t run,
                                                                 std::optional<int64_t> baseline);

  // Null without git.
  [[nodiscard]] const vcs::Repository* repository() const { return repository_ ? &*repository_ : nullptr; }
  [[nodiscard]] const vcs::WorkState& state() const { return state_; }
  [[nodiscard]] const Baseline& baseline() const { return baseline_; }
  [[nodiscard]] const graph::Program& program() const { return *after_; }
  [[nodiscard]] store::Store& store() { return *store_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  // The plan must outlive this.
  [[nodiscard]] const Selection& Choose(const wire::Plan& plan, const ChooseOptions& options);
  [[nodiscard]] const Selection& selection() const { return selection_; }
  // Instead of Choose: modules have been chosen for one by one, while they were built.
  void Adopt(const wire::Plan& plan, const ChooseOptions& options, std::vector<Coverage> modules);

  // Which classes of tests run; after Open with containers or Use. `folders` are those of the test classes.
  [[nodiscard]] Result<TestChoice> ChooseTests(const std::vector<std::string>& folders,
                                               TestChoiceOptions options);
  // Files that are no classes and differ from the baseline; nothing without git or a baseline.
  [[nodiscard]] Result<ChangedInputs> ChangedFiles() const;
  // What else tests can depend on, of this run, and what differs from the baseline's ("" if nothing).
  void SetEnvironment(std::string environment) { environment_ = std::move(environment); }
  [[nodiscard]] Result<std::string> WhyOtherEnvironment() const;
  // Why leaving out tests would miss violations of these specs, watched like this; "" if it would not.
  [[nodiscard]] Result<std::string> WhyAllTests(const wire::Plan& plan, const ChooseOptions& options) const;
  // Tests were left out: a violation that was not seen again is gone only where none of them could have come
  // by its class (dotted).
  void SetUnrun(std::function<bool(std::string_view)> reaches) { unrun_ = std::move(reaches); }
  // The earlier run, its classes of tests, and the class of both programs; for those who keep tests.
  [[nodiscard]] Result<std::vector<store::TestClass>> EarlierTests() const;
  [[nodiscard]] bool ClassChanged(std::string_view class_name) const;

  // These specs are left to a second part of the run: not up to date until Amend.
  void Owe(std::vector<std::string> specs) { owed_ = std::move(specs); }
  // After Choose. `technique` is for people: "full", "ps1c".
  [[nodiscard]] Status Begin(const std::string& technique, const Clock& clock);
  // After Choose. Without VMS, all that this run found counts as new.
  [[nodiscard]] Result<Verdicts> Judge(const std::vector<wire::Violation>& violations, bool vms = true);
  // After Begin and Judge.
  [[nodiscard]] Status Finish(const Verdicts& verdicts, const std::vector<store::TestResult>& tests,
                              const std::vector<store::Timing>& timings, const Clock& clock,
                              const std::vector<store::TestClass>& classes = {});
  // After Resume and Judge.
  [[nodiscard]] Status Amend(const Verdicts& verdicts);
  // The stored run, after Begin or Resume.
  [[nodiscard]] std::optional<int64_t> run() const { return run_; }

 private:
  explicit Evolution(const FileSystem& files, EvolutionOptions options)
      : files_(files), options_(std::move(options)) {}
  [[nodiscard]] Status OpenRepository();
  [[nodiscard]] Status OpenPrograms();
  [[nodiscard]] Status OpenBaseline();
  [[nodiscard]] Result<std::vector<store::Container>> BaselineContainers() const;
  [[nodiscard]] std::vector<store::ModuleView> Views(const std::vector<ModulePath>& modules) const;
  [[nodiscard]] bool Covers(const std::string& spec, std::string_view class_name,
                            std::string_view method) const;
  [[nodiscard]] std::string WhyFull(const ChooseOptions& options) const;
  [[nodiscard]] std::vector<std::string> ChangedSpecs() const;
  [[nodiscard]] std::string Shown(const std::string& location) const;
  [[nodiscard]] Status ReadDependencies(const std::vector<store::TestClass>& tests, DependencyReader* out);

  const FileSystem& files_;
  EvolutionOptions options_;
  std::optional<vcs::Repository> repository_;
  vcs::WorkState state_;
  mutable std::optional<store::Store> store_;
  std::unique_ptr<StoreCache> cache_;
  std::optional<graph::Program> after_, before_;
  Baseline baseline_;
  store::RunRecord baseline_run_;
  std::string why_no_baseline_;
  std::unique_ptr<classpath::ClassPath> path_;
  const wire::Plan* plan_ = nullptr;
  std::vector<store::SpecVersion> spec_versions_;
  Selection selection_;
  std::vector<Coverage> coverage_;  // after Choose or Adopt
  std::vector<store::ModuleView> views_;
  std::vector<std::string> owed_;
  ChooseOptions chosen_;
  std::string environment_;
  std::function<bool(std::string_view)> unrun_;
  std::optional<int64_t> run_;
  std::vector<std::string> notes_;
};

// Every spec with the hash of all it consists of.
[[nodiscard]] std::vector<store::SpecVersion> VersionsOf(const wire::Plan& plan);

// The accepted list of a project; an empty one where there is no file.
[[nodiscard]] Result<AcceptedList> ReadAccepted(const FileSystem& files, const std::string& root);

}  // namespace revmon::select
