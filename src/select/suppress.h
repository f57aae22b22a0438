// Answers: which violations are new, which are known, and what does the next run have to know?
//
// Violation message suppression. A violation is (spec, category, class, line of its last event). It is known
// if the baseline has it at the place that git's diff maps to this one (source_lines.h). Where there is no
// source in git (libraries, generated code, no git at all): if the class is the same but for debug
// information, the same method is enough, each old violation for one new one; otherwise the location must be
// equal.
//
// A run that does not look for everything says nothing about the rest: violations of the baseline that it did
// not cover are carried, at their new lines, as long as their class exists. Covered ones that did not come
// again are fixed.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "select/source_lines.h"
#include "store/store.h"
#include "wire/results.h"

namespace revmon::select {

struct SuppressInput {
  const std::vector<store::Finding>* baseline = nullptr;     // null: everything is new
  const std::vector<wire::Violation>* violations = nullptr;  // of this run, merged
  SourceLines* lines = nullptr;                              // null: no git
  // Did this run look for this spec in this method of this class (dotted)?
  std::function<bool(const std::string& spec, std::string_view class_name, std::string_view method)> covers;
  // Is the class (dotted) the same as in the baseline but for debug information? Does it exist at all?
  std::function<bool(std::string_view class_name)> same_class;
  std::function<bool(std::string_view class_name)> exists;
};

struct Judged {
  wire::Violation violation;
  bool known = false;    // the baseline has it
  bool carried = false;  // this run did not look for it
  bool accepted = false;
  std::string reason;  // of an accepted one
};

struct Verdicts {
  std::vector<Judged> all;             // those of this run, then the carried ones
  std::vector<wire::Violation> fixed;  // covered, and not seen again
  [[nodiscard]] size_t CountNew() const;
  // What to store: the baseline of runs to come.
  [[nodiscard]] std::vector<store::Finding> Findings() const;
};

[[nodiscard]] Verdicts Judge(const SuppressInput& input);

// Violations of several JVMs: equal ones (spec, location, category) become one, counts added up.
[[nodiscard]] std::vector<wire::Violation> Merge(const std::vector<wire::Results>& results);

}  // namespace revmon::select
