#include "select/known.h"

#include <optional>

#include "select/accepted.h"
#include "select/baseline.h"
#include "select/evolution.h"
#include "select/source_files.h"
#include "store/store.h"

namespace revmon::select {
namespace {

Comparison AllNew(const std::vector<wire::Violation>& violations, std::string why) {
  Comparison comparison;
  for (const wire::Violation& violation : violations) comparison.all.push_back({violation});
  comparison.why = std::move(why);
  return comparison;
}

// With the run that the tests of this state would be compared with.
Result<Comparison> Compare(const FileSystem& files, const KnownOptions& options,
                           const vcs::Repository& repository, const vcs::WorkState& state,
                           const std::vector<wire::Violation>& violations) {
  if (!files.Exists(options.store)) {
    return AllNew(violations, "revmon test has kept no run in " + options.store);
  }
  std::vector<std::string> notes;
  REVMON_ASSIGN_OR_RETURN(store::Store store, store::Store::Open(options.store, &notes));
  if (!notes.empty()) return AllNew(violations, notes[0]);
  REVMON_ASSIGN_OR_RETURN(Baseline baseline, FindBaseline(store, &repository, state, options.base));
  if (!baseline.run.has_value()) return AllNew(violations, baseline.why);
  REVMON_ASSIGN_OR_RETURN(store::RunRecord run, store.Load(*baseline.run));
  REVMON_ASSIGN_OR_RETURN(store::Outcome known, store.LoadOutcome(*baseline.run));
  REVMON_ASSIGN_OR_RETURN(SourceLines lines, SourceLines::Between(repository, run.tree, state.tree));
  Verdicts verdicts = Judge({.baseline = &known.findings, .violations = &violations, .lines = &lines});
  // What the other run found and this one did not is of no interest: this one looked elsewhere.
  verdicts.all.resize(violations.size());
  return Comparison{std::move(verdicts.all), run.commit, ""};
}

}  // namespace

std::vector<std::string> InRepository(const FileSystem& files, const vcs::Repository& repository,
                                      const std::vector<std::string>& folders) {
  std::vector<std::string> inside;
  Result<std::string> root = files.RealPath(repository.root());
  for (const std::string& folder : folders) {
    Result<std::string> real = files.RealPath(folder);
    if (root.ok() && real.ok() && real->starts_with(*root + "/")) {
      inside.push_back(real->substr(root->size() + 1));
    }
  }
  return inside;
}

void MarkAccepted(const FileSystem& files, const std::string& root, const vcs::Repository* repository,
                  const std::string& tree, std::vector<Judged>* all) {
  Result<AcceptedList> accepted = ReadAccepted(files, root);
  if (!accepted.ok() || accepted->entries().empty()) return;
  std::optional<SourceFiles> sources;
  if (repository != nullptr) {
    Result<SourceFiles> found = SourceFiles::Of(*repository, tree);
    if (found.ok()) sources = std::move(found).value();
  }
  LineText text = [&](const Place& place) { return sources ? sources->TextAt(place) : std::nullopt; };
  for (Judged& judged : *all) {
    const Acceptance* entry = accepted->Find(judged.violation, text);
    if (entry == nullptr) continue;
    judged.accepted = true;
    judged.reason = entry->reason;
  }
}

Result<Comparison> CompareWithStore(const FileSystem& files, const KnownOptions& options,
                                    const std::vector<wire::Violation>& violations) {
  REVMON_ASSIGN_OR_RETURN(std::optional<vcs::Repository> repository, vcs::Repository::Open(options.root));
  if (!repository.has_value()) {
    Comparison comparison = AllNew(violations, "there is no git here");
    MarkAccepted(files, options.root, nullptr, "", &comparison.all);
    return comparison;
  }
  REVMON_ASSIGN_OR_RETURN(vcs::WorkState state,
                          repository->State(InRepository(files, *repository, options.outputs)));
  REVMON_ASSIGN_OR_RETURN(Comparison comparison, Compare(files, options, *repository, state, violations));
  MarkAccepted(files, options.root, &*repository, state.tree, &comparison.all);
  return comparison;
}

}  // namespace revmon::select
