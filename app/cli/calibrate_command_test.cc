#include "app/cli/calibrate_command.h"

#include <gtest/gtest.h>

namespace revmon::cli {
namespace {

TEST(WithAnalysisTest, AnEmptyFileGetsATable) {
  EXPECT_EQ(WithAnalysis("", "mthd-nop"), "[test]\nanalysis = \"mthd-nop\"\n");
}

TEST(WithAnalysisTest, OtherTablesAndTheTopStay) {
  EXPECT_EQ(WithAnalysis("profile = \"strict\"\n\n[run]\nquiet = true\n", "fine"),
            "profile = \"strict\"\n\n[run]\nquiet = true\n\n[test]\nanalysis = \"fine\"\n");
}

TEST(WithAnalysisTest, AnEarlierChoiceIsReplacedInItsPlace) {
  EXPECT_EQ(
      WithAnalysis("[test]\nquiet = true\nanalysis = \"mthd\" # by hand\n[run]\nquiet = false\n", "class"),
      "[test]\nquiet = true\nanalysis = \"class\"\n[run]\nquiet = false\n");
}

TEST(WithAnalysisTest, CommentsAreNoChoice) {
  EXPECT_EQ(WithAnalysis("[test]\n# analysis = \"class\"\n", "fine"),
            "[test]\nanalysis = \"fine\"\n# analysis = \"class\"\n");
}

TEST(WithAnalysisTest, TheSameKeyOfAnotherTableStays) {
  EXPECT_EQ(WithAnalysis("[test]\n[other]\nanalysis = \"x\"", "fine"),
            "[test]\nanalysis = \"fine\"\n[other]\nanalysis = \"x\"\n");
}

}  // namespace
}  // namespace revmon::cli
