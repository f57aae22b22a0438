// Answers: what became of the tests of a run: which ran, which were left out, and what is kept of them?
//
// What ran is read from the reports of the build, not taken from the choice: a build that could not leave out
// a test has run it. A test that was left out keeps what is known of it, as carried.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "project/facts.h"
#include "select/evolution.h"
#include "select/test_choice.h"

namespace revmon::cli {

// The tests of one module, after the run.
struct TestedModule {
  std::string name;                          // as in the store
  std::string reports;                       // folder
  std::string all_tests;                     // why none could be left out; "" if they could
  std::optional<select::TestChoice> choice;  // where there was one
};

struct TestsOutcome {
  std::vector<select::TestChoice> choices;
  std::vector<store::TestClass> classes;  // those that ran, and carried ones
  size_t ran = 0;
  size_t left_out = 0;
  std::vector<std::string> missed;  // --observe: failed, and would have been left out
  size_t would_leave_out = 0;       // --observe
  std::vector<std::string> notes;
  [[nodiscard]] bool nothing_ran() const { return ran == 0 && left_out > 0; }
};

[[nodiscard]] std::vector<TestedModule> TestedModules(const FileSystem& files,
                                                      const std::vector<project::TestRun>& runs);

// `since_ns`: when the run began. `folder`: where its JVMs left what tests depended on. What has to be kept
// of that goes to the store at once.
[[nodiscard]] Result<TestsOutcome> CollectTests(const FileSystem& files,
                                                const std::vector<TestedModule>& modules, int64_t since_ns,
                                                const std::string& folder, select::Evolution& evolution);

// Could a test that was left out have come by this class? For select::Evolution::SetUnrun; nothing if none
// was left out.
[[nodiscard]] std::function<bool(std::string_view)> UnrunReach(const TestsOutcome& outcome,
                                                               select::Evolution& evolution);

// One line or a few: how many classes ran, and why not more.
[[nodiscard]] std::string Summary(const TestsOutcome& outcome, bool observe);

}  // namespace revmon::cli
