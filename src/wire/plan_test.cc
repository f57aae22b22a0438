#include "wire/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wire/test_plan.h"

namespace revmon::wire {
namespace {

using testing::HasSubstr;

TEST(PlanTest, SoundPlanHasNoFlaw) { EXPECT_EQ(FindFlaw(SamplePlan()), ""); }

TEST(PlanTest, TransitionToNowhereIsAFlaw) {
  Plan plan = SamplePlan();
  plan.specs[0].properties[0].machine.next[2] = 2;
  EXPECT_THAT(FindFlaw(plan), HasSubstr("Sample has a transition to a state that does not exist"));
}

TEST(PlanTest, TableOfTheWrongSizeIsAFlaw) {
  Plan plan = SamplePlan();
  plan.specs[0].properties[0].machine.next.pop_back();
  EXPECT_THAT(FindFlaw(plan), HasSubstr("transition table of the wrong size"));
}

TEST(PlanTest, MachineOverAnotherAlphabetIsAFlaw) {
  Plan plan = SamplePlan();
  plan.specs[0].symbols.push_back("c");
  EXPECT_THAT(FindFlaw(plan), HasSubstr("wrong alphabet"));
}

TEST(PlanTest, UnknownParameterIsAFlaw) {
  Plan plan = SamplePlan();
  plan.specs[0].events[0].variables[0].parameter = 1;
  EXPECT_EQ(FindFlaw(plan), "Sample.a binds an unknown parameter");
  plan.specs[0].events[0].variables[0].parameter = -2;
  EXPECT_EQ(FindFlaw(plan), "Sample.a binds an unknown parameter");
}

TEST(PlanTest, UnknownVariableInsideCflowIsAFlaw) {
  Plan plan = SamplePlan();
  plan.specs[0].events[0].alternatives[0][2].inner[0][0].args = {{.variable = 7, .type = {}}};
  EXPECT_EQ(FindFlaw(plan), "Sample.a binds an unknown variable");
}

TEST(PlanTest, MissingSupportClassIsAFlaw) {
  Plan plan = SamplePlan();
  plan.specs[0].classes.clear();
  EXPECT_EQ(FindFlaw(plan), "Sample lacks its support class");
  plan.specs[0].support_class.clear();
  EXPECT_EQ(FindFlaw(plan), "Sample.a needs a support class");
}

TEST(PlanTest, TestOfAnUnknownVariableIsAFlaw) {
  Plan plan = SamplePlan();
  plan.specs[0].events[0].tests[0].steps[0].left = 2;
  EXPECT_EQ(FindFlaw(plan), "Sample.a has a test that cannot be decided");
}

TEST(PlanTest, TestThatLeavesTwoAnswersOrNoneIsAFlaw) {
  Plan plan = SamplePlan();
  plan.specs[0].events[0].tests[0].steps.pop_back();
  EXPECT_EQ(FindFlaw(plan), "Sample.a has a test that cannot be decided");
  plan.specs[0].events[0].tests[0].steps = {{.op = ValueTest::Op::kAnd}};
  EXPECT_EQ(FindFlaw(plan), "Sample.a has a test that cannot be decided");
  plan.specs[0].events[0].tests[0].steps.clear();
  EXPECT_EQ(FindFlaw(plan), "Sample.a has a test that cannot be decided");
}

TEST(PlanTest, StackMachineWithUnknownSymbolIsAFlaw) {
  Plan plan = SamplePlan();
  Machine& machine = plan.specs[0].properties[0].machine;
  machine.kind = Machine::Kind::kStack;
  machine.rows.resize(1);
  machine.rows[0].push = {{{0}}, {{1}}};
  plan.specs[0].properties[0].live.clear();
  EXPECT_THAT(FindFlaw(plan), HasSubstr("unknown stack symbol"));
  machine.rows[0].push = {{{0}}, {{}}};
  EXPECT_EQ(FindFlaw(plan), "");
}

TEST(PlanTest, CaretNodeThatRefersForwardIsAFlaw) {
  Plan plan = SamplePlan();
  Machine& machine = plan.specs[0].properties[0].machine;
  machine.kind = Machine::Kind::kCaret;
  machine.nodes = {{.op = 0}, {.op = 1, .left = 1}};
  machine.caret_letters.assign(4, Machine::kNoLetter);
  plan.specs[0].properties[0].live.clear();
  EXPECT_THAT(FindFlaw(plan), HasSubstr("its own part"));
}

TEST(PlanTest, DumpShowsEventsAndSets) {
  std::string text = Dump(SamplePlan().specs[0]);
  EXPECT_THAT(text,
              HasSubstr("spec Sample (error)\n  message Do it right.\n  parameter java.util.Iterator i\n"));
  EXPECT_THAT(text,
              HasSubstr("  event a after returning creates\n    $0 java.util.Iterator i = parameter i\n"));
  EXPECT_THAT(text, HasSubstr("    test b true b -7 = or\n    condition condition0\n"));
  EXPECT_THAT(text, HasSubstr("  property ere: 2 states\n    @match\n"));
  EXPECT_THAT(text, HasSubstr("    b enabled by {} {i}, then needs never\n"));
}

}  // namespace
}  // namespace revmon::wire
