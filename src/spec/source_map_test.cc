#include "spec/source_map.h"

#include <gtest/gtest.h>

namespace revmon::spec {
namespace {

TEST(SourceMapTest, VerbatimPiecesMapByteByByte) {
  SourceMap map;
  map.Add(10, 5, {100, 105}, true);
  EXPECT_EQ(map.Find(10), (Span{100, 101}));
  EXPECT_EQ(map.Find(13), (Span{103, 104}));
}

TEST(SourceMapTest, OtherPiecesMapAsAWhole) {
  SourceMap map;
  map.Add(10, 50, {100, 107}, false);
  EXPECT_EQ(map.Find(10), (Span{100, 107}));
  EXPECT_EQ(map.Find(59), (Span{100, 107}));
}

TEST(SourceMapTest, JustBehindAPieceStillBelongsToIt) {
  SourceMap map;
  map.Add(10, 5, {100, 105}, true);
  EXPECT_EQ(map.Find(15), (Span{105, 105}));
  EXPECT_EQ(map.Find(16), std::nullopt);
}

TEST(SourceMapTest, GlueHasNoPlace) {
  SourceMap map;
  EXPECT_EQ(map.Find(0), std::nullopt);
  map.Add(10, 5, {100, 105}, true);
  EXPECT_EQ(map.Find(9), std::nullopt);
}

TEST(SourceMapTest, EmptyPiecesHideNothing) {
  SourceMap map;
  map.Add(10, 5, {100, 105}, true);
  map.Add(15, 0, {200, 200}, true);
  EXPECT_EQ(map.Find(15), (Span{105, 105}));
}

TEST(OffsetOfTest, CountsLinesAndColumnsFromOne) {
  EXPECT_EQ(OffsetOf("ab\ncd\n", 1, 1), 0u);
  EXPECT_EQ(OffsetOf("ab\ncd\n", 2, 2), 4u);
}

TEST(OffsetOfTest, ColumnsAreUtf16Units) {
  EXPECT_EQ(OffsetOf("\xC3\xA4x", 1, 2), 2u);          // a two-byte letter is one unit
  EXPECT_EQ(OffsetOf("\xF0\x9F\x98\x80x", 1, 3), 4u);  // an emoji is two
}

TEST(OffsetOfTest, BeyondTheEndIsTheEnd) {
  EXPECT_EQ(OffsetOf("ab\ncd", 1, 99), 2u);
  EXPECT_EQ(OffsetOf("ab\ncd", 9, 1), 5u);
  EXPECT_EQ(OffsetOf("", 1, 1), 0u);
}

}  // namespace
}  // namespace revmon::spec
