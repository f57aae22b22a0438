// Answers: does one technique select one test, and why? (Inside test_selection.cc.)
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/program_diff.h"
#include "select/test_selection.h"

namespace revmon::select {

// From the changed element to the test.
using Why = std::vector<std::string>;

class TestJudge {
 public:
  virtual ~TestJudge() = default;
  // `class_name` is the class of the test, internal, and exists in the new program. Nothing: not selected.
  [[nodiscard]] virtual std::optional<Why> Selects(std::string_view test, std::string_view class_name) = 0;
};

// starts and finestarts; with `fine` changes that cannot matter are left out, with `methods` methods are
// followed too.
[[nodiscard]] std::unique_ptr<TestJudge> MakeStaticJudge(const RtsInput& input,
                                                         const graph::ProgramDiff& diff, bool published,
                                                         bool fine, bool methods);

// ekstazi, fineekstazi, frts and hyrts; input.records is there.
[[nodiscard]] std::unique_ptr<TestJudge> MakeDynamicJudge(const RtsInput& input,
                                                          const graph::ProgramDiff& diff,
                                                          const RtsOptions& options);

// A file that the test opened, by its record if there is one, and that has changed.
[[nodiscard]] std::optional<Why> OpenedChange(const RtsInput& input, const graph::ProgramDiff& diff,
                                              const std::string& test);

// By position in the diff: why the change cannot matter, or "".
[[nodiscard]] std::vector<std::string> IgnorableChanges(const RtsInput& input, const graph::ProgramDiff& diff,
                                                        bool published);

// The same as FineRTS's tools have it.
[[nodiscard]] std::vector<std::string> PublishedIgnorable(const RtsInput& input,
                                                          const graph::ProgramDiff& diff);

// The test's class and what a test framework takes for parts of it: its supertypes in the program and the
// classes nested in it. Internal names.
[[nodiscard]] std::vector<std::string> OwnClasses(const graph::Program& program, std::string_view class_name);

// "p.A" for "p/A".
[[nodiscard]] std::string DottedName(std::string_view internal_name);

}  // namespace revmon::select
