#include "select/priority.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::select {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Names = std::vector<std::string>;

PriorityInput Three() { return {.specs = {"A", "B", "C"}}; }

TEST(CriticalOfTest, WithoutHistoryEverythingIsCritical) {
  EXPECT_THAT(CriticalOf(Three()), ElementsAre("A", "B", "C"));
}

TEST(CriticalOfTest, HistoryKeepsWhatWasViolated) {
  PriorityInput input = Three();
  input.remembered = Names{"B", "Gone"};
  EXPECT_THAT(CriticalOf(input), ElementsAre("B"));
  input.remembered = Names();
  EXPECT_THAT(CriticalOf(input), IsEmpty());
}

TEST(CriticalOfTest, OneListPutsTheRestOnTheOtherSide) {
  PriorityInput input = Three();
  input.remembered = Names{"B"};
  input.critical = Names{"C"};
  EXPECT_THAT(CriticalOf(input), ElementsAre("C"));
  input.critical.reset();
  input.background = Names{"C"};
  EXPECT_THAT(CriticalOf(input), ElementsAre("A", "B"));
}

TEST(CriticalOfTest, WithTwoListsTheUnnamedAreCriticalAndCriticalWins) {
  PriorityInput input = Three();
  input.critical = Names{"A"};
  input.background = Names{"A", "C"};
  EXPECT_THAT(CriticalOf(input), ElementsAre("A", "B"));
}

TEST(RememberTest, AfterTheFirstRunOnlyViolatedSpecsStay) {
  EXPECT_THAT(Remember(std::nullopt, {{"A", "B", "C"}, {"B"}}, false), ElementsAre("B"));
}

TEST(RememberTest, CriticalSpecsStayAndViolatedOnesJoin) {
  EXPECT_THAT(Remember(Names{"A"}, {{"A"}, {"C"}}, false), ElementsAre("A", "C"));
}

TEST(RememberTest, DemotedIsWhatWasLookedForAndNotViolated) {
  EXPECT_THAT(Remember(Names{"A", "B"}, {{"A"}, {}}, true), ElementsAre("B"));
}

TEST(SpecListTest, CommentsAndBlanksAreNoNames) {
  EXPECT_THAT(ParseSpecList("# mine\n A \n\nB # why\r\nC"), ElementsAre("A", "B", "C"));
  EXPECT_THAT(ParseSpecList(FormatSpecList({"A", "B"})), ElementsAre("A", "B"));
}

}  // namespace
}  // namespace revmon::select
