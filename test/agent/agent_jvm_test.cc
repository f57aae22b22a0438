// The agent in real JVMs: what it must do, and above all what it must not do.
//
// Every test runs on every JDK found; a JDK without javac takes part too, since the workload is compiled
// once.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file_system.h"
#include "classpath/jdk.h"
#include "run/process.h"

namespace revmon {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class AgentJvmTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    RealFileSystem files;
    jdks_ = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
    ASSERT_FALSE(jdks_.empty()) << "no JDK on this machine";
    char folder[] = "/tmp/revmon-agent-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    classes_ = folder;
    run::Command javac;
    javac.argv = {"javac", "-Xlint:-options", "--release", "8", "-d", classes_, WORKLOAD_SOURCE};
    Result<run::Outcome> compiled = run::RunCommand(javac);
    ASSERT_TRUE(compiled.ok()) << compiled.error().Text();
    ASSERT_EQ(compiled->exit_code, 0) << compiled->err;
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(classes_); }

  // Runs the workload with `options` for the agent ("none": without agent) and more JVM flags.
  static run::Outcome RunWorkload(const classpath::Jdk& jdk, const std::string& options,
                                  const std::vector<std::string>& flags = {}) {
    run::Command java;
    java.argv = {jdk.home + "/bin/java"};
    if (options != "none") java.argv.push_back("-agentpath:" AGENT_LIBRARY "=" + options);
    java.argv.insert(java.argv.end(), flags.begin(), flags.end());
    java.argv.insert(java.argv.end(), {"-cp", classes_, "Workload"});
    java.time_limit = std::chrono::minutes(5);
    Result<run::Outcome> outcome = run::RunCommand(java);
    if (!outcome.ok()) {
      ADD_FAILURE() << outcome.error().Text();
      return {};
    }
    return std::move(outcome).value();
  }

  static inline std::vector<classpath::Jdk> jdks_;
  static inline std::string classes_;
};

TEST_F(AgentJvmTest, IdentityChangesNoClass) {
  for (const classpath::Jdk& jdk : jdks_) {
    run::Outcome plain = RunWorkload(jdk, "none");
    run::Outcome outcome = RunWorkload(jdk, "selftest=identity", {"-Xverify:all"});
    EXPECT_EQ(outcome.exit_code, 0) << jdk.home << outcome.err;
    EXPECT_EQ(outcome.out, plain.out);
    EXPECT_THAT(outcome.err,
                ContainsRegex("selftest=identity: 0 classes rewritten, [0-9]{3,} unchanged, 0 refused"));
  }
}

TEST_F(AgentJvmTest, NopInEveryMethodOfEveryClassVerifiesAndChangesNoOutput) {
  for (const classpath::Jdk& jdk : jdks_) {
    run::Outcome plain = RunWorkload(jdk, "none");
    run::Outcome outcome = RunWorkload(jdk, "selftest=nop", {"-Xverify:all"});
    EXPECT_EQ(outcome.exit_code, 0) << jdk.home << outcome.err;
    EXPECT_EQ(outcome.out, plain.out);
    EXPECT_THAT(outcome.err,
                ContainsRegex("selftest=nop: [0-9]{3,} classes rewritten, [0-9]+ unchanged, 0 refused"));
  }
}

TEST_F(AgentJvmTest, RewrittenClassesRunInterpretedAndCompiled) {
  for (const classpath::Jdk& jdk : jdks_) {
    run::Outcome plain = RunWorkload(jdk, "none");
    for (const char* flag : {"-Xint", "-XX:TieredStopAtLevel=1"}) {
      run::Outcome outcome = RunWorkload(jdk, "selftest=nop", {flag});
      EXPECT_EQ(outcome.exit_code, 0) << jdk.home << flag << outcome.err;
      EXPECT_EQ(outcome.out, plain.out);
    }
  }
}

TEST_F(AgentJvmTest, UnknownOptionIsOneLineAndTheProgramRuns) {
  for (const classpath::Jdk& jdk : jdks_) {
    run::Outcome plain = RunWorkload(jdk, "none");
    run::Outcome outcome = RunWorkload(jdk, "selftset=nop");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, plain.out);
    EXPECT_THAT(outcome.err, HasSubstr("revmon: unknown agent option 'selftset'"));
    EXPECT_THAT(outcome.err, HasSubstr("running unmonitored"));
    EXPECT_THAT(outcome.err, Not(HasSubstr("\n\n")));
  }
}

TEST_F(AgentJvmTest, StrictTurnsAFailureIntoAJvmThatDoesNotStart) {
  for (const classpath::Jdk& jdk : jdks_) {
    run::Outcome outcome = RunWorkload(jdk, "strict,selftest=nonsense");
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, Not(HasSubstr("square")));
    EXPECT_THAT(outcome.err,
                HasSubstr("revmon: selftest=nonsense is not one of identity, nop; strict: not starting"));
  }
}

TEST_F(AgentJvmTest, TwoAgentsInOneJvmDoNotMeet) {
  for (const classpath::Jdk& jdk : jdks_) {
    run::Outcome plain = RunWorkload(jdk, "none");
    run::Outcome outcome =
        RunWorkload(jdk, "selftest=nop", {"-agentpath:" AGENT_LIBRARY "=selftest=identity"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, plain.out);
    EXPECT_THAT(outcome.err, HasSubstr("selftest=nop:"));
    EXPECT_THAT(outcome.err, HasSubstr("selftest=identity:"));
  }
}

}  // namespace
}  // namespace revmon
