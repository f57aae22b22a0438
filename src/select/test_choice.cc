#include "select/test_choice.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "graph/program_diff.h"

namespace revmon::select {
namespace {

using Json = nlohmann::ordered_json;

std::string Dotted(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

std::string Internal(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

// Classes inside a class, by the name of the top one.
std::map<std::string, std::vector<std::string>> NestedClasses(const graph::Program& program) {
  std::map<std::string, std::vector<std::string>> nested;
  for (const graph::ProgramEntry& entry : program.entries()) {
    size_t dollar = entry.facts.name.find('$');
    if (entry.facts.is_resource || dollar == std::string_view::npos) continue;
    nested[Dotted(entry.facts.name.substr(0, dollar))].push_back(Dotted(entry.facts.name));
  }
  return nested;
}

// All tests there are: those that ran before and still exist, and others that look like tests.
std::vector<ChosenTest> AllTests(const TestChoiceInput& input) {
  std::map<std::string, ChosenTest> tests;
  for (const store::TestClass& one : input.recorded) {
    if (input.after->FindClass(Internal(one.name)) == nullptr) continue;
    tests[one.name] = {one.name, true, true, true, input.failed.contains(one.name), one.milliseconds, {}};
  }
  for (const graph::ProgramEntry& entry : input.after->entries()) {
    if (entry.facts.is_resource || !input.test_containers.contains(entry.container)) continue;
    if (!LooksLikeTest(entry.facts)) continue;
    std::string name = Dotted(entry.facts.name.substr(0, entry.facts.name.find('$')));
    if (!tests.contains(name)) tests[name] = {name, true, true, false, input.failed.contains(name), 0, {}};
  }
  std::vector<ChosenTest> all;
  for (auto& [name, test] : tests) all.push_back(std::move(test));
  return all;
}

// Why a test runs whatever the change; "" if it need not.
std::string WhyAlways(const ChosenTest& test, const TestChoiceInput& input,
                      const TestChoiceOptions& options) {
  if (test.failed) return "failed last time";
  const graph::ProgramEntry* entry = input.after->FindClass(Internal(test.name));
  if (options.always && entry != nullptr && options.always(entry->facts)) return "always runs";
  if (!test.recorded) return "no earlier run of it is known";
  if (options.package_needed && test.name.find('.') == std::string::npos) return "is in the default package";
  return "";
}

// Tests of nested classes are tests of their top class: one that is selected selects it.
Status Judge(const TestChoiceInput& input, const TestChoiceOptions& options, TestChoice* choice) {
  RtsInput rts;
  rts.before = input.before;
  rts.after = input.after;
  rts.outer = input.outer;
  rts.records = input.records;
  rts.changed_files = options.changed_files;
  rts.why_all = choice->why_all;
  const bool dynamic = IsDynamic(options.rts.technique);
  auto nested = NestedClasses(*input.after);
  std::vector<size_t> owners;
  for (size_t i = 0; i < choice->tests.size(); ++i) {
    const ChosenTest& test = choice->tests[i];
    rts.tests.push_back(test.name);
    owners.push_back(i);
    if (std::string why = WhyAlways(test, input, options); !why.empty()) rts.always[test.name] = why;
    if (dynamic) continue;
    for (const std::string& inner : nested[test.name]) {
      rts.tests.push_back(inner);
      owners.push_back(i);
    }
  }
  for (ChosenTest& test : choice->tests) test.selected = false;
  REVMON_ASSIGN_OR_RETURN(std::vector<TestVerdict> verdicts, SelectTests(rts, options.rts));
  for (size_t i = 0; i < verdicts.size(); ++i) {
    ChosenTest& test = choice->tests[owners[i]];
    if (test.selected || (!verdicts[i].selected && !test.why.empty())) continue;
    test.selected = verdicts[i].selected;
    test.why = std::move(verdicts[i].why);
  }
  return OkStatus();
}

// The longest first, each to the shard that has least to do so far: the same on every machine that knows the
// same times.
void MakeShards(const TestChoiceOptions& options, std::vector<ChosenTest>* tests) {
  if (options.shards < 2) return;
  std::vector<ChosenTest*> order;
  int64_t known = 0, total = 0;
  for (ChosenTest& test : *tests) {
    if (!test.selected) continue;
    order.push_back(&test);
    known += test.recorded ? 1 : 0;
    total += test.milliseconds;
  }
  const int64_t average = known == 0 ? 1 : total / known + 1;
  auto weight = [&](const ChosenTest& test) { return test.recorded ? test.milliseconds + 1 : average; };
  std::stable_sort(order.begin(), order.end(),
                   [&](const ChosenTest* a, const ChosenTest* b) { return weight(*a) > weight(*b); });
  std::vector<int64_t> load(options.shards);
  for (ChosenTest* test : order) {
    auto least = std::min_element(load.begin(), load.end());
    *least += weight(*test);
    test->in_shard = least - load.begin() + 1 == static_cast<std::ptrdiff_t>(options.shard);
  }
}

constexpr std::string_view kNothingKept = "the earlier run kept nothing about tests";

std::vector<std::string> ChangedNames(const TestChoiceInput& input) {
  std::vector<std::string> names;
  if (input.before == nullptr) return names;
  for (const graph::EntryChange& change : graph::Compare(*input.before, *input.after).changes) {
    names.push_back(change.is_resource ? std::string(change.name) : Dotted(change.name));
  }
  return names;
}

}  // namespace

bool LooksLikeTest(const graph::ClassFacts& facts) {
  constexpr std::array<std::string_view, 7> kPackages = {
      "org/junit/Test",          "org/junit/runner/RunWith", "org/junit/jupiter/", "junit/framework/TestCase",
      "org/testng/annotations/", "spock/lang/Spec",          "net/jqwik/api/"};
  return std::any_of(facts.references.begin(), facts.references.end(), [&](const graph::Reference& one) {
    return std::any_of(kPackages.begin(), kPackages.end(),
                       [&](std::string_view prefix) { return one.name.starts_with(prefix); });
  });
}

std::vector<std::string> TestChoice::LeftOut() const {
  std::vector<std::string> names;
  for (const ChosenTest& test : tests) {
    if (!test.runs()) names.push_back(test.name);
  }
  return names;
}

const ChosenTest* TestChoice::Find(std::string_view name) const {
  auto at = std::find_if(tests.begin(), tests.end(), [&](const ChosenTest& one) { return one.name == name; });
  return at == tests.end() ? nullptr : &*at;
}

Result<TestChoice> ChooseTests(const TestChoiceInput& input, const TestChoiceOptions& options) {
  TestChoice choice;
  choice.module = input.module;
  choice.technique = ToString(options.rts.technique);
  choice.why_all = options.why_all;
  if (choice.why_all.empty() && input.before == nullptr) {
    choice.why_all = "there is no earlier run to compare with";
  } else if (choice.why_all.empty() && input.recorded.empty()) {
    choice.why_all = kNothingKept;
  }
  choice.changed = ChangedNames(input);
  choice.tests = AllTests(input);
  REVMON_RETURN_IF_ERROR(Judge(input, options, &choice));
  MakeShards(options, &choice.tests);
  return choice;
}

std::string ToJson(const TestChoice& choice) {
  Json tests = Json::array();
  for (const ChosenTest& test : choice.tests) {
    tests.push_back({{"name", test.name},
                     {"selected", test.selected},
                     {"in_shard", test.in_shard},
                     {"recorded", test.recorded},
                     {"failed", test.failed},
                     {"ms", test.milliseconds},
                     {"why", test.why}});
  }
  Json json = {{"module", choice.module},
               {"technique", choice.technique},
               {"why_all", choice.why_all},
               {"changed", choice.changed},
               {"tests", tests}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<TestChoice> ParseTestChoice(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  TestChoice choice;
  try {
    choice.module = json.at("module");
    choice.technique = json.at("technique");
    choice.why_all = json.at("why_all");
    choice.changed = json.at("changed").get<std::vector<std::string>>();
    for (const Json& one : json.at("tests")) {
      choice.tests.push_back({one.at("name"), one.at("selected"), one.at("in_shard"), one.at("recorded"),
                              one.at("failed"), one.at("ms"), one.at("why").get<std::vector<std::string>>()});
    }
  } catch (const Json::exception& e) {
    return Error(ErrorCode::kMalformed, std::string("this is no choice of tests: ") + e.what());
  }
  return choice;
}

std::string Summary(const std::vector<TestChoice>& choices, size_t ran, size_t left_out) {
  // A module of which nothing was kept has no tests, or new ones, which run anyway: worth a word only if that
  // holds for all of them. (Surefire and Failsafe look at the same classes, each for its own.)
  std::vector<TestChoice> modules;
  std::copy_if(choices.begin(), choices.end(), std::back_inserter(modules),
               [](const TestChoice& one) { return one.why_all != kNothingKept; });
  if (modules.empty()) modules = choices;
  std::set<std::string> changed;
  std::string why;
  size_t all = 0;
  bool shards = false;
  for (const TestChoice& module : modules) {
    changed.insert(module.changed.begin(), module.changed.end());
    if (!module.why_all.empty()) why = why.empty() ? module.why_all : why;
    all += module.why_all.empty() ? 0 : 1;
    for (const ChosenTest& test : module.tests) shards |= !test.in_shard;
  }
  const size_t total = ran + left_out;
  std::string head = std::to_string(ran) + " of " + std::to_string(total) +
                     (total == 1 ? " test class run (" : " test classes run (");
  if (shards) head += "a shard; ";
  if (all == modules.size() && all > 0) return head + why + ")";
  if (changed.empty() && all == 0) return head + "nothing changed)";
  if (!changed.empty()) {
    head += *changed.begin();
    if (changed.size() > 1) head += " and " + std::to_string(changed.size() - 1) + " more";
    head += " changed";
  }
  if (all > 0) {
    head += std::string(changed.empty() ? "" : "; ") + "everything in " + std::to_string(all) + " of " +
            std::to_string(modules.size()) + " modules: " + why;
  }
  return head + ")";
}

}  // namespace revmon::select
