#include "trace/selection.h"

#include <gtest/gtest.h>

namespace revmon::trace {
namespace {

void ExpectWrong(const std::string& text) {
  Result<Selection> selection = ParseSelection(text);
  ASSERT_FALSE(selection.ok()) << text;
  EXPECT_NE(selection.error().Text().find("--select " + text), std::string::npos) << selection.error().Text();
}

TEST(SelectionTest, Off) { EXPECT_EQ(ParseSelection("off")->mode, Selection::Mode::kOff); }

TEST(SelectionTest, ValgHasThePublishedDefaults) {
  Result<Selection> selection = ParseSelection("valg");
  ASSERT_TRUE(selection.ok());
  EXPECT_EQ(selection->mode, Selection::Mode::kValg);
  EXPECT_EQ(NumbersOf(*selection), (std::array<double, 9>{0.9, 0.1, 1e-5, 5, 0, 0, 1, 1, 1}));
}

TEST(SelectionTest, EveryValueCanBeSet) {
  Result<Selection> selection = ParseSelection(
      "valg:alpha=0.5:epsilon=.2:delta=1e-3:create=2:skip=1:average:no-creation:no-signalling");
  ASSERT_TRUE(selection.ok()) << selection.error().Text();
  EXPECT_EQ(NumbersOf(*selection), (std::array<double, 9>{0.5, 0.2, 1e-3, 2, 1, 1, 1, 0, 0}));
}

TEST(SelectionTest, Random) {
  Result<Selection> selection = ParseSelection("random:0.1");
  ASSERT_TRUE(selection.ok());
  EXPECT_EQ(selection->mode, Selection::Mode::kRandom);
  EXPECT_EQ(selection->probability, 0.1);
}

TEST(SelectionTest, UnknownWay) { ExpectWrong("some"); }
TEST(SelectionTest, UnknownKey) { ExpectWrong("valg:gamma=1"); }
TEST(SelectionTest, ValueThatIsNoNumber) { ExpectWrong("valg:alpha=x"); }
TEST(SelectionTest, ValueWithALeftover) { ExpectWrong("valg:alpha=0.5x"); }
TEST(SelectionTest, AlphaAboveOne) { ExpectWrong("valg:alpha=1.5"); }
TEST(SelectionTest, NegativeValue) { ExpectWrong("valg:create=-1"); }
TEST(SelectionTest, NotANumber) { ExpectWrong("valg:create=nan"); }
TEST(SelectionTest, RandomWithoutProbability) { ExpectWrong("random"); }
TEST(SelectionTest, RandomAboveOne) { ExpectWrong("random:2"); }

}  // namespace
}  // namespace revmon::trace
