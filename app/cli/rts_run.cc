#include "app/cli/rts_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "base/path.h"
#include "project/test_reports.h"
#include "select/stored_dependencies.h"

namespace revmon::cli {
namespace {

constexpr uint64_t kMaxDependencies = uint64_t{1} << 30;

std::string NameOf(const project::TestRun& run) {
  return run.execution.empty() ? run.module : run.module + " " + run.execution;
}

// What the JVMs of the run recorded, by top class. A file that cannot be read leaves its tests unrecorded:
// they run the next time.
wire::Dependencies ReadRecords(const FileSystem& files, const std::string& folder,
                               std::vector<std::string>* notes) {
  std::vector<wire::DependencyFile> all;
  Result<std::vector<DirectoryEntry>> entries = files.List(folder);
  for (size_t i = 0; entries.ok() && i < entries->size(); ++i) {
    if (!entries->at(i).name.ends_with(wire::kDependenciesSuffix)) continue;
    std::string path = JoinPath(folder, entries->at(i).name);
    Result<std::vector<uint8_t>> bytes = files.ReadFile(path, kMaxDependencies);
    Result<wire::DependencyFile> file =
        bytes.ok() ? wire::ReadDependencies(*bytes) : Result<wire::DependencyFile>(bytes.error());
    if (file.ok()) {
      all.push_back(std::move(file).value());
    } else {
      notes->push_back(Error(file.error()).At(path).Text());
    }
  }
  wire::Dependencies merged = wire::MergeDependencies(all, wire::TestUnit::kClass);
  select::JoinNested(&merged);
  return merged;
}

store::TestClass Recorded(const std::string& module, const project::TestClassResult& result) {
  const char* outcome = result.failed ? "failed" : result.tests == 0 ? "skipped" : "passed";
  return {module, result.name, outcome, result.milliseconds, false, {}};
}

void Judge(const TestedModule& module, const store::TestClass& test, TestsOutcome* out) {
  const select::ChosenTest* chosen = module.choice.has_value() ? module.choice->Find(test.name) : nullptr;
  if (chosen == nullptr || chosen->runs()) return;
  ++out->would_leave_out;
  if (test.outcome == "failed") out->missed.push_back(test.name);
}

}  // namespace

std::vector<TestedModule> TestedModules(const FileSystem& files, const std::vector<project::TestRun>& runs) {
  std::vector<TestedModule> modules;
  for (const project::TestRun& run : runs) {
    TestedModule module{NameOf(run), run.reports, run.all_tests, {}};
    constexpr std::string_view kSelection = ".selection";
    if (run.selection.ends_with(kSelection)) {
      std::string path = run.selection.substr(0, run.selection.size() - kSelection.size()) + ".tests";
      Result<std::vector<uint8_t>> bytes = files.ReadFile(path);
      Result<select::TestChoice> choice =
          bytes.ok() ? select::ParseTestChoice(AsText(*bytes)) : Result<select::TestChoice>(bytes.error());
      if (choice.ok()) module.choice = std::move(choice).value();
    }
    modules.push_back(std::move(module));
  }
  return modules;
}

Result<TestsOutcome> CollectTests(const FileSystem& files, const std::vector<TestedModule>& modules,
                                  int64_t since_ns, const std::string& folder, select::Evolution& evolution) {
  TestsOutcome out;
  wire::Dependencies records = ReadRecords(files, folder, &out.notes);
  REVMON_ASSIGN_OR_RETURN(std::vector<store::TestClass> earlier, evolution.EarlierTests());
  std::vector<store::Store::Fact> facts;
  for (const TestedModule& module : modules) {
    std::set<std::string> ran;
    for (const project::TestClassResult& result : project::ReadTestReports(files, module.reports, since_ns)) {
      store::TestClass test = Recorded(module.name, result);
      if (records.tests.contains(test.name)) {
        std::vector<uint8_t> blob = select::EncodeTest(records, test.name);
        test.dependencies = HashBytes(blob);
        facts.push_back({*test.dependencies, std::move(blob)});
      }
      ran.insert(test.name);
      Judge(module, test, &out);
      out.classes.push_back(std::move(test));
    }
    out.ran += ran.size();
    if (!module.choice.has_value()) continue;
    out.choices.push_back(*module.choice);
    if (!module.all_tests.empty()) out.choices.back().why_all = module.all_tests;
    std::vector<std::string> names = module.choice->LeftOut();
    std::set<std::string> left_out(names.begin(), names.end());
    for (const std::string& name : ran) left_out.erase(name);
    out.left_out += left_out.size();
    for (store::TestClass& one : earlier) {
      if (one.module != module.name || !left_out.contains(one.name)) continue;
      one.carried = true;
      out.classes.push_back(one);
    }
  }
  REVMON_RETURN_IF_ERROR(evolution.store().PutFacts(facts));
  REVMON_RETURN_IF_ERROR(evolution.store().UpdateFailedTests(out.classes));
  return out;
}

std::function<bool(std::string_view)> UnrunReach(const TestsOutcome& outcome, select::Evolution& evolution) {
  if (outcome.left_out == 0) return nullptr;
  // Tests that use a class that changed have run. Where it is known what the others use, that is more exact.
  std::vector<Hash128> keys;
  bool all_known = true;
  for (const store::TestClass& test : outcome.classes) {
    if (!test.carried) continue;
    all_known &= test.dependencies.has_value();
    if (test.dependencies.has_value()) keys.push_back(*test.dependencies);
  }
  auto unchanged = [&evolution](std::string_view name) { return !evolution.ClassChanged(name); };
  if (!all_known) return unchanged;
  auto blobs = evolution.store().FindFacts(keys);
  if (!blobs.ok()) return unchanged;
  select::DependencyReader reader;
  for (const std::optional<std::vector<uint8_t>>& blob : *blobs) {
    if (!blob.has_value() || !reader.Add("t", *blob).ok()) return unchanged;
    if (reader.all().tests.at("t").everything) return unchanged;
  }
  auto used = std::make_shared<std::set<std::string>>();
  for (const std::string& element : reader.all().elements) {
    std::string name(wire::ClassOfElement(element));
    std::replace(name.begin(), name.end(), '/', '.');
    used->insert(std::move(name));
  }
  return [used](std::string_view name) { return used->contains(std::string(name)); };
}

std::string Summary(const TestsOutcome& outcome, bool observe) {
  if (!observe) return select::Summary(outcome.choices, outcome.ran, outcome.left_out);
  const size_t would = outcome.would_leave_out;
  std::string line = select::Summary(outcome.choices, outcome.ran - would, would);
  if (size_t at = line.find(" run ("); at != std::string::npos) line.replace(at, 4, " would have run");
  if (outcome.missed.empty()) return line + "\nno failure would have been missed";
  std::string names;
  for (const std::string& name : outcome.missed) names += (names.empty() ? "" : ", ") + name;
  return line + fmt::format("\n{} would have been missed: {}",
                            outcome.missed.size() == 1
                                ? "1 failed test class"
                                : fmt::format("{} failed test classes", outcome.missed.size()),
                            names);
}

}  // namespace revmon::cli
