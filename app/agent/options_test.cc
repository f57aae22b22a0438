#include "app/agent/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::agent {
namespace {

TEST(OptionsTest, SelectionAndItsSeed) {
  Result<Options> options = ParseOptions("select=valg:alpha=0.5,seed=7");
  ASSERT_TRUE(options.ok()) << options.error().Text();
  EXPECT_EQ(options->select.bandit.alpha, 0.5);
  EXPECT_EQ(options->seed, 7u);
  EXPECT_FALSE(ParseOptions("select=best").ok());
  EXPECT_FALSE(ParseOptions("seed=x").ok());
}

TEST(OptionsTest, TracesWithAndWithoutMemory) {
  Result<Options> options = ParseOptions("traces");
  ASSERT_TRUE(options.ok());
  EXPECT_TRUE(options->traces && options->traces_mb == 0);
  options = ParseOptions("traces=on");
  ASSERT_TRUE(options.ok() && options->traces && options->traces_mb == 0);
  options = ParseOptions("traces=64");
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->traces_mb, 64u);
  EXPECT_FALSE(ParseOptions("traces=0").ok());
  EXPECT_FALSE(ParseOptions("traces=many").ok());
}

TEST(AgentOptionsTest, EmptyTextIsAllDefaults) {
  Result<Options> options = ParseOptions("");
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->plan, "");
  EXPECT_EQ(options->selftest, SelfTest::kOff);
  EXPECT_FALSE(options->strict);
}

TEST(AgentOptionsTest, ReadsKeysAndSwitches) {
  Result<Options> options = ParseOptions("plan=/tmp/a.plan,out=/tmp/out,strict");
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->plan, "/tmp/a.plan");
  EXPECT_EQ(options->out, "/tmp/out");
  EXPECT_TRUE(options->strict);
}

TEST(AgentOptionsTest, DoubledCommaIsOneCommaInTheValue) {
  EXPECT_EQ(ParseOptions("out=/tmp/a,,b,strict")->out, "/tmp/a,b");
}

TEST(AgentOptionsTest, ValueMayHoldEqualsSigns) { EXPECT_EQ(ParseOptions("out=/tmp/k=v")->out, "/tmp/k=v"); }

TEST(AgentOptionsTest, UnknownKeyNamesTheKnownOnes) {
  Result<Options> options = ParseOptions("paln=/x");
  ASSERT_FALSE(options.ok());
  EXPECT_THAT(options.error().Text(), testing::HasSubstr("unknown agent option 'paln'"));
  EXPECT_THAT(options.error().Text(), testing::HasSubstr("plan=FILE"));
}

TEST(AgentOptionsTest, KeyWithoutItsValueIsAnError) {
  EXPECT_FALSE(ParseOptions("plan").ok());
  EXPECT_FALSE(ParseOptions("plan=").ok());
}

TEST(AgentOptionsTest, PatternsAddUp) {
  Result<Options> options =
      ParseOptions("include=com.acme.*,exclude=*Test,include=org.x.*,stats,record=1,force");
  ASSERT_TRUE(options.ok());
  EXPECT_THAT(options->include, testing::ElementsAre("com.acme.*", "org.x.*"));
  EXPECT_THAT(options->exclude, testing::ElementsAre("*Test"));
  EXPECT_TRUE(options->stats && options->record && options->force);
}

TEST(AgentOptionsTest, EventsIsANumberWithABound) {
  EXPECT_EQ(ParseOptions("events=20")->events, 20u);
  for (const char* text : {"events=", "events", "events=-1", "events=many", "events=2x", "events=1001"})
    EXPECT_FALSE(ParseOptions(text).ok()) << text;
}

TEST(AgentOptionsTest, DependenciesHaveALevelAndAUnit) {
  EXPECT_FALSE(ParseOptions("out=o")->deps.has_value());
  Result<Options> options = ParseOptions("deps=block,deps-tests=method,receivers");
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->deps, wire::DependencyLevel::kBlock);
  EXPECT_TRUE(options->deps_of_methods);
  EXPECT_TRUE(options->receivers);
  EXPECT_FALSE(ParseOptions("deps=line").ok());
  EXPECT_FALSE(ParseOptions("deps").ok());
  EXPECT_FALSE(ParseOptions("deps-tests=all").ok());
}

TEST(AgentOptionsTest, SelftestTakesOnlyItsModes) {
  EXPECT_EQ(ParseOptions("selftest=nop")->selftest, SelfTest::kNop);
  EXPECT_EQ(ParseOptions("selftest=identity")->selftest, SelfTest::kIdentity);
  EXPECT_FALSE(ParseOptions("selftest=yes").ok());
}

TEST(AgentOptionsTest, StrictCanBeSwitchedOffButNotToNonsense) {
  EXPECT_FALSE(ParseOptions("strict=false")->strict);
  EXPECT_FALSE(ParseOptions("strict=maybe").ok());
}

TEST(AgentOptionsTest, SlotsAreOnUnlessSwitchedOff) {
  EXPECT_TRUE(ParseOptions("")->slots);
  EXPECT_TRUE(ParseOptions("slots=on")->slots);
  EXPECT_FALSE(ParseOptions("slots=off")->slots);
  EXPECT_FALSE(ParseOptions("slots=some").ok());
}

}  // namespace
}  // namespace revmon::agent
