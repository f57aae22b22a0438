#include "vcs/line_map.h"

#include <gtest/gtest.h>

namespace revmon::vcs {
namespace {

TEST(LineMapTest, WithoutHunksEveryLineStays) {
  LineMap map;
  EXPECT_EQ(map.Map(7), 7u);
  EXPECT_EQ(map.Guess(7), 7u);
}

TEST(LineMapTest, AddedLinesMoveWhatIsBehind) {
  // Two lines come behind line 3.
  LineMap map({{3, 0, 4, 2}}, "", "");
  EXPECT_EQ(map.Unedited(3), 3u);
  EXPECT_EQ(map.Unedited(4), 6u);
}

TEST(LineMapTest, LinesAddedAtTheTopMoveAll) {
  LineMap map({{0, 0, 1, 5}}, "", "");
  EXPECT_EQ(map.Unedited(1), 6u);
}

TEST(LineMapTest, DeletedLinesAreGone) {
  LineMap map({{3, 2, 2, 0}}, "", "");
  EXPECT_EQ(map.Unedited(2), 2u);
  EXPECT_EQ(map.Map(3), std::nullopt);
  EXPECT_EQ(map.Map(4), std::nullopt);
  EXPECT_EQ(map.Unedited(5), 3u);
  EXPECT_EQ(map.Guess(3), 2u);
}

TEST(LineMapTest, EditedStatementIsAnotherOne) {
  LineMap map({{2, 1, 2, 1}}, "a();\nb();\nc();", "a();\nb(1);\nc();");
  EXPECT_EQ(map.Unedited(1), 1u);
  EXPECT_EQ(map.Map(2), std::nullopt);
  EXPECT_FALSE(map.SameStatement(2, 2));
  EXPECT_EQ(map.Guess(2), 2u);
  EXPECT_EQ(map.Unedited(3), 3u);
}

TEST(LineMapTest, ChangedCommentIsNoChange) {
  LineMap map({{2, 1, 2, 1}}, "a();\nb(); // old\nc();", "a();\nb(); // new\nc();");
  EXPECT_EQ(map.Unedited(2), std::nullopt);
  EXPECT_EQ(map.Map(2), 2u);
  EXPECT_TRUE(map.SameStatement(2, 2));
}

TEST(LineMapTest, StatementBrokenIntoLinesIsTheSameOnAll) {
  LineMap map({{1, 1, 1, 2}}, "x.a().b();\n", "x.a()\n .b();\n");
  EXPECT_TRUE(map.SameStatement(1, 1));
  EXPECT_TRUE(map.SameStatement(1, 2));
  EXPECT_EQ(map.Map(1), 1u);
}

TEST(LineMapTest, MovedStatementIsFoundElsewhereInTheFile) {
  LineMap map({{1, 1, 0, 0}, {4, 0, 4, 1}}, "m();\na();\nb();\nc();\n", "a();\nb();\nc();\nm();\n");
  EXPECT_EQ(map.Map(1), 4u);
  EXPECT_TRUE(map.SameStatement(1, 4));
  EXPECT_EQ(map.Unedited(2), 1u);
}

TEST(LineMapTest, NearestOfSeveralEqualStatementsIsTaken) {
  LineMap map({{2, 1, 2, 3}}, "{\nm();\n}", "{\nm(); //\nx();\nm(); //\n}");
  EXPECT_EQ(map.Map(2), 2u);
}

TEST(LineMapTest, UneditedLinesAreNeverMatchedByText) {
  // Line 1 is deleted; an equal statement was there before and still is.
  LineMap map({{1, 1, 0, 0}, {3, 1, 2, 1}}, "m();\nm();\nx();", "m();\ny();");
  EXPECT_EQ(map.Map(1), std::nullopt);
  EXPECT_FALSE(map.SameStatement(1, 1));
}

}  // namespace
}  // namespace revmon::vcs
