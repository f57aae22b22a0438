#include "experiment/collect.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>

#include "base/path.h"
#include "run/session.h"

namespace revmon::experiment {
namespace {

constexpr int kMaxDepth = 12;  // of folders below the working copy

using Violations = std::map<std::pair<std::string, std::string>, int64_t>;
using Tests = std::map<std::string, std::string>;

// What `revmon test` writes about itself (report/run_info.h): how long the tests took, builds included,
// without what it did before and after; and how many specs it chose.
void TakeRunInfo(const FileSystem& files, const std::string& run, CellResult& cell) {
  Result<std::vector<uint8_t>> bytes = files.ReadFile(JoinPath(run, "run.json"));
  if (!bytes.ok()) return;
  const nlohmann::json info = nlohmann::json::parse(bytes->begin(), bytes->end(), nullptr, false);
  auto take = [&](const char* key, const char* name) {
    if (!info.is_object() || !info.contains(key) || !info[key].is_number_integer()) return;
    if (const int64_t value = info[key].get<int64_t>(); value >= 0) cell.measures[name] = value;
  };
  take("wallMs", "execution_ms");
  take("specs", "specs_monitored");
}

void TakeAgentResults(const FileSystem& files, const std::string& work, const std::string& run_before,
                      CellResult& cell, Violations& violations, Tests& tests) {
  const std::string run = RunIn(files, work);
  if (run.empty() || run == run_before) return;
  TakeRunInfo(files, run, cell);
  std::vector<std::string> notes;
  Result<std::vector<run::JvmResults>> jvms = run::ReadResultsFiles(files, run, &notes);
  if (!jvms.ok()) return;
  std::set<std::string> specs;
  for (const run::JvmResults& jvm : *jvms) {
    for (const wire::Violation& violation : jvm.results.violations) {
      violations[{violation.spec, violation.location}] += static_cast<int64_t>(violation.count);
    }
    for (const wire::TestRun& test : jvm.results.tests) {
      if (test.container) continue;
      const bool failed = test.outcome == wire::TestRun::Outcome::kFailed;
      const bool skipped = test.outcome == wire::TestRun::Outcome::kSkipped;
      tests.emplace(test.name, failed ? "failed" : skipped ? "skipped" : "passed");
    }
    const wire::WeaveStats& stats = jvm.results.stats;
    auto add = [&](const char* name, uint64_t value) { cell.measures[name] += static_cast<int64_t>(value); };
    add("jvms", 1);
    add("classes_seen", stats.classes_seen);
    add("classes_woven", stats.classes_woven);
    add("sites", stats.sites);
    add("weave_ms", stats.weave_nanos / 1'000'000);
    for (const wire::SpecStats& spec : jvm.results.run_stats.specs) {
      add("events", spec.events);
      add("monitors", spec.created);
      if (spec.events > 0) specs.insert(spec.spec);
    }
  }
  if (!specs.empty()) cell.measures["specs_with_events"] = static_cast<int64_t>(specs.size());
}

void TakeTestReport(const FileSystem& files, const std::string& path, Tests& tests) {
  Result<std::vector<uint8_t>> bytes = files.ReadFile(path);
  pugi::xml_document document;
  if (!bytes.ok() || !document.load_buffer(bytes->data(), bytes->size())) return;
  for (const pugi::xpath_node& found : document.select_nodes("//testcase")) {
    const pugi::xml_node test = found.node();
    std::string name =
        std::string(test.attribute("classname").value()) + "#" + test.attribute("name").value();
    const bool failed = test.child("failure") || test.child("error");
    tests[name] = failed ? "failed" : test.child("skipped") ? "skipped" : "passed";
  }
}

void TakeViolationCounts(const FileSystem& files, const std::string& path, Violations& violations) {
  Result<std::vector<uint8_t>> bytes = files.ReadFile(path);
  if (!bytes.ok()) return;
  std::string_view text = AsText(*bytes);
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    FoundViolation found;
    if (ParseViolationCount(text.substr(0, end), found)) {
      violations[{found.spec, found.location}] += found.count;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

struct FoundFiles {
  std::vector<std::string> reports;
  std::vector<std::string> counts;
};

void Search(const FileSystem& files, const std::string& folder, int depth, FoundFiles& out) {
  Result<std::vector<DirectoryEntry>> entries = files.List(folder);
  if (!entries.ok() || depth > kMaxDepth) return;
  for (const DirectoryEntry& entry : *entries) {
    const std::string path = JoinPath(folder, entry.name);
    const bool hidden = entry.name.starts_with('.');
    if (entry.type == FileType::kDirectory && !hidden) Search(files, path, depth + 1, out);
    if (entry.type != FileType::kFile) continue;
    if (entry.name.starts_with("TEST-") && entry.name.ends_with(".xml")) out.reports.push_back(path);
    if (entry.name == "violation-counts") out.counts.push_back(path);
  }
}

}  // namespace

bool ParseViolationCount(std::string_view line, FoundViolation& out) {
  auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), out.count);
  if (error != std::errc()) return false;
  line.remove_prefix(static_cast<size_t>(end - line.data()));
  constexpr std::string_view kBefore = " Specification ";
  constexpr std::string_view kBetween = " has been violated on line ";
  const size_t between = line.find(kBetween);
  if (!line.starts_with(kBefore) || between == std::string_view::npos) return false;
  out.spec = line.substr(kBefore.size(), between - kBefore.size());
  std::string_view location = line.substr(between + kBetween.size());
  const size_t close = location.find(')');
  out.location = close == std::string_view::npos ? location.substr(0, location.find(". "))
                                                 : location.substr(0, close + 1);
  return !out.spec.empty();
}

std::string RunIn(const FileSystem& files, const std::string& work) {
  const std::string out = JoinPath(work, run::kDefaultOut);
  return files.IsDirectory(out) ? run::NewestRun(files, out) : "";
}

void Collect(const FileSystem& files, const std::string& work, const std::string& run_before,
             CellResult& cell) {
  Violations violations;
  Tests tests;
  FoundFiles found;
  Search(files, work, 0, found);
  for (const std::string& path : found.counts) TakeViolationCounts(files, path, violations);
  TakeAgentResults(files, work, run_before, cell, violations, tests);
  // The build tool's own reports know best; what the agent saw stands in where there are none.
  if (!found.reports.empty()) tests.clear();
  for (const std::string& path : found.reports) TakeTestReport(files, path, tests);
  for (const auto& [key, count] : violations) cell.violations.push_back({key.first, key.second, count});
  for (const auto& [name, outcome] : tests) cell.tests.push_back({name, outcome});
  const auto failed = std::count_if(cell.tests.begin(), cell.tests.end(),
                                    [](const RanTest& test) { return test.outcome == "failed"; });
  cell.measures["tests"] = static_cast<int64_t>(cell.tests.size());
  cell.measures["tests_failed"] = failed;
  cell.measures["violations"] = static_cast<int64_t>(cell.violations.size());
}

}  // namespace revmon::experiment
