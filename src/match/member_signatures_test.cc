#include "match/member_signatures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/test_world.h"

namespace revmon::match {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

constexpr char kObjectName[] = "Ljava/lang/Object;";

// A little of java.util.
class MemberSignaturesTest : public ::testing::Test {
 protected:
  MemberSignaturesTest() {
    const std::string put = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    world_.Put({.name = "Map",
                .signature = "<K:Ljava/lang/Object;V:Ljava/lang/Object;>Ljava/lang/Object;",
                .flags = kFakeInterface,
                .methods = {{"put", put, "(TK;TV;)TV;"}, {"keySet", "()LSet;", "()LSet<TK;>;"}}});
    world_.Put({.name = "HashMap",
                .interfaces = {"Map"},
                .signature = "<K:Ljava/lang/Object;V:Ljava/lang/Object;>Ljava/lang/Object;LMap<TK;TV;>;",
                .methods = {{"put", put, "(TK;TV;)TV;"}, {"keySet", "()LSet;", "()LSet<TK;>;"}}});
    world_.Put({.name = "String"});
  }
  // "Declaring result(parameters)", one for each signature.
  std::vector<std::string> Of(MemberKind kind, std::string_view owner, std::string_view name,
                              std::string_view descriptor) {
    std::vector<std::string> out;
    for (const MemberSignature& one : SignaturesOf(world_, kind, owner, name, descriptor).signatures) {
      std::string text = std::string(one.declaring) + " " + one.result + "(";
      for (const std::string& parameter : one.parameters) text += parameter;
      out.push_back(text + ")");
    }
    return out;
  }
  FakeWorld world_;
};

TEST_F(MemberSignaturesTest, AnOverriderHasTheDeclarationsAboveItPutInAndErased) {
  world_.Put({.name = "MyMap",
              .super = "HashMap",
              .signature = "LHashMap<LString;LString;>;",
              .methods = {{"put", "(LString;LString;)LString;"}}});
  EXPECT_THAT(Of(MemberKind::kMethod, "MyMap", "put", "(LString;LString;)LString;"),
              ElementsAre("MyMap LString;(LString;LString;)", "HashMap LString;(LString;LString;)",
                          "HashMap Ljava/lang/Object;(Ljava/lang/Object;Ljava/lang/Object;)",
                          "Map LString;(LString;LString;)",
                          "Map Ljava/lang/Object;(Ljava/lang/Object;Ljava/lang/Object;)"));
}

TEST_F(MemberSignaturesTest, AnHeirSeesTheMemberWithItsTypeArguments) {
  world_.Put({.name = "Plain", .super = "HashMap", .signature = "LHashMap<LString;LString;>;"});
  const auto all =
      Of(MemberKind::kMethod, "Plain", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
  EXPECT_THAT(all, Contains("Plain LString;(LString;LString;)"));
  EXPECT_THAT(all, Not(Contains("Plain Ljava/lang/Object;(Ljava/lang/Object;Ljava/lang/Object;)")));
  EXPECT_THAT(all, Not(Contains("HashMap Ljava/lang/Object;(Ljava/lang/Object;Ljava/lang/Object;)")));
  EXPECT_THAT(all, Contains("Map Ljava/lang/Object;(Ljava/lang/Object;Ljava/lang/Object;)"));
}

TEST_F(MemberSignaturesTest, VariablesOfTheOwnerAreItsBounds) {
  world_.Put({.name = "EnumMap", .super = "HashMap", .signature = "<E:LEnum<TE;>;T:TE;>LHashMap<TE;TT;>;"});
  EXPECT_THAT(
      Of(MemberKind::kMethod, "EnumMap", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
      Contains("EnumMap LEnum;(LEnum;LEnum;)"));
}

TEST_F(MemberSignaturesTest, ARawSupertypeIsErased) {
  world_.Put({.name = "Raw", .super = "HashMap"});
  EXPECT_THAT(
      Of(MemberKind::kMethod, "Raw", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
      Contains("Raw Ljava/lang/Object;(Ljava/lang/Object;Ljava/lang/Object;)"));
}

TEST_F(MemberSignaturesTest, ACovariantResultKeepsTheResultsAbove) {
  world_.Put({.name = "Concurrent",
              .super = "HashMap",
              .signature = "<K:Ljava/lang/Object;V:Ljava/lang/Object;>LHashMap<TK;TV;>;",
              .methods = {{"keySet", "()LView;", "()LView<TK;>;"},
                          {"keySet", "()LSet;", "", classfile::kAccBridge | classfile::kAccSynthetic}}});
  EXPECT_THAT(Of(MemberKind::kMethod, "Concurrent", "keySet", "()LView;"),
              UnorderedElementsAre("Concurrent LView;()", "HashMap LSet;()", "Map LSet;()"));
}

TEST_F(MemberSignaturesTest, MethodVariablesAreErasedToTheirBounds) {
  world_.Put({.name = "U",
              .methods = {
                  {"max", "(LComparable;[LComparable;)LComparable;", "<T::LComparable<TT;>;>(TT;[TT;)TT;"}}});
  EXPECT_THAT(Of(MemberKind::kMethod, "U", "max", "(LComparable;[LComparable;)LComparable;"),
              ElementsAre("U LComparable;(LComparable;[LComparable;)"));
}

TEST_F(MemberSignaturesTest, StaticMethodsFieldsAndConstructorsHaveTheirDeclarationOnly) {
  world_.Put({.name = "Base",
              .methods = {{"s", "()V", "", classfile::kAccStatic}, {"<init>", "()V"}},
              .fields = {{"f", "I"}}});
  world_.Put({.name = "Derived", .super = "Base", .methods = {{"<init>", "()V"}}});
  EXPECT_THAT(Of(MemberKind::kMethod, "Derived", "s", "()V"), ElementsAre("Base V()"));
  EXPECT_THAT(Of(MemberKind::kField, "Derived", "f", "I"), ElementsAre("Base I()"));
  EXPECT_THAT(Of(MemberKind::kConstructor, "Derived", "<init>", "()V"), ElementsAre("Derived V()"));
}

TEST_F(MemberSignaturesTest, PrivateMethodsAboveAreNotOverridden) {
  world_.Put({.name = "Base", .methods = {{"m", "()V", "", classfile::kAccPrivate}}});
  world_.Put({.name = "Derived", .super = "Base", .methods = {{"m", "()V"}}});
  EXPECT_THAT(Of(MemberKind::kMethod, "Derived", "m", "()V"), ElementsAre("Derived V()"));
}

TEST_F(MemberSignaturesTest, AnUnknownOwnerHasTheReferenceItself) {
  SignatureSet set = SignaturesOf(world_, MemberKind::kMethod, "lost/C", "m", "(I)V");
  EXPECT_FALSE(set.complete);
  EXPECT_EQ(set.member, nullptr);
  ASSERT_EQ(set.signatures.size(), 1u);
  EXPECT_EQ(set.signatures[0].declaring, "lost/C");
  EXPECT_THAT(set.signatures[0].parameters, ElementsAre("I"));
}

TEST_F(MemberSignaturesTest, NothingPointsIntoTheReference) {
  std::string owner = "lost/C", name = "m", descriptor = "()V";
  SignatureSet set = SignaturesOf(world_, MemberKind::kMethod, owner, name, descriptor);
  owner[0] = 'X';
  EXPECT_EQ(set.signatures.at(0).declaring, "lost/C");
}

TEST_F(MemberSignaturesTest, ADeclarationBehindAnUnknownClassIsStillTheReference) {
  world_.Put({.name = "Orphan", .super = "lost/Base"});
  for (const char* owner : {"Orphan", "lost/C"}) {
    SignatureSet set = SignaturesOf(world_, MemberKind::kMethod, owner, "toString", "()Ljava/lang/String;");
    EXPECT_FALSE(set.complete);
    ASSERT_EQ(set.signatures.size(), 1u);
    EXPECT_EQ(set.signatures[0].declaring, owner);
  }
}

TEST_F(MemberSignaturesTest, ADamagedGenericSignatureFallsBackToTheDescriptor) {
  world_.Put({.name = "D", .signature = "<<<", .methods = {{"m", "(I)LString;", "(TX"}}});
  EXPECT_THAT(Of(MemberKind::kMethod, "D", "m", "(I)LString;"), ElementsAre("D LString;(I)"));
}

TEST_F(MemberSignaturesTest, VariablesOfAnOuterClassAreAsInTheDescriptor) {
  world_.Put({.name = "O$In", .methods = {{"m", "(Ljava/lang/Object;)V", "(TT;)V"}}});
  EXPECT_THAT(Of(MemberKind::kMethod, "O$In", "m", "(Ljava/lang/Object;)V"),
              ElementsAre(std::string("O$In V(") + kObjectName + ")"));
}

TEST_F(MemberSignaturesTest, AnArrayHasTheMethodsOfObject) {
  EXPECT_THAT(Of(MemberKind::kMethod, "[I", "toString", "()Ljava/lang/String;"),
              ElementsAre("java/lang/Object Ljava/lang/String;()"));
}

}  // namespace
}  // namespace revmon::match
