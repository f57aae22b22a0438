#include "report/merge.h"

#include <algorithm>
#include <utility>

namespace revmon::report {
namespace {

std::string KeyOf(const wire::Violation& violation) {
  constexpr char kBetween = '\0';
  return violation.spec + kBetween + violation.location + kBetween + violation.category;
}

Finding MakeFinding(const wire::Violation& violation) {
  Finding out;
  out.spec = violation.spec;
  out.severity = violation.severity.empty() ? "warning" : violation.severity;
  out.category = violation.category;
  out.message = violation.message;
  out.location = violation.location;
  out.parts = ParseLocation(violation.location);
  if (out.parts.file.empty()) out.parts.file = violation.file;
  if (out.parts.line == 0) out.parts.line = violation.line;
  out.thread = violation.thread;
  out.objects = violation.objects;
  out.first_ms = violation.first_ms;
  out.last_ms = violation.last_ms;
  return out;
}

void AddUp(const wire::WeaveStats& from, wire::WeaveStats& to) {
  to.classes_seen += from.classes_seen;
  to.classes_woven += from.classes_woven;
  to.sites += from.sites;
  to.methods_refused += from.methods_refused;
  to.weave_nanos += from.weave_nanos;
}

}  // namespace

void Merger::AddViolation(const wire::Violation& violation,
                          const std::map<uint32_t, std::string>& test_names) {
  auto [at, fresh] = index_.try_emplace(KeyOf(violation), findings_.all.size());
  if (fresh) {
    findings_.all.push_back(MakeFinding(violation));
    tests_.emplace_back();
  }
  Finding& finding = findings_.all[at->second];
  finding.count += violation.count;
  finding.other_tests += violation.other_tests;
  finding.unattributed += violation.unattributed;
  finding.first_ms = std::min(finding.first_ms, violation.first_ms);
  finding.last_ms = std::max(finding.last_ms, violation.last_ms);
  for (const wire::TestCount& test : violation.tests) {
    auto name = test_names.find(test.test);
    if (name == test_names.end()) {
      finding.unattributed += test.count;
    } else {
      tests_[at->second][name->second] += test.count;
    }
  }
  if (!finding.steps.empty()) return;
  for (const wire::LeadingEvent& event : violation.events) {
    finding.steps.push_back({event.event, event.location, {}});
  }
}

void Merger::AddActivity(const wire::RunStats& stats) {
  for (const wire::SpecStats& spec : stats.specs) {
    SpecActivity& sum = findings_.activity[spec.spec];
    sum.events += spec.events;
    sum.created += spec.created;
    sum.freed += spec.freed;
  }
  for (const wire::SkippedClasses& skipped : stats.skipped) {
    findings_.skipped_classes[skipped.reason] += skipped.count;
  }
}

void Merger::Add(const wire::Results& results) {
  ++findings_.jvms;
  if (!results.complete) ++findings_.unfinished_jvms;
  std::map<uint32_t, std::string> names;
  for (const wire::TestRun& test : results.tests) {
    names.try_emplace(test.id, test.name);
    findings_.tests.push_back({test.name, std::string(wire::OutcomeName(test.outcome)), test.container,
                               test.start_ms, test.duration_nanos});
  }
  for (const wire::Violation& violation : results.violations) AddViolation(violation, names);
  for (const std::string& note : results.notes) {
    if (std::find(findings_.notes.begin(), findings_.notes.end(), note) == findings_.notes.end()) {
      findings_.notes.push_back(note);
    }
  }
  AddUp(results.stats, findings_.weave);
  AddActivity(results.run_stats);
}

Findings Merger::Finish(SourceIndex* sources) && {
  for (size_t i = 0; i < findings_.all.size(); ++i) {
    Finding& finding = findings_.all[i];
    for (const auto& [name, count] : tests_[i]) finding.tests.push_back({name, count});
    std::stable_sort(finding.tests.begin(), finding.tests.end(),
                     [](const TestCount& a, const TestCount& b) { return a.count > b.count; });
    if (sources == nullptr) continue;
    finding.source = sources->Find(finding.parts);
    for (Step& step : finding.steps) step.source = sources->Find(ParseLocation(step.location));
  }
  Sort(&findings_.all);
  SetFingerprints(&findings_.all);
  return std::move(findings_);
}

}  // namespace revmon::report
