// Violations name the tests that caused them, whatever the framework and the thread, without anything on the
// class path of the tests. Frameworks come from build/test-frameworks (tools/fetch-test-jars.sh); without
// them there is nothing to test.
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
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr const char* kPlatform = "junit-platform-console-standalone-1.11.3.jar";
constexpr const char* kJUnit4 = "junit-4.13.2.jar";
constexpr const char* kHamcrest = "hamcrest-core-1.3.jar";
constexpr const char* kTestNg = "testng-7.10.2.jar";

using Counts = std::map<std::string, uint64_t>;
using Outcomes = std::vector<std::pair<std::string, std::string>>;

class AttributionJvmTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!fs::exists(Jar(kPlatform))) return;
    RealFileSystem files;
    jdks_ = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
    ASSERT_FALSE(jdks_.empty()) << "no JDK on this machine";
    char folder[] = "/tmp/revmon-attribution-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    Must({REVMON_CLI, "specs", "compile", SPECS_FOLDER "/java.util/Iterator_HasNext.mop", "-o",
          folder_ + "/it.plan"});
    Compile("four", kJUnit4, {"Bug.java", "OldTest.java", "FourTest.java"});
    Compile("five", kPlatform, {"Bug.java", "FiveTest.java", "ParallelTest.java"});
    Compile("ng", kTestNg, {"Bug.java", "NgTest.java"});
  }
  static void TearDownTestSuite() {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  void SetUp() override {
    if (folder_.empty()) GTEST_SKIP() << "no test frameworks in " FRAMEWORKS_FOLDER;
  }

  static std::string Jar(const std::string& name) { return std::string(FRAMEWORKS_FOLDER "/") + name; }

  static run::Outcome Must(const std::vector<std::string>& argv) {
    run::Command command;
    command.argv = argv;
    command.time_limit = std::chrono::minutes(3);
    Result<run::Outcome> outcome = run::RunCommand(command);
    EXPECT_TRUE(outcome.ok());
    if (!outcome.ok()) return {};
    EXPECT_EQ(outcome->exit_code, 0) << outcome->out << outcome->err;
    return std::move(outcome).value();
  }

  static void Compile(const std::string& to, const std::string& jar,
                      const std::vector<std::string>& sources) {
    std::vector<std::string> javac = {"javac", "-g",     "-nowarn", "-Xlint:-options", "--release", "8",
                                      "-cp",   Jar(jar), "-d",      folder_ + "/" + to};
    for (const std::string& source : sources) javac.push_back(SOURCES_FOLDER "/" + source);
    Must(javac);
  }

  // Runs under the agent and reads what was found.
  wire::Results Run(const classpath::Jdk& jdk, const std::string& classes,
                    const std::vector<std::string>& jars, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& flags = {}) {
    std::string out = folder_ + "/out";
    fs::remove_all(out);
    std::string path = folder_ + "/" + classes;
    for (const std::string& jar : jars) path += ":" + Jar(jar);
    run::Command java;
    java.argv = {jdk.home + "/bin/java", "-Xverify:all",
                 "-agentpath:" AGENT_LIBRARY "=plan=" + folder_ + "/it.plan,out=" + out};
    java.argv.insert(java.argv.end(), flags.begin(), flags.end());
    java.argv.insert(java.argv.end(), {"-cp", path});
    java.argv.insert(java.argv.end(), arguments.begin(), arguments.end());
    java.time_limit = std::chrono::minutes(3);
    Result<run::Outcome> outcome = run::RunCommand(java);
    EXPECT_TRUE(outcome.ok());
    wire::Results results;
    for (const auto& entry : fs::directory_iterator(out)) {
      std::ifstream in(entry.path(), std::ios::binary);
      std::string bytes(std::istreambuf_iterator<char>(in), {});
      Result<wire::Results> read = wire::ReadResults(AsBytes(bytes));
      EXPECT_TRUE(read.ok());
      if (read.ok()) results = std::move(read).value();
    }
    EXPECT_TRUE(results.complete) << outcome->err;
    EXPECT_THAT(results.notes, IsEmpty());
    return results;
  }

  wire::Results RunPlatform(const classpath::Jdk& jdk, const std::string& classes, const std::string& test,
                            const std::vector<std::string>& jars = {}) {
    std::vector<std::string> all = {kPlatform};
    all.insert(all.end(), jars.begin(), jars.end());
    return Run(jdk, classes, all,
               {"org.junit.platform.console.ConsoleLauncher", "execute", "-c", test, "--details=none",
                "--disable-banner", "--config", "junit.jupiter.execution.parallel.enabled=true", "--config",
                "junit.jupiter.execution.parallel.config.strategy=fixed", "--config",
                "junit.jupiter.execution.parallel.config.fixed.parallelism=4"});
  }

  // Occurrences by test, all violations together; "" = in no known test.
  static Counts CountsOf(const wire::Results& results) {
    std::map<uint32_t, std::string> names;
    for (const wire::TestRun& test : results.tests) names[test.id] = test.name;
    Counts counts;
    for (const wire::Violation& violation : results.violations) {
      uint64_t sum = violation.unattributed + violation.other_tests;
      if (violation.unattributed != 0) counts[""] += violation.unattributed;
      for (const wire::TestCount& of : violation.tests) {
        counts[names[of.test]] += of.count;
        sum += of.count;
      }
      EXPECT_EQ(sum, violation.count);
    }
    return counts;
  }

  static Outcomes OutcomesOf(const wire::Results& results) {
    Outcomes outcomes;
    for (const wire::TestRun& test : results.tests) {
      if (test.container) continue;
      EXPECT_GT(test.start_ms, 0u);
      outcomes.emplace_back(test.name, std::string(wire::OutcomeName(test.outcome)));
    }
    return outcomes;
  }

  static inline std::vector<classpath::Jdk> jdks_;
  static inline std::string folder_;
};

TEST_F(AttributionJvmTest, JUnit3) {
  for (const classpath::Jdk& jdk : jdks_) {
    for (const char* jar : {"junit-3.8.2.jar", kJUnit4}) {
      wire::Results results = Run(jdk, "four", {jar, kHamcrest}, {"-Dshop.fail=true", "shop.OldTest"});
      EXPECT_THAT(CountsOf(results),
                  UnorderedElementsAre(Pair("shop.OldTest#testOne", 1), Pair("shop.OldTest#testTwo", 2)));
      EXPECT_THAT(OutcomesOf(results), UnorderedElementsAre(Pair("shop.OldTest#testOne", "passed"),
                                                            Pair("shop.OldTest#testTwo", "failed")));
    }
  }
}

TEST_F(AttributionJvmTest, JUnit4WithLifecycleThreadsPoolsAndInitialisers) {
  for (const classpath::Jdk& jdk : jdks_) {
    for (const char* jar : {"junit-4.8.2.jar", kJUnit4}) {
      wire::Results results = Run(jdk, "four", {jar, kHamcrest}, {"shop.FourTest"});
      EXPECT_THAT(
          CountsOf(results),
          UnorderedElementsAre(Pair("shop.FourTest", 7), Pair("shop.FourTest#plain", 5),
                               Pair("shop.FourTest#thread", 6), Pair("shop.FourTest#pool", 7),
                               Pair("shop.FourTest#initialiser", 1), Pair("shop.FourTest#timeout", 8)))
          << jdk.home << jar;
      EXPECT_THAT(OutcomesOf(results),
                  UnorderedElementsAre(
                      Pair("shop.FourTest#plain", "passed"), Pair("shop.FourTest#thread", "passed"),
                      Pair("shop.FourTest#pool", "passed"), Pair("shop.FourTest#initialiser", "passed"),
                      Pair("shop.FourTest#timeout", "passed"), Pair("shop.FourTest#fails", "failed"),
                      Pair("shop.FourTest#assumes", "skipped"), Pair("shop.FourTest#ignored", "skipped")));
    }
  }
}

TEST_F(AttributionJvmTest, JupiterParameterizedRepeatedNestedAndDynamic) {
  for (const classpath::Jdk& jdk : jdks_) {
    wire::Results results = RunPlatform(jdk, "five", "shop.FiveTest");
    EXPECT_THAT(
        CountsOf(results),
        UnorderedElementsAre(Pair("shop.FiveTest", 7), Pair("shop.FiveTest#plain", 5),
                             Pair("shop.FiveTest#asynchronous", 6), Pair("shop.FiveTest#each[1]", 1),
                             Pair("shop.FiveTest#each[2]", 2), Pair("shop.FiveTest#again[1]", 1),
                             Pair("shop.FiveTest#again[2]", 1), Pair("shop.FiveTest#dynamic[1]", 1),
                             Pair("shop.FiveTest#dynamic[2]", 2), Pair("shop.FiveTest$Inner#deep", 2)));
    EXPECT_THAT(OutcomesOf(results), testing::IsSupersetOf(Outcomes{{"shop.FiveTest#fails", "failed"},
                                                                    {"shop.FiveTest#disabled", "skipped"},
                                                                    {"shop.FiveTest#each[2]", "passed"}}));
  }
}

TEST_F(AttributionJvmTest, ParallelTestsThatSharePools) {
  for (const classpath::Jdk& jdk : jdks_) {
    wire::Results results = RunPlatform(jdk, "five", "shop.ParallelTest");
    EXPECT_THAT(CountsOf(results),
                UnorderedElementsAre(Pair("shop.ParallelTest#one", 80), Pair("shop.ParallelTest#two", 160),
                                     Pair("shop.ParallelTest#three", 240)));
  }
}

TEST_F(AttributionJvmTest, OldTestsOnTheJUnitPlatformAreToldOnce) {
  wire::Results results = RunPlatform(jdks_[0], "four", "shop.FourTest", {kJUnit4, kHamcrest});
  EXPECT_EQ(CountsOf(results)["shop.FourTest#plain"], 5u);
  EXPECT_EQ(OutcomesOf(results).size(), 8u);
  results = RunPlatform(jdks_[0], "four", "shop.OldTest", {kJUnit4, kHamcrest});
  EXPECT_THAT(OutcomesOf(results), UnorderedElementsAre(Pair("shop.OldTest#testOne", "passed"),
                                                        Pair("shop.OldTest#testTwo", "passed")));
}

TEST_F(AttributionJvmTest, TestNg) {
  for (const classpath::Jdk& jdk : jdks_) {
    for (const char* jar : {"testng-6.14.3.jar", kTestNg}) {
      wire::Results results =
          Run(jdk, "ng", {jar, "jcommander-1.82.jar", "slf4j-api-1.7.36.jar"}, {"shop.NgTest"});
      EXPECT_THAT(CountsOf(results),
                  UnorderedElementsAre(Pair("shop.NgTest", 7), Pair("shop.NgTest#plain", 5),
                                       Pair("shop.NgTest#each[0]", 1), Pair("shop.NgTest#each[1]", 2)));
      EXPECT_THAT(
          OutcomesOf(results),
          UnorderedElementsAre(Pair("shop.NgTest#plain", "passed"), Pair("shop.NgTest#each[0]", "passed"),
                               Pair("shop.NgTest#each[1]", "passed"), Pair("shop.NgTest#fails", "failed"),
                               Pair("shop.NgTest#skipped", "skipped")))
          << jar;
    }
  }
}

TEST_F(AttributionJvmTest, Spock) {
  std::string path = Jar("groovy-4.0.24.jar") + ":" + Jar("spock-core-2.3-groovy-4.0.jar") + ":" +
                     Jar(kPlatform) + ":" + folder_ + "/five";
  Must({jdks_[0].home + "/bin/java", "-cp", path, "org.codehaus.groovy.tools.FileSystemCompiler", "-cp", path,
        "-d", folder_ + "/spock", SOURCES_FOLDER "/SpockTest.groovy"});
  fs::create_directories(folder_ + "/spock/shop");
  fs::copy(folder_ + "/five/shop/Bug.class", folder_ + "/spock/shop/Bug.class");
  wire::Results results = RunPlatform(jdks_[0], "spock", "shop.SpockTest",
                                      {"groovy-4.0.24.jar", "spock-core-2.3-groovy-4.0.jar"});
  EXPECT_THAT(CountsOf(results),
              UnorderedElementsAre(Pair("shop.SpockTest", 3), Pair("shop.SpockTest#plain feature", 5),
                                   Pair("shop.SpockTest#each of them[0]", 1),
                                   Pair("shop.SpockTest#each of them[1]", 2)));
}

TEST_F(AttributionJvmTest, ProgramWithoutTestsIsUnattributed) {
  Must({"javac", "-g", "-nowarn", "-d", folder_ + "/four", BUGS_SOURCE});
  wire::Results results = Run(jdks_[0], "four", {}, {"Bugs"});
  EXPECT_THAT(CountsOf(results), UnorderedElementsAre(Pair("", 5)));
  EXPECT_THAT(results.tests, IsEmpty());
}

}  // namespace
}  // namespace revmon
