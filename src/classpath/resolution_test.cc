#include "classpath/resolution.h"

#include <string>

#include <gtest/gtest.h>

#include "classpath/hierarchy_fixture.h"

namespace revmon::classpath {
namespace {

using classfile::kAccNative;
using classfile::kAccPrivate;
using classfile::kAccPublic;
using classfile::kAccStatic;
using classfile::kAccVarargs;

class ResolutionTest : public HierarchyFixture {
 protected:
  // "Owner", "not found", "incompatible", or "unknown because of X[, else Owner]".
  std::string Text(const Resolution& result) {
    const std::string owner = result.owner == kNoClass ? "" : std::string(hierarchy().Name(result.owner));
    EXPECT_EQ(result.member == nullptr, owner.empty());
    switch (result.status) {
      case ResolutionStatus::kFound: return owner;
      case ResolutionStatus::kNotFound: return "not found";
      case ResolutionStatus::kIncompatible: return "incompatible";
      case ResolutionStatus::kUnknown: break;
    }
    return "unknown because of " + std::string(hierarchy().Name(result.missing)) +
           (owner.empty() ? "" : ", else " + owner);
  }
  std::string Field(std::string_view owner, std::string_view descriptor = "I") {
    return Text(ResolveField(hierarchy(), Id(owner), "f", descriptor));
  }
  std::string Method(std::string_view owner, std::string_view name = "m",
                     std::string_view descriptor = "()V") {
    return Text(ResolveMethod(hierarchy(), Id(owner), name, descriptor));
  }
  std::string InterfaceMethod(std::string_view owner, std::string_view name = "m",
                              std::string_view descriptor = "()V") {
    return Text(ResolveInterfaceMethod(hierarchy(), Id(owner), name, descriptor));
  }
  const std::vector<TestMember> f_ = {{"f", "I"}};
  const std::vector<TestMember> m_ = {{"m", "()V"}};
  const std::vector<TestMember> abstract_m_ = {{"m", "()V", kTestAbstract}};
};

// 5.4.3.2

TEST_F(ResolutionTest, FieldOfTheClassItself) {
  Put({.name = "C", .fields = {{"f", "J"}, {"f", "I", kAccPrivate}}});
  EXPECT_EQ(Field("C"), "C");
  Resolution result = ResolveField(hierarchy(), Id("C"), "f", "I");
  EXPECT_EQ(result.member->flags, kAccPrivate) << "name and descriptor both count; access does not";
  EXPECT_EQ(Field("C", "F"), "not found");
}

TEST_F(ResolutionTest, FieldOfASuperinterfaceComesBeforeTheSuperclass) {
  Put({.name = "Top", .interfaces = {}, .flags = kTestInterface, .fields = f_});
  PutInterface("Mid", {"Top"});
  Put({.name = "Super", .fields = f_});
  PutClass("C", "Super", {"Mid"});
  EXPECT_EQ(Field("C"), "Top");
}

TEST_F(ResolutionTest, FieldOfTheSuperclass) {
  Put({.name = "Super", .fields = f_});
  PutInterface("I", {});
  PutClass("C", "Super", {"I"});
  EXPECT_EQ(Field("C"), "Super");
}

TEST_F(ResolutionTest, FieldBehindAMissingClassIsUnknown) {
  Put({.name = "Super", .fields = f_});
  PutClass("C", "Super", {"Gone"});
  EXPECT_EQ(Field("C"), "unknown because of Gone, else Super");
  PutClass("D", "Gone");
  EXPECT_EQ(Field("D"), "unknown because of Gone");
  EXPECT_EQ(Field("Gone"), "unknown because of Gone");
}

TEST_F(ResolutionTest, FieldInACircleEnds) {
  PutClass("A", "B");
  PutClass("B", "A");
  EXPECT_EQ(Field("A"), "not found");
}

// 5.4.3.3

TEST_F(ResolutionTest, MethodOfTheClassOrASuperclass) {
  Put({.name = "Super", .methods = m_});
  PutClass("C", "Super");
  EXPECT_EQ(Method("C"), "Super");
  EXPECT_EQ(Method("C", "hashCode", "()I"), "java/lang/Object");
  EXPECT_EQ(Method("C", "m", "(I)V"), "not found");
}

TEST_F(ResolutionTest, SuperclassComesBeforeADefaultMethod) {
  PutInterface("I", {}, m_);
  Put({.name = "Super", .methods = m_});
  PutClass("C", "Super", {"I"});
  EXPECT_EQ(Method("C"), "Super");
}

TEST_F(ResolutionTest, MethodOfAnInterfaceIsIncompatible) {
  PutInterface("I", {}, m_);
  EXPECT_EQ(Method("I"), "incompatible");
}

TEST_F(ResolutionTest, DefaultMethodOfASuperclassInterface) {
  PutInterface("I", {}, m_);
  PutClass("Super", "java/lang/Object", {"I"});
  PutClass("C", "Super");
  EXPECT_EQ(Method("C"), "I");
}

TEST_F(ResolutionTest, TheMostSpecificDefaultWins) {
  PutInterface("Top", {}, m_);
  PutInterface("Left", {"Top"}, m_);
  PutInterface("Right", {"Top"});
  PutClass("C", "java/lang/Object", {"Top", "Right", "Left"});
  EXPECT_EQ(Method("C"), "Left");
}

TEST_F(ResolutionTest, SpecificityReachesThroughInterfacesWithoutTheMethod) {
  PutInterface("Top", {}, m_);
  PutInterface("Mid", {"Top"});
  PutInterface("Low", {"Mid"}, abstract_m_);
  PutClass("C", "java/lang/Object", {"Top", "Low"});
  EXPECT_EQ(Method("C"), "Low") << "re-abstracted: Top is overridden, and any remaining method is taken";
}

TEST_F(ResolutionTest, OneConcreteAmongAbstractOnesWins) {
  PutInterface("I", {}, abstract_m_);
  PutInterface("J", {}, m_);
  PutInterface("K", {}, abstract_m_);
  PutClass("C", "java/lang/Object", {"I", "J", "K"});
  EXPECT_EQ(Method("C"), "J");
}

TEST_F(ResolutionTest, TwoDefaultsResolveToOneOfThem) {
  PutInterface("I", {}, m_);
  PutInterface("J", {}, m_);
  PutClass("C", "java/lang/Object", {"I", "J"});
  EXPECT_EQ(Method("C"), "I") << "selection, not resolution, reports the conflict";
}

TEST_F(ResolutionTest, PrivateAndStaticInterfaceMethodsAreNotInherited) {
  PutInterface("I", {}, {{"m", "()V", kAccPrivate}});
  PutInterface("J", {}, {{"m", "()V", kAccPublic | kAccStatic}});
  PutClass("C", "java/lang/Object", {"I", "J"});
  EXPECT_EQ(Method("C"), "not found");
}

TEST_F(ResolutionTest, ArraysHaveTheMethodsOfObject) {
  EXPECT_EQ(Method("[I", "clone", "()Ljava/lang/Object;"), "java/lang/Object");
  EXPECT_EQ(Method("[LGone;", "hashCode", "()I"), "java/lang/Object");
}

TEST_F(ResolutionTest, SignaturePolymorphicMethodsTakeAnyDescriptor) {
  Put({.name = "java/lang/invoke/MethodHandle",
       .methods = {
           {"invokeExact", "([Ljava/lang/Object;)Ljava/lang/Object;", kAccPublic | kAccNative | kAccVarargs},
           {"plain", "([Ljava/lang/Object;)Ljava/lang/Object;", kAccPublic | kAccVarargs},
           {"two", "([Ljava/lang/Object;)Ljava/lang/Object;", kAccPublic | kAccNative | kAccVarargs},
           {"two", "()V"}}});
  PutClass("Sub", "java/lang/invoke/MethodHandle");
  EXPECT_EQ(Method("java/lang/invoke/MethodHandle", "invokeExact", "(IJ)V"), "java/lang/invoke/MethodHandle");
  EXPECT_EQ(Method("Sub", "invokeExact", "(IJ)V"), "java/lang/invoke/MethodHandle");
  EXPECT_EQ(Method("java/lang/invoke/MethodHandle", "plain", "(IJ)V"), "not found");
  EXPECT_EQ(Method("java/lang/invoke/MethodHandle", "two", "(IJ)V"), "not found");
  Put({.name = "Mine",
       .methods = {{"invokeExact", "([Ljava/lang/Object;)Ljava/lang/Object;", kAccNative | kAccVarargs}}});
  EXPECT_EQ(Method("Mine", "invokeExact", "(IJ)V"), "not found") << "only the JDK's two classes have them";
}

TEST_F(ResolutionTest, MissingClassesMakeMethodsUnknown) {
  Put({.name = "C", .super = "Gone", .methods = m_});
  EXPECT_EQ(Method("C"), "C") << "found before anything is missing";
  PutInterface("I", {}, m_);
  PutClass("D", "Gone", {"I"});
  EXPECT_EQ(Method("D"), "unknown because of Gone, else I");
  PutClass("E", "java/lang/Object", {"GoneInterface"});
  EXPECT_EQ(Method("E"), "unknown because of GoneInterface");
}

TEST_F(ResolutionTest, MethodInACircleEnds) {
  PutClass("A", "B", {"I"});
  PutClass("B", "A");
  PutInterface("I", {"J"}, abstract_m_);
  PutInterface("J", {"I"});
  EXPECT_EQ(Method("A"), "I");
  EXPECT_EQ(Method("A", "none"), "not found");
}

// 5.4.3.4

TEST_F(ResolutionTest, InterfaceMethodOfTheInterfaceItselfThenObjectThenAbove) {
  PutInterface(
      "Top", {},
      {{"m", "()V", kTestAbstract}, {"n", "()V", kTestAbstract}, {"hashCode", "()I", kTestAbstract}});
  PutInterface("I", {"Top"}, m_);
  EXPECT_EQ(InterfaceMethod("I"), "I");
  EXPECT_EQ(InterfaceMethod("I", "n"), "Top");
  EXPECT_EQ(InterfaceMethod("I", "hashCode", "()I"), "java/lang/Object");
  EXPECT_EQ(InterfaceMethod("I", "clone", "()Ljava/lang/Object;"), "not found") << "not public in Object";
  EXPECT_EQ(InterfaceMethod("I", "none"), "not found");
}

TEST_F(ResolutionTest, InterfaceMethodOfAClassIsIncompatible) {
  Put({.name = "C", .methods = m_});
  EXPECT_EQ(InterfaceMethod("C"), "incompatible");
}

TEST_F(ResolutionTest, InterfaceMethodBehindAMissingInterfaceIsUnknown) {
  PutInterface("I", {"Gone"});
  EXPECT_EQ(InterfaceMethod("I"), "unknown because of Gone");
  EXPECT_EQ(InterfaceMethod("Gone"), "unknown because of Gone");
}

TEST_F(ResolutionTest, AWideHierarchyIsLinear) {
  // 3000 interfaces, each extending the next two and declaring the method: only the lowest counts.
  constexpr int kCount = 3000;
  for (int i = 0; i < kCount; ++i) {
    std::vector<std::string> supers;
    for (int k = i + 1; k <= i + 2 && k < kCount; ++k) supers.push_back("I" + std::to_string(k));
    PutInterface("I" + std::to_string(i), supers, m_);
  }
  PutClass("C", "java/lang/Object", {"I2", "I1", "I0"});
  EXPECT_EQ(Method("C"), "I0");
}

}  // namespace
}  // namespace revmon::classpath
