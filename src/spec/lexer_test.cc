#include "spec/lexer.h"

#include <gtest/gtest.h>

namespace revmon::spec {
namespace {

// The texts of all tokens, joined by '|'.
std::string Texts(const std::string& text, Diagnostics* diagnostics) {
  SourceText source("t.mop", text);
  TokenList list = Lex(source, diagnostics);
  std::string out;
  for (uint32_t i = 0; i + 1 < list.tokens.size(); ++i) out += (i > 0 ? "|" : "") + std::string(list.Text(i));
  return out;
}

std::string Texts(const std::string& text) {
  Diagnostics diagnostics;
  std::string out = Texts(text, &diagnostics);
  EXPECT_EQ(diagnostics.errors(), 0u) << text;
  return out;
}

std::string FirstError(const std::string& text) {
  Diagnostics diagnostics;
  static_cast<void>(Texts(text, &diagnostics));
  return diagnostics.list().empty() ? "" : diagnostics.list()[0].message;
}

TEST(Lexer, SplitsWordsAndPunctuation) {
  EXPECT_EQ(Texts("call(* Map+.put*(..))"), "call|(|*|Map|+|.|put|*|(|.|.|)|)");
  EXPECT_EQ(Texts("a&&b||!c"), "a|&|&|b|||||!|c");
}

TEST(Lexer, Numbers) {
  EXPECT_EQ(Texts("0x1F 1.5e-3 10L 1_000"), "0x1F|1.5e-3|10L|1_000");
  EXPECT_EQ(Texts("0xE-1"), "0xE|-|1");
  EXPECT_EQ(Texts("a[1].b"), "a|[|1|]|.|b");
}

TEST(Lexer, StringsHideBracesAndComments) {
  EXPECT_EQ(Texts(R"(a "} // /* \" x" b)"), R"(a|"} // /* \" x"|b)");
}

TEST(Lexer, CharacterLiteralsHideQuotesAndBraces) {
  EXPECT_EQ(Texts(R"('"' '\'' '{' '\\' x)"), R"('"'|'\''|'{'|'\\'|x)");
}

TEST(Lexer, CommentsAreBlank) {
  EXPECT_EQ(Texts("a // b {\n/* } \" ' */ c /**/ d"), "a|c|d");
  EXPECT_EQ(Texts("// only a comment"), "");
}

TEST(Lexer, TextBlocks) {
  EXPECT_EQ(Texts("x = \"\"\"\n \"quoted\" } \\\"\"\" still\n\"\"\"; y"),
            "x|=|\"\"\"\n \"quoted\" } \\\"\"\" still\n\"\"\"|;|y");
}

TEST(Lexer, ByteOrderMarkIsSkipped) { EXPECT_EQ(Texts("\xEF\xBB\xBFpackage a"), "package|a"); }

TEST(Lexer, NonAsciiIdentifiers) { EXPECT_EQ(Texts("caf\xC3\xA9 = 1"), "caf\xC3\xA9|=|1"); }

TEST(Lexer, EmptyText) { EXPECT_EQ(Texts(""), ""); }

TEST(Lexer, UnterminatedStringEndsAtItsLine) {
  Diagnostics diagnostics;
  EXPECT_EQ(Texts("a \"bc\nd", &diagnostics), "a|\"bc|d");
  EXPECT_EQ(diagnostics.errors(), 1u);
  EXPECT_EQ(FirstError("a \"bc\nd"), "string is never closed; expected \"");
}

TEST(Lexer, UnterminatedCharacter) {
  EXPECT_EQ(FirstError("'x"), "character literal is never closed; expected '");
}

TEST(Lexer, UnterminatedComment) {
  EXPECT_EQ(FirstError("a /* b"), "comment is never closed; expected '*/'");
}

TEST(Lexer, UnterminatedTextBlock) {
  EXPECT_EQ(FirstError("\"\"\"\n abc"), "text block is never closed; expected \"\"\"");
}

TEST(Lexer, BackslashAtTheVeryEnd) { EXPECT_NE(FirstError("\"abc\\"), ""); }

TEST(Lexer, BracketsKnowTheirPartner) {
  SourceText source("t.mop", "{ ( [ ] ) }");
  Diagnostics diagnostics;
  TokenList list = Lex(source, &diagnostics);
  EXPECT_EQ(list.tokens[0].partner, 5u);
  EXPECT_EQ(list.tokens[1].partner, 4u);
  EXPECT_EQ(list.tokens[2].partner, 3u);
  EXPECT_EQ(list.tokens[5].partner, 0u);
}

TEST(Lexer, BraceClosesOverOpenParenthesis) {
  SourceText source("t.mop", "{ ( }");
  Diagnostics diagnostics;
  TokenList list = Lex(source, &diagnostics);
  EXPECT_EQ(list.tokens[0].partner, 2u);
  EXPECT_EQ(list.tokens[1].partner, Token::kNone);
}

TEST(Lexer, StrayClosersHaveNoPartner) {
  SourceText source("t.mop", ") ] }");
  Diagnostics diagnostics;
  TokenList list = Lex(source, &diagnostics);
  for (const Token& token : list.tokens) EXPECT_EQ(token.partner, Token::kNone);
}

TEST(Lexer, DocCommentBelongsToTheNextToken) {
  SourceText source("t.mop", "/** one */ a /** two */ /** three */ b /* no */ c");
  Diagnostics diagnostics;
  TokenList list = Lex(source, &diagnostics);
  EXPECT_EQ(source.Slice(list.docs[list.tokens[0].doc]), "/** one */");
  EXPECT_EQ(source.Slice(list.docs[list.tokens[1].doc]), "/** three */");
  EXPECT_EQ(list.tokens[2].doc, Token::kNone);
}

TEST(Lexer, AdjacencySeesBlanksAndComments) {
  SourceText source("t.mop", "a* b/**/*");
  Diagnostics diagnostics;
  TokenList list = Lex(source, &diagnostics);
  EXPECT_TRUE(list.Adjacent(1));
  EXPECT_FALSE(list.Adjacent(2));
  EXPECT_FALSE(list.Adjacent(3));
  EXPECT_FALSE(list.Adjacent(0));
}

TEST(StringValue, ReplacesEscapes) {
  EXPECT_EQ(StringValue(R"("a\tb\"\\c\n")"), "a\tb\"\\c\n");
  EXPECT_EQ(StringValue(R"("\u00e9\101\0")"), std::string("\xC3\xA9"
                                                          "A\0",
                                                          4));
  EXPECT_EQ(StringValue("\"\"\"\nab\n\"\"\""), "ab\n");
}

TEST(StringValue, BrokenLiteralsGiveWhatThereIs) {
  EXPECT_EQ(StringValue("\""), "");
  EXPECT_EQ(StringValue(""), "");
  EXPECT_EQ(StringValue("\"\\u12\""), "\x12");
}

}  // namespace
}  // namespace revmon::spec
