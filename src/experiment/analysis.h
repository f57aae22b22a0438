// Answers: what do the cells say, once noise and flakiness are taken out?
//
// For each project, JDK and revision the repetitions of a technique are one thing measured several times: the
// median is its time, the spread between them is noise. A difference is called one only if Wilcoxon's test
// over the revisions says so (p < 0.05) and it is larger than the noise. A violation that not every
// repetition of the reference found is flaky, and so is one that a technique finds in some repetitions only.
//
// Techniques are asked for new violations, as in the literature: those that the reference finds and did not
// find on the revision before, at the same place with edits considered (moved_lines.h). A miss is a new one
// that every repetition of the reference found and none of the technique did, on a revision where both ran.
// Old ones that a technique does not find are what it saves: counted, and no miss.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiment/ledger.h"

namespace revmon::experiment {

// One technique on one project with one JDK, over all revisions on which it and the baseline ran.
struct Series {
  std::string project, technique, jdk;
  std::vector<std::string> revisions;
  std::vector<double> seconds;           // median of the repetitions, by revision
  std::vector<double> baseline_seconds;  // the same of the baseline
  double total = 0, baseline_total = 0;
  double ratio = 0;  // total / baseline_total; 0 when there is nothing
  double noise = 0;  // median over revisions of the larger spread of the two
  double p = 1;
  size_t failed = 0;  // cells
  // Sums over revisions of the median over repetitions: sites, events, tests ...
  std::map<std::string, double> sums;

  [[nodiscard]] bool Differs() const;
};

// Where a violation of some spec is, on one revision.
struct Located {
  std::string project, revision, location;
};
// Is the second, on a later revision, the first?
using SamePlace = std::function<bool(const Located& old_one, const Located& new_one)>;

struct Safety {
  std::string technique;
  size_t expected = 0;  // stable and new violations of the reference, over all revisions
  size_t found = 0;     // of these
  size_t missed = 0;
  size_t old = 0;        // stable violations of the reference that are not new
  size_t old_found = 0;  // of these
  size_t extra = 0;      // found in every repetition, and in none of the reference
  size_t flaky = 0;      // differ between repetitions
  size_t unsafe_revisions = 0;
  size_t unsafe_projects = 0;
  std::vector<std::string> misses;  // "project revision spec location"
};

struct Rank {
  std::string technique;
  double geometric_mean = 0;    // of the ratios, over projects
  size_t best_on_projects = 0;  // fastest of all that are not the baseline
  size_t best_on_revisions = 0;
  size_t projects = 0;
};

struct Analysis {
  std::string baseline, reference;
  std::map<std::string, std::string> facts;
  std::vector<std::string> techniques;  // baseline first, then by name
  std::vector<Series> series;           // by project, JDK, technique
  std::vector<Safety> safety;
  std::vector<Rank> ranks;
  std::vector<CellResult> failures;
  size_t cells = 0;
};

// `baseline` and `reference` override what the plan named, unless empty. kNotFound when there is no such one.
// Without `same`, places are the same if their texts are.
[[nodiscard]] Result<Analysis> Analyse(const std::vector<CellResult>& cells,
                                       const std::map<std::string, std::string>& facts,
                                       const std::string& baseline = "", const std::string& reference = "",
                                       const SamePlace& same = nullptr);

}  // namespace revmon::experiment
