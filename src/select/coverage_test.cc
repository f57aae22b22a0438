#include "select/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::select {
namespace {

using ::testing::ElementsAre;

Coverage Some(const std::string& module) {
  Coverage coverage;
  coverage.module = module;
  coverage.specs = {"A", "B"};
  coverage.changed = {"p.X"};
  coverage.impacted = {"p.X", "p.Y"};
  coverage.exclude = {"q.*"};
  return coverage;
}

TEST(CoverageTest, CoversItsSpecsWhereItWeaves) {
  Coverage coverage = Some("m");
  EXPECT_TRUE(coverage.Covers("A", "p.X"));
  EXPECT_FALSE(coverage.Covers("C", "p.Z"));
  EXPECT_FALSE(coverage.Covers("A", "q.Z"));
  coverage.include = {"p.X"};
  EXPECT_TRUE(coverage.Covers("A", "p.X"));
  EXPECT_FALSE(coverage.Covers("A", "p.Y"));
}

TEST(CoverageTest, WhatWasPutOffIsCoveredWhenTheBackgroundHasEnded) {
  Coverage coverage = Some("m");
  coverage.deferred = {"C"};
  EXPECT_FALSE(coverage.Covers("C", "q.Z"));
  coverage.caught_up = true;
  EXPECT_TRUE(coverage.Covers("C", "q.Z"));
  EXPECT_FALSE(coverage.Covers("A", "q.Z"));
}

TEST(CoverageTest, ImpactedClassesWithoutEventsOfASpecCannotViolateIt) {
  Coverage coverage = Some("m");
  EXPECT_TRUE(coverage.Covers("C", "p.Y"));
  EXPECT_FALSE(coverage.Covers("C", "p.Unaffected"));
  coverage.include = {"p.X"};
  EXPECT_FALSE(coverage.Covers("C", "p.Y"));
}

TEST(CoverageTest, SpecsOfSingleMethodsSayNothingOfTheOthersInTheClass) {
  Coverage coverage = Some("m");
  coverage.impacted = {"p.A"};
  EXPECT_TRUE(coverage.Covers("NotSelected", "p.A"));
  coverage.whole_classes = false;
  EXPECT_FALSE(coverage.Covers("NotSelected", "p.A"));
}

TEST(CoverageTest, ComesBackFromItsRecord) {
  Coverage coverage = Some("g:m default-test");
  coverage.include = {"p.*"};
  coverage.deferred = {"C"};
  coverage.why_full = "a \"reason\"";
  coverage.methods = {{"p/A", {"m()V"}}};
  coverage.whole_classes = false;
  Result<Coverage> back = ParseCoverage(ToJson(coverage));
  ASSERT_TRUE(back.ok()) << back.error().Text();
  EXPECT_EQ(back->module, coverage.module);
  EXPECT_EQ(back->why_full, coverage.why_full);
  EXPECT_EQ(back->specs, coverage.specs);
  EXPECT_EQ(back->deferred, coverage.deferred);
  EXPECT_EQ(back->changed, coverage.changed);
  EXPECT_EQ(back->impacted, coverage.impacted);
  EXPECT_EQ(back->include, coverage.include);
  EXPECT_EQ(back->exclude, coverage.exclude);
  ASSERT_EQ(back->methods.size(), 1u);
  EXPECT_EQ(back->methods[0].name, "p/A");
  EXPECT_EQ(back->methods[0].methods, std::vector<std::string>{"m()V"});
  EXPECT_FALSE(back->whole_classes);
}

TEST(CoverageTest, DamagedRecordsAreErrors) {
  EXPECT_FALSE(ParseCoverage("").ok());
  EXPECT_FALSE(ParseCoverage("[1]").ok());
  EXPECT_FALSE(ParseCoverage(R"({"specs": 7})").ok());
}

TEST(CoverageTest, RestrictPutsTheOthersOff) {
  Coverage coverage = Some("m");
  Restrict(&coverage, {"B", "C"});
  EXPECT_THAT(coverage.specs, ElementsAre("B"));
  EXPECT_THAT(coverage.deferred, ElementsAre("A"));
}

TEST(CoverageSummaryTest, ModulesAreJoinedNotAdded) {
  Coverage other = Some("n");
  other.specs = {"B", "C"};
  other.impacted = {"p.X", "p.Z"};
  EXPECT_EQ(Summary({Some("m"), other}, 10), "3 of 10 specs re-monitored (p.X changed: 3 classes impacted)");
}

TEST(CoverageSummaryTest, ClassesAreNamedBeforeResources) {
  Coverage coverage = Some("m");
  coverage.resources = {"META-INF/MANIFEST.MF"};
  EXPECT_EQ(Summary({coverage}, 10),
            "2 of 10 specs re-monitored (p.X and 1 more changed: 2 classes impacted)");
}

TEST(CoverageSummaryTest, SaysThatNothingChanged) {
  Coverage nothing;
  nothing.unchanged = true;
  EXPECT_EQ(Summary({nothing}, 10), "0 of 10 specs re-monitored (nothing changed)");
}

TEST(CoverageSummaryTest, SaysWhyEverythingIsMonitored) {
  wire::Plan plan;
  plan.specs.resize(2);
  plan.specs[0].name = "A";
  plan.specs[1].name = "B";
  Coverage full = FullCoverage(plan, "n", "another JDK");
  EXPECT_EQ(Summary({full}, 2), "2 of 2 specs monitored (another JDK)");
  Coverage part = Some("m");
  part.specs = {"A"};
  EXPECT_EQ(Summary({part, full}, 2),
            "2 of 2 specs re-monitored (p.X changed: 2 classes impacted; everything in 1 module of 2: "
            "another JDK)");
}

}  // namespace
}  // namespace revmon::select
