// Real git repositories and real shells; the killed runs are real processes ended by SIGKILL.
#include "experiment/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "experiment/analysis.h"
#include "experiment/collect.h"
#include "experiment/shell.h"
#include "experiment/tables.h"
#include "experiment/workspace.h"

namespace revmon::experiment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RunnerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "/revmon-experiment-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // A history of `count` commits in which `value` is 0, 1, 2 ...
  void MakeProject(const std::string& name, int count) {
    const std::string path = folder_ + "/" + name;
    std::filesystem::create_directories(path);
    MustGit(path, {"init", "--quiet", "-b", "main"});
    for (int i = 0; i < count; ++i) {
      std::ofstream(path + "/value") << i << "\n";
      MustGit(path, {"add", "value"});
      MustGit(path,
              {"-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "-m", std::to_string(i)});
    }
  }
  void MustGit(const std::string& path, const std::vector<std::string>& arguments) {
    Result<std::string> done = Git(path, arguments);
    ASSERT_TRUE(done.ok()) << done.error().Text();
  }
  // Commands stand in for tools: what they write is what a tool would leave behind.
  Plan MakePlan(const std::vector<std::string>& projects) {
    Plan plan;
    for (const std::string& name : projects) {
      Project project;
      project.name = name;
      project.path = folder_ + "/" + name;
      project.range = "main";
      project.build = "cp value built";
      project.test = "test -s built";
      plan.projects.push_back(project);
    }
    plan.techniques = {
        {.name = "plain", .revmon = {}, .command = "{test}", .keep = {}, .exits = {0}},
        {.name = "full",
         .revmon = {},
         .command = "v=$(cat value); echo \"$((v + 1)) Specification S has been violated on line "
                    "a.B.m(B.java:$v). See\" > violation-counts",
         .keep = {},
         .exits = {0}},
        // Needs its own history: it remembers all values that it has seen.
        {.name = "memory",
         .revmon = {},
         .command =
             "cat value >> seen; sleep 0.01; while read v; do echo \"1 Specification S has been violated on "
             "line a.B.m(B.java:$v). See\"; done < seen > violation-counts",
         .keep = {"seen"},
         .exits = {0}}};
    plan.repetitions = 2;
    plan.baseline = "plain";
    plan.reference = "full";
    return plan;
  }
  Result<RunSummary> RunIt(const Plan& plan, const std::string& out, uint32_t jobs = 1) {
    return RunExperiment(files_, plan,
                         {.out = folder_ + "/" + out, .revmon = "revmon", .jobs = jobs, .say = {}});
  }
  std::vector<CellResult> CellsOf(const std::string& out) {
    Result<std::unique_ptr<Ledger>> ledger = Ledger::Open(LedgerPath(folder_ + "/" + out));
    if (!ledger.ok()) return {};
    return (*ledger)->All().value();
  }
  // What does not depend on how long things took.
  static std::string Essence(const std::vector<CellResult>& cells) {
    std::string text;
    for (const CellResult& cell : cells) {
      text += cell.lane + " " + std::to_string(cell.position) + " " + cell.revision + " " +
              (cell.ok ? "ok" : cell.reason);
      for (const FoundViolation& found : cell.violations) {
        text += " " + found.spec + "@" + found.location + "x" + std::to_string(found.count);
      }
      text += "\n";
    }
    return text;
  }

  RealFileSystem files_;
  std::string folder_;
};

TEST_F(RunnerTest, MeasuresEveryCellAndCarriesStateAlongALane) {
  MakeProject("p", 3);
  Result<RunSummary> summary = RunIt(MakePlan({"p"}), "out");
  ASSERT_TRUE(summary.ok()) << summary.error().Text();
  EXPECT_EQ(summary->ran, 18u);
  EXPECT_EQ(summary->failed, 0u);
  std::vector<CellResult> cells = CellsOf("out");
  ASSERT_EQ(cells.size(), 18u);
  const CellResult& last = cells[11];  // by lane and position: p/full 0-5, p/memory 6-11
  EXPECT_EQ(last.lane, "p/memory/jdk/1");
  EXPECT_EQ(last.violations.size(), 3u) << "it saw all three revisions, and each once";
  EXPECT_GT(last.Measure("peak_kb"), 0);
  EXPECT_TRUE(files_.Exists(folder_ + "/out/cells/p/memory/jdk/1/2/job.json"));
  EXPECT_FALSE(files_.Exists(folder_ + "/p/violation-counts")) << "the user's checkout is only read";
}

TEST_F(RunnerTest, ASecondRunHasNothingToDo) {
  MakeProject("p", 2);
  Plan plan = MakePlan({"p"});
  ASSERT_TRUE(RunIt(plan, "out").ok());
  // The branch moves on; the experiment does not.
  std::ofstream(folder_ + "/p/value") << "9\n";
  MustGit(folder_ + "/p", {"-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "-am", "more"});
  Result<RunSummary> again = RunIt(plan, "out");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->ran, 0u);
  EXPECT_EQ(again->present, 12u);
}

TEST_F(RunnerTest, AFailedRevisionIsRecordedAndTheRestGoesOn) {
  MakeProject("p", 3);
  Plan plan = MakePlan({"p"});
  plan.projects[0].build = "test $(cat value) != 1 || { echo no such symbol >&2; exit 7; }; cp value built";
  Result<RunSummary> summary = RunIt(plan, "out", 2);
  ASSERT_TRUE(summary.ok()) << summary.error().Text();
  EXPECT_EQ(summary->failed, 6u);
  std::vector<CellResult> cells = CellsOf("out");
  EXPECT_EQ(cells[1].reason, "the build ended with exit code 7: no such symbol");
  EXPECT_TRUE(cells[2].ok);
  EXPECT_EQ(cells[8].violations.size(), 2u) << "the lane goes on from its last good state";
}

TEST_F(RunnerTest, TimeLimitIsAReason) {
  MakeProject("p", 1);
  Plan plan = MakePlan({"p"});
  plan.time_limit = std::chrono::seconds(1);
  plan.repetitions = 1;
  plan.techniques[1].command = "sleep 60";
  Result<RunSummary> summary = RunIt(plan, "out");
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(CellsOf("out")[0].reason, "the command took longer than the time limit");
}

TEST_F(RunnerTest, AChangedPlanIsNotMixedWithOldCells) {
  MakeProject("p", 1);
  Plan plan = MakePlan({"p"});
  ASSERT_TRUE(RunIt(plan, "out").ok());
  plan.techniques[1].command = "true";
  Result<RunSummary> refused = RunIt(plan, "out");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().Text(), HasSubstr("now says something else about p/full/jdk/0"));
}

TEST_F(RunnerTest, AMissingProjectIsOneClearError) {
  Result<RunSummary> refused = RunIt(MakePlan({"nowhere"}), "out");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().Text(), HasSubstr("nowhere: no such folder"));
}

// Twenty runs are killed at random moments; what they leave running is ended, and the tables at the end are
// those of an undisturbed run.
TEST_F(RunnerTest, KilledTwentyTimesItEndsWithTheSameTables) {
  MakeProject("p", 4);
  MakeProject("q", 3);
  const Plan plan = MakePlan({"p", "q"});
  ASSERT_TRUE(RunIt(plan, "undisturbed").ok());
  std::mt19937 random(7);  // NOLINT: the same moments every time, as far as scheduling allows
  std::uniform_int_distribution<int> moment(1, 220);
  for (int i = 0; i < 20; ++i) {
    const pid_t pid = ::fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) ::_exit(RunIt(plan, "killed", 2).ok() ? 0 : 1);
    ::usleep(static_cast<useconds_t>(moment(random)) * 1000);
    ::kill(pid, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  }
  Result<RunSummary> last = RunIt(plan, "killed", 2);
  ASSERT_TRUE(last.ok()) << last.error().Text();
  EXPECT_EQ(last->ran + last->present, 42u);
  EXPECT_EQ(Essence(CellsOf("killed")), Essence(CellsOf("undisturbed")));
}

TEST_F(RunnerTest, WhatAKilledRunLeftRunningIsEnded) {
  const std::string pid_file = folder_ + "/running";
  const pid_t runner = ::fork();
  ASSERT_GE(runner, 0);
  if (runner == 0) {
    static_cast<void>(RunShell(files_, {.text = "sleep 60 & sleep 60",
                                        .folder = folder_,
                                        .jdk = "",
                                        .output = "",
                                        .pid_file = pid_file,
                                        .time_limit = std::chrono::seconds(90)}));
    ::_exit(0);
  }
  while (!files_.Exists(pid_file)) ::usleep(5000);
  ::kill(runner, SIGKILL);
  int status = 0;
  ::waitpid(runner, &status, 0);
  const pid_t group = std::atoi(std::string(AsText(files_.ReadFile(pid_file).value())).c_str());
  ASSERT_EQ(::kill(-group, 0), 0) << "the command goes on without its caller";
  EndLeftover(files_, pid_file);
  for (int i = 0; i < 400 && ::kill(-group, 0) == 0; ++i) ::usleep(5000);
  EXPECT_NE(::kill(-group, 0), 0);
  EXPECT_FALSE(files_.Exists(pid_file));
}

TEST(CollectTest, ViolationCountsOfTheCommunity) {
  FoundViolation found;
  ASSERT_TRUE(
      ParseViolationCount("12 Specification Iterator_HasNext has been violated on line demo.D.d(D.java:11). "
                          "Documentation for this",
                          found));
  EXPECT_EQ(found, (FoundViolation{"Iterator_HasNext", "demo.D.d(D.java:11)", 12}));
  ASSERT_TRUE(
      ParseViolationCount("1 Specification X has been violated on line (Unknown). Documentation", found));
  EXPECT_EQ(found.location, "(Unknown)");
  EXPECT_FALSE(ParseViolationCount("Specification X has been violated on line a", found));
  EXPECT_FALSE(ParseViolationCount("3 tests failed", found));
  EXPECT_FALSE(ParseViolationCount("", found));
}

TEST(CellTest, PlaceholdersAreReplacedAndOtherBracesStay) {
  EXPECT_EQ(Expand("{test} ${HOME} {a,b} {test", {{"test", "mvn test"}}), "mvn test ${HOME} {a,b} {test");
}

}  // namespace
}  // namespace revmon::experiment
