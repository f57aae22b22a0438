// Answers: what did the tests of one module look for, and where?
//
// A build runs the tests of its modules one by one, each after its classes are compiled, so each module gets
// a selection of its own: made in another process (`revmon plan-module`), which leaves this record behind.
// The command that started the build joins the records for what it says and keeps.
//
// A class may be used by the tests of several modules. A violation in it that was not seen again is fixed
// only if all of them looked for it; otherwise it is carried.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "select/selection.h"

namespace revmon::select {

struct Coverage {
  std::string module;
  bool full = false;
  std::string why_full;
  bool unchanged = false;
  std::vector<std::string> specs;      // names of those that were monitored
  std::vector<std::string> deferred;   // selected too, and left to a run in the background
  std::vector<std::string> changed;    // classes, dotted
  std::vector<std::string> resources;  // that changed, too
  std::vector<std::string> impacted;   // classes, dotted
  std::vector<std::string> include;    // patterns for the agent; empty = everything
  std::vector<std::string> exclude;
  std::vector<wire::ClassMethods> methods;  // of these classes only these methods were woven

  bool whole_classes = true;  // specs were looked for in all of an impacted class, not in single methods
  bool caught_up = false;     // the run in the background has ended: it watched everything

  // Would it have seen a violation of that spec, one of those that were asked for, in that class (dotted), in
  // that method if one is given?
  [[nodiscard]] bool Covers(const std::string& spec, std::string_view class_name,
                            std::string_view method = {}) const;
};

[[nodiscard]] Coverage CoverageOf(const Selection& selection, const wire::Plan& plan, std::string module);
// Leaves only these specs; the others are put off.
void Restrict(Coverage* coverage, const std::vector<std::string>& now);
// Everything was monitored, for this reason.
[[nodiscard]] Coverage FullCoverage(const wire::Plan& plan, std::string module, std::string why);

[[nodiscard]] std::string ToJson(const Coverage& coverage);
[[nodiscard]] Result<Coverage> ParseCoverage(std::string_view json);

// The whole run in one line; of one module, the same as Summary(Selection).
[[nodiscard]] std::string Summary(const std::vector<Coverage>& modules, size_t all_specs);

}  // namespace revmon::select
