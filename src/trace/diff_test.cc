#include "trace/diff.h"

#include <gtest/gtest.h>

#include "trace/test_traces.h"

namespace revmon::trace {
namespace {

std::vector<std::string> Texts(const TraceDiff& diff, size_t spec, const std::vector<UniqueTrace>& traces) {
  std::vector<std::string> texts;
  for (const UniqueTrace& trace : traces)
    texts.push_back(TextOf(diff.both, diff.both.specs[spec], trace.end));
  return texts;
}

using Lines = std::vector<std::string>;

TEST(DiffTest, AddedGoneAndCommon) {
  TraceDiff diff =
      Compare(MakeSet({{"S", "a@x"}, {"S", "a@x a@y"}}), MakeSet({{"S", "a@x", 50}, {"S", "a@z"}}));
  ASSERT_EQ(diff.specs.size(), 1u);
  EXPECT_EQ(Texts(diff, 0, diff.specs[0].added), (Lines{"a@z"}));
  EXPECT_EQ(Texts(diff, 0, diff.specs[0].gone), (Lines{"a@x a@y"}));
  EXPECT_EQ(diff.specs[0].common, 1u);
}

TEST(DiffTest, LinesThatMovedAreTheSame) {
  auto moved = [](const std::string& at) { return at == "x:1" ? std::string("x:2") : at; };
  TraceDiff diff = Compare(MakeSet({{"S", "a@x:1"}}), MakeSet({{"S", "a@x:2"}}), moved);
  EXPECT_EQ(diff.specs[0].common, 1u);
  EXPECT_TRUE(diff.specs[0].added.empty());
}

TEST(DiffTest, LinesThatAreGoneAreCounted) {
  auto gone = [](const std::string&) { return std::string(); };
  TraceDiff diff = Compare(MakeSet({{"S", "a@x:1"}}), MakeSet({{"S", "a@x:2"}}), gone);
  EXPECT_EQ(diff.unplaced, 1u);
  EXPECT_EQ(diff.specs[0].added.size(), 1u);
  EXPECT_TRUE(diff.specs[0].gone.empty());
}

TEST(DiffTest, ASpecThatOnlyOneHas) {
  TraceDiff diff = Compare(MakeSet({{"A", "a@x"}}), MakeSet({{"B", "a@x"}}));
  ASSERT_EQ(diff.specs.size(), 2u);
  EXPECT_EQ(diff.specs[0].gone.size(), 1u);
  EXPECT_EQ(diff.specs[1].added.size(), 1u);
}

}  // namespace
}  // namespace revmon::trace
