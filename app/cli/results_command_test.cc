#include "app/cli/results_command.h"

#include <cstdio>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/command_answer.h"
#include "base/in_memory_file_system.h"
#include "wire/results.h"

namespace revmon::cli {
namespace {

using testing::HasSubstr;

class ResultsCommandTest : public testing::Test {
 protected:
  void Write(const std::string& path, uint64_t count, bool complete) {
    wire::Violation violation;
    violation.id = 1;
    violation.spec = "Iterator_HasNext";
    violation.severity = "warning";
    violation.message = "Ask first.";
    violation.location = "a.B.m(B.java:3)";
    violation.count = count;
    std::vector<uint8_t> bytes = wire::ResultsHeader();
    auto append = [&](const std::vector<uint8_t>& record) {
      bytes.insert(bytes.end(), record.begin(), record.end());
    };
    for (uint32_t id : {1u, 2u, 3u, 4u, 5u}) {
      if (id > tests_) break;
      append(wire::EncodeTestStart({.id = id, .name = "a.BTest#m" + std::to_string(id)}));
      append(wire::EncodeTestEnd(id, wire::TestRun::Outcome::kPassed, 2'000'000));
      violation.tests.push_back({id, id});
    }
    violation.unattributed = tests_ == 0 ? count : 1;
    violation.events = {{"next", "a.B.m(B.java:2)"}};
    append(wire::EncodeViolation(violation));
    append(wire::EncodeRunStats({.specs = {{"Iterator_HasNext", 9, 3, 1}}, .skipped = {{"of the JDK", 5}}}));
    if (complete) append(wire::EncodeEnd({.classes_seen = 4, .classes_woven = 2, .sites = 9}));
    ASSERT_TRUE(files_.WriteFileAtomically(path, bytes).ok());
  }

  int Run(const std::vector<std::string>& arguments) {
    Answer answer = Ask(files_, arguments);
    out_ = std::move(answer.out);
    err_ = std::move(answer.err);
    return answer.code;
  }

  uint32_t tests_ = 0;  // that a written JVM ran
  InMemoryFileSystem files_;
  std::string out_;
  std::string err_;
};

TEST_F(ResultsCommandTest, JvmsAreMergedAndCountsAddedUp) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  Write("/out/a.results", 2, true);
  Write("/out/b.results", 3, false);
  EXPECT_EQ(Run({"results", "/out"}), kExitDifferent);
  EXPECT_EQ(out_,
            "B.java:3: warning: Iterator_HasNext\n    Ask first.\n    in a.B.m, 5 times\n"
            "      next at a.B.m(B.java:2)\n"
            "1 violation (1 warning) of 1 spec in 2 JVMs, 1 ended without saying so\n");
}

TEST_F(ResultsCommandTest, ExitCodeIsAsAskedFor) {
  ASSERT_TRUE(files_.CreateDirectories("/r").ok());
  Write("/r/a.results", 3, true);
  EXPECT_EQ(Run({"results", "/r", "--fail-on", "any"}), 1);
  EXPECT_EQ(Run({"results", "/r", "--fail-on", "never"}), 0);
  EXPECT_EQ(err_, "");
}

TEST_F(ResultsCommandTest, WhereNothingIsKnownAllIsNewAndThatIsSaid) {
  ASSERT_TRUE(files_.CreateDirectories("/r").ok());
  Write("/r/a.results", 3, true);
  EXPECT_EQ(Run({"results", "/r", "--fail-on", "new", "--project", "/"}), 1);
  EXPECT_THAT(err_, HasSubstr("revmon: note: all violations count as new: there is no git here\n"));
}

TEST_F(ResultsCommandTest, TestsAreNamedTheMostConcernedFirst) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  tests_ = 5;
  Write("/out/a.results", 16, true);
  Write("/out/b.results", 16, true);
  EXPECT_EQ(Run({"results", "--tests", "/out"}), kExitDifferent);
  EXPECT_THAT(out_,
              HasSubstr("    by a.BTest#m5 (10 times), a.BTest#m4 (8 times), a.BTest#m3 (6 times) and 2 more "
                        "tests; 2 times unattributed\n"));
  EXPECT_THAT(out_, HasSubstr("a.BTest#m1: passed in 0.002 s\n"));
  EXPECT_EQ(Run({"results", "--json", "/out"}), kExitDifferent);
  EXPECT_THAT(out_, HasSubstr("\"test\": \"a.BTest#m2\",\n          \"count\": 4"));
  EXPECT_THAT(out_, HasSubstr("\"outcome\": \"passed\""));
}

TEST_F(ResultsCommandTest, StatisticsOfAllJvmsAreAddedUp) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  Write("/out/a.results", 1, true);
  Write("/out/b.results", 1, true);
  EXPECT_EQ(Run({"results", "--stats", "/out"}), kExitDifferent);
  EXPECT_THAT(out_, HasSubstr("10 classes not woven: of the JDK\n"));
  EXPECT_THAT(out_, HasSubstr("Iterator_HasNext: 18 events, 6 monitors made, 2 freed, 4 live\n"));
}

TEST_F(ResultsCommandTest, JsonHoldsTheSame) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  Write("/out/a.results", 1, true);
  EXPECT_EQ(Run({"results", "--json", "/out/a.results"}), kExitDifferent);
  EXPECT_THAT(out_, HasSubstr("\"spec\": \"Iterator_HasNext\""));
  EXPECT_THAT(out_, HasSubstr("\"classesWoven\": 2"));
}

TEST_F(ResultsCommandTest, NewestRunOfAnOutFolderCounts) {
  ASSERT_TRUE(files_.CreateDirectories("/out/runs/20260101-000000-1").ok());
  ASSERT_TRUE(files_.CreateDirectories("/out/runs/20260102-000000-1").ok());
  Write("/out/runs/20260101-000000-1/a.results", 7, true);
  Write("/out/runs/20260102-000000-1/a.results", 8, true);
  EXPECT_EQ(Run({"results", "/out", "--format", "violation-counts"}), kExitDifferent);
  EXPECT_THAT(out_, testing::StartsWith(
                        "8 Specification Iterator_HasNext has been violated on line a.B.m(B.java:3)."));
}

TEST_F(ResultsCommandTest, ReportsAreWrittenWhereAsked) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  Write("/out/a.results", 1, true);
  EXPECT_EQ(Run({"results", "/out", "--report", "sarif=/new/x.sarif", "--report", "html=/new/x.html"}),
            kExitDifferent);
  EXPECT_TRUE(files_.Exists("/new/x.sarif"));
  EXPECT_TRUE(files_.Exists("/new/x.html"));
  EXPECT_THAT(err_, HasSubstr("wrote /new/x.html"));
}

TEST_F(ResultsCommandTest, UnknownFormatSuggestsWhatWasMeant) {
  EXPECT_EQ(Run({"results", "/out", "--format", "sarrif"}), kExitError);
  EXPECT_THAT(err_, HasSubstr("no report is called 'sarrif' (did you mean 'sarif'?)"));
  EXPECT_EQ(Run({"results", "/out", "--report", "sarif"}), kExitError);
  EXPECT_THAT(err_, HasSubstr("names no file"));
}

TEST_F(ResultsCommandTest, FolderWithoutResultsIsAnErrorWithANextStep) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  EXPECT_EQ(Run({"results", "/out"}), kExitError);
  EXPECT_THAT(err_, HasSubstr("out=DIR"));
}

TEST_F(ResultsCommandTest, OtherFilesAreNamed) {
  ASSERT_TRUE(files_.CreateDirectories("/out").ok());
  ASSERT_TRUE(files_.WriteFileAtomically("/out/x.results", std::vector<uint8_t>(30, 'x')).ok());
  EXPECT_EQ(Run({"results", "/out"}), kExitError);
  EXPECT_THAT(err_, HasSubstr("/out/x.results at offset 0: not a results file"));
}

}  // namespace
}  // namespace revmon::cli
