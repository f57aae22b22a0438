// Monitoring in real JVMs, from a specification file to the results, however the program ends.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bytes.h"
#include "base/file_system.h"
#include "classpath/jdk.h"
#include "run/process.h"
#include "wire/results.h"

namespace revmon {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kExpectedOutput = "bbbbbba[a, b]\n";

std::string ReadText(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class MonitoringJvmTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    RealFileSystem files;
    jdks_ = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
    ASSERT_FALSE(jdks_.empty()) << "no JDK on this machine";
    char folder[] = "/tmp/revmon-monitoring-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    Must({"javac", "-g", "-Xlint:-options", "--release", "8", "-d", folder_, BUGS_SOURCE});
    Must({REVMON_CLI, "specs", "compile", SPECS_FOLDER "/java.util/Iterator_HasNext.mop", "-o",
          folder_ + "/it.plan"});
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  static void Must(const std::vector<std::string>& argv) {
    run::Command command;
    command.argv = argv;
    Result<run::Outcome> outcome = run::RunCommand(command);
    ASSERT_TRUE(outcome.ok()) << outcome.error().Text();
    ASSERT_EQ(outcome->exit_code, 0) << outcome->out << outcome->err;
  }

  static run::Outcome RunBugs(const classpath::Jdk& jdk, const std::string& options, const std::string& end,
                              std::chrono::milliseconds limit = std::chrono::minutes(2)) {
    run::Command java;
    java.argv = {jdk.home + "/bin/java",
                 "-Xverify:all",
                 "-Xmx64m",
                 "-agentpath:" AGENT_LIBRARY "=" + options,
                 "-cp",
                 folder_,
                 "Bugs",
                 end};
    java.time_limit = limit;
    Result<run::Outcome> outcome = run::RunCommand(java);
    EXPECT_TRUE(outcome.ok());
    return outcome.ok() ? std::move(outcome).value() : run::Outcome{};
  }

  static std::string FreshOut() {
    std::string out = folder_ + "/out";
    fs::remove_all(out);
    return out;
  }
  static std::string WithPlan(const std::string& out) { return "plan=" + folder_ + "/it.plan,out=" + out; }

  static std::vector<wire::Results> ReadAll(const std::string& out) {
    std::vector<wire::Results> all;
    for (const auto& entry : fs::directory_iterator(out)) {
      std::string bytes = ReadText(entry.path());
      Result<wire::Results> results = wire::ReadResults(AsBytes(bytes));
      EXPECT_TRUE(results.ok());
      if (results.ok()) all.push_back(std::move(results).value());
    }
    return all;
  }

  static inline std::vector<classpath::Jdk> jdks_;
  static inline std::string folder_;
};

TEST_F(MonitoringJvmTest, ViolationIsReportedOnceWithItsCountAndPlace) {
  for (const classpath::Jdk& jdk : jdks_) {
    std::string out = FreshOut();
    run::Outcome outcome = RunBugs(jdk, WithPlan(out), "return");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, kExpectedOutput);
    EXPECT_EQ(outcome.err, "");
    std::vector<wire::Results> results = ReadAll(out);
    ASSERT_EQ(results.size(), 1u);
    EXPECT_TRUE(results[0].complete);
    ASSERT_EQ(results[0].violations.size(), 1u);
    const wire::Violation& violation = results[0].violations[0];
    EXPECT_EQ(violation.spec, "Iterator_HasNext");
    EXPECT_EQ(violation.location, "Bugs.first(Bugs.java:14)");
    EXPECT_EQ(violation.line, 14u);
    EXPECT_EQ(violation.count, 5u);
    EXPECT_EQ(violation.thread, "main");
    EXPECT_EQ(violation.severity, "warning");
    EXPECT_EQ(results[0].stats.classes_woven, 1u);
    EXPECT_GE(results[0].stats.sites, 3u);
  }
}

TEST_F(MonitoringJvmTest, ResultsSurviveEveryWayToEnd) {
  for (const classpath::Jdk& jdk : jdks_) {
    for (auto [end, code] :
         {std::pair("exit", 3), std::pair("halt", 4), std::pair("throw", 1), std::pair("oom", 1)}) {
      std::string out = FreshOut();
      run::Outcome outcome = RunBugs(jdk, WithPlan(out), end);
      EXPECT_EQ(outcome.exit_code, code) << end << outcome.err;
      EXPECT_EQ(outcome.out, kExpectedOutput) << end;
      std::vector<wire::Results> results = ReadAll(out);
      ASSERT_EQ(results.size(), 1u) << end;
      ASSERT_EQ(results[0].violations.size(), 1u) << end;
      EXPECT_EQ(results[0].violations[0].count, 5u) << end;
      EXPECT_TRUE(results[0].complete) << end;
    }
  }
}

// Five violations within the first moments, a kill seconds later: the counts of that second are there.
TEST_F(MonitoringJvmTest, KilledJvmLosesNoViolationAndNoCount) {
  std::string out = FreshOut();
  run::Outcome outcome = RunBugs(jdks_[0], WithPlan(out), "kill", std::chrono::seconds(8));
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_EQ(outcome.out, kExpectedOutput);
  std::vector<wire::Results> results = ReadAll(out);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_FALSE(results[0].complete);
  ASSERT_EQ(results[0].violations.size(), 1u);
  EXPECT_EQ(results[0].violations[0].count, 5u);
}

TEST_F(MonitoringJvmTest, JvmsThatShareTheOutFolderDoNotClash) {
  std::string out = FreshOut();
  for (int i = 0; i < 3; ++i) RunBugs(jdks_[0], WithPlan(out), "return");
  EXPECT_EQ(ReadAll(out).size(), 3u);
}

TEST_F(MonitoringJvmTest, BadPlansAreOneLineAndTheProgramRuns) {
  std::string plan = ReadText(folder_ + "/it.plan");
  auto write = [&](const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << bytes;
    return "plan=" + folder_ + "/" + name;
  };
  std::vector<std::pair<std::string, std::string>> cases = {
      {"plan=" + folder_ + "/missing.plan", "cannot open the plan"},
      {write("empty.plan", ""), "shorter than its header"},
      {write("cut.plan", plan.substr(0, plan.size() / 2)), "bytes after its header"},
      {write("other.plan", std::string(200, 'x')), "not a plan"},
  };
  for (const auto& [options, message] : cases) {
    run::Outcome outcome = RunBugs(jdks_[0], options + ",out=" + FreshOut(), "return");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, kExpectedOutput);
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_THAT(outcome.err, HasSubstr("running unmonitored"));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    run::Outcome strict = RunBugs(jdks_[0], options + ",strict,out=" + FreshOut(), "return");
    EXPECT_NE(strict.exit_code, 0);
    EXPECT_THAT(strict.out, Not(HasSubstr(kExpectedOutput)));
  }
}

TEST_F(MonitoringJvmTest, PlanThatOthersMayWriteIsRefused) {
  fs::copy_file(folder_ + "/it.plan", folder_ + "/open.plan", fs::copy_options::overwrite_existing);
  fs::permissions(folder_ + "/open.plan", fs::perms::others_write, fs::perm_options::add);
  run::Outcome outcome = RunBugs(jdks_[0], "plan=" + folder_ + "/open.plan,out=" + FreshOut(), "return");
  EXPECT_EQ(outcome.out, kExpectedOutput);
  EXPECT_THAT(outcome.err, HasSubstr("others may write to the plan"));
}

TEST_F(MonitoringJvmTest, OutFolderThatCannotBeMadeIsOneLineAndTheProgramRuns) {
  run::Outcome outcome = RunBugs(jdks_[0], "plan=" + folder_ + "/it.plan,out=/proc/revmon-no-such", "return");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, kExpectedOutput);
  EXPECT_THAT(outcome.err, HasSubstr("cannot make the out folder"));
}

}  // namespace
}  // namespace revmon
