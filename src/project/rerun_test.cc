#include "project/rerun.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"

namespace revmon::project {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(TopClassOf, MethodsInvocationsAndNestedClassesAreCutOff) {
  EXPECT_EQ(TopClassOf("a.BTest#m"), "a.BTest");
  EXPECT_EQ(TopClassOf("a.BTest#m[2]"), "a.BTest");
  EXPECT_EQ(TopClassOf("a.BTest$Inner$Deep#m"), "a.BTest");
  EXPECT_EQ(TopClassOf("a.BTest"), "a.BTest");
  EXPECT_EQ(TopClassOf("a.BSpec#a feature, in words"), "a.BSpec");
  EXPECT_EQ(TopClassOf("BTest#m"), "BTest");
}

TEST(TopClassOf, WhatIsNoClassHasNone) {
  EXPECT_EQ(TopClassOf(""), "");
  EXPECT_EQ(TopClassOf("Scenario: a man, a plan"), "");
  EXPECT_EQ(TopClassOf("#m"), "");
}

TEST(RerunArguments, MavenKeepsGoalsAndReplacesTheChoice) {
  InMemoryFileSystem files;
  EXPECT_THAT(RerunArguments(files, BuildTool::kMaven, {"verify", "-T2", "-Dtest=X", "-Dit.test=Y"},
                             {"a.BTest", "a.CTest"}, {}),
              ElementsAre("verify", "-T2", "-Dtest=a.BTest,a.BTest$*,a.CTest,a.CTest$*",
                          "-Dit.test=a.BTest,a.BTest$*,a.CTest,a.CTest$*", "-DfailIfNoTests=false",
                          "-Dsurefire.failIfNoSpecifiedTests=false",
                          "-Dfailsafe.failIfNoSpecifiedTests=false", "-Dit.failIfNoSpecifiedTests=false"));
}

class GradleRerun : public ::testing::Test {
 protected:
  void Have(const std::string& folder, const std::string& file) {
    ASSERT_TRUE(files_.CreateDirectories(folder + "/a").ok());
    ASSERT_TRUE(files_.WriteFileAtomically(folder + "/a/" + file, AsBytes("x")).ok());
  }
  static TestRun Of(const std::string& task, const std::string& folder) {
    TestRun run;
    run.module = task;
    run.test_classes = {folder};
    return run;
  }
  InMemoryFileSystem files_;
};

TEST_F(GradleRerun, OnlyTasksThatHaveTheClasses) {
  Have("/p/app", "BTest.class");
  Have("/p/lib", "CTest.class");
  Have("/p/lib", "DTest.class");
  Have("/p/doc", "ETest.class");
  std::vector<TestRun> runs = {Of(":app:test", "/p/app"), Of(":doc:test", "/p/doc"),
                               Of(":lib:test", "/p/lib")};
  EXPECT_THAT(RerunArguments(files_, BuildTool::kGradle, {}, {"a.BTest", "a.CTest", "a.DTest"}, runs),
              ElementsAre(":app:test", "--tests", "a.BTest*", ":lib:test", "--tests", "a.CTest*", "--tests",
                          "a.DTest*"));
}

TEST_F(GradleRerun, OptionsStayTasksAndChoicesGo) {
  Have("/p/app", "BTest.class");
  EXPECT_THAT(RerunArguments(files_, BuildTool::kGradle,
                             {"--no-daemon", "clean", "test", "--tests", "*X", "-x", "lint", "-Pa=b"},
                             {"a.BTest"}, {Of(":test", "/p/app")}),
              ElementsAre("--no-daemon", "-x", "lint", "-Pa=b", ":test", "--tests", "a.BTest*"));
}

TEST_F(GradleRerun, NothingWhereNoTaskHasThem) {
  Have("/p/app", "BTest.class");
  EXPECT_THAT(
      RerunArguments(files_, BuildTool::kGradle, {"--no-daemon"}, {"a.XTest"}, {Of(":test", "/p/app")}),
      IsEmpty());
}

}  // namespace
}  // namespace revmon::project
