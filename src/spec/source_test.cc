#include "spec/source.h"

#include <gtest/gtest.h>

namespace revmon::spec {
namespace {

TEST(SourceText, PositionsAreOneBased) {
  SourceText source("a.mop", "ab\ncd\n");
  EXPECT_EQ(source.At(0).line, 1u);
  EXPECT_EQ(source.At(0).column, 1u);
  EXPECT_EQ(source.At(4).line, 2u);
  EXPECT_EQ(source.At(4).column, 2u);
}

TEST(SourceText, OffsetPastTheEndIsTheEnd) {
  SourceText source("a.mop", "ab");
  EXPECT_EQ(source.At(99).line, 1u);
  EXPECT_EQ(source.At(99).column, 3u);
}

TEST(SourceText, LinesEndWithAnyLineBreak) {
  SourceText source("a.mop", "one\r\ntwo\rthree\nfour");
  EXPECT_EQ(source.Line(1), "one");
  EXPECT_EQ(source.Line(2), "two");
  EXPECT_EQ(source.Line(3), "three");
  EXPECT_EQ(source.Line(4), "four");
  EXPECT_EQ(source.Line(5), "");
  EXPECT_EQ(source.Line(0), "");
}

TEST(SourceText, ColumnsCountCharactersNotBytes) {
  SourceText source("a.mop", "\xC3\xA9\xC3\xA9x");
  EXPECT_EQ(source.At(4).column, 3u);
}

TEST(Render, ShowsPlaceLineAndCaret) {
  SourceText source("dir/a.mop", "first\n  event foo\n");
  Diagnostics diagnostics;
  diagnostics.Error({8, 13}, "expected this", "did you mean that?");
  EXPECT_EQ(Render(source, diagnostics),
            "dir/a.mop:2:3: error: expected this\n"
            "    event foo\n"
            "    ^~~~~\n"
            "  did you mean that?\n");
}

TEST(Render, KeepsTabsUnderTheLine) {
  SourceText source("a.mop", "\tx y");
  Diagnostics diagnostics;
  diagnostics.Warning({3, 4}, "w");
  EXPECT_EQ(Render(source, diagnostics), "a.mop:1:4: warning: w\n  \tx y\n  \t  ^\n");
}

TEST(Render, SpanOverSeveralLinesIsMarkedOnTheFirst) {
  SourceText source("a.mop", "ab\ncd");
  Diagnostics diagnostics;
  diagnostics.Note({1, 5}, "n");
  EXPECT_EQ(Render(source, diagnostics), "a.mop:1:2: note: n\n  ab\n   ^\n");
}

TEST(Render, AtTheEndOfTheFile) {
  SourceText source("a.mop", "ab");
  Diagnostics diagnostics;
  diagnostics.Error({2, 2}, "more");
  EXPECT_EQ(Render(source, diagnostics), "a.mop:1:3: error: more\n  ab\n    ^\n");
}

TEST(Render, LongLinesAreCut) {
  SourceText source("a.mop", std::string(5000, 'x'));
  Diagnostics diagnostics;
  diagnostics.Error({4000, 4001}, "far");
  EXPECT_EQ(Render(source, diagnostics), "a.mop:1:4001: error: far\n");
  Diagnostics near;
  near.Error({0, 5000}, "near");
  EXPECT_LT(Render(source, near).size(), 500u);
}

TEST(Diagnostics, CountsBeyondTheLimit) {
  SourceText source("a.mop", "x");
  Diagnostics diagnostics;
  for (size_t i = 0; i < Diagnostics::kMaxErrors + 3; ++i) diagnostics.Error({0, 1}, "e");
  EXPECT_EQ(diagnostics.errors(), Diagnostics::kMaxErrors + 3);
  EXPECT_EQ(diagnostics.list().size(), Diagnostics::kMaxErrors);
  EXPECT_NE(Render(source, diagnostics).find("3 further errors"), std::string::npos);
}

TEST(Diagnostics, SortsByPlace) {
  Diagnostics diagnostics;
  diagnostics.Error({5, 6}, "late");
  diagnostics.Note({1, 2}, "early");
  diagnostics.Sort();
  EXPECT_EQ(diagnostics.list()[0].message, "early");
}

}  // namespace
}  // namespace revmon::spec
