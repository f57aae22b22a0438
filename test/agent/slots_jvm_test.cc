// Slots in real JVMs: they hold what they are given, and the program does not notice them.
//
// All specifications are on, so that as many classes as ever have slots. Output is compared with that of a
// run without the agent, everything is verified (-Xverify:all), on every JDK found.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
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
using Words = std::vector<std::string>;

class SlotsJvmTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    RealFileSystem files;
    jdks_ = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
    ASSERT_FALSE(jdks_.empty()) << "no JDK on this machine";
    char folder[] = "/tmp/revmon-slots-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    Words javac = {"javac", "-nowarn", "-g", "-Xlint:-options", "--release", "8", "-d", folder_};
    for (const char* source : {"SlotProgram", "SlotProbe", "RetransformAgent", "Redefined"}) {
      javac.push_back(std::string(SOURCES) + "/" + source + ".java");
    }
    Must(javac);
    Must({REVMON_CLI, "specs", "compile", SPECS_FOLDER, "-o", folder_ + "/all.plan"});
    std::ofstream(folder_ + "/manifest") << "Premain-Class: RetransformAgent\nCan-Retransform-Classes: true\n"
                                            "Can-Redefine-Classes: true\n";
    Must({"jar", "cfm", folder_ + "/agent.jar", folder_ + "/manifest", "-C", folder_,
          "RetransformAgent.class", "-C", folder_, "RetransformAgent$1.class"});
    // Archives and caches are for jars, not for folders.
    Must({"sh", "-c", "cd " + folder_ + " && jar cf program.jar *.class"});
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

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

  static run::Outcome Plain(const classpath::Jdk& jdk, const Words& program, const Words& flags = {}) {
    Words argv = {jdk.home + "/bin/java"};
    argv.insert(argv.end(), flags.begin(), flags.end());
    argv.insert(argv.end(), {"-cp", folder_ + "/program.jar"});
    argv.insert(argv.end(), program.begin(), program.end());
    return Run(argv);
  }
  static std::string AgentFlag(const std::string& more = "") {
    return "-agentpath:" AGENT_LIBRARY "=plan=" + folder_ + "/all.plan,out=" + folder_ + "/out" + more;
  }
  static run::Outcome Monitored(const classpath::Jdk& jdk, const Words& program, const Words& flags = {}) {
    fs::remove_all(folder_ + "/out");
    Words all = {AgentFlag()};
    all.insert(all.end(), flags.begin(), flags.end());
    return Plain(jdk, program, all);
  }
  // The program does the same with the agent, which says nothing.
  static void ExpectUnnoticed(const classpath::Jdk& jdk, const Words& program,
                              const Words& flags = {"-Xverify:all"}) {
    run::Outcome plain = Plain(jdk, program);
    ASSERT_EQ(plain.exit_code, 0) << plain.err;
    run::Outcome monitored = Monitored(jdk, program, flags);
    EXPECT_EQ(monitored.exit_code, 0) << jdk.home << monitored.err;
    EXPECT_EQ(monitored.out, plain.out) << jdk.home;
    EXPECT_THAT(monitored.err, Not(HasSubstr("revmon:"))) << jdk.home;
  }
  // Does slots=on make a difference in this JVM? RevBase carries no fields where it does not.
  static bool HasSlots(const classpath::Jdk& jdk, const Words& flags) {
    return Monitored(jdk, {"SlotProbe"}, flags).out == "done\n";
  }
  static std::vector<wire::Violation> Violations() {
    std::vector<wire::Violation> all;
    for (const auto& entry : fs::directory_iterator(folder_ + "/out")) {
      std::ifstream in(entry.path(), std::ios::binary);
      std::string bytes = {std::istreambuf_iterator<char>(in), {}};
      Result<wire::Results> results = wire::ReadResults(AsBytes(bytes));
      EXPECT_TRUE(results.ok());
      if (!results.ok()) continue;
      all.insert(all.end(), results->violations.begin(), results->violations.end());
    }
    return all;
  }

  static inline std::vector<classpath::Jdk> jdks_;
  static inline std::string folder_;
};

TEST_F(SlotsJvmTest, HoldStateOwnerAndRecordInEveryClassThatSpecsNameAndNoOther) {
  for (const classpath::Jdk& jdk : jdks_) {
    Words program = {"SlotProbe"};
    if (jdk.feature >= 21) program.push_back("virtual");
    run::Outcome outcome = Monitored(jdk, program, {"-Xverify:all"});
    EXPECT_EQ(outcome.out, "done\n") << jdk.home << outcome.err;
  }
}

TEST_F(SlotsJvmTest, ProgramDoesNotNoticeThem) {
  for (const classpath::Jdk& jdk : jdks_) ExpectUnnoticed(jdk, {"SlotProgram", "use"});
}

TEST_F(SlotsJvmTest, CopiesAreCopies) {
  for (const classpath::Jdk& jdk : jdks_) ExpectUnnoticed(jdk, {"SlotProgram", "clone"});
}

TEST_F(SlotsJvmTest, SerializedFormAndVersionStay) {
  for (const classpath::Jdk& jdk : jdks_) ExpectUnnoticed(jdk, {"SlotProgram", "serial"});
}

TEST_F(SlotsJvmTest, ReflectionShowsNoMemberOfOurs) {
  for (const classpath::Jdk& jdk : jdks_) ExpectUnnoticed(jdk, {"SlotProgram", "reflect"});
}

TEST_F(SlotsJvmTest, EveryCollectorMovesThem) {
  for (const classpath::Jdk& jdk : jdks_) {
    for (const char* collector : {"Serial", "Parallel", "G1", "Z", "Shenandoah"}) {
      std::string flag = std::string("-XX:+Use") + collector + "GC";
      if (Run({jdk.home + "/bin/java", flag, "-version"}).exit_code != 0) continue;
      SCOPED_TRACE(flag);
      ExpectUnnoticed(jdk, {"SlotProgram", "churn"}, {flag, "-Xmx32m", "-Xverify:all"});
    }
  }
}

// A monitor takes some 200 bytes; 300,000 of them would take 60 MB.
TEST_F(SlotsJvmTest, MonitorsDieWithTheirObjects) {
  Must({REVMON_CLI, "specs", "compile", SPECS_FOLDER "/java.util/Iterator_HasNext.mop", "-o",
        folder_ + "/one.plan"});
  for (const classpath::Jdk& jdk : jdks_) {
    fs::remove_all(folder_ + "/out");
    std::string agent = "-agentpath:" AGENT_LIBRARY "=plan=" + folder_ + "/one.plan,out=" + folder_ + "/out";
    run::Outcome outcome = Plain(jdk, {"SlotProgram", "loops"}, {agent, "-Xmx16m"});
    EXPECT_EQ(outcome.out, "900000\n") << outcome.err;
    EXPECT_EQ(outcome.err, "");
  }
}

TEST_F(SlotsJvmTest, InterpreterAndEachCompilerAgree) {
  for (const classpath::Jdk& jdk : jdks_) {
    for (const char* flag : {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation", "-Xcomp"}) {
      SCOPED_TRACE(flag);
      ExpectUnnoticed(jdk, {"SlotProgram", "clone"}, {flag, "-Xverify:all"});
    }
  }
}

TEST_F(SlotsJvmTest, OtherAgentsRetransformEveryClassInEitherOrder) {
  std::string other = "-javaagent:" + folder_ + "/agent.jar";
  for (const classpath::Jdk& jdk : jdks_) {
    for (bool first : {false, true}) {
      fs::remove_all(folder_ + "/out");
      Words flags = {"-Xverify:all", first ? other : AgentFlag(), first ? AgentFlag() : other};
      run::Outcome outcome = Plain(jdk, {"Redefined"}, flags);
      EXPECT_EQ(outcome.exit_code, 0) << jdk.home << outcome.err;
      EXPECT_EQ(outcome.out, "aownaown\n") << jdk.home << " other agent first: " << first;
      EXPECT_THAT(outcome.err, Not(HasSubstr("revmon:"))) << jdk.home;
      // The same place twice: woven again, and counted as one.
      std::vector<wire::Violation> violations = Violations();
      size_t unchecked = 0;
      for (const wire::Violation& violation : violations) {
        if (violation.spec != "Iterator_HasNext") continue;
        ++unchecked;
        EXPECT_EQ(violation.line, 21u);
        EXPECT_GE(violation.count, 2u);
      }
      EXPECT_GE(unchecked, 1u);
      EXPECT_LE(unchecked, 2u);
    }
  }
}

TEST_F(SlotsJvmTest, AreOffOnRequest) {
  for (const classpath::Jdk& jdk : jdks_) {
    run::Outcome plain = Plain(jdk, {"SlotProgram", "use"});
    run::Outcome outcome = Plain(jdk, {"SlotProgram", "use"}, {AgentFlag(",slots=off")});
    EXPECT_EQ(outcome.out, plain.out);
    EXPECT_EQ(outcome.err, "");
    EXPECT_THAT(Plain(jdk, {"SlotProbe"}, {AgentFlag(",slots=off")}).out, HasSubstr("no slot in"));
  }
}

// Flags of class-data sharing, one by one.

TEST_F(SlotsJvmTest, WithDefaultSharingThereAreSlots) {
  for (const classpath::Jdk& jdk : jdks_) {
    EXPECT_TRUE(HasSlots(jdk, {"-Xshare:auto"}));
    EXPECT_TRUE(HasSlots(jdk, {"-Xshare:off"}));
  }
}

TEST_F(SlotsJvmTest, WhereSharingIsRequiredTheProgramRunsWithoutSlots) {
  for (const classpath::Jdk& jdk : jdks_) {
    ExpectUnnoticed(jdk, {"SlotProgram", "use"}, {"-Xshare:on"});
    EXPECT_FALSE(HasSlots(jdk, {"-Xshare:on"}));
  }
}

TEST_F(SlotsJvmTest, ArchiveOfTheProgramIsUsed) {
  for (const classpath::Jdk& jdk : jdks_) {
    std::string archive = folder_ + "/app.jsa";
    fs::remove(archive);
    (void)Plain(jdk, {"SlotProgram", "use"}, {"-XX:ArchiveClassesAtExit=" + archive});
    if (!fs::exists(archive)) continue;  // JDKs before 13
    for (const char* share : {"-Xshare:auto", "-Xshare:on"}) {
      ExpectUnnoticed(jdk, {"SlotProgram", "use"}, {"-XX:SharedArchiveFile=" + archive, share});
    }
  }
}

// The JVM itself refuses to record with a native agent, whatever that does. It says so; nothing crashes.
TEST_F(SlotsJvmTest, RecordingAnArchiveIsLeftToTheJvm) {
  for (const classpath::Jdk& jdk : jdks_) {
    std::string archive = folder_ + "/none.jsa";
    for (const Words& flags :
         {Words{"-XX:ArchiveClassesAtExit=" + archive},
          Words{"-Xshare:dump", "-XX:SharedArchiveFile=" + archive}, Words{"-XX:+RecordDynamicDumpInfo"}}) {
      run::Outcome outcome = Monitored(jdk, {"SlotProgram", "clone"}, flags);
      EXPECT_THAT(outcome.out + outcome.err, HasSubstr("does not support native JVMTI agent"))
          << jdk.home << flags[0];
    }
  }
}

TEST_F(SlotsJvmTest, RecordingACacheHappensWithoutUs) {
  for (const classpath::Jdk& jdk : jdks_) {
    if (jdk.feature < 25) continue;
    std::string plain = Plain(jdk, {"SlotProgram", "use"}).out;
    std::string configuration = folder_ + "/app.aotconf";
    for (const Words& flags : {Words{"-XX:AOTMode=record", "-XX:AOTConfiguration=" + configuration},
                               Words{"-XX:AOTCacheOutput=" + folder_ + "/recorded.aot"}}) {
      fs::remove_all(folder_ + "/out");
      Words all = flags;
      all.push_back(AgentFlag());
      run::Outcome outcome = Plain(jdk, {"SlotProgram", "use"}, all);
      EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
      EXPECT_THAT(outcome.out, HasSubstr(plain)) << flags[0];
      EXPECT_THAT(outcome.err, HasSubstr("records an archive")) << flags[0];
    }
    EXPECT_TRUE(fs::exists(folder_ + "/recorded.aot"));
  }
}

TEST_F(SlotsJvmTest, CacheIsUsedAndItsClassesAreMonitored) {
  for (const classpath::Jdk& jdk : jdks_) {
    if (jdk.feature < 25) continue;
    std::string cache = folder_ + "/app.aot";
    // It ends with an exception: there is no agent that redefines.
    (void)Plain(jdk, {"Redefined"}, {"-XX:AOTCacheOutput=" + cache});
    ASSERT_TRUE(fs::exists(cache));
    for (const char* mode : {"-XX:AOTMode=on", "-XX:AOTMode=auto"}) {
      run::Outcome outcome = Monitored(jdk, {"Redefined"}, {"-XX:AOTCache=" + cache, mode});
      EXPECT_THAT(outcome.out, Not(HasSubstr("[error]"))) << mode;
      EXPECT_THAT(outcome.err, HasSubstr("NullPointerException")) << mode;
      EXPECT_FALSE(Violations().empty()) << mode;
    }
  }
}

}  // namespace
}  // namespace revmon
