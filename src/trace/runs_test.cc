#include "trace/runs.h"

#include <random>

#include <gtest/gtest.h>

namespace revmon::trace {
namespace {

using Runs = std::vector<trace::Run>;

std::vector<Token> WrittenOut(const Runs& runs) {
  std::vector<Token> tokens;
  for (const trace::Run& run : runs) {
    for (size_t i = 0; i < run.times; ++i) tokens.insert(tokens.end(), run.block.begin(), run.block.end());
  }
  return tokens;
}

TEST(RunsTest, NothingRepeats) {
  std::vector<Token> trace = {1, 2, 3};
  EXPECT_EQ(RunsOf(trace), (Runs{{{1}, 1}, {{2}, 1}, {{3}, 1}}));
}

TEST(RunsTest, OneEventInARow) {
  std::vector<Token> trace = {1, 1, 1, 2};
  EXPECT_EQ(RunsOf(trace), (Runs{{{1}, 3}, {{2}, 1}}));
}

TEST(RunsTest, ALoopOfTwoEventsWithItsLastHalfRound) {
  std::vector<Token> trace = {9, 1, 2, 1, 2, 1, 2, 1};
  EXPECT_EQ(RunsOf(trace), (Runs{{{9}, 1}, {{1, 2}, 3}, {{1}, 1}}));
}

TEST(RunsTest, TheLoopThatCoversMoreIsShown) {
  std::vector<Token> trace = {1, 1, 2, 1, 1, 2, 1, 1, 2};
  EXPECT_EQ(RunsOf(trace), (Runs{{{1, 1, 2}, 3}}));
}

TEST(RunsTest, Empty) { EXPECT_TRUE(RunsOf({}).empty()); }

TEST(RunsTest, WrittenOutTheyAreTheTrace) {
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    std::vector<Token> trace(random() % 60);
    for (Token& token : trace) token = static_cast<Token>(random() % 3);
    ASSERT_EQ(WrittenOut(RunsOf(trace)), trace);
  }
}

TEST(RunsTest, AMillionEventsOfALongLoopAreOneRun) {
  std::vector<Token> trace;
  for (int i = 0; i < 100'000; ++i) {
    for (Token t = 0; t < 10; ++t) trace.push_back(t);
  }
  ASSERT_EQ(RunsOf(trace).size(), 1u);
}

}  // namespace
}  // namespace revmon::trace
