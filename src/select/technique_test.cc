#include "select/technique.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::select {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TechniqueTest, EveryNameReadsBack) {
  for (Technique technique : AllTechniques()) {
    Result<Technique> read = ParseTechnique(ToString(technique));
    ASSERT_TRUE(read.ok()) << ToString(technique);
    EXPECT_EQ(*read, technique);
  }
}

TEST(TechniqueTest, NamesOfPapersAreUnderstood) {
  EXPECT_EQ(ParseTechnique("HyRTS_F").value(), Technique::kHyrtsF);
  EXPECT_EQ(ParseTechnique("FineSTARTS").value(), Technique::kFineStartsMethods);
  EXPECT_EQ(ParseTechnique("fineekstazi-m").value(), Technique::kFineEkstaziMethods);
  EXPECT_EQ(ParseTechnique("fineekstazi-f").value(), Technique::kFineEkstazi);
}

TEST(TechniqueTest, ASlipOfThePenGetsAHint) {
  EXPECT_THAT(ParseTechnique("hyrst").error().Text(), HasSubstr("did you mean 'hyrts'?"));
}

TEST(TechniqueTest, LiftedKindsByNameOrLetter) {
  EXPECT_THAT(ParseLifted("DSI,aim").value(), ElementsAre(ElementChange::kDsi, ElementChange::kAim));
  EXPECT_THAT(ParseLifted("jk").value(), ElementsAre(ElementChange::kDim, ElementChange::kAim));
}

TEST(TechniqueTest, ClassesAndLookupsCannotBeLifted) {
  EXPECT_FALSE(ParseLifted("CH").ok());
  EXPECT_FALSE(ParseLifted("LC").ok());
  EXPECT_FALSE(ParseLifted("").ok());
  EXPECT_FALSE(ParseLifted("AIM,").ok());
}

TEST(TechniqueTest, OnlyHyrtsAndHyrtsBNeedReceivers) {
  std::vector<std::string> with;
  for (Technique technique : AllTechniques()) {
    if (NeedsReceivers(technique)) with.emplace_back(ToString(technique));
  }
  EXPECT_THAT(with, ElementsAre("hyrts", "hyrts-b"));
}

}  // namespace
}  // namespace revmon::select
