// Answers: which classes of tests does one module run, given what is known of its earlier runs?
//
// Between what the store knows and SelectTests: which classes are tests at all, and which of them run
// whatever the change. Only classes whose tests ran before can be left out: what is new, what looks like no
// test but is one, what lost its record, all of it runs. Parts of a run (shards) are made here, too.
#pragma once
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "select/test_selection.h"
#include "store/store.h"

namespace revmon::select {

struct TestChoiceOptions {
  RtsOptions rts;
  std::string why_all;                     // not "": all tests run, for this reason
  std::vector<std::string> changed_files;  // as RtsInput has them
  // Does this class run whatever the change, because the user says so?
  std::function<bool(const graph::ClassFacts&)> always;
  uint32_t shard = 0;  // from 1 on; 0: all of them
  uint32_t shards = 0;
  bool package_needed = false;  // classes of the default package cannot be left out (Maven)
};

struct ChosenTest {
  std::string name;
  bool selected = true;
  bool in_shard = true;
  bool recorded = false;         // it ran before
  bool failed = false;           // the last time
  int64_t milliseconds = 0;      // the last time
  std::vector<std::string> why;  // a step a line
  [[nodiscard]] bool runs() const { return selected && in_shard; }
};

struct TestChoice {
  std::string module;
  std::string technique;
  std::string why_all;                                     // not "": nothing could be left out
  std::vector<std::string> changed;                        // classes (dotted) and resources
  std::vector<ChosenTest> tests;                           // by name
  [[nodiscard]] std::vector<std::string> LeftOut() const;  // names
  [[nodiscard]] const ChosenTest* Find(std::string_view name) const;
};

struct TestChoiceInput {
  std::string module;
  const graph::Program* before = nullptr;  // null: there is no earlier run
  const graph::Program* after = nullptr;
  const classpath::Hierarchy* outer = nullptr;
  std::set<uint32_t> test_containers;           // of `after`
  std::vector<store::TestClass> recorded;       // of this module, in the earlier run
  std::set<std::string> failed;                 // when they last ran
  const wire::Dependencies* records = nullptr;  // by class
};

[[nodiscard]] Result<TestChoice> ChooseTests(const TestChoiceInput& input, const TestChoiceOptions& options);

// Does it name what only tests need?
[[nodiscard]] bool LooksLikeTest(const graph::ClassFacts& facts);

[[nodiscard]] std::string ToJson(const TestChoice& choice);
[[nodiscard]] Result<TestChoice> ParseTestChoice(std::string_view json);

// "3 of 41 test classes run (a.B changed)"; `ran` and `left_out` count classes.
[[nodiscard]] std::string Summary(const std::vector<TestChoice>& choices, size_t ran, size_t left_out);

}  // namespace revmon::select
