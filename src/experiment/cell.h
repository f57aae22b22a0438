// Answers: what is measured, one by one, and in which order?
//
// A cell is one run of one technique on one revision. Techniques that look at changes carry state from one
// revision to the next, so cells form lanes: one lane is one technique on one project with one JDK, once
// (one repetition), revision after revision in a working copy of its own. Lanes do not know of each other and
// may run at the same time; within a lane order matters.
#pragma once
#include <string>
#include <vector>

#include "experiment/plan.h"

namespace revmon::experiment {

struct Lane {
  const Project* project = nullptr;
  const Technique* technique = nullptr;
  std::string jdk;  // "" = as found
  uint32_t repetition = 0;
  std::vector<std::string> revisions;  // full ids, oldest first

  // "cli/ps1c/17/2": a folder, and the key in the ledger. `jdk` in it is the last part of its path.
  [[nodiscard]] std::string Key() const;
};

// All lanes, repetitions outermost: after one round every technique has been seen once, and what disturbs the
// machine for a while hits all of them alike. `revisions` is by project.
[[nodiscard]] std::vector<Lane> LanesOf(const Plan& plan,
                                        const std::vector<std::vector<std::string>>& revisions);

// The command with its placeholders replaced. One that is not known stays: shells have braces too.
struct Placeholder {
  std::string_view name;
  std::string value;
};
[[nodiscard]] std::string Expand(std::string_view command, const std::vector<Placeholder>& values);

}  // namespace revmon::experiment
