#include "classpath/hierarchy.h"

#include <atomic>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/thread_pool.h"
#include "classpath/hierarchy_fixture.h"

namespace revmon::classpath {
namespace {

using List = std::vector<std::string>;

class HierarchyTest : public HierarchyFixture {
 protected:
  Answer IsSubtype(std::string_view sub, std::string_view super) {
    return hierarchy().IsSubtype(Id(sub), Id(super));
  }
  // A < B < C with interfaces: A: I, B: J extends I.
  void PutFamily() {
    PutInterface("I", {});
    PutInterface("J", {"I"});
    PutClass("C", "java/lang/Object");
    PutClass("B", "C", {"J"});
    PutClass("A", "B", {"I"});
  }
};

TEST_F(HierarchyTest, LoadedClassTellsItsShape) {
  Put({.name = "a/B",
       .super = "a/C",
       .interfaces = {"a/I", "a/J"},
       .flags = classfile::kAccPublic | classfile::kAccFinal,
       .fields = {{"f", "I", classfile::kAccPrivate}},
       .methods = {{"m", "()V"}, {"n", "(J)V", classfile::kAccStatic}}});
  const ClassInfo* info = hierarchy().Load(Id("a/B"));
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info->flags, classfile::kAccPublic | classfile::kAccFinal);
  EXPECT_EQ(info->major_version, 52);
  EXPECT_EQ(hierarchy().Name(info->super), "a/C");
  EXPECT_EQ(Names(info->interfaces), (List{"a/I", "a/J"}));
  ASSERT_EQ(info->fields().size(), 1u);
  ASSERT_EQ(info->methods().size(), 2u);
  EXPECT_EQ(hierarchy().SymbolText(info->methods()[1].name), "n");
  EXPECT_EQ(hierarchy().SymbolText(info->methods()[1].descriptor), "(J)V");
  EXPECT_EQ(info->methods()[1].flags, classfile::kAccStatic);
  EXPECT_EQ(hierarchy().Load(Id("a/B")), info) << "read once";
}

TEST_F(HierarchyTest, DirectSupertypes) {
  PutFamily();
  EXPECT_EQ(Names(hierarchy().DirectSupertypes(Id("A"))), (List{"B", "I"}));
  EXPECT_EQ(Names(hierarchy().DirectSupertypes(Id("java/lang/Object"))), List{});
  EXPECT_EQ(Names(hierarchy().DirectSupertypes(Id("[LA;"))),
            (List{"java/lang/Object", "java/lang/Cloneable", "java/io/Serializable"}));
}

TEST_F(HierarchyTest, AllSupertypesEachOnceAndTheMissingNamed) {
  PutFamily();
  TypeSet set = hierarchy().AllSupertypes(Id("A"));
  EXPECT_EQ(Names(set.types), (List{"B", "I", "C", "J", "java/lang/Object"}));
  EXPECT_TRUE(set.missing.empty());
  PutClass("D", "Gone", {"I"});
  set = hierarchy().AllSupertypes(Id("D"));
  EXPECT_EQ(Names(set.types), (List{"Gone", "I", "java/lang/Object"}));
  EXPECT_EQ(Names(set.missing), (List{"Gone"}));
}

TEST_F(HierarchyTest, SubtypeThroughClassesAndInterfaces) {
  PutFamily();
  for (std::string_view super : {"A", "B", "C", "I", "J", "java/lang/Object"}) {
    EXPECT_EQ(IsSubtype("A", super), Answer::kYes) << super;
  }
  EXPECT_EQ(IsSubtype("C", "I"), Answer::kNo);
  EXPECT_EQ(IsSubtype("C", "A"), Answer::kNo);
  EXPECT_EQ(IsSubtype("I", "J"), Answer::kNo);
  EXPECT_EQ(IsSubtype("java/lang/Object", "A"), Answer::kNo);
}

TEST_F(HierarchyTest, MissingClassesMakeItUnknownOnlyWhereTheyMatter) {
  PutFamily();
  PutClass("MissingSuper", "Gone", {"I"});
  PutClass("MissingInterface", "C", {"GoneInterface"});
  EXPECT_EQ(IsSubtype("MissingSuper", "I"), Answer::kYes);
  EXPECT_EQ(IsSubtype("MissingSuper", "Gone"), Answer::kYes) << "it says so itself";
  EXPECT_EQ(IsSubtype("MissingSuper", "C"), Answer::kUnknown);
  EXPECT_EQ(IsSubtype("MissingInterface", "J"), Answer::kUnknown);
  EXPECT_EQ(IsSubtype("MissingInterface", "A"), Answer::kNo) << "no interface extends a class";
  EXPECT_EQ(IsSubtype("MissingInterface", "AlsoGone"), Answer::kUnknown);
  EXPECT_EQ(IsSubtype("Gone", "C"), Answer::kUnknown);
  EXPECT_EQ(IsSubtype("Gone", "Gone"), Answer::kYes);
  EXPECT_EQ(IsSubtype("Gone", "java/lang/Object"), Answer::kYes);
}

TEST_F(HierarchyTest, Arrays) {
  PutFamily();
  EXPECT_EQ(IsSubtype("[LA;", "[LB;"), Answer::kYes);
  EXPECT_EQ(IsSubtype("[LB;", "[LA;"), Answer::kNo);
  EXPECT_EQ(IsSubtype("[[LA;", "[[LI;"), Answer::kYes);
  EXPECT_EQ(IsSubtype("[I", "[I"), Answer::kYes);
  EXPECT_EQ(IsSubtype("[I", "[J"), Answer::kNo);
  EXPECT_EQ(IsSubtype("[I", "[Ljava/lang/Object;"), Answer::kNo);
  EXPECT_EQ(IsSubtype("[[I", "[Ljava/lang/Object;"), Answer::kYes);
  EXPECT_EQ(IsSubtype("[[I", "[Ljava/io/Serializable;"), Answer::kYes);
  EXPECT_EQ(IsSubtype("[LA;", "java/lang/Cloneable"), Answer::kYes);
  EXPECT_EQ(IsSubtype("[LA;", "A"), Answer::kNo);
  EXPECT_EQ(IsSubtype("A", "[LA;"), Answer::kNo);
  EXPECT_EQ(IsSubtype("[LGone;", "[LC;"), Answer::kUnknown);
  EXPECT_EQ(IsSubtype("[LA;", "[[LA;"), Answer::kNo);
}

TEST_F(HierarchyTest, NestedNonsenseDescriptorsEnd) {
  std::string deep, other;
  for (int i = 0; i < 30000; ++i) deep += "[L";
  other = deep + "x";
  for (int i = 0; i < 30000; ++i) {
    deep += ';';
    other += ';';
  }
  EXPECT_EQ(IsSubtype(deep, other), Answer::kNo);
}

TEST_F(HierarchyTest, SubtypesAreSortedByName) {
  PutFamily();
  PutClass("Z", "C");
  PutClass("D", "C", {"I", "I"});
  EXPECT_EQ(Names(hierarchy().DirectSubtypes(Id("C"))), (List{"B", "D", "Z"}));
  EXPECT_EQ(Names(hierarchy().DirectSubtypes(Id("I"))), (List{"A", "D", "J"}));
  EXPECT_EQ(Names(hierarchy().AllSubtypes(Id("I"))), (List{"A", "D", "J", "B"}));
  EXPECT_EQ(Names(hierarchy().DirectSubtypes(Id("A"))), List{});
  EXPECT_EQ(Names(hierarchy().DirectSubtypes(Id("never seen"))), List{});
}

TEST_F(HierarchyTest, SubtypesOfAMissingClassAreKnown) {
  PutClass("A", "Gone");
  EXPECT_EQ(Names(hierarchy().AllSubtypes(Id("Gone"))), (List{"A"}));
}

TEST_F(HierarchyTest, CirclesEnd) {
  PutClass("A", "B");
  PutClass("B", "A");
  PutInterface("I", {"J"});
  PutInterface("J", {"I"});
  PutClass("Self", "Self", {"I"});
  EXPECT_EQ(IsSubtype("A", "C"), Answer::kNo);
  EXPECT_EQ(IsSubtype("Self", "C"), Answer::kNo);
  EXPECT_EQ(IsSubtype("Self", "J"), Answer::kYes);
  EXPECT_EQ(Names(hierarchy().AllSupertypes(Id("A")).types), (List{"B"}));
  EXPECT_EQ(Names(hierarchy().AllSubtypes(Id("I"))), (List{"J", "Self"}));
}

TEST_F(HierarchyTest, ALongChainIsNoRecursion) {
  constexpr int kLength = 20000;
  for (int i = 0; i < kLength; ++i) PutClass("C" + std::to_string(i), "C" + std::to_string(i + 1));
  PutClass("C" + std::to_string(kLength), "java/lang/Object");
  EXPECT_EQ(IsSubtype("C0", "C" + std::to_string(kLength)), Answer::kYes);
  EXPECT_EQ(hierarchy().AllSupertypes(Id("C0")).types.size(), size_t{kLength} + 1);
}

TEST_F(HierarchyTest, DamagedClassIsMissingAndAProblem) {
  fs_.Put("/classes/Bad.class", "not a class");
  fs_.Put("/classes/Other.class", TestClass{.name = "a/Name"}.Build());
  EXPECT_EQ(hierarchy().Load(Id("Bad")), nullptr);
  EXPECT_EQ(hierarchy().Load(Id("Other")), nullptr);
  EXPECT_EQ(hierarchy().Load(Id("Absent")), nullptr);
  std::vector<Error> problems = hierarchy().Problems();
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].place().file, "/classes/Bad.class");
  EXPECT_EQ(problems[1].Text(), "/classes/Other.class: holds a class of another name, a/Name");
}

TEST_F(HierarchyTest, ManyThreadsGetTheSameAnswers) {
  constexpr int kClasses = 500;
  for (int i = 0; i < kClasses; ++i) {
    PutClass("C" + std::to_string(i), i == 0 ? "java/lang/Object" : "C" + std::to_string((i - 1) / 2));
  }
  ThreadPool pool(3);
  ClassPath path(fs_);
  path.AddElement("/classes");
  Hierarchy hierarchy(path, &pool);
  std::atomic<int> wrong{0};
  pool.ParallelFor(kClasses * 4, 1, [&](size_t begin, size_t) {
    const std::string name = "C" + std::to_string((begin * 37) % kClasses);
    const ClassId id = hierarchy.Id(name);
    if (hierarchy.IsSubtype(id, hierarchy.Id("C0")) != Answer::kYes) ++wrong;
    if (begin % 100 == 0 && hierarchy.AllSubtypes(hierarchy.Id("C0")).size() != kClasses - 1) ++wrong;
    if (hierarchy.Load(id) == nullptr || hierarchy.Name(id) != name) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace revmon::classpath
