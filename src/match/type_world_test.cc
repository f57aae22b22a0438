#include "match/type_world.h"

#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "classfile/class_builder.h"
#include "match/test_world.h"

namespace revmon::match {
namespace {

TEST(TypeWorld, SubtypesAreReflexiveAndTransitive) {
  FakeWorld world;
  world.Put({.name = "I", .flags = kFakeInterface});
  world.Put({.name = "A", .interfaces = {"I"}});
  world.Put({.name = "B", .super = "A"});
  EXPECT_EQ(world.IsSubtype("B", "B"), Tri::kYes);
  EXPECT_EQ(world.IsSubtype("B", "I"), Tri::kYes);
  EXPECT_EQ(world.IsSubtype("B", "java/lang/Object"), Tri::kYes);
  EXPECT_EQ(world.IsSubtype("A", "B"), Tri::kNo);
}

TEST(TypeWorld, AnUnknownSupertypeMakesItMaybe) {
  FakeWorld world;
  world.Put({.name = "A", .super = "lost/Base"});
  EXPECT_EQ(world.IsSubtype("A", "lost/Base"), Tri::kYes);
  EXPECT_EQ(world.IsSubtype("A", "java/util/List"), Tri::kMaybe);
  EXPECT_EQ(world.IsSubtype("lost/Other", "A"), Tri::kMaybe);
  EXPECT_FALSE(world.SupertypesOf("A").complete);
}

TEST(TypeWorld, AHierarchyInCirclesEnds) {
  FakeWorld world;
  world.Put({.name = "A", .super = "B"});
  world.Put({.name = "B", .super = "A"});
  EXPECT_EQ(world.IsSubtype("A", "C"), Tri::kNo);
}

TEST(TypeWorld, ArraysAreCovariantInReferencesOnly) {
  FakeWorld world;
  world.Put({.name = "A"});
  EXPECT_EQ(world.IsSubtype("[LA;", "[Ljava/lang/Object;"), Tri::kYes);
  EXPECT_EQ(world.IsSubtype("[[I", "[Ljava/lang/Object;"), Tri::kYes);
  EXPECT_EQ(world.IsSubtype("[I", "[Ljava/lang/Object;"), Tri::kNo);
  EXPECT_EQ(world.IsSubtype("[I", "[J"), Tri::kNo);
  EXPECT_EQ(world.IsSubtype("[I", "java/lang/Cloneable"), Tri::kYes);
  EXPECT_EQ(world.IsSubtype("A", "[LA;"), Tri::kNo);
}

TEST(TypeWorld, MethodsThatDifferInResultOnlyContradict) {
  FakeWorld world;
  world.Put({.name = "L", .flags = kFakeInterface, .methods = {{"remove", "(Ljava/lang/Object;)Z"}}});
  world.Put({.name = "M", .flags = kFakeInterface, .methods = {{"remove", "(Ljava/lang/Object;)LM;"}}});
  world.Put({.name = "N", .flags = kFakeInterface, .methods = {{"remove", "(I)LM;"}}});
  EXPECT_TRUE(world.Contradict("L", "M"));
  EXPECT_TRUE(world.Contradict("M", "L"));
  EXPECT_FALSE(world.Contradict("L", "N"));
}

TEST(ClassPathWorld, ReadsClassFilesAndLearnsOthers) {
  InMemoryFileSystem fs;
  classfile::ClassBuilder on_path(classfile::kJava8, classfile::kAccPublic, "a/OnPath", "java/lang/Object");
  on_path.Interface("a/I").Field(classfile::kAccStatic, "f", "I").DefaultConstructor();
  fs.Put("/c/a/OnPath.class", on_path.Write().value());
  fs.Put("/c/a/Damaged.class", std::vector<uint8_t>{0xCA, 0xFE, 0xBA, 0xBE, 0});
  classpath::ClassPath path(fs);
  path.AddElement("/c");
  ClassPathWorld world(path);
  const TypeInfo* info = world.Find("a/OnPath");
  ASSERT_NE(info, nullptr);
  ASSERT_EQ(info->interfaces.size(), 1u);
  EXPECT_EQ(info->interfaces[0], "a/I");
  EXPECT_EQ(info->fields.at(0).name, "f");
  EXPECT_EQ(info->methods.at(0).descriptor, "()V");
  EXPECT_EQ(world.Find("a/Damaged"), nullptr);
  EXPECT_EQ(world.Find("[I"), nullptr);

  classfile::ClassBuilder shown(classfile::kJava8, classfile::kAccPublic, "a/Shown", "a/OnPath");
  const std::vector<uint8_t> bytes = shown.Write().value();
  world.Learn(classfile::ClassFile::Parse(bytes).value());
  EXPECT_EQ(world.IsSubtype("a/Shown", "a/OnPath"), Tri::kYes);
}

// A class of a loader that no class path knows is named by another class before it is loaded itself.
TEST(ClassPathWorld, LearnsWhatWasUnknownWhenItWasFirstNamed) {
  InMemoryFileSystem fs;
  classpath::ClassPath path(fs);
  ClassPathWorld world(path);
  EXPECT_EQ(world.Find("a/Late"), nullptr);
  EXPECT_EQ(world.IsSubtype("a/Late", "a/I"), Tri::kMaybe);
  classfile::ClassBuilder late(classfile::kJava8, classfile::kAccPublic, "a/Late", "java/lang/Object");
  const std::vector<uint8_t> bytes = late.Interface("a/I").Write().value();
  world.Learn(classfile::ClassFile::Parse(bytes).value());
  ASSERT_NE(world.Find("a/Late"), nullptr);
  EXPECT_EQ(world.Find("a/Late")->interfaces.at(0), "a/I");
  EXPECT_NE(world.IsSubtype("a/Late", "a/I"), Tri::kNo);
}

}  // namespace
}  // namespace revmon::match
