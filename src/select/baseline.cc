#include "select/baseline.h"

#include <map>

namespace revmon::select {
namespace {

constexpr size_t kLookBack = 20'000;  // commits

// The newest complete run of each clean commit.
Result<std::map<std::string, int64_t>> CleanRuns(store::Store& store, bool unmonitored) {
  std::map<std::string, int64_t> runs;
  REVMON_ASSIGN_OR_RETURN(std::vector<store::RunRecord> all, store.Runs());
  for (const store::RunRecord& run : all) {  // newest first
    if (run.technique == kUnmonitored && !unmonitored) continue;
    if (run.completed && !run.dirty && !run.commit.empty()) runs.emplace(run.commit, run.id);
  }
  return runs;
}

Result<Baseline> Nearest(store::Store& store, const vcs::Repository& repository, const std::string& start,
                         bool start_counts, bool unmonitored) {
  REVMON_ASSIGN_OR_RETURN(auto runs, CleanRuns(store, unmonitored));
  Baseline none;
  none.why = "there is no earlier run to compare with";
  if (runs.empty()) return none;
  std::vector<std::string> commits;
  if (start_counts) commits.push_back(start);
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> ancestors, repository.Ancestors(start, kLookBack));
  commits.insert(commits.end(), ancestors.begin(), ancestors.end());
  for (const std::string& commit : commits) {
    if (auto run = runs.find(commit); run != runs.end()) return Baseline{run->second, commit, ""};
  }
  none.why = repository.shallow() ? "no commit of this shallow clone has a run to compare with"
                                  : "no ancestor of this commit has a run to compare with";
  return none;
}

}  // namespace

Result<Baseline> FindBaseline(store::Store& store, const vcs::Repository* repository,
                              const vcs::WorkState& state, const std::string& base, BaselineRule rule) {
  if (repository == nullptr) {
    if (!base.empty()) {
      return Error(ErrorCode::kInvalid, "there is no git here, so there is no revision '" + base + "'");
    }
    REVMON_ASSIGN_OR_RETURN(std::optional<int64_t> run, store.FindOther(state.tree));
    return Baseline{run, "", run.has_value() ? "" : "there is no earlier run to compare with"};
  }
  if (state.commit.empty()) return Baseline{std::nullopt, "", "there is no commit yet"};
  if (base.empty())
    return Nearest(store, *repository, state.commit, state.dirty() || rule.same_commit, rule.unmonitored);
  REVMON_ASSIGN_OR_RETURN(std::string target, repository->Resolve(base));
  REVMON_ASSIGN_OR_RETURN(std::optional<std::string> fork, repository->MergeBase(state.commit, target));
  if (!fork.has_value()) {
    return Baseline{std::nullopt, "", "this commit and " + base + " have no common ancestor here"};
  }
  bool proper = *fork != state.commit || state.dirty() || rule.same_commit;
  return Nearest(store, *repository, *fork, proper, rule.unmonitored);
}

Result<Baseline> FindRunOf(store::Store& store, const vcs::Repository& repository,
                           const std::string& revision) {
  REVMON_ASSIGN_OR_RETURN(std::string commit, repository.Resolve(revision));
  REVMON_ASSIGN_OR_RETURN(std::optional<int64_t> run, store.FindClean(commit));
  if (run.has_value()) return Baseline{run, commit, ""};
  return Baseline{std::nullopt, commit, "revision " + revision + " has no complete run"};
}

}  // namespace revmon::select
