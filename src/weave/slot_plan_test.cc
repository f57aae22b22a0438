#include "weave/slot_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/test_world.h"

namespace revmon::weave {
namespace {

using classfile::ClassBuilder;
using classfile::ClassFile;
using match::kFakeInterface;

wire::Plan PlanOver(std::vector<std::string> types) {
  wire::Spec spec;
  for (std::string& type : types) {
    wire::Parameter parameter;
    parameter.type.kind = wire::TypePattern::Kind::kExact;
    parameter.type.name = std::move(type);
    spec.parameters.push_back(std::move(parameter));
  }
  return {.specs = {spec}};
}

class SlotPlanTest : public testing::Test {
 protected:
  SlotPlanTest() {
    world_.Put({.name = "java/util/Iterator", .flags = kFakeInterface});
    world_.Put({.name = "java/util/List", .interfaces = {"java/util/Collection"}, .flags = kFakeInterface});
    world_.Put({.name = "java/util/Collection", .flags = kFakeInterface});
    world_.Put({.name = "java/util/AbstractCollection", .interfaces = {"java/util/Collection"}});
    world_.Put({.name = "java/util/ArrayList",
                .super = "java/util/AbstractCollection",
                .interfaces = {"java/util/List"}});
    world_.Put({.name = "java/nio/Buffer"});
    world_.Put({.name = "java/nio/ByteBuffer", .super = "java/nio/Buffer"});
    world_.Put({.name = "a/Peeking", .interfaces = {"java/util/Iterator"}, .flags = kFakeInterface});
  }
  // Asks about a class that is just being loaded.
  bool Owns(std::vector<std::string> parameters, std::string_view name, std::vector<std::string> interfaces,
            std::string_view super = "java/lang/Object", uint16_t access = classfile::kAccPublic) {
    ClassBuilder builder(classfile::kJava8, access, name, super);
    for (const std::string& interface : interfaces) builder.Interface(interface);
    std::vector<uint8_t> bytes = builder.Write().value();
    ClassFile file = ClassFile::Parse(bytes).value();
    wire::Plan plan = PlanOver(std::move(parameters));
    return SlotPlan(plan, world_).Owns(file);
  }

  match::FakeWorld world_;
};

TEST_F(SlotPlanTest, ClassOfAParametersTypeOwns) {
  EXPECT_TRUE(Owns({"java.util.Iterator"}, "a/It", {"java/util/Iterator"}));
  EXPECT_TRUE(Owns({"java.util.Iterator"}, "a/It", {"a/Peeking"}));
  EXPECT_TRUE(Owns({"java.nio.Buffer"}, "java/nio/Buffer", {}));
}

TEST_F(SlotPlanTest, OthersDoNot) {
  EXPECT_FALSE(Owns({"java.util.Iterator"}, "a/Other", {}));
  EXPECT_FALSE(Owns({"java.util.Iterator"}, "a/Other", {"java/util/Collection"}));
  EXPECT_FALSE(Owns({}, "a/It", {"java/util/Iterator"}));
}

TEST_F(SlotPlanTest, OnlyWhatExtendsObjectOwns) {
  EXPECT_FALSE(Owns({"java.util.Iterator"}, "a/It", {"java/util/Iterator"}, "a/Base"));
  EXPECT_FALSE(Owns({"java.nio.ByteBuffer"}, "java/nio/ByteBuffer", {}, "java/nio/Buffer"));
  EXPECT_FALSE(
      Owns({"java.util.Iterator"}, "a/Peeking", {"java/util/Iterator"}, "java/lang/Object", kFakeInterface));
}

TEST_F(SlotPlanTest, SuperclassOfAParametersTypeOwns) {
  EXPECT_TRUE(Owns({"java.nio.ByteBuffer"}, "java/nio/Buffer", {}));
}

TEST_F(SlotPlanTest, StemOfImplementationsOwns) {
  EXPECT_TRUE(Owns({"java.util.List"}, "java/util/AbstractCollection", {"java/util/Collection"}));
  EXPECT_FALSE(Owns({"java.util.Iterator"}, "java/util/AbstractCollection", {"java/util/Collection"}));
}

TEST_F(SlotPlanTest, UnknownInterfaceIsNoReason) {
  EXPECT_FALSE(Owns({"java.util.Iterator"}, "a/It", {"b/Unknown"}));
}

TEST_F(SlotPlanTest, TypesOfHalfOfAllClassesDoNotCount) {
  for (const char* type : {"java.lang.Object", "java.io.Serializable", "java.lang.Comparable", "int"}) {
    wire::Plan plan = PlanOver({type});
    EXPECT_FALSE(SlotPlan(plan, world_).wanted()) << type;
  }
  wire::Plan arrays = PlanOver({"java.util.List"});
  arrays.specs[0].parameters[0].type.dimensions = 1;
  EXPECT_FALSE(SlotPlan(arrays, world_).wanted());
}

TEST_F(SlotPlanTest, ClassesThatTheJvmReliesOnAreNeverTouched) {
  for (const char* name :
       {"java/lang/String", "java/lang/Class", "java/lang/ref/Reference", "java/lang/invoke/MethodHandle",
        "java/lang/Number", "java/lang/ClassLoader", "revmon/rt/Engine", "java/util/RevBase"}) {
    EXPECT_FALSE(Owns({"java.util.Iterator"}, name, {"java/util/Iterator"})) << name;
  }
}

TEST_F(SlotPlanTest, CloneReachesObjectUnlessASuperclassHasItsOwn) {
  world_.Put({.name = "a/Base", .methods = {{"clone", "()Ljava/lang/Object;"}}});
  world_.Put({.name = "a/Covariant", .methods = {{"clone", "()La/Covariant;"}}});
  world_.Put({.name = "a/Middle", .super = "a/Base"});
  wire::Plan plan = PlanOver({"java.util.List"});
  SlotPlan slots(plan, world_);
  EXPECT_TRUE(slots.ReachesObjectClone("java/lang/Object"));
  EXPECT_TRUE(slots.ReachesObjectClone("java/util/AbstractCollection"));
  EXPECT_TRUE(slots.ReachesObjectClone("a/Covariant"));
  EXPECT_TRUE(slots.ReachesObjectClone("b/Unknown"));
  EXPECT_FALSE(slots.ReachesObjectClone("a/Base"));
  EXPECT_FALSE(slots.ReachesObjectClone("a/Middle"));
}

TEST_F(SlotPlanTest, CircleOfSuperclassesEnds) {
  world_.Put({.name = "a/A", .super = "a/B"});
  world_.Put({.name = "a/B", .super = "a/A"});
  wire::Plan plan = PlanOver({"a.A"});
  EXPECT_TRUE(SlotPlan(plan, world_).ReachesObjectClone("a/A"));
}

TEST_F(SlotPlanTest, PackagePrivateBuilderIsReachedThroughItsSubclasses) {
  auto views = [](std::string_view name, uint16_t access) {
    std::vector<uint8_t> bytes =
        ClassBuilder(classfile::kJava8, access, name, "java/lang/Object").Write().value();
    return SlotPlan::ViewsOf(ClassFile::Parse(bytes).value());
  };
  EXPECT_THAT(views("java/util/AbstractMap", classfile::kAccPublic),
              testing::ElementsAre("java/util/AbstractMap"));
  EXPECT_THAT(views("java/lang/AbstractStringBuilder", 0),
              testing::UnorderedElementsAre("java/lang/StringBuilder", "java/lang/StringBuffer"));
  EXPECT_THAT(views("java/util/Hidden", 0), testing::IsEmpty());
}

}  // namespace
}  // namespace revmon::weave
