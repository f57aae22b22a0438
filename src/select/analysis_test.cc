#include "select/analysis.h"

#include <gtest/gtest.h>

namespace revmon::select {
namespace {

TEST(AnalysisTest, SevenNamesAndBack) {
  EXPECT_EQ(AllAnalyses().size(), 7u);
  for (Analysis analysis : AllAnalyses()) {
    Result<NamedAnalysis> named = ParseAnalysis(ToString(analysis));
    ASSERT_TRUE(named.ok());
    EXPECT_EQ(named->analysis, analysis);
    EXPECT_FALSE(named->variant.has_value());
  }
}

TEST(AnalysisTest, NamesOfThePapers) {
  Result<NamedAnalysis> nop = ParseAnalysis("MTHDNoP1c");
  ASSERT_TRUE(nop.ok());
  EXPECT_EQ(nop->analysis, Analysis::kMthdNop);
  EXPECT_EQ(ToString(*nop->variant), "ps1c");
  Result<NamedAnalysis> fine = ParseAnalysis("FINE_3^cl");
  ASSERT_TRUE(fine.ok());
  EXPECT_EQ(fine->analysis, Analysis::kFine);
  EXPECT_EQ(ToString(*fine->variant), "ps3cl");
  EXPECT_EQ(ParseAnalysis("MTHDfM")->analysis, Analysis::kMthdFm);
}

TEST(AnalysisTest, OtherNamesAreAnErrorWithTheNextStep) {
  EXPECT_FALSE(ParseAnalysis("").ok());
  EXPECT_FALSE(ParseAnalysis("methods").ok());
  EXPECT_FALSE(ParseAnalysis("mthd4c").ok());
  EXPECT_NE(ParseAnalysis("x").error().Text().find("mthd-nop"), std::string::npos);
}

}  // namespace
}  // namespace revmon::select
