#include "base/hash.h"

#include <string>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

namespace revmon {
namespace {

std::vector<uint8_t> Counting(size_t size) {
  std::vector<uint8_t> bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<uint8_t>(i * 7);
  return bytes;
}

// Published values of XXH128 with seed 0; any machine must give them.
TEST(HashTest, KnownAnswers) {
  EXPECT_EQ(ToHex(HashText("")), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(ToHex(HashText("abc")), "06b05ab6733a618578af5f94892f3950");
}

TEST(HashTest, EmptySpanWithoutAPointerIsTheEmptyText) {
  EXPECT_EQ(HashBytes(Bytes()), HashText(""));
  EXPECT_EQ(Hasher().Put(Bytes()).Finish(), HashText(""));
}

TEST(HashTest, StreamingEqualsOneShotForEverySplit) {
  for (size_t size : {0u, 1u, 16u, 17u, 128u, 129u, 240u, 241u, 256u, 257u, 1024u, 5000u}) {
    std::vector<uint8_t> bytes = Counting(size);
    Hash128 expected = HashBytes(bytes);
    for (size_t piece : {1u, 3u, 64u, 255u, 1000u}) {
      Hasher hasher;
      for (size_t at = 0; at < size; at += piece) {
        hasher.Put(Bytes(bytes).subspan(at, std::min(piece, size - at)));
      }
      EXPECT_EQ(hasher.Finish(), expected) << size << " bytes in pieces of " << piece;
    }
  }
}

TEST(HashTest, IntegersAreLittleEndianBytes) {
  Hash128 expected =
      HashBytes(std::vector<uint8_t>{1, 0x22, 0x11, 0x44, 0x33, 0x22, 0x11, 8, 7, 6, 5, 4, 3, 2, 1});
  EXPECT_EQ(Hasher().U1(1).U2(0x1122).U4(0x11223344).U8(0x0102030405060708).Finish(), expected);
}

TEST(HashTest, FieldsCannotRunIntoEachOther) {
  EXPECT_NE(Hasher().Field("ab").Field("c").Finish(), Hasher().Field("a").Field("bc").Finish());
  EXPECT_EQ(Hasher().Put("ab").Put("c").Finish(), Hasher().Put("a").Put("bc").Finish());
}

TEST(HashTest, CopyForksTheStream) {
  Hasher first;
  first.Put("ab");
  Hasher second = first;
  second.Put("c");
  EXPECT_EQ(first.Finish(), HashText("ab"));
  EXPECT_EQ(second.Finish(), HashText("abc"));
  second.Reset();
  EXPECT_EQ(second.Put("x").Finish(), HashText("x"));
}

TEST(HashTest, HexRoundTripsAndSortsLikeTheHash) {
  Hash128 small{.high = 1, .low = ~uint64_t{0}};
  Hash128 large{.high = 2, .low = 0};
  EXPECT_EQ(ToHex(small), "0000000000000001ffffffffffffffff");
  EXPECT_EQ(ParseHash128(ToHex(small)), small);
  EXPECT_LT(small, large);
  EXPECT_LT(ToHex(small), ToHex(large));
}

TEST(HashTest, BadHexIsRefused) {
  EXPECT_FALSE(ParseHash128("").has_value());
  EXPECT_FALSE(ParseHash128(std::string(31, '0')).has_value());
  EXPECT_FALSE(ParseHash128(std::string(33, '0')).has_value());
  EXPECT_FALSE(ParseHash128(std::string(31, '0') + "g").has_value());
}

TEST(HashTest, UsableInUnorderedContainers) {
  std::unordered_set<Hash128> set = {HashText("a"), HashText("b"), HashText("a")};
  EXPECT_EQ(set.size(), 2u);
}

}  // namespace
}  // namespace revmon
