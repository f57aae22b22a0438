#include "vcs/statements.h"

#include <gtest/gtest.h>

namespace revmon::vcs {
namespace {

// The statement on the only line of `a` is that of `b`.
bool Same(const char* a, const char* b) { return Statements(a).At(1) == Statements(b).At(1); }

TEST(StatementsTest, BlanksDoNotCount) {
  EXPECT_TRUE(Same("x=f( 1 );", "  x = f(1) ;"));
  EXPECT_FALSE(Same("x = f(1);", "x = f(2);"));
}

TEST(StatementsTest, BlanksBetweenWordsDo) { EXPECT_FALSE(Same("return x;", "returnx;")); }

TEST(StatementsTest, CommentsDoNotCount) {
  EXPECT_TRUE(Same("it.next(); // take it", "it.next();"));
  EXPECT_TRUE(Same("it. /* here */ next();", "it.next();"));
}

TEST(StatementsTest, TextInLiteralsCounts) {
  EXPECT_FALSE(Same("f(\"a b\");", "f(\"ab\");"));
  EXPECT_FALSE(Same("f(\"// a\");", "f(\"// b\");"));
  EXPECT_TRUE(Same("f('\\'', \"\\\"//\"); // x", "f('\\'', \"\\\"//\");"));
}

TEST(StatementsTest, EveryLineOfAStatementHasIt) {
  Statements statements("a.b()\n    .c()\n    .d();\ne();");
  EXPECT_EQ(statements.At(1), statements.At(2));
  EXPECT_EQ(statements.At(2), statements.At(3));
  EXPECT_NE(statements.At(3), statements.At(4));
  EXPECT_EQ(statements.At(1), Statements("a.b().c().d();").At(1)) << "the layout does not matter";
}

TEST(StatementsTest, SemicolonsInForLoopsDoNotCut) {
  EXPECT_EQ(Statements("for (int i = 0;\n i < n; ++i) {").At(1),
            Statements("for (int i = 0;\n i < n; ++i) {").At(2));
}

TEST(StatementsTest, LambdasHaveStatementsOfTheirOwn) {
  Statements statements("run(() -> {\n  a();\n  b();\n});");
  EXPECT_EQ(statements.At(2), Statements("a();").At(1));
  EXPECT_NE(statements.At(2), statements.At(3));
}

TEST(StatementsTest, OpenParenthesisEndsWithItsBlock) {
  Statements statements("{ f(; }\n{ a();\n b(); }");
  EXPECT_EQ(statements.At(3), Statements("b();").At(1));
}

TEST(StatementsTest, LinesWithoutTokensHaveNone) {
  Statements statements("\n// only words\n}\n");
  for (uint32_t line = 0; line < 9; ++line) EXPECT_EQ(statements.At(line), 0u) << line;
}

TEST(StatementsTest, UnfinishedTextEnds) {
  for (const char* text : {"/* never", "\"never", "'", "\"\"\"never", "f(\"\\", "/", "/*"}) {
    Statements statements(text);
    EXPECT_EQ(statements.line_count(), 1u) << text;
  }
}

TEST(StatementsTest, TextBlocksSpanLines) {
  Statements statements("s = \"\"\"\n  a; b {\n  \"\"\";\nc();");
  EXPECT_EQ(statements.At(4), Statements("c();").At(1));
}

TEST(LineAtTest, GivesTheLineWithoutBlanksAround) {
  EXPECT_EQ(LineAt("a\n  b  \r\nc", 2), "b");
  EXPECT_EQ(LineAt("a\nb", 3), "");
  EXPECT_EQ(LineAt("", 1), "");
}

}  // namespace
}  // namespace revmon::vcs
