// What the agent says a test depends on, in each of the cases that other tools get wrong. All test classes
// run in one JVM; the first has loaded and initialised everything when the others come. Frameworks come from
// build/test-frameworks (tools/fetch-test-jars.sh); without them there is nothing to test.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bytes.h"
#include "base/file_system.h"
#include "classpath/jdk.h"
#include "run/process.h"
#include "wire/results.h"
#include "wire/test_dependencies.h"

namespace revmon {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr const char* kPlatform = FRAMEWORKS_FOLDER "/junit-platform-console-standalone-1.11.3.jar";

using Names = std::set<std::string>;

// One run: the names that each test depends on.
struct Collected {
  wire::Dependencies merged;
  std::vector<std::string> notes;
  std::string output;

  [[nodiscard]] Names Of(const std::string& test) const {
    Names names;
    auto found = merged.tests.find("d." + test);
    EXPECT_NE(found, merged.tests.end()) << test << " is not there";
    if (found == merged.tests.end()) return names;
    EXPECT_FALSE(found->second.everything) << test << ": " << found->second.why_everything;
    for (uint32_t element : found->second.elements) names.insert(merged.elements[element]);
    return names;
  }
  [[nodiscard]] Names ReceiversOf(const std::string& test) const {
    Names names;
    for (const wire::Receiver& receiver : merged.tests.at("d." + test).receivers)
      names.insert(merged.elements[receiver.type] + " " + merged.elements[receiver.method]);
    return names;
  }
};

class DependenciesJvmTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!fs::exists(kPlatform)) return;
    RealFileSystem files;
    jdks_ = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
    ASSERT_FALSE(jdks_.empty()) << "no JDK on this machine";
    char folder[] = "/tmp/revmon-dependencies-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    folder_ = folder;
    std::ofstream(folder_ + "/data.txt") << "five\n";
    Must({"javac", "-g", "-nowarn", "-Xlint:-options", "--release", "8", "-cp", kPlatform, "-d",
          folder_ + "/classes", SOURCES "/deps/Subjects.java", SOURCES "/deps/Tests.java"});
    Must({REVMON_CLI, "specs", "compile", SPECS_FOLDER "/java.util/Iterator_HasNext.mop", "-o",
          folder_ + "/it.plan"});
  }
  static void TearDownTestSuite() {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  void SetUp() override {
    if (folder_.empty()) GTEST_SKIP() << "no test frameworks in " FRAMEWORKS_FOLDER;
  }

  static void Must(const std::vector<std::string>& argv) {
    run::Command command;
    command.argv = argv;
    command.time_limit = std::chrono::minutes(3);
    Result<run::Outcome> outcome = run::RunCommand(command);
    ASSERT_TRUE(outcome.ok());
    ASSERT_EQ(outcome->exit_code, 0) << outcome->out << outcome->err;
  }

  // The tests one after the other, or side by side.
  static Collected Run(const classpath::Jdk& jdk, const std::string& options,
                       const std::vector<std::string>& tests, bool parallel = false,
                       wire::TestUnit unit = wire::TestUnit::kClass) {
    std::string out = folder_ + "/out";
    fs::remove_all(out);
    run::Command java;
    java.directory = folder_;
    java.argv = {jdk.home + "/bin/java",
                 "-Xverify:all",
                 "-agentpath:" AGENT_LIBRARY "=out=" + out + "," + options,
                 "-jar",
                 kPlatform,
                 "execute",
                 "-cp",
                 folder_ + "/classes",
                 "--details=none",
                 "--disable-banner"};
    for (const std::string& test : tests) java.argv.insert(java.argv.end(), {"-c", "d." + test});
    if (parallel) {
      for (const char* parameter :
           {"enabled=true", "mode.default=same_thread", "mode.classes.default=concurrent",
            "config.strategy=fixed", "config.fixed.parallelism=4"}) {
        java.argv.insert(java.argv.end(),
                         {"--config", std::string("junit.jupiter.execution.parallel.") + parameter});
      }
    }
    java.time_limit = std::chrono::minutes(3);
    Result<run::Outcome> outcome = run::RunCommand(java);
    EXPECT_TRUE(outcome.ok());
    Collected collected;
    if (!outcome.ok()) return collected;
    EXPECT_EQ(outcome->exit_code, 0) << outcome->out << outcome->err;
    collected.output = outcome->out + outcome->err;
    Read(out, unit, collected);
    return collected;
  }

  static void Read(const std::string& out, wire::TestUnit unit, Collected& collected) {
    std::vector<wire::DependencyFile> all;
    for (const auto& entry : fs::directory_iterator(out)) {
      std::ifstream in(entry.path(), std::ios::binary);
      std::string bytes(std::istreambuf_iterator<char>(in), {});
      if (entry.path().extension() == wire::kDependenciesSuffix) {
        Result<wire::DependencyFile> read = wire::ReadDependencies(AsBytes(bytes));
        ASSERT_TRUE(read.ok()) << read.error().Text();
        EXPECT_TRUE(read->complete);
        EXPECT_EQ(read->torn_bytes, 0u);
        all.push_back(std::move(read).value());
      } else {
        Result<wire::Results> read = wire::ReadResults(AsBytes(bytes));
        ASSERT_TRUE(read.ok());
        collected.notes.insert(collected.notes.end(), read->notes.begin(), read->notes.end());
      }
    }
    EXPECT_EQ(all.size(), 1u);
    EXPECT_THAT(collected.notes, IsEmpty());
    collected.merged = wire::MergeDependencies(all, unit);
  }

  // On every JDK, at every level.
  template <typename Check>
  static void OnAll(const std::vector<std::string>& tests, Check check) {
    for (const classpath::Jdk& jdk : jdks_) {
      for (const char* level : {"class", "method", "block"}) {
        SCOPED_TRACE(jdk.home + " deps=" + level);
        std::vector<std::string> all = {"EverythingTest"};
        all.insert(all.end(), tests.begin(), tests.end());
        check(Run(jdk, std::string("deps=") + level, all), std::string(level) != "class");
      }
    }
  }

  static inline std::string folder_;
  static inline std::vector<classpath::Jdk> jdks_;
};

TEST_F(DependenciesJvmTest, CasesThatOthersMiss) {
  OnAll({"DefaultMethodTest", "LambdaTest", "PutStaticTest", "InstanceofTest", "InitializerTest",
         "BrokenTest", "EnumSwitchTest", "MethodReferenceTest", "ProxyTest", "PoolTest", "ReflectionTest",
         "SharedObjectTest", "ArrayTest"},
        [](const Collected& found, bool methods) {
          EXPECT_THAT(found.Of("DefaultMethodTest"), Contains("d/Greeter"));
          EXPECT_THAT(found.Of("DefaultMethodTest"), Contains("d/Impl"));
          EXPECT_THAT(found.Of("DefaultMethodTest"), Not(Contains("d/Settings")));
          EXPECT_THAT(found.Of("LambdaTest"), Contains("d/Settings"));
          EXPECT_THAT(found.Of("PutStaticTest"), Contains("d/Settings"));
          EXPECT_THAT(found.Of("InstanceofTest"), Contains("d/Marker"));
          EXPECT_THAT(found.Of("InitializerTest"), Contains("d/Helper"));
          EXPECT_THAT(found.Of("InitializerTest"), Contains("d/Deeper"));
          EXPECT_THAT(found.Of("InitializerTest"), Not(Contains("d/Base")));
          EXPECT_THAT(found.Of("BrokenTest"), Contains("d/Helper"));
          EXPECT_THAT(found.Of("EnumSwitchTest"), Contains("d/Color"));
          EXPECT_THAT(found.Of("EnumSwitchTest"), Contains("d/ColorSwitch$1"));
          EXPECT_THAT(found.Of("MethodReferenceTest"), Contains("d/Base"));
          EXPECT_THAT(found.Of("ProxyTest"), Contains("d/Contract"));
          EXPECT_THAT(found.Of("ProxyTest"), Contains("d/Answers"));
          EXPECT_THAT(found.Of("PoolTest"), Contains("d/InPool"));
          EXPECT_THAT(found.Of("ReflectionTest"), Contains("d/OnlyReflected"));
          EXPECT_THAT(found.Of("SharedObjectTest"), Contains("d/Kept"));
          EXPECT_THAT(found.Of("ArrayTest"), Contains("d/Marker"));
          if (!methods) return;
          EXPECT_THAT(found.Of("DefaultMethodTest"), Contains("d/Greeter.greet()Ljava/lang/String;"));
          EXPECT_THAT(found.Of("LambdaTest"), Contains("d/LambdaUser.lambda$limit$0()I"));
          EXPECT_THAT(found.Of("LambdaTest"), Contains("d/Settings.<clinit>()V"));
          EXPECT_THAT(found.Of("InitializerTest"), Contains("d/Registry.<clinit>()V"));
          EXPECT_THAT(found.Of("InitializerTest"), Contains("d/Helper.compute()I"));
          EXPECT_THAT(found.Of("InitializerTest"), Contains("d/Deeper.<clinit>()V"));
          EXPECT_THAT(found.Of("BrokenTest"), Contains("d/Broken.<clinit>()V"));
          EXPECT_THAT(found.Of("MethodReferenceTest"), Contains("d/Base.twice(I)I"));
          EXPECT_THAT(found.Of("PoolTest"), Contains("d/InPool.run()I"));
          EXPECT_THAT(found.Of("InstanceofTest"), Contains("d/InstanceofTest.asks()V"));
        });
}

TEST_F(DependenciesJvmTest, ClassesSideBySideAreToldApart) {
  for (const classpath::Jdk& jdk : jdks_) {
    SCOPED_TRACE(jdk.home);
    Collected found = Run(jdk, "deps=method", {"LeftTest", "RightTest"}, true);
    EXPECT_THAT(found.Of("LeftTest"), Contains("d/OnlyLeft.run()I"));
    EXPECT_THAT(found.Of("LeftTest"), Contains("d/Meeting.meet()V"));
    EXPECT_THAT(found.Of("LeftTest"), Not(Contains("d/OnlyRight")));
    EXPECT_THAT(found.Of("RightTest"), Contains("d/OnlyRight.run()I"));
    EXPECT_THAT(found.Of("RightTest"), Contains("d/Meeting.meet()V"));
    EXPECT_THAT(found.Of("RightTest"), Not(Contains("d/OnlyLeft")));
  }
}

TEST_F(DependenciesJvmTest, ReceiversAreClassesThatInherit) {
  for (const classpath::Jdk& jdk : jdks_) {
    SCOPED_TRACE(jdk.home);
    Collected found =
        Run(jdk, "deps=method,receivers", {"EverythingTest", "InheritedTest", "DefaultMethodTest"});
    EXPECT_THAT(found.ReceiversOf("InheritedTest"), Contains("d/Derived d/Base.m()I"));
    EXPECT_THAT(found.ReceiversOf("DefaultMethodTest"),
                Contains("d/Impl d/Greeter.greet()Ljava/lang/String;"));
    EXPECT_THAT(found.ReceiversOf("DefaultMethodTest"), Not(Contains("d/Derived d/Base.m()I")));
  }
}

TEST_F(DependenciesJvmTest, BlocksThatRan) {
  for (const classpath::Jdk& jdk : jdks_) {
    SCOPED_TRACE(jdk.home);
    Collected found = Run(jdk, "deps=block", {"BlockTest"});
    std::vector<uint32_t> ran;
    for (const wire::BlockUse& use : found.merged.tests.at("d.BlockTest").blocks) {
      if (found.merged.elements[use.method] == "d/Blocks.sign(I)I") ran = use.blocks;
    }
    EXPECT_EQ(ran, (std::vector<uint32_t>{0, 2}));
  }
}

TEST_F(DependenciesJvmTest, FilesThatWereRead) {
  for (const classpath::Jdk& jdk : jdks_) {
    SCOPED_TRACE(jdk.home);
    Collected found = Run(jdk, "deps=class", {"ArrayTest", "FileTest"});
    EXPECT_THAT(found.merged.tests.at("d.FileTest").files, UnorderedElementsAre("data.txt"));
    EXPECT_THAT(found.merged.tests.at("d.ArrayTest").files, IsEmpty());
  }
}

TEST_F(DependenciesJvmTest, TestMethodsAreToldApart) {
  Collected found =
      Run(jdks_[0], "deps=class,deps-tests=method", {"OuterTest"}, false, wire::TestUnit::kMethod);
  EXPECT_THAT(found.Of("OuterTest#one"), Contains("d/Marker"));
  EXPECT_THAT(found.Of("OuterTest#one"), Contains("d/Base"));  // @BeforeAll
  EXPECT_THAT(found.Of("OuterTest#one"), Not(Contains("d/Impl")));
  EXPECT_THAT(found.Of("OuterTest#two"), Contains("d/Impl"));
  EXPECT_THAT(found.Of("OuterTest#two"), Contains("d/Base"));
  EXPECT_THAT(found.Of("OuterTest$InnerTest#three"), Contains("d/Caught"));
  EXPECT_THAT(found.Of("OuterTest$InnerTest#three"), Contains("d/Base"));
}

TEST_F(DependenciesJvmTest, ClassHasWhatItsNestedClassesHave) {
  Collected found = Run(jdks_[0], "deps=class", {"OuterTest"});
  EXPECT_THAT(found.Of("OuterTest"), Contains("d/Caught"));
  EXPECT_THAT(found.Of("OuterTest$InnerTest"), Contains("d/Base"));
}

TEST_F(DependenciesJvmTest, BesideMonitoring) {
  for (const classpath::Jdk& jdk : jdks_) {
    SCOPED_TRACE(jdk.home);
    Collected found = Run(jdk, "deps=block,receivers,plan=" + folder_ + "/it.plan",
                          {"EverythingTest", "InitializerTest", "LambdaTest"});
    EXPECT_THAT(found.Of("InitializerTest"), Contains("d/Deeper.<clinit>()V"));
    EXPECT_THAT(found.Of("LambdaTest"), Contains("d/Settings"));
  }
}

}  // namespace
}  // namespace revmon
