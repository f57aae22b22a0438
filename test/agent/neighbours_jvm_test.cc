// Others in the same JVM: coverage, mocks and class makers do what they do without us, in either order.
//
// Needs build/test-frameworks (tools/fetch-test-jars.sh); without it the tests are skipped.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file_system.h"
#include "classpath/jdk.h"
#include "run/process.h"

namespace revmon {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

std::string Jar(const std::string& name) { return std::string(FRAMEWORKS_FOLDER) + "/" + name + ".jar"; }

class NeighboursJvmTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    char folder[] = "/tmp/revmon-neighbours-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    if (!fs::exists(Jar("mockito-core-5.20.0"))) return;
    libraries_ = Jar("mockito-core-5.20.0") + ":" + Jar("byte-buddy-1.17.7") + ":" +
                 Jar("byte-buddy-agent-1.17.7") + ":" + Jar("objenesis-3.3");
    RealFileSystem files;
    jdks_ = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
    fs::create_directory(folder_ + "/classes");
    std::string sources = SOURCES;
    Must({"javac", "-nowarn", "-g", "-Xlint:-options", "--release", "11", "-cp", libraries_, "-d",
          folder_ + "/classes", sources + "/neighbours/Mocking.java", sources + "/neighbours/Making.java",
          sources + "/SlotProgram.java"});
    std::ofstream(folder_ + "/manifest") << "Premain-Class: Making\nCan-Retransform-Classes: true\n"
                                            "Can-Redefine-Classes: true\n";
    Must({"jar", "cfm", folder_ + "/making.jar", folder_ + "/manifest"});
    Must({REVMON_CLI, "specs", "compile", SPECS_FOLDER, "-o", folder_ + "/all.plan"});
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }
  void SetUp() override {
    if (libraries_.empty()) GTEST_SKIP() << "tools/fetch-test-jars.sh has not been run";
  }

  static run::Outcome Run(const Words& argv) {
    run::Command command;
    command.argv = argv;
    command.environment = {{"JAVA_TOOL_OPTIONS", ""}};
    command.time_limit = std::chrono::minutes(5);
    Result<run::Outcome> outcome = run::RunCommand(command);
    EXPECT_TRUE(outcome.ok());
    return outcome.ok() ? std::move(outcome).value() : run::Outcome{};
  }
  static void Must(const Words& argv) {
    run::Outcome outcome = Run(argv);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  }
  static run::Outcome Java(const classpath::Jdk& jdk, const Words& flags, const Words& program) {
    Words argv = {jdk.home + "/bin/java", "-Xverify:all"};
    argv.insert(argv.end(), flags.begin(), flags.end());
    argv.insert(argv.end(), {"-cp", folder_ + "/classes:" + libraries_});
    argv.insert(argv.end(), program.begin(), program.end());
    return Run(argv);
  }
  static std::string Agent() {
    return "-agentpath:" AGENT_LIBRARY "=plan=" + folder_ + "/all.plan,out=" + folder_ + "/out";
  }
  // The program says the same beside us, whoever comes first.
  static void ExpectSameBesideUs(const std::string& neighbour, const Words& program) {
    for (const classpath::Jdk& jdk : jdks_) {
      run::Outcome alone = Java(jdk, {neighbour}, program);
      ASSERT_EQ(alone.exit_code, 0) << alone.out << alone.err;
      for (bool first : {true, false}) {
        Words flags = first ? Words{Agent(), neighbour} : Words{neighbour, Agent()};
        run::Outcome beside = Java(jdk, flags, program);
        EXPECT_EQ(beside.exit_code, 0) << jdk.home << beside.err;
        EXPECT_EQ(beside.out, alone.out) << jdk.home << " RevMon first: " << first;
        EXPECT_THAT(beside.err, Not(HasSubstr("revmon:"))) << jdk.home;
      }
    }
  }
  // What JaCoCo says of the program's classes.
  static std::string Coverage(const classpath::Jdk& jdk, Words flags, bool jacoco_first) {
    std::string data = folder_ + "/jacoco.exec";
    std::string report = folder_ + "/report.csv";
    fs::remove(data);
    std::string jacoco = "-javaagent:" + Jar("org.jacoco.agent-0.8.14-runtime") + "=destfile=" + data;
    flags.insert(jacoco_first ? flags.begin() : flags.end(), jacoco);
    run::Outcome outcome = Java(jdk, flags, {"SlotProgram", "use", "clone", "serial", "churn"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("revmon:")));
    run::Outcome made = Run({"java", "-jar", Jar("org.jacoco.cli-0.8.14-nodeps"), "report", data,
                             "--classfiles", folder_ + "/classes", "--csv", report});
    EXPECT_EQ(made.exit_code, 0) << made.out << made.err;
    EXPECT_THAT(made.out + made.err, Not(HasSubstr("do not match")));
    std::ifstream in(report);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  static inline std::vector<classpath::Jdk> jdks_;
  static inline std::string folder_;
  static inline std::string libraries_;
};

TEST_F(NeighboursJvmTest, JacocoReportsTheSameInEitherOrder) {
  for (const classpath::Jdk& jdk : jdks_) {
    std::string alone = Coverage(jdk, {}, true);
    EXPECT_THAT(alone, HasSubstr("SlotProgram.Countdown"));
    EXPECT_EQ(Coverage(jdk, {Agent()}, true), alone) << jdk.home;
    EXPECT_EQ(Coverage(jdk, {Agent()}, false), alone) << jdk.home;
  }
}

TEST_F(NeighboursJvmTest, MockitoMocksWhatHasSlots) {
  ExpectSameBesideUs("-javaagent:" + Jar("mockito-core-5.20.0"), {"Mocking"});
}

TEST_F(NeighboursJvmTest, ByteBuddyAndClassLoadersMakeWhatHasSlots) {
  ExpectSameBesideUs("-javaagent:" + folder_ + "/making.jar", {"Making"});
}

}  // namespace
}  // namespace revmon
