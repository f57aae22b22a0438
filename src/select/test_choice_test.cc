#include "select/test_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/memory_cache.h"
#include "support/javac.h"

namespace revmon::select {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Two tests of two classes; B changes. Annotations of JUnit are stand-ins of the same name.
class TestChoiceTest : public ::testing::Test {
 protected:
  static testing::SourceTree Sources(const std::string& b) {
    return {{"a/B.java", "package a; public class B { int m() { return " + b + "; } }"},
            {"a/C.java", "package a; public class C { int m() { return 3; } }"},
            {"a/BTest.java",
             "package a; public class BTest { @org.junit.Test public void t() { new B().m(); } }"},
            {"a/CTest.java",
             "package a; public class CTest { @org.junit.Test public void t() { new C().m(); }\n"
             "  static class Deep { int x() { return new C().m(); } } }"},
            {"org/junit/Test.java",
             "package org.junit; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME)\n"
             "public @interface Test {}"}};
  }
  graph::Program Read(const testing::SourceTree& tree) {
    EXPECT_TRUE(files_.RemoveTree(folder_.path() + "/classes").ok());
    Result<testing::ClassTree> classes = testing::CompileJava(tree);
    EXPECT_TRUE(classes.ok()) << (classes.ok() ? "" : classes.error().Text());
    for (const auto& [name, bytes] : *classes) {
      folder_.Write("classes/" + name + ".class", std::string(bytes.begin(), bytes.end()));
    }
    return graph::Program::Read(files_, {{folder_.path() + "/classes", false}}, 17, &cache_);
  }
  TestChoiceTest() : before_(Read(Sources("1"))), after_(Read(Sources("2"))) {
    input_.before = &before_;
    input_.after = &after_;
    input_.test_containers = {0};
    input_.recorded = {{"", "a.BTest", "passed", 10, false, {}}, {"", "a.CTest", "passed", 20, false, {}}};
    options_.rts.technique = Technique::kStarts;
  }
  TestChoice Choose() {
    Result<TestChoice> choice = ChooseTests(input_, options_);
    EXPECT_TRUE(choice.ok()) << (choice.ok() ? "" : choice.error().Text());
    return choice.ok() ? *choice : TestChoice();
  }

  RealFileSystem files_;
  testing::TemporaryFolder folder_;
  graph::MemoryCache cache_;
  graph::Program before_, after_;
  TestChoiceInput input_;
  TestChoiceOptions options_;
};

TEST_F(TestChoiceTest, TestsThatNoChangeReachesAreLeftOut) {
  TestChoice choice = Choose();
  EXPECT_THAT(choice.LeftOut(), ElementsAre("a.CTest"));
  EXPECT_THAT(choice.changed, ElementsAre("a.B"));
  EXPECT_EQ(choice.why_all, "");
  EXPECT_EQ(Summary({choice}, 1, 1), "1 of 2 test classes run (a.B changed)");
}

TEST_F(TestChoiceTest, WithoutAnEarlierRunAllRun) {
  input_.before = nullptr;
  input_.recorded.clear();
  TestChoice choice = Choose();
  EXPECT_THAT(choice.LeftOut(), IsEmpty());
  EXPECT_EQ(choice.tests.size(), 2U) << "those that look like tests";
  EXPECT_EQ(Summary({choice}, 2, 0), "2 of 2 test classes run (there is no earlier run to compare with)");
}

TEST_F(TestChoiceTest, WithoutRecordsOfTestsAllRun) {
  input_.recorded.clear();
  TestChoice choice = Choose();
  EXPECT_THAT(choice.LeftOut(), IsEmpty());
  EXPECT_EQ(choice.why_all, "the earlier run kept nothing about tests");
}

TEST_F(TestChoiceTest, ATestWithoutRecordRuns) {
  input_.recorded.pop_back();
  TestChoice choice = Choose();
  EXPECT_THAT(choice.LeftOut(), IsEmpty());
  ASSERT_NE(choice.Find("a.CTest"), nullptr);
  EXPECT_THAT(choice.Find("a.CTest")->why, ElementsAre("no earlier run of it is known"));
}

TEST_F(TestChoiceTest, ATestThatFailedRuns) {
  input_.failed = {"a.CTest"};
  TestChoice choice = Choose();
  EXPECT_THAT(choice.LeftOut(), IsEmpty());
  EXPECT_THAT(choice.Find("a.CTest")->why, ElementsAre("failed last time"));
}

TEST_F(TestChoiceTest, WhatAlwaysRunsRuns) {
  options_.always = [](const graph::ClassFacts& facts) { return facts.name == "a/CTest"; };
  EXPECT_THAT(Choose().LeftOut(), IsEmpty());
}

TEST_F(TestChoiceTest, AReasonForAllIsSaid) {
  options_.why_all = "pom.xml changed";
  TestChoice choice = Choose();
  EXPECT_THAT(choice.LeftOut(), IsEmpty());
  EXPECT_EQ(Summary({choice}, 2, 0), "2 of 2 test classes run (pom.xml changed)");
}

TEST_F(TestChoiceTest, ATestThatIsGoneIsNoTest) {
  input_.recorded.push_back({"", "a.GoneTest", "passed", 5, false, {}});
  EXPECT_EQ(Choose().Find("a.GoneTest"), nullptr);
}

TEST_F(TestChoiceTest, ShardsAreWholeAndDisjoint) {
  options_.rts.technique = Technique::kAll;
  options_.shards = 2;
  std::vector<std::string> run;
  for (uint32_t shard : {1U, 2U}) {
    options_.shard = shard;
    for (const ChosenTest& test : Choose().tests) {
      if (test.runs()) run.push_back(test.name);
    }
  }
  EXPECT_THAT(run, ElementsAre("a.CTest", "a.BTest")) << "the longest first";
}

TEST_F(TestChoiceTest, JsonReadsBack) {
  TestChoice choice = Choose();
  Result<TestChoice> read = ParseTestChoice(ToJson(choice));
  ASSERT_TRUE(read.ok()) << read.error().Text();
  EXPECT_EQ(ToJson(*read), ToJson(choice));
  EXPECT_FALSE(ParseTestChoice("{}").ok());
  EXPECT_FALSE(ParseTestChoice("no json").ok());
}

TEST(TestSummaryTest, ModulesAreJoined) {
  TestChoice one, two;
  one.changed = {"a.B", "a.C"};
  two.why_all = "the earlier run did not test it";
  EXPECT_EQ(
      Summary({one, two}, 3, 4),
      "3 of 7 test classes run (a.B and 1 more changed; everything in 1 of 2 modules: the earlier run did "
      "not test it)");
  EXPECT_EQ(Summary({one}, 0, 1), "0 of 1 test class run (a.B and 1 more changed)");
  two.why_all = "the earlier run kept nothing about tests";
  EXPECT_EQ(Summary({one, two}, 3, 4), "3 of 7 test classes run (a.B and 1 more changed)");
  EXPECT_EQ(Summary({two}, 3, 0), "3 of 3 test classes run (the earlier run kept nothing about tests)");
  EXPECT_EQ(Summary({TestChoice()}, 0, 5), "0 of 5 test classes run (nothing changed)");
}

}  // namespace
}  // namespace revmon::select
