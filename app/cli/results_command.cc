#include "app/cli/results_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "base/path.h"
#include "wire/results.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ResultsOptions {
  std::vector<std::string> paths;
  bool json = false;
  bool stats = false;
  bool tests = false;
};

// Everything that several JVMs found: the same violation of two JVMs is one, with the counts added up.
struct Merged {
  using Key = std::tuple<std::string, std::string, std::string>;  // spec, location, category
  struct Entry {
    wire::Violation violation;              // of the first JVM, with the counts of all
    std::map<std::string, uint64_t> tests;  // name -> occurrences
  };
  std::map<Key, Entry> violations;
  std::vector<wire::TestRun> tests;
  std::vector<std::string> notes;
  wire::WeaveStats stats;
  std::map<std::string, wire::SpecStats> specs;
  std::map<std::string, uint64_t> skipped;  // classes by reason
  size_t files = 0;
  size_t unfinished = 0;
};

void Add(const wire::Results& results, Merged& merged) {
  ++merged.files;
  if (!results.complete) ++merged.unfinished;
  std::map<uint32_t, std::string> names;
  for (const wire::TestRun& test : results.tests) names.try_emplace(test.id, test.name);
  merged.tests.insert(merged.tests.end(), results.tests.begin(), results.tests.end());
  for (const wire::Violation& violation : results.violations) {
    Merged::Key key(violation.spec, violation.location, violation.category);
    auto [found, fresh] = merged.violations.try_emplace(key);
    Merged::Entry& entry = found->second;
    if (fresh) {
      entry.violation = violation;
    } else {
      wire::Violation& known = entry.violation;
      known.count += violation.count;
      known.other_tests += violation.other_tests;
      known.unattributed += violation.unattributed;
      known.first_ms = std::min(known.first_ms, violation.first_ms);
      known.last_ms = std::max(known.last_ms, violation.last_ms);
      if (known.events.empty()) known.events = violation.events;
    }
    for (const wire::TestCount& of : violation.tests) {
      auto name = names.find(of.test);
      if (name == names.end()) {
        entry.violation.unattributed += of.count;
      } else {
        entry.tests[name->second] += of.count;
      }
    }
  }
  merged.notes.insert(merged.notes.end(), results.notes.begin(), results.notes.end());
  merged.stats.classes_seen += results.stats.classes_seen;
  merged.stats.classes_woven += results.stats.classes_woven;
  merged.stats.sites += results.stats.sites;
  merged.stats.methods_refused += results.stats.methods_refused;
  merged.stats.weave_nanos += results.stats.weave_nanos;
  for (const wire::SpecStats& spec : results.run_stats.specs) {
    wire::SpecStats& sum = merged.specs[spec.spec];
    sum.events += spec.events;
    sum.created += spec.created;
    sum.freed += spec.freed;
  }
  for (const wire::SkippedClasses& skipped : results.run_stats.skipped)
    merged.skipped[skipped.reason] += skipped.count;
}

Status AddFile(const FileSystem& files, const std::string& path, Merged& merged) {
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(path));
  Result<wire::Results> results = wire::ReadResults(bytes);
  if (!results.ok()) return std::move(results.error().At(path));
  Add(*results, merged);
  return OkStatus();
}

Status AddPath(const FileSystem& files, const std::string& path, Merged& merged) {
  Result<std::vector<DirectoryEntry>> entries = files.List(path);
  if (!entries.ok()) return AddFile(files, path, merged);
  for (const DirectoryEntry& entry : *entries) {
    if (entry.name.ends_with(".results")) {
      REVMON_RETURN_IF_ERROR(AddFile(files, JoinPath(path, entry.name), merged));
    }
  }
  return OkStatus();
}

// "a.BTest#m, a.BTest#n (3 times) and 4 more tests; 2 times in no known test"
std::string TestsText(const Merged::Entry& entry) {
  constexpr size_t kShown = 3;
  std::vector<std::pair<uint64_t, std::string>> most;
  for (const auto& [name, count] : entry.tests) most.emplace_back(count, name);
  std::stable_sort(most.begin(), most.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (size_t i = 0; i < most.size() && i < kShown; ++i) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", most[i].second,
                        most[i].first == 1 ? "" : fmt::format(" ({} times)", most[i].first));
  }
  if (most.size() > kShown) text += fmt::format(" and {} more", most.size() - kShown);
  if (entry.violation.other_tests != 0) text += " and others";
  if (entry.violation.unattributed != 0)
    text += fmt::format("{}{} times unattributed", text.empty() ? "" : "; ", entry.violation.unattributed);
  return text;
}

void PrintStats(const Context& context, const Merged& merged) {
  fmt::print(context.out,
             "{} of {} classes woven, {} sites, {} methods left as they were, {:.1f} ms weaving\n",
             merged.stats.classes_woven, merged.stats.classes_seen, merged.stats.sites,
             merged.stats.methods_refused, static_cast<double>(merged.stats.weave_nanos) / 1e6);
  for (const auto& [reason, count] : merged.skipped)
    fmt::print(context.out, "{} classes not woven: {}\n", count, reason);
  for (const auto& [name, spec] : merged.specs) {
    fmt::print(context.out, "{}: {} events, {} monitors made, {} freed, {} live\n", name, spec.events,
               spec.created, spec.freed, spec.created - std::min(spec.created, spec.freed));
  }
}

void PrintText(const Context& context, const ResultsOptions& options, const Merged& merged) {
  for (const auto& [key, entry] : merged.violations) {
    const wire::Violation& violation = entry.violation;
    fmt::print(context.out, "{}: {}: {}{}\n", violation.location,
               violation.severity.empty() ? "violation" : violation.severity, violation.spec,
               violation.count == 1 ? "" : fmt::format(" ({} times)", violation.count));
    if (!violation.message.empty()) fmt::print(context.out, "    {}\n", violation.message);
    if (!merged.tests.empty()) fmt::print(context.out, "    in {}\n", TestsText(entry));
    for (const wire::LeadingEvent& event : violation.events)
      fmt::print(context.out, "      {} at {}\n", event.event, event.location);
  }
  if (options.tests) {
    for (const wire::TestRun& test : merged.tests) {
      if (test.container) continue;
      fmt::print(context.out, "{}: {} in {:.3f} s\n", test.name, wire::OutcomeName(test.outcome),
                 static_cast<double>(test.duration_nanos) / 1e9);
    }
  }
  for (const std::string& note : merged.notes) fmt::print(context.err, "note: {}\n", note);
  fmt::print(context.out, "{} {} in {} {}{}\n", merged.violations.size(),
             merged.violations.size() == 1 ? "violation" : "violations", merged.files,
             merged.files == 1 ? "JVM" : "JVMs",
             merged.unfinished == 0 ? "" : fmt::format(", {} ended without saying so", merged.unfinished));
  if (options.stats) PrintStats(context, merged);
}

Json ViolationJson(const Merged::Entry& entry) {
  const wire::Violation& v = entry.violation;
  Json tests = Json::array();
  for (const auto& [name, count] : entry.tests) tests.push_back({{"test", name}, {"count", count}});
  Json events = Json::array();
  for (const wire::LeadingEvent& event : v.events)
    events.push_back({{"event", event.event}, {"location", event.location}});
  return {{"spec", v.spec},       {"severity", v.severity},      {"category", v.category},
          {"message", v.message}, {"location", v.location},      {"file", v.file},
          {"line", v.line},       {"thread", v.thread},          {"objects", v.objects},
          {"count", v.count},     {"firstMs", v.first_ms},       {"lastMs", v.last_ms},
          {"tests", tests},       {"otherTests", v.other_tests}, {"unattributed", v.unattributed},
          {"events", events}};
}

Json TestJson(const wire::TestRun& test) {
  return {{"test", test.name},
          {"container", test.container},
          {"startMs", test.start_ms},
          {"outcome", wire::OutcomeName(test.outcome)},
          {"nanos", test.duration_nanos}};
}

void PrintJson(const Context& context, const Merged& merged) {
  Json violations = Json::array();
  for (const auto& [key, entry] : merged.violations) violations.push_back(ViolationJson(entry));
  Json tests = Json::array();
  for (const wire::TestRun& test : merged.tests) tests.push_back(TestJson(test));
  Json specs = Json::array();
  for (const auto& [name, spec] : merged.specs) {
    specs.push_back(
        {{"spec", name}, {"events", spec.events}, {"created", spec.created}, {"freed", spec.freed}});
  }
  Json skipped = Json::object();
  for (const auto& [reason, count] : merged.skipped) skipped[reason] = count;
  Json answer = {{"violations", violations},
                 {"tests", tests},
                 {"notes", merged.notes},
                 {"jvms", merged.files},
                 {"unfinishedJvms", merged.unfinished},
                 {"classesSeen", merged.stats.classes_seen},
                 {"classesWoven", merged.stats.classes_woven},
                 {"classesSkipped", skipped},
                 {"sites", merged.stats.sites},
                 {"methodsRefused", merged.stats.methods_refused},
                 {"weaveNanos", merged.stats.weave_nanos},
                 {"specs", specs}};
  fmt::print(context.out, "{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
}

Result<int> RunResults(const ResultsOptions& options, const Context& context) {
  Merged merged;
  for (const std::string& path : options.paths) REVMON_RETURN_IF_ERROR(AddPath(context.files, path, merged));
  if (merged.files == 0) {
    return Error(ErrorCode::kNotFound, "no results here")
        .At(options.paths[0])
        .Hint("the agent writes them into the folder of its option out=DIR");
  }
  if (options.json) {
    PrintJson(context, merged);
  } else {
    PrintText(context, options, merged);
  }
  return merged.violations.empty() ? kExitOk : kExitDifferent;
}

}  // namespace

Run DeclareResults(CLI::App& app) {
  auto options = std::make_shared<ResultsOptions>();
  app.add_option("path", options->paths, "Folders that the agent wrote into, or single results files")
      ->required()
      ->type_name("PATH");
  app.add_flag("--tests", options->tests, "List the tests that ran, too");
  app.add_flag("--stats", options->stats,
               "Say what was woven, too; more of a run with the agent option stats=1");
  app.add_flag("--json", options->json, "Answer in JSON");
  return [options](const Context& context) { return RunResults(*options, context); };
}

}  // namespace revmon::cli
