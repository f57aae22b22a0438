#include "select/stored_dependencies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::select {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

wire::Dependencies Sample() {
  wire::Dependencies all;
  all.level = wire::DependencyLevel::kBlock;
  all.elements = {"a/B", "a/B.m()V", "a/C", "a/C.<init>()V", "unused/X"};
  wire::TestDependencies test;
  test.test = "a.BTest";
  test.elements = {0, 1, 3};
  test.files = {"data/x.csv", "data/y.csv"};
  test.receivers = {{2, 1}};
  test.blocks = {{1, {0, 4}}};
  all.tests["a.BTest"] = test;
  return all;
}

std::vector<std::string> Names(const wire::Dependencies& all, const std::string& test) {
  std::vector<std::string> names;
  for (uint32_t element : all.tests.at(test).elements) names.push_back(all.elements[element]);
  return names;
}

TEST(StoredDependenciesTest, WhatIsKeptComesBack) {
  DependencyReader reader;
  ASSERT_TRUE(reader.Add("a.BTest", EncodeTest(Sample(), "a.BTest")).ok());
  const wire::Dependencies& all = reader.all();
  const wire::TestDependencies& test = all.tests.at("a.BTest");
  EXPECT_EQ(all.level, wire::DependencyLevel::kBlock);
  EXPECT_THAT(Names(all, "a.BTest"), UnorderedElementsAre("a/B", "a/B.m()V", "a/C.<init>()V"));
  EXPECT_THAT(test.files, ElementsAre("data/x.csv", "data/y.csv"));
  ASSERT_EQ(test.receivers.size(), 1U);
  EXPECT_EQ(all.elements[test.receivers[0].type], "a/C");
  EXPECT_EQ(all.elements[test.receivers[0].method], "a/B.m()V");
  ASSERT_EQ(test.blocks.size(), 1U);
  EXPECT_THAT(test.blocks[0].blocks, ElementsAre(0, 4));
  EXPECT_THAT(all.elements, ::testing::Not(::testing::Contains("unused/X")));
}

TEST(StoredDependenciesTest, EqualDependenciesAreEqualBlobs) {
  wire::Dependencies other = Sample();
  other.elements.insert(other.elements.begin(), "first/Y");  // other numbers, the same names
  wire::TestDependencies& test = other.tests["a.BTest"];
  for (uint32_t& element : test.elements) ++element;
  test.receivers = {{3, 2}};
  test.blocks = {{2, {0, 4}}};
  EXPECT_EQ(EncodeTest(Sample(), "a.BTest"), EncodeTest(other, "a.BTest"));
}

TEST(StoredDependenciesTest, DependingOnEverythingComesBack) {
  wire::Dependencies all = Sample();
  all.tests["a.BTest"].everything = true;
  all.tests["a.BTest"].why_everything = "a.D could not be watched";
  DependencyReader reader;
  ASSERT_TRUE(reader.Add("a.BTest", EncodeTest(all, "a.BTest")).ok());
  EXPECT_TRUE(reader.all().tests.at("a.BTest").everything);
  EXPECT_EQ(reader.all().tests.at("a.BTest").why_everything, "a.D could not be watched");
}

TEST(StoredDependenciesTest, LevelIsTheCoarsest) {
  DependencyReader reader;
  wire::Dependencies classes = Sample();
  classes.level = wire::DependencyLevel::kClass;
  ASSERT_TRUE(reader.Add("a.BTest", EncodeTest(Sample(), "a.BTest")).ok());
  ASSERT_TRUE(reader.Add("a.CTest", EncodeTest(classes, "a.BTest")).ok());
  EXPECT_EQ(reader.all().level, wire::DependencyLevel::kClass);
  EXPECT_EQ(reader.all().elements.size(), 4U) << "no name twice";
}

TEST(StoredDependenciesTest, EveryCutIsNoticedAndHarmless) {
  std::vector<uint8_t> blob = EncodeTest(Sample(), "a.BTest");
  for (size_t size = 0; size < blob.size(); ++size) {
    DependencyReader reader;
    EXPECT_FALSE(reader.Add("t", Bytes(blob.data(), size)).ok()) << size;
    EXPECT_TRUE(reader.all().tests.empty());
  }
}

TEST(StoredDependenciesTest, NumbersThatNobodyHasAreNoticed) {
  std::vector<uint8_t> blob = EncodeTest(Sample(), "a.BTest");
  for (size_t i = 0; i < blob.size(); ++i) {
    std::vector<uint8_t> damaged = blob;
    damaged[i] ^= 0xFF;
    DependencyReader reader;
    static_cast<void>(reader.Add("t", damaged).ok());  // must neither crash nor read beyond
    for (const auto& [name, test] : reader.all().tests) {
      for (uint32_t element : test.elements) EXPECT_LT(element, reader.all().elements.size());
    }
  }
}

TEST(StoredDependenciesTest, NestedTestsAreThoseOfTheirTopClass) {
  wire::Dependencies all = Sample();
  wire::TestDependencies inner;
  inner.test = "a.BTest$Inner";
  inner.elements = {2};
  inner.blocks = {{1, {2}}};
  all.tests[inner.test] = inner;
  JoinNested(&all);
  ASSERT_EQ(all.tests.size(), 1U);
  EXPECT_THAT(all.tests.at("a.BTest").elements, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(all.tests.at("a.BTest").blocks[0].blocks, ElementsAre(0, 2, 4));
}

}  // namespace
}  // namespace revmon::select
