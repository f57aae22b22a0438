#include "project/console_launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"

namespace revmon::project {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kRepository = "/home/.m2/repository/org/junit/platform/junit-platform-console-standalone/";

TEST(ConsoleLauncher, TheOneGivenWins) {
  InMemoryFileSystem files;
  files.Put("/l.jar", "");
  PlainTests tests{.class_path = {"/lib/junit-platform-console-standalone-1.10.2.jar"}, .launcher = "/l.jar"};
  EXPECT_EQ(*FindConsoleLauncher(files, tests, ""), "/l.jar");
}

TEST(ConsoleLauncher, TheOneGivenMustExist) {
  InMemoryFileSystem files;
  EXPECT_FALSE(FindConsoleLauncher(files, {.launcher = "/l.jar"}, "").ok());
}

TEST(ConsoleLauncher, IsTakenFromTheClassPath) {
  InMemoryFileSystem files;
  PlainTests tests{.class_path = {"/lib/a.jar", "/lib/junit-platform-console-1.9.0.jar"}};
  EXPECT_EQ(*FindConsoleLauncher(files, tests, ""), "/lib/junit-platform-console-1.9.0.jar");
}

TEST(ConsoleLauncher, IsTheNewestOfTheRepository) {
  InMemoryFileSystem files;
  for (const char* version : {"1.9.3", "1.10.2"}) {
    files.Put(kRepository + version + "/junit-platform-console-standalone-" + version + ".jar", "");
  }
  files.Put(kRepository + "1.11.0/nothing.pom", "");
  EXPECT_EQ(*FindConsoleLauncher(files, {}, "/home"),
            kRepository + "1.10.2/junit-platform-console-standalone-1.10.2.jar");
}

TEST(ConsoleLauncher, MissingSaysWhatToGet) {
  InMemoryFileSystem files;
  Result<std::string> launcher = FindConsoleLauncher(files, {}, "/home");
  ASSERT_FALSE(launcher.ok());
  EXPECT_THAT(launcher.error().hint(), HasSubstr("--launcher"));
}

TEST(LauncherArguments, TestsComeBeforeClassesAndLibraries) {
  PlainTests tests{.classes = {"/c"}, .tests = {"/t"}, .class_path = {"/a.jar"}};
  EXPECT_THAT(LauncherArguments(tests, "/junit-platform-console-standalone-1.10.2.jar", {"--details=none"}),
              ElementsAre("-cp", "/t:/c:/a.jar:/junit-platform-console-standalone-1.10.2.jar",
                          "org.junit.platform.console.ConsoleLauncher", "execute", "--scan-classpath=/t",
                          "--disable-ansi-colors", "--details=none"));
}

TEST(LauncherArguments, OldLaunchersKnowNoCommands) {
  EXPECT_THAT(LauncherArguments({.tests = {"/t"}}, "/junit-platform-console-standalone-1.9.3.jar", {}),
              Not(Contains("execute")));
  EXPECT_THAT(LauncherArguments({.tests = {"/t"}}, "/junit-platform-console-standalone-6.0.0.jar", {}),
              Contains("execute"));
}

TEST(LauncherArgumentsTest, ClassesThatAreLeftOut) {
  PlainTests tests;
  tests.tests = {"t"};
  tests.left_out = {"a.BTest", "a.CTest"};
  std::vector<std::string> words =
      LauncherArguments(tests, "junit-platform-console-standalone-1.10.2.jar", {});
  EXPECT_THAT(words, ::testing::Contains(R"(--exclude-classname=^(a\.BTest|a\.CTest)(\$.*)?$)"));
  EXPECT_THAT(words, ::testing::Contains("--scan-classpath=t"));
}

TEST(LauncherArgumentsTest, ManyNamesBecomeSeveralWords) {
  PlainTests tests;
  tests.tests = {"t"};
  for (int i = 0; i < 10000; ++i) tests.left_out.push_back("a.VeryLongNameOfATestNumber" + std::to_string(i));
  size_t longest = 0;
  for (const std::string& word : LauncherArguments(tests, "c.jar", {}))
    longest = std::max(longest, word.size());
  EXPECT_LT(longest, 100'000U);
}

TEST(LauncherArgumentsTest, AnOrderTakesThePlaceOfLookingForTests) {
  PlainTests tests;
  tests.tests = {"t"};
  tests.order = {"a.FailedTest", "a.BTest"};
  std::vector<std::string> words = LauncherArguments(tests, "c.jar", {});
  EXPECT_THAT(words, ::testing::IsSupersetOf({"--select-class=a.FailedTest", "--select-class=a.BTest"}));
  EXPECT_THAT(words, ::testing::Not(::testing::Contains("--scan-classpath=t")));
}

}  // namespace
}  // namespace revmon::project
