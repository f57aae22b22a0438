#include "select/variant.h"

#include <set>

#include <gtest/gtest.h>

#include "select/patterns.h"
#include "select/place.h"

namespace revmon::select {
namespace {

TEST(VariantTest, TwelveNamesAndBack) {
  std::set<std::string> names;
  for (const Variant& variant : AllVariants()) {
    names.insert(ToString(variant));
    Result<Variant> back = ParseVariant(ToString(variant));
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(*back, variant);
  }
  EXPECT_EQ(names, (std::set<std::string>{"ps1", "ps1c", "ps1l", "ps1cl", "ps2", "ps2c", "ps2l", "ps2cl",
                                          "ps3", "ps3c", "ps3l", "ps3cl"}));
}

TEST(VariantTest, TheDefaultIsPs1c) { EXPECT_EQ(ToString(Variant()), "ps1c"); }

TEST(VariantTest, OnlyPs1AndPs1cAreSafe) {
  for (const Variant& variant : AllVariants()) {
    std::string name = ToString(variant);
    EXPECT_EQ(variant.safe(), name == "ps1" || name == "ps1c") << name;
  }
}

TEST(VariantTest, SpellingsOfThePapers) {
  EXPECT_EQ(ToString(ParseVariant("PS3cl").value()), "ps3cl");
  EXPECT_EQ(ToString(ParseVariant("ps3lc").value()), "ps3cl");
  for (const char* wrong : {"", "ps4", "ps", "ps1x", "c", "lc"})
    EXPECT_FALSE(ParseVariant(wrong).ok()) << wrong;
}

using Patterns = std::vector<std::string>;

TEST(PatternsTest, WholePackageIsOnePattern) {
  EXPECT_EQ(PatternsOf({{"a/b/C", true}, {"a/b/D", true}, {"a/E", false}}), (Patterns{"a.b.*"}));
}

TEST(PatternsTest, SubpackageThatStaysKeepsThePackageApart) {
  EXPECT_EQ(PatternsOf({{"a/C", true}, {"a/D", true}, {"a/x/E", false}}), (Patterns{"a.C", "a.D"}));
}

TEST(PatternsTest, SingleClassIsNamed) {
  EXPECT_EQ(PatternsOf({{"a/C", true}, {"a/C$1", false}}), (Patterns{"a.C"}));
  EXPECT_EQ(PatternsOf({{"a/C", true}}), (Patterns{"a.C"}));
}

TEST(PatternsTest, DefaultPackageIsNeverAllClasses) {
  EXPECT_EQ(PatternsOf({{"C", true}, {"D", true}}), (Patterns{"C", "D"}));
}

TEST(PatternsTest, NothingChosenIsNothing) { EXPECT_EQ(PatternsOf({{"a/C", false}}), Patterns{}); }

TEST(PlaceTest, LocationIsTakenApartAndPutTogether) {
  wire::Violation violation;
  violation.location = "a.b.Outer$Inner.lambda$run$3(Outer.java:12)";
  violation.file = "Outer.java";
  violation.line = 12;
  Place place = PlaceOf(violation);
  EXPECT_EQ(place.class_name, "a.b.Outer$Inner");
  EXPECT_EQ(place.method, "lambda$run$3");
  EXPECT_EQ(ToString(place), violation.location);
}

TEST(PlaceTest, NumbersOfCompilersAreLeftOut) {
  EXPECT_EQ(StableMethod("lambda$run$3"), "run");
  EXPECT_EQ(StableMethod("run$lambda$3"), "run");
  EXPECT_EQ(StableMethod("<init>"), "<init>");
  EXPECT_EQ(StableClass("a.B$1$Inner2$3"), "a.B$$Inner2$");
  EXPECT_EQ(StableClass("a.B12"), "a.B12");
}

}  // namespace
}  // namespace revmon::select
