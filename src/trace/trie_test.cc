#include "trace/trie.h"

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace revmon::trace {
namespace {

Position Walk(Trie& trie, const std::vector<Token>& tokens) {
  Position at;
  for (Token token : tokens) at = trie.Step(at, token);
  return at;
}

TEST(TrieTest, SameTraceSamePosition) {
  Trie trie;
  Position first = Walk(trie, {1, 2, 3});
  EXPECT_EQ(Walk(trie, {1, 2, 3}), first);
  EXPECT_NE(Walk(trie, {1, 2}), first);
  EXPECT_EQ(trie.paths().size(), 1u);
}

TEST(TrieTest, APrefixIsAPlaceOnThePathOfTheLongerOne) {
  Trie trie;
  Position shorter = Walk(trie, {5, 6});
  Position longer = Walk(trie, {5, 6, 7});
  EXPECT_EQ(shorter.path, longer.path);
  EXPECT_EQ(trie.TokensTo(shorter), (std::vector<Token>{5, 6}));
  EXPECT_EQ(trie.TokensTo(longer), (std::vector<Token>{5, 6, 7}));
}

TEST(TrieTest, WhoDiffersStartsAPath) {
  Trie trie;
  Position a = Walk(trie, {1, 2, 3, 4});
  Position b = Walk(trie, {1, 2, 9, 4});
  EXPECT_EQ(trie.paths().size(), 2u);
  EXPECT_EQ(trie.TokensTo(a), (std::vector<Token>{1, 2, 3, 4}));
  EXPECT_EQ(trie.TokensTo(b), (std::vector<Token>{1, 2, 9, 4}));
  EXPECT_EQ(trie.LengthTo(b), 4u);
}

TEST(TrieTest, TokensOfSeveralBytes) {
  Trie trie;
  std::vector<Token> tokens = {127, 128, 16383, 16384, 4'000'000'000u};
  Position end = Walk(trie, tokens);
  EXPECT_EQ(trie.TokensTo(end), tokens);
  EXPECT_EQ(trie.LengthTo(end), 5u);
  EXPECT_EQ(trie.label_bytes(), 1u + 2 + 2 + 3 + 5);
}

TEST(TrieTest, HasIsTrueBetweenTokensOnly) {
  Trie trie;
  Walk(trie, {300, 1});
  EXPECT_TRUE(trie.Has({0, 0}));
  EXPECT_FALSE(trie.Has({0, 1}));
  EXPECT_TRUE(trie.Has({0, 2}));
  EXPECT_TRUE(trie.Has({0, 3}));
  EXPECT_FALSE(trie.Has({0, 4}));
  EXPECT_FALSE(trie.Has({1, 1}));
}

// A map from whole sequences to positions is what the trie has to be.
TEST(TrieTest, RandomTracesAreTheKeysOfAMap) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    Trie trie;
    std::map<std::vector<Token>, Position> known;
    uint32_t alphabet = static_cast<uint32_t>(1 + random() % 3) + (round % 2) * 200u;
    for (int i = 0; i < 200; ++i) {
      std::vector<Token> tokens(1 + random() % 12);
      for (Token& token : tokens) token = static_cast<Token>(random() % alphabet);
      Position end = Walk(trie, tokens);
      auto [at, fresh] = known.try_emplace(tokens, end);
      ASSERT_EQ(at->second, end);
    }
    std::vector<Position> ends;
    for (const auto& [tokens, end] : known) {
      ASSERT_EQ(trie.TokensTo(end), tokens);
      ends.push_back(end);
    }
    std::vector<Position> in_order = ends;  // a std::map is in lexicographic order
    std::shuffle(ends.begin(), ends.end(), random);
    ASSERT_EQ(trie.Sorted(ends, [](Token a, Token b) { return a < b; }), in_order);
    std::vector<Path> paths = trie.paths();
    Result<Trie> again = Trie::FromPaths(std::move(paths), alphabet);
    ASSERT_TRUE(again.ok()) << again.error().Text();
    for (const auto& [tokens, end] : known) ASSERT_EQ(Walk(*again, tokens), end);
  }
}

TEST(TrieTest, AMillionRoundsTakeAByteAnEvent) {
  Trie trie;
  Position at;
  for (int i = 0; i < 1'000'000; ++i) at = trie.Step(trie.Step(at, 1), 2);
  EXPECT_EQ(trie.label_bytes(), 2'000'000u);
  EXPECT_EQ(trie.LengthTo(at), 2'000'000u);
}

void ExpectDamaged(std::vector<Path> paths, const std::string& text) {
  Result<Trie> trie = Trie::FromPaths(std::move(paths), 10);
  ASSERT_FALSE(trie.ok());
  EXPECT_NE(trie.error().Text().find(text), std::string::npos) << trie.error().Text();
}

TEST(TrieTest, StoredWithoutAnyPath) { ExpectDamaged({}, "no path"); }
TEST(TrieTest, StoredPathThatStartsInALaterOne) {
  ExpectDamaged({{{}, {1}}, {{1, 0}, {2}}}, "starts nowhere");
}
TEST(TrieTest, StoredEmptyPath) { ExpectDamaged({{{}, {1}}, {{0, 0}, {}}}, "starts nowhere"); }
TEST(TrieTest, StoredTokenThatDoesNotExist) { ExpectDamaged({{{}, {10}}}, "none of"); }
TEST(TrieTest, StoredTokenCutOff) { ExpectDamaged({{{}, {0x81}}}, "none of"); }
TEST(TrieTest, StoredNumberWithUselessBytes) { ExpectDamaged({{{}, {0x81, 0}}}, "none of"); }
TEST(TrieTest, StoredPathAtTheEndOfItsParent) {
  ExpectDamaged({{{}, {1}}, {{0, 1}, {2}}}, "between two events");
}
TEST(TrieTest, StoredPathThatDoesNotDiffer) { ExpectDamaged({{{}, {1, 2}}, {{0, 1}, {2, 3}}}, "twice"); }
TEST(TrieTest, StoredPathTwice) { ExpectDamaged({{{}, {1, 2}}, {{0, 1}, {3}}, {{0, 1}, {3, 4}}}, "twice"); }

}  // namespace
}  // namespace revmon::trace
