#include "wire/test_dependencies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace revmon::wire {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

using Of = DependencyUse::Of;

// A file as the agent writes it.
class Writer {
 public:
  explicit Writer(DependencyLevel level = DependencyLevel::kMethod) : bytes(DependenciesHeader(level)) {}

  Writer& Put(const std::vector<uint8_t>& record) {
    bytes.insert(bytes.end(), record.begin(), record.end());
    return *this;
  }
  Writer& Use(Of of, uint32_t id, std::vector<uint32_t> elements) {
    DependencyUse use;
    use.of = of;
    use.id = id;
    use.elements = std::move(elements);
    return Put(EncodeUse(use));
  }

  std::vector<uint8_t> bytes;
};

std::set<std::string> NamesOf(const std::vector<std::string>& elements, const TestDependencies& test) {
  std::set<std::string> names;
  for (uint32_t element : test.elements) names.insert(elements[element]);
  return names;
}

DependencyFile Read(const Writer& writer) {
  Result<DependencyFile> file = ReadDependencies(writer.bytes);
  EXPECT_TRUE(file.ok()) << file.error().Text();
  return file.ok() ? std::move(file).value() : DependencyFile();
}

TEST(TestDependenciesTest, MethodThatWasEnteredUsesItsClass) {
  DependencyFile file = Read(Writer()
                                 .Put(EncodeElements(0, {"a/B.m(I)V"}))
                                 .Put(EncodeOpened(1, "a.BTest#t"))
                                 .Use(Of::kTest, 1, {0})
                                 .Put(EncodeClosed(1))
                                 .Put(EncodeDependenciesEnd()));
  ASSERT_EQ(file.tests.size(), 1u);
  EXPECT_EQ(file.tests[0].test, "a.BTest#t");
  EXPECT_FALSE(file.tests[0].everything);
  EXPECT_THAT(NamesOf(file.elements, file.tests[0]), UnorderedElementsAre("a/B", "a/B.m(I)V"));
  EXPECT_TRUE(file.complete);
  EXPECT_EQ(file.level, DependencyLevel::kMethod);
}

TEST(TestDependenciesTest, SupertypesOfAUsedClassAreUsed) {
  DependencyFile file = Read(Writer()
                                 .Put(EncodeElements(0, {"a/C"}))
                                 .Put(EncodeClass("a/C", {"a/B", "a/I"}))
                                 .Put(EncodeClass("a/B", {"a/A"}))
                                 .Put(EncodeOpened(1, "T"))
                                 .Use(Of::kTest, 1, {0})
                                 .Put(EncodeClosed(1)));
  EXPECT_THAT(NamesOf(file.elements, file.tests.at(0)), UnorderedElementsAre("a/A", "a/B", "a/C", "a/I"));
}

TEST(TestDependenciesTest, InitialiserCountsForEveryTestThatUsesItsClass) {
  Writer writer;
  writer.Put(EncodeElements(0, {"a/C", "a/C.<clinit>()V", "a/D", "a/D.<clinit>()V", "a/E.m()V"}))
      .Put(EncodeOpened(1, "First"))
      .Use(Of::kTest, 1, {0})
      .Use(Of::kInitializer, 0, {1, 2})
      .Use(Of::kInitializer, 2, {3, 4})
      .Put(EncodeClosed(1))
      .Put(EncodeOpened(2, "Second"))
      .Use(Of::kTest, 2, {0})
      .Put(EncodeClosed(2))
      .Put(EncodeOpened(3, "Third"))
      .Put(EncodeClosed(3));
  DependencyFile file = Read(writer);
  ASSERT_EQ(file.tests.size(), 3u);
  std::set<std::string> all = {"a/C", "a/C.<clinit>()V", "a/D", "a/D.<clinit>()V", "a/E", "a/E.m()V"};
  EXPECT_EQ(NamesOf(file.elements, file.tests[0]), all);
  EXPECT_EQ(NamesOf(file.elements, file.tests[1]), all);
  EXPECT_THAT(file.tests[2].elements, IsEmpty());
}

TEST(TestDependenciesTest, InitialisersThatUseEachOtherComeToAnEnd) {
  DependencyFile file = Read(Writer()
                                 .Put(EncodeElements(0, {"a/C", "a/D"}))
                                 .Use(Of::kInitializer, 0, {1})
                                 .Use(Of::kInitializer, 1, {0})
                                 .Put(EncodeOpened(1, "T"))
                                 .Use(Of::kTest, 1, {0})
                                 .Put(EncodeClosed(1)));
  EXPECT_THAT(NamesOf(file.elements, file.tests.at(0)), UnorderedElementsAre("a/C", "a/D"));
}

TEST(TestDependenciesTest, WhatNobodyUsedCountsForTestsThatAreNotOver) {
  DependencyFile file = Read(Writer()
                                 .Put(EncodeElements(0, {"a/C"}))
                                 .Put(EncodeOpened(1, "Over"))
                                 .Put(EncodeClosed(1))
                                 .Put(EncodeOpened(2, "Running"))
                                 .Use(Of::kNobody, 0, {0})
                                 .Put(EncodeClosed(2))
                                 .Put(EncodeOpened(3, "Later"))
                                 .Put(EncodeClosed(3)));
  ASSERT_EQ(file.tests.size(), 3u);
  EXPECT_THAT(file.tests[0].elements, IsEmpty());
  EXPECT_THAT(NamesOf(file.elements, file.tests[1]), ElementsAre("a/C"));
  EXPECT_THAT(NamesOf(file.elements, file.tests[2]), ElementsAre("a/C"));
}

TEST(TestDependenciesTest, BlindClassMakesLaterTestsDependOnEverything) {
  DependencyFile file = Read(Writer()
                                 .Put(EncodeOpened(1, "Over"))
                                 .Put(EncodeClosed(1))
                                 .Put(EncodeBlind("a.Huge", "too big"))
                                 .Put(EncodeOpened(2, "Later"))
                                 .Put(EncodeClosed(2)));
  ASSERT_EQ(file.tests.size(), 2u);
  EXPECT_FALSE(file.tests[0].everything);
  EXPECT_TRUE(file.tests[1].everything);
  EXPECT_EQ(file.tests[1].why_everything, "a.Huge: too big");
}

TEST(TestDependenciesTest, TestThatNeverEndedDependsOnEverything) {
  DependencyFile file = Read(Writer().Put(EncodeOpened(1, "T")));
  ASSERT_EQ(file.tests.size(), 1u);
  EXPECT_TRUE(file.tests[0].everything);
  EXPECT_THAT(file.tests[0].why_everything, HasSubstr("ended while it ran"));
  EXPECT_FALSE(file.complete);
}

TEST(TestDependenciesTest, BlocksReceiversAndFilesComeSortedAndOnce) {
  DependencyUse use;
  use.of = Of::kTest;
  use.id = 1;
  use.blocks = {{1, {3, 0}}};
  use.receivers = {{2, 1}, {0, 1}, {2, 1}};
  use.files = {"b.txt", "a.txt"};
  DependencyUse more = use;
  more.blocks = {{1, {3, 1}}};
  DependencyFile file = Read(Writer(DependencyLevel::kBlock)
                                 .Put(EncodeElements(0, {"a/B", "a/B.m()V", "a/C"}))
                                 .Put(EncodeOpened(1, "T"))
                                 .Put(EncodeUse(use))
                                 .Put(EncodeUse(more))
                                 .Put(EncodeClosed(1)));
  const TestDependencies& test = file.tests.at(0);
  EXPECT_THAT(test.blocks, ElementsAre(BlockUse{1, {0, 1, 3}}));
  EXPECT_THAT(test.receivers, ElementsAre(Receiver{0, 1}, Receiver{2, 1}));
  EXPECT_THAT(test.files, ElementsAre("a.txt", "b.txt"));
  EXPECT_THAT(NamesOf(file.elements, test), UnorderedElementsAre("a/B", "a/B.m()V", "a/C"));
}

TEST(TestDependenciesTest, TornRecordIsLeftAndCounted) {
  Writer writer;
  writer.Put(EncodeElements(0, {"a/B"})).Put(EncodeOpened(1, "T"));
  size_t whole = writer.bytes.size();
  writer.Use(Of::kTest, 1, {0});
  writer.bytes.pop_back();
  DependencyFile file = Read(writer);
  EXPECT_EQ(file.torn_bytes, writer.bytes.size() - whole);
  EXPECT_EQ(file.tests.size(), 1u);
}

TEST(TestDependenciesTest, NumberOfNoElementEndsTheFileThere) {
  DependencyFile file =
      Read(Writer().Put(EncodeElements(0, {"a/B"})).Put(EncodeOpened(1, "T")).Use(Of::kTest, 1, {1}));
  EXPECT_GT(file.torn_bytes, 0u);
  EXPECT_THAT(file.tests.at(0).elements, IsEmpty());
}

TEST(TestDependenciesTest, ElementsThatDoNotFollowEndTheFileThere) {
  EXPECT_GT(Read(Writer().Put(EncodeElements(1, {"a/B"}))).torn_bytes, 0u);
}

TEST(TestDependenciesTest, OtherFilesAreRefused) {
  EXPECT_FALSE(ReadDependencies(AsBytes("RVMRESLT00000000")).ok());
  EXPECT_FALSE(ReadDependencies(AsBytes("RVMDEPND")).ok());
  std::vector<uint8_t> later = DependenciesHeader(DependencyLevel::kClass);
  later[8] = 99;
  Result<DependencyFile> file = ReadDependencies(later);
  ASSERT_FALSE(file.ok());
  EXPECT_THAT(file.error().Text(), HasSubstr("version 99"));
}

// Two JVMs: names have other numbers in the second one.
std::vector<DependencyFile> TwoFiles() {
  return {Read(Writer()
                   .Put(EncodeElements(0, {"a/A", "a/B", "a/C"}))
                   .Put(EncodeOpened(1, "a.T"))
                   .Use(Of::kTest, 1, {2})
                   .Put(EncodeOpened(2, "a.T#one[1]"))
                   .Use(Of::kTest, 2, {0})
                   .Put(EncodeClosed(2))
                   .Put(EncodeOpened(3, "a.T#two"))
                   .Use(Of::kTest, 3, {1})
                   .Put(EncodeClosed(3))
                   .Put(EncodeClosed(1))),
          Read(Writer()
                   .Put(EncodeElements(0, {"a/D", "a/A"}))
                   .Put(EncodeOpened(1, "a.T#one[2]"))
                   .Use(Of::kTest, 1, {0, 1})
                   .Put(EncodeClosed(1))
                   .Put(EncodeOpened(2, "a.U#x")))};
}

TEST(MergeDependenciesTest, ByClassAllOfItsTestsTogether) {
  Dependencies merged = MergeDependencies(TwoFiles(), TestUnit::kClass);
  ASSERT_EQ(merged.tests.size(), 2u);
  EXPECT_THAT(NamesOf(merged.elements, merged.tests["a.T"]),
              UnorderedElementsAre("a/A", "a/B", "a/C", "a/D"));
  EXPECT_FALSE(merged.tests["a.T"].everything);
  EXPECT_TRUE(merged.tests["a.U"].everything);
}

TEST(MergeDependenciesTest, ByMethodWithWhatTheClassDoesOutsideOfTests) {
  Dependencies merged = MergeDependencies(TwoFiles(), TestUnit::kMethod);
  ASSERT_EQ(merged.tests.size(), 3u);
  EXPECT_THAT(NamesOf(merged.elements, merged.tests["a.T#one"]), UnorderedElementsAre("a/A", "a/C", "a/D"));
  EXPECT_THAT(NamesOf(merged.elements, merged.tests["a.T#two"]), UnorderedElementsAre("a/B", "a/C"));
}

// A suite runs a class; a class has a nested one.
std::vector<DependencyFile> Nested() {
  return {Read(Writer()
                   .Put(EncodeElements(0, {"a/Suite", "a/T", "a/TN", "a/X"}))
                   .Put(EncodeOpened(1, "a.Suite"))
                   .Use(Of::kTest, 1, {0})
                   .Put(EncodeOpened(2, "a.T", 1))
                   .Use(Of::kTest, 2, {1})
                   .Put(EncodeOpened(3, "a.T$N", 0))
                   .Put(EncodeOpened(4, "a.T$N#m", 3))
                   .Use(Of::kTest, 4, {2})
                   .Put(EncodeClosed(4))
                   .Put(EncodeClosed(3))
                   .Put(EncodeClosed(2))
                   .Put(EncodeOpened(5, "a.Other", 1))
                   .Use(Of::kTest, 5, {3})
                   .Put(EncodeClosed(5))
                   .Put(EncodeClosed(1)))};
}

TEST(MergeDependenciesTest, OuterHasWhatInnerHasAndInnerWhatOuterDoesItself) {
  Dependencies merged = MergeDependencies(Nested(), TestUnit::kClass);
  EXPECT_THAT(NamesOf(merged.elements, merged.tests["a.Suite"]),
              UnorderedElementsAre("a/Suite", "a/T", "a/TN", "a/X"));
  EXPECT_THAT(NamesOf(merged.elements, merged.tests["a.T"]), UnorderedElementsAre("a/Suite", "a/T", "a/TN"));
  EXPECT_THAT(NamesOf(merged.elements, merged.tests["a.T$N"]),
              UnorderedElementsAre("a/Suite", "a/T", "a/TN"));
  EXPECT_THAT(NamesOf(merged.elements, merged.tests["a.Other"]), UnorderedElementsAre("a/Suite", "a/X"));
}

TEST(MergeDependenciesTest, MethodOfANestedClassHasWhatAllAroundItDo) {
  Dependencies merged = MergeDependencies(Nested(), TestUnit::kMethod);
  EXPECT_THAT(NamesOf(merged.elements, merged.tests["a.T$N#m"]),
              UnorderedElementsAre("a/Suite", "a/T", "a/TN"));
  EXPECT_FALSE(merged.tests.contains("a.T"));
}

TEST(MergeDependenciesTest, LevelIsTheCoarsest) {
  std::vector<DependencyFile> files = {Read(Writer(DependencyLevel::kBlock)),
                                       Read(Writer(DependencyLevel::kClass))};
  EXPECT_EQ(MergeDependencies(files, TestUnit::kClass).level, DependencyLevel::kClass);
}

TEST(ElementNamesTest, ClassesOfElementsAndTests) {
  EXPECT_EQ(ClassOfElement("a/B$C.<init>(La/X;)V"), "a/B$C");
  EXPECT_EQ(ClassOfElement("a/B$C"), "a/B$C");
  EXPECT_EQ(TestClassOf("a.T#m[2]"), "a.T");
  EXPECT_EQ(TestClassOf("a.T"), "a.T");
}

}  // namespace
}  // namespace revmon::wire
