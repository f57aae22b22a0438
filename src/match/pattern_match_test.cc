#include "match/pattern_match.h"

#include <gtest/gtest.h>

#include "match/test_world.h"

namespace revmon::match {
namespace {

class PatternMatchTest : public ::testing::Test {
 protected:
  PatternMatchTest() {
    world_.Put({.name = "java/util/List", .flags = kFakeInterface});
    world_.Put({.name = "java/util/ArrayList", .interfaces = {"java/util/List"}});
    world_.Put({.name = "java/lang/Number", .flags = classfile::kAccAbstract});
    world_.Put({.name = "java/lang/Integer", .super = "java/lang/Number", .flags = classfile::kAccFinal});
    world_.Put({.name = "java/lang/String", .flags = classfile::kAccFinal});
    world_.Put({.name = "a/Marked", .annotations = {"a/Mark"}});
  }
  Tri Fits(const wire::TypePattern& pattern, std::string_view descriptor) {
    return PatternMatcher(world_).Type(pattern, descriptor);
  }
  Tri Is(std::string_view descriptor, std::string type) {
    return PatternMatcher(world_).StaticInstanceOf(descriptor, Type(std::move(type)));
  }
  bool Takes(const std::vector<std::string>& patterns, std::vector<std::string> types, bool varargs = false) {
    MemberInfo member{.flags = static_cast<uint16_t>(varargs ? classfile::kAccVarargs : 0)};
    MemberSignature signature{"C", "V", std::move(types), &member};
    return PatternMatcher(world_).Parameters(Types(patterns), signature) == Tri::kYes;
  }
  FakeWorld world_;
};

TEST(NameMatches, StarsStandForAnything) {
  EXPECT_TRUE(NameMatches("add*", "addAll"));
  EXPECT_TRUE(NameMatches("*", ""));
  EXPECT_TRUE(NameMatches("*a*b", "xaxbb"));
  EXPECT_FALSE(NameMatches("add", "addAll"));
  EXPECT_FALSE(NameMatches("*x", "addAll"));
}

TEST_F(PatternMatchTest, ExactNamesAndPrimitives) {
  EXPECT_EQ(Fits(Type("java.util.List"), "Ljava/util/List;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("java.util.List"), "Ljava/util/ArrayList;"), Tri::kNo);
  EXPECT_EQ(Fits(Type("java.util.Map$Entry"), "Ljava/util/Map$Entry;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("int"), "I"), Tri::kYes);
  EXPECT_EQ(Fits(Type("void"), "V"), Tri::kYes);
  EXPECT_EQ(Fits(Type("int[]"), "[I"), Tri::kYes);
  EXPECT_EQ(Fits(Type("int"), "[I"), Tri::kNo);
}

TEST_F(PatternMatchTest, AStarIsAnyTypeAtAll) {
  for (std::string_view type : {"I", "V", "[J", "Ljava/util/List;"})
    EXPECT_EQ(Fits(Type("*"), type), Tri::kYes);
  EXPECT_EQ(Fits(Type("*[]"), "I"), Tri::kNo);
  EXPECT_EQ(Fits(Type("*[]"), "[I"), Tri::kYes);
}

TEST_F(PatternMatchTest, WildcardsKeepToTheirPartOfTheName) {
  EXPECT_EQ(Fits(Type("java.util.*"), "Ljava/util/List;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("java.*"), "Ljava/util/List;"), Tri::kNo);
  EXPECT_EQ(Fits(Type("java..*"), "Ljava/util/concurrent/Future;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("java..*"), "Ljavax/sql/Row;"), Tri::kNo);
  EXPECT_EQ(Fits(Type("java.util.*List"), "Ljava/util/ArrayList;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("a.B.*"), "La/B$C;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("*..*Test"), "LFooTest;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("*..*Test"), "La/b/FooTest;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("*Test"), "La/b/FooTest;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("a..b..C"), "La/x/b/y/b/C;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("a..b..C"), "La/x/y/C;"), Tri::kNo);
}

TEST_F(PatternMatchTest, PlusTakesSubtypesAndDoubtsUnknownTypes) {
  EXPECT_EQ(Fits(Type("java.util.List+"), "Ljava/util/ArrayList;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("java.util.*List+"), "Ljava/util/ArrayList;"), Tri::kYes);
  EXPECT_EQ(Fits(Type("java.util.List+"), "Ljava/lang/String;"), Tri::kNo);
  EXPECT_EQ(Fits(Type("java.util.List+"), "Llost/Type;"), Tri::kMaybe);
  EXPECT_EQ(Fits(Type("java.lang.Object[]+"), "[Ljava/lang/String;"), Tri::kYes);
}

TEST_F(PatternMatchTest, CombinationsAndAnnotations) {
  EXPECT_EQ(Fits(NotType("int"), "J"), Tri::kYes);
  EXPECT_EQ(Fits(NotType("int"), "I"), Tri::kNo);
  wire::TypePattern either;
  either.kind = wire::TypePattern::Kind::kOr;
  either.operands = {Type("int"), Type("java.util.List+")};
  EXPECT_EQ(Fits(either, "Ljava/util/ArrayList;"), Tri::kYes);
  EXPECT_EQ(Fits(either, "J"), Tri::kNo);
  wire::TypePattern marked = Type("*");
  marked.annotations = {Type("a.Mark")};
  EXPECT_EQ(Fits(marked, "La/Marked;"), Tri::kYes);
  EXPECT_EQ(Fits(marked, "Ljava/lang/String;"), Tri::kNo);
  marked.annotations = {NotType("a.Mark")};
  EXPECT_EQ(Fits(marked, "La/Marked;"), Tri::kNo);
}

TEST_F(PatternMatchTest, ParametersWithDots) {
  EXPECT_TRUE(Takes({}, {}));
  EXPECT_FALSE(Takes({}, {"I"}));
  EXPECT_TRUE(Takes({".."}, {"I", "J"}));
  EXPECT_TRUE(Takes({"int", ".."}, {"I"}));
  EXPECT_TRUE(Takes({"..", "int"}, {"J", "I", "I"}));
  EXPECT_FALSE(Takes({"..", "int"}, {"I", "J"}));
  EXPECT_TRUE(Takes({"..", "int", ".."}, {"J", "I", "J"}));
  EXPECT_FALSE(Takes({"*", "*"}, {"J"}));
}

TEST_F(PatternMatchTest, AnArrayIsNoVariableArity) {
  EXPECT_TRUE(Takes({"int..."}, {"[I"}, true));
  EXPECT_FALSE(Takes({"int..."}, {"[I"}, false));
  EXPECT_FALSE(Takes({"int[]"}, {"[I"}, true));
  EXPECT_TRUE(Takes({"int[]"}, {"[I"}, false));
}

TEST_F(PatternMatchTest, InstanceOfIsDecidedWhereTypesAllow) {
  EXPECT_EQ(Is("Ljava/util/ArrayList;", "java.util.List"), Tri::kYes);
  EXPECT_EQ(Is("Ljava/util/List;", "java.util.ArrayList"), Tri::kMaybe);
  EXPECT_EQ(Is("Ljava/lang/String;", "java.util.List"), Tri::kNo);       // final
  EXPECT_EQ(Is("Ljava/lang/Number;", "java.util.ArrayList"), Tri::kNo);  // two classes
  EXPECT_EQ(Is("Ljava/lang/Number;", "java.util.List"), Tri::kMaybe);    // a subclass may implement it
  EXPECT_EQ(Is("Llost/Type;", "java.util.List"), Tri::kMaybe);
  EXPECT_EQ(Is("Ljava/lang/Object;", "int[]"), Tri::kMaybe);
}

TEST_F(PatternMatchTest, InstanceOfBoxesUnboxesAndWidens) {
  EXPECT_EQ(Is("I", "java.lang.Integer"), Tri::kYes);
  EXPECT_EQ(Is("I", "java.lang.Object"), Tri::kYes);
  EXPECT_EQ(Is("I", "java.lang.Number"), Tri::kNo);
  EXPECT_EQ(Is("Ljava/lang/Integer;", "int"), Tri::kYes);
  EXPECT_EQ(Is("Ljava/lang/Integer;", "long"), Tri::kNo);
  EXPECT_EQ(Is("I", "long"), Tri::kYes);
  EXPECT_EQ(Is("C", "int"), Tri::kYes);
  EXPECT_EQ(Is("C", "short"), Tri::kNo);
  EXPECT_EQ(Is("J", "int"), Tri::kNo);
  EXPECT_EQ(Is("Z", "int"), Tri::kNo);
}

TEST_F(PatternMatchTest, AllPartsMustFitOneSignature) {
  world_.Put({.name = "M", .flags = kFakeInterface, .methods = {{"keys", "()LSet;"}}});
  world_.Put({.name = "C", .interfaces = {"M"}, .methods = {{"keys", "()LView;"}}});
  const SignatureSet set = SignaturesOf(world_, MemberKind::kMethod, "C", "keys", "()LView;");
  auto fits = [&](std::string result, std::string declaring) {
    return PatternMatcher(world_).Signature(Signature(std::move(result), std::move(declaring), "keys", {}),
                                            set, "keys");
  };
  EXPECT_EQ(fits("Set", "M+"), Tri::kYes);
  EXPECT_EQ(fits("View", "M+"), Tri::kYes);
  EXPECT_EQ(fits("View", "M"), Tri::kNo);
  EXPECT_EQ(fits("Set", "C"), Tri::kNo);
}

}  // namespace
}  // namespace revmon::match
