#include "monitor/instance_index.h"

#include <random>

#include <gtest/gtest.h>

namespace revmon::monitor {
namespace {

std::vector<InstanceId> Compatible(InstanceIndex& index, const InstanceIndex::Objects& binding) {
  std::vector<InstanceId> out;
  index.FindCompatible(binding, out);
  return out;
}

TEST(InstanceIndexTest, FindsWhatAgreesWhereBothAreBound) {
  InstanceIndex index;
  index.Add({1, 0});
  index.Add({1, 5});
  index.Add({2, 5});
  EXPECT_EQ(Compatible(index, {1, 0}), (std::vector<InstanceId>{0, 1}));
  EXPECT_EQ(Compatible(index, {0, 5}), (std::vector<InstanceId>{0, 1, 2}));
  EXPECT_EQ(Compatible(index, {2, 5}), (std::vector<InstanceId>{2}));
  EXPECT_EQ(Compatible(index, {3, 0}), (std::vector<InstanceId>{}));
}

TEST(InstanceIndexTest, EmptyBindingAgreesWithAll) {
  InstanceIndex index;
  index.Add({0, 0});
  index.Add({1, 2});
  EXPECT_EQ(Compatible(index, {0, 0}).size(), 2u);
}

TEST(InstanceIndexTest, InstancesAddedAfterALookUpAreFoundToo) {
  InstanceIndex index;
  index.Add({1, 2});
  EXPECT_EQ(Compatible(index, {1, 0}).size(), 1u);
  index.Add({1, 3});
  EXPECT_EQ(Compatible(index, {1, 0}).size(), 2u);
}

TEST(InstanceIndexTest, ExactLookUp) {
  InstanceIndex index;
  index.Add({1, 2});
  EXPECT_EQ(index.Find({1, 2}), 0u);
  EXPECT_EQ(index.Find({1, 0}), InstanceIndex::kNone);
}

TEST(InstanceIndexTest, AgreesWithAScanOnRandomBindings) {
  std::mt19937 random(7);
  auto any = [&] { return static_cast<uint32_t>(random() % 4); };
  InstanceIndex index;
  std::vector<InstanceIndex::Objects> all;
  for (int round = 0; round < 400; ++round) {
    InstanceIndex::Objects binding = {any(), any(), any()};
    std::vector<InstanceId> expected;
    for (InstanceId id = 0; id < all.size(); ++id) {
      bool agrees = true;
      for (size_t p = 0; p < 3; ++p) agrees &= all[id][p] == 0 || binding[p] == 0 || all[id][p] == binding[p];
      if (agrees) expected.push_back(id);
    }
    EXPECT_EQ(Compatible(index, binding), expected);
    if (index.Find(binding) == InstanceIndex::kNone) {
      index.Add(binding);
      all.push_back(binding);
    }
  }
  EXPECT_GT(all.size(), 50u);
}

}  // namespace
}  // namespace revmon::monitor
