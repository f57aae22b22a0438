#include "app/cli/confirm.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "project/rerun.h"

namespace revmon::cli {
namespace {

using Key = std::tuple<std::string, std::string, std::string>;

Key KeyOf(const report::Finding& finding) { return {finding.spec, finding.location, finding.category}; }

std::set<std::string> ClassesOf(const report::Finding& finding) {
  std::set<std::string> classes;
  for (const report::TestCount& test : finding.tests) {
    if (std::string name = project::TopClassOf(test.name); !name.empty()) classes.insert(std::move(name));
  }
  return classes;
}

bool Share(const std::set<std::string>& some, const std::set<std::string>& others) {
  return std::any_of(some.begin(), some.end(),
                     [&](const std::string& name) { return others.contains(name); });
}

void Judge(const report::Findings& again, report::Findings* findings) {
  std::set<Key> seen;
  for (const report::Finding& finding : again.all) seen.insert(KeyOf(finding));
  std::set<std::string> ran;
  for (const report::TestRun& test : again.tests) ran.insert(project::TopClassOf(test.name));
  for (report::Finding& finding : findings->all) {
    if (finding.known || finding.Unstable() || !Share(ClassesOf(finding), ran)) continue;
    ++finding.reruns;
    if (seen.contains(KeyOf(finding))) ++finding.seen_again;
  }
}

}  // namespace

Status Confirm(size_t rounds, const Rerun& rerun, report::Findings* findings) {
  for (size_t round = 1; round <= rounds; ++round) {
    std::set<std::string> classes;
    for (const report::Finding& finding : findings->all) {
      if (!finding.known && !finding.Unstable()) classes.merge(ClassesOf(finding));
    }
    if (classes.empty()) break;
    REVMON_ASSIGN_OR_RETURN(report::Findings again, rerun(round, {classes.begin(), classes.end()}));
    Judge(again, findings);
  }
  return OkStatus();
}

}  // namespace revmon::cli
