#include "graph/member_lookup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"
#include "support/javac.h"

namespace revmon::graph {
namespace {

class MemberLookupTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    Result<testing::ClassTree> classes = testing::CompileJava({
        {"p/Base.java",
         "package p; class Base { int m() { return 1; } static int s() { return 1; } int f; private int "
         "hid() { return "
         "1; } }"},
        {"p/Sub.java", "package p; class Sub extends Base implements Mid { public int d() { return 1; } }"},
        {"p/Leaf.java",
         "package p; class Leaf extends Sub { int m() { return 2; } int hid() { return 2; } }"},
        {"p/Top.java",
         "package p; interface Top { int C = Integer.parseInt(\"7\"); default int d() { return 1; } default "
         "int e() { "
         "return 1; } }"},
        {"p/Mid.java", "package p; interface Mid extends Top { default int e() { return 2; } }"},
        {"p/Plain.java", "package p; class Plain implements Top, Mid { }"},
        {"p/Left.java", "package p; interface Left extends Top { int e(); }"},
        {"p/Abstracted.java", "package p; abstract class Abstracted implements Left { }"},
        {"p/List.java", "package p; abstract class List extends java.util.ArrayList<String> { }"},
    });
    ASSERT_TRUE(classes.ok()) << classes.error().Text();
    InMemoryFileSystem files;
    for (const auto& [name, bytes] : *classes) files.Put("/c/" + name + ".class", bytes);
    program_ = new Program(Program::Read(files, {{"/c", false}}, 17, nullptr, Detail::kMethods));
  }
  static void TearDownTestSuite() { delete program_; }
  static std::string Text(const Found& found) {
    if (found.where == Found::Where::kOutside) return "outside";
    return found.where == Found::Where::kNowhere ? "nowhere" : std::string(found.owner);
  }
  std::string Dispatch(std::string_view type, std::string_view key) {
    return Text(lookup_.Dispatch(type, key));
  }

  static inline Program* program_ = nullptr;
  MemberLookup lookup_{*program_, nullptr};
};

TEST_F(MemberLookupTest, SuperclassesComeFirst) {
  EXPECT_EQ(Dispatch("p/Sub", "m()I"), "p/Base");
  EXPECT_EQ(Dispatch("p/Leaf", "m()I"), "p/Leaf");
}

TEST_F(MemberLookupTest, AClassBeatsADefaultMethod) { EXPECT_EQ(Dispatch("p/Leaf", "d()I"), "p/Sub"); }

TEST_F(MemberLookupTest, TheMostSpecificDefaultMethodWins) {
  EXPECT_EQ(Dispatch("p/Plain", "e()I"), "p/Mid");
  EXPECT_EQ(Dispatch("p/Plain", "d()I"), "p/Top");
}

TEST_F(MemberLookupTest, AnInterfaceCanMakeADefaultAbstractAgain) {
  EXPECT_EQ(Dispatch("p/Abstracted", "e()I"), "nowhere");
}

TEST_F(MemberLookupTest, PrivateMethodsAreNotInherited) {
  EXPECT_EQ(Dispatch("p/Sub", "hid()I"), "nowhere");
  EXPECT_EQ(Dispatch("p/Leaf", "hid()I"), "p/Leaf");
}

TEST_F(MemberLookupTest, MethodsOfObjectAreOutside) {
  EXPECT_EQ(Dispatch("p/Base", "toString()Ljava/lang/String;"), "outside");
  EXPECT_EQ(Dispatch("p/Base", "fresh()V"), "nowhere");
}

TEST_F(MemberLookupTest, WithoutTheJdkItsSubclassesMayHaveAnything) {
  EXPECT_EQ(Dispatch("p/List", "size()I"), "outside");
  EXPECT_EQ(Dispatch("p/List", "fresh()V"), "outside");
}

TEST_F(MemberLookupTest, StaticMembersAreInheritedByName) {
  EXPECT_EQ(Text(lookup_.ResolveMethod("p/Leaf", "s()I")), "p/Base");
  EXPECT_EQ(Text(lookup_.ResolveField("p/Leaf", "f:I")), "p/Base");
  EXPECT_EQ(Text(lookup_.ResolveField("p/Leaf", "C:I")), "p/Top");
  EXPECT_EQ(Text(lookup_.ResolveField("p/Leaf", "none:I")), "nowhere");
}

TEST_F(MemberLookupTest, ConstructorsAreNotInherited) {
  EXPECT_EQ(Text(lookup_.ResolveMethod("p/Leaf", "<init>(I)V")), "nowhere");
}

TEST_F(MemberLookupTest, TypesAboveAndBelow) {
  EXPECT_THAT(lookup_.Supertypes("p/Leaf"),
              ::testing::UnorderedElementsAre("p/Sub", "p/Base", "p/Mid", "p/Top"));
  EXPECT_THAT(lookup_.Subtypes("p/Mid"), ::testing::UnorderedElementsAre("p/Sub", "p/Leaf", "p/Plain"));
}

}  // namespace
}  // namespace revmon::graph
