// Answers: which earlier run is this one compared with?
//
// With git: the nearest proper ancestor of this state that has a complete run of its clean tree. A dirty tree
// counts as a child of HEAD, so HEAD itself may be it; a clean HEAD is never compared with itself, so running
// one tree again gives the same answer. With a base revision (a pull request's target branch): the merge base
// with it, or the nearest ancestor of that with a run. Runs of dirty trees, failed and interrupted runs are
// never a baseline.
// Without git: the newest complete run whose classes differ.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "store/store.h"
#include "vcs/repository.h"

namespace revmon::select {

struct Baseline {
  std::optional<int64_t> run;
  std::string commit;  // of the run; "" without git
  std::string why;     // there is no run: why, for people
};

// Other than usual: for runs that monitor nothing.
struct BaselineRule {
  bool unmonitored = false;  // a run without monitoring may be it
  bool same_commit = false;  // a run of this very commit, too: then nothing has changed
};
inline constexpr const char* kUnmonitored = "no-rv";  // technique of a run without monitoring

// `repository` may be null. `base` is a revision or "". `tree` is this state's, for projects without git.
[[nodiscard]] Result<Baseline> FindBaseline(store::Store& store, const vcs::Repository* repository,
                                            const vcs::WorkState& state, const std::string& base,
                                            BaselineRule rule = {});

// The run of exactly this commit (clean), for --since.
[[nodiscard]] Result<Baseline> FindRunOf(store::Store& store, const vcs::Repository& repository,
                                         const std::string& revision);

}  // namespace revmon::select
