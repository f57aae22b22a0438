// What the agent does beyond reporting violations, in real JVMs: control flow, threads, the events that led
// to a violation, statistics, patterns, attaching late.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
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
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr const char* kSpecs[] = {
    R"(Cflow(StringBuilder b) {
  event inside before(StringBuilder b): call(* StringBuilder.append(..)) && target(b) && cflow(call(* Flows.outer(..))) {}
  ere: inside
  @match { System.out.println("inside"); }
})",
    R"(Outside(StringBuilder b) {
  event outside before(StringBuilder b): call(* StringBuilder.append(..)) && target(b) && !cflow(call(* Flows.outer(..))) {}
  ere: outside
  @match { System.out.println("outside"); }
})",
    R"(Below() {
  event call before(): call(* Flows.outer(..)) && cflowbelow(call(* Flows.outer(..))) { System.out.println("below"); }
})",
    R"(ThreadEnds(Thread t) {
  event begin before(Thread t): startThread() && thread(t) {}
  event finish after(Thread t): endThread() && thread(t) {}
  ere: begin finish
  @match { System.out.println("thread over"); }
})",
    R"(Twice(StringBuilder b) {
  event make after() returning(StringBuilder b): call(StringBuilder.new()) {}
  event use before(StringBuilder b): call(* StringBuilder.append(..)) && target(b) {}
  ere: make use
  @match { System.out.println("used"); }
})",
};

class FeaturesJvmTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    RealFileSystem files;
    jdks_ = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
    ASSERT_FALSE(jdks_.empty()) << "no JDK on this machine";
    char folder[] = "/tmp/revmon-features-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    Must({"javac", "-g", "-Xlint:-options", "--release", "8", "-d", folder_, FLOWS_SOURCE});
    std::vector<std::string> compile = {REVMON_CLI, "specs", "compile", "-o", folder_ + "/all.plan"};
    for (size_t i = 0; i < std::size(kSpecs); ++i) {
      std::string path = folder_ + "/" + std::to_string(i) + ".mop";
      std::ofstream(path) << "package p;\n" << kSpecs[i] << "\n";
      compile.push_back(path);
    }
    Must(compile);
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  static run::Outcome Must(const std::vector<std::string>& argv) {
    run::Command command;
    command.argv = argv;
    command.time_limit = std::chrono::minutes(2);
    Result<run::Outcome> outcome = run::RunCommand(command);
    EXPECT_TRUE(outcome.ok());
    if (!outcome.ok()) return {};
    EXPECT_EQ(outcome->exit_code, 0) << outcome->out << outcome->err;
    return std::move(outcome).value();
  }

  static wire::Results Read(const std::string& out) {
    wire::Results results;
    for (const auto& entry : fs::directory_iterator(out)) {
      if (entry.path().extension() != ".results") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      std::string bytes(std::istreambuf_iterator<char>(in), {});
      Result<wire::Results> read = wire::ReadResults(AsBytes(bytes));
      EXPECT_TRUE(read.ok());
      if (read.ok()) results = std::move(read).value();
    }
    return results;
  }

  static std::string FreshOut() {
    fs::remove_all(folder_ + "/out");
    return folder_ + "/out";
  }

  static wire::Results Run(const classpath::Jdk& jdk, const std::string& more = "") {
    std::string out = FreshOut();
    run::Outcome outcome =
        Must({jdk.home + "/bin/java", "-Xverify:all",
              "-agentpath:" AGENT_LIBRARY "=plan=" + folder_ + "/all.plan,out=" + out + more, "-cp", folder_,
              "Flows"});
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "");
    return Read(out);
  }

  static std::map<std::string, uint64_t> CountsOf(const wire::Results& results) {
    std::map<std::string, uint64_t> counts;
    for (const wire::Violation& violation : results.violations) counts[violation.spec] += violation.count;
    return counts;
  }

  static inline std::vector<classpath::Jdk> jdks_;
  static inline std::string folder_;
};

// outer(1) and outer(3) run inner 2 + 4 times; three plain calls and one of the thread are outside.
TEST_F(FeaturesJvmTest, ControlFlowIsCountedAlsoWhereCallsThrow) {
  for (const classpath::Jdk& jdk : jdks_) {
    std::map<std::string, uint64_t> counts = CountsOf(Run(jdk));
    EXPECT_EQ(counts["Cflow"], 6u);
    EXPECT_EQ(counts["Outside"], 4u);
    EXPECT_EQ(counts["Below"], 4u);
  }
}

TEST_F(FeaturesJvmTest, ThreadsStartAndEnd) {
  for (const classpath::Jdk& jdk : jdks_) {
    EXPECT_EQ(CountsOf(Run(jdk))["ThreadEnds"], 2u);  // the thread, and main
  }
}

TEST_F(FeaturesJvmTest, EventsThatLedToAViolationAreKeptIfAskedFor) {
  wire::Results results = Run(jdks_[0], ",events=8");
  bool found = false;
  for (const wire::Violation& violation : results.violations) {
    if (violation.spec != "Twice") continue;
    found = true;
    EXPECT_THAT(violation.events, ElementsAre(wire::LeadingEvent{"make", "Flows.inner(Flows.java:19)"},
                                              wire::LeadingEvent{"use", "Flows.inner(Flows.java:19)"}));
    EXPECT_EQ(violation.objects, "b=java.lang.StringBuilder");
  }
  EXPECT_TRUE(found);
  results = Run(jdks_[0], ",events=1");
  for (const wire::Violation& violation : results.violations) EXPECT_EQ(violation.events.size(), 1u);
  results = Run(jdks_[0]);
  for (const wire::Violation& violation : results.violations) EXPECT_TRUE(violation.events.empty());
}

TEST_F(FeaturesJvmTest, StatisticsIfAskedFor) {
  wire::Results results = Run(jdks_[0], ",stats");
  EXPECT_THAT(results.run_stats.specs, Contains(wire::SpecStats{"Twice", 20, 10, 0}));
  EXPECT_THAT(results.run_stats.skipped,
              Contains(testing::Field(&wire::SkippedClasses::reason, "of the boot loader")));
  EXPECT_EQ(results.stats.classes_woven, 1u);
  EXPECT_TRUE(Run(jdks_[0]).run_stats.specs.empty());
}

TEST_F(FeaturesJvmTest, RecordedEventsAreTracesThatSpecsRunReads) {
  Run(jdks_[0], ",record");
  std::string trace;
  for (const auto& entry : fs::directory_iterator(folder_ + "/out")) {
    if (entry.path().string().ends_with(".Twice.trace")) trace = entry.path();
  }
  ASSERT_NE(trace, "");
  run::Command replay;
  replay.argv = {REVMON_CLI, "specs", "run", folder_ + "/4.mop", "--trace", trace};
  Result<run::Outcome> outcome = run::RunCommand(replay);
  ASSERT_TRUE(outcome.ok());
  EXPECT_THAT(outcome->out, HasSubstr("Flows.inner(Flows.java:19)")) << outcome->err;
}

TEST_F(FeaturesJvmTest, PatternsChooseClasses) {
  EXPECT_TRUE(Run(jdks_[0], ",exclude=Flo*").violations.size() < 2);  // threads have no class
  EXPECT_EQ(Run(jdks_[0], ",include=Flows").stats.classes_woven, 1u);
  wire::Results results = Run(jdks_[0], ",include=com.acme.*,stats");
  EXPECT_EQ(results.stats.classes_woven, 0u);
  EXPECT_THAT(results.run_stats.skipped, Contains(wire::SkippedClasses{"not included by any pattern", 1}));
}

TEST_F(FeaturesJvmTest, JavaOfASpecMaySpeakOfTypesOfTheProgram) {
  Must({"javac", "-g", "-Xlint:-options", "--release", "8", "-d", folder_, ACCOUNT_SOURCE});
  std::ofstream(folder_ + "/account.mop") << R"(package p;
import bank.Account;
Overdrawn(Account a) {
  Account drawn;
  event draw before(Account a, int n):
    call(void Account.draw(int)) && target(a) && args(n) && condition(a.balance() < n) { drawn = a; }
  ere: draw
  @match { System.out.println("overdrawn " + drawn.balance()); }
})";
  Must({REVMON_CLI, "specs", "compile", folder_ + "/account.mop", "--classpath", folder_, "-o",
        folder_ + "/account.plan"});
  for (const classpath::Jdk& jdk : jdks_) {
    std::string out = FreshOut();
    run::Outcome outcome = Must({jdk.home + "/bin/java", "-Xverify:all",
                                 "-agentpath:" AGENT_LIBRARY "=plan=" + folder_ + "/account.plan,out=" + out,
                                 "-cp", folder_, "bank.Account"});
    EXPECT_EQ(outcome.err, "");
    wire::Results results = Read(out);
    ASSERT_EQ(results.violations.size(), 1u);
    EXPECT_EQ(results.violations[0].location, "bank.Account.main(Account.java:19)");
    EXPECT_THAT(results.violations[0].message, HasSubstr("overdrawn 2"));
  }
}

// The program says when it is ready, and waits. jcmd takes options apart at '=' unless they are in quotes of
// their own.
TEST_F(FeaturesJvmTest, AttachedLateItSaysWhatItCannotSee) {
  const classpath::Jdk& jdk = jdks_[0];
  if (!fs::exists(jdk.home + "/bin/jcmd")) GTEST_SKIP() << "no jcmd in " << jdk.home;
  std::string out = FreshOut();
  std::string late = folder_ + "/late";
  std::string script = "'" + jdk.home + "/bin/java' -cp '" + folder_ + "' Flows 5000 > '" + late +
                       "' & pid=$!; until grep -q ready '" + late + "'; do sleep 0.1; done; '" + jdk.home +
                       "/bin/jcmd' $pid JVMTI.agent_load '" AGENT_LIBRARY "' '\"plan=" + folder_ +
                       "/all.plan,out=" + out + "\"'; wait $pid";
  run::Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.time_limit = std::chrono::minutes(2);
  Result<run::Outcome> outcome = run::RunCommand(command);
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->exit_code, 0) << outcome->out << outcome->err;
  ASSERT_TRUE(fs::exists(out)) << outcome->out << outcome->err;
  EXPECT_THAT(Read(out).notes, Contains(HasSubstr("classes that were loaded before are not monitored")))
      << outcome->out << outcome->err;
}

}  // namespace
}  // namespace revmon
