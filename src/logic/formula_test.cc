#include "logic/formula.h"

#include <gtest/gtest.h>

#include <array>

#include "logic/categories.h"
#include "logic/lexer.h"

namespace revmon::logic {
namespace {

TEST(Formula, LogicNamesGoBothWays) {
  for (Logic logic :
       {Logic::kEre, Logic::kFsm, Logic::kLtl, Logic::kPtLtl, Logic::kCfg, Logic::kSrs, Logic::kPtCaRet}) {
    EXPECT_EQ(LogicFromName(ToString(logic)), logic);
  }
  EXPECT_EQ(LogicFromName("PTCaRet"), Logic::kPtCaRet);
  EXPECT_EQ(LogicFromName("po"), std::nullopt);
}

TEST(Formula, AnOverloadedEventIsOneLetter) {
  Alphabet alphabet = {"put", "get", "put"};
  EXPECT_EQ(alphabet.size(), 2u);
  EXPECT_EQ(alphabet.Add("get"), 1u);
  EXPECT_EQ(alphabet.Find("Put"), std::nullopt);
}

TEST(Lexer, LongestSymbolWinsAndLettersDoNotCutWords) {
  const std::array<std::string_view, 4> symbols = {"<", "<=>", "@b", "@bc"};
  Result<Lexer> lexer = Lexer::Make("a <=> @b <\n@bc x1_$", symbols, {});
  ASSERT_TRUE(lexer.ok()) << lexer.error().Text();
  std::string seen;
  while (!lexer->AtEnd()) {
    const Token token = lexer->Next();
    seen += std::to_string(token.line) + ":" + std::to_string(token.column) + " " + std::string(token.text) +
            "\n";
  }
  EXPECT_EQ(seen, "1:1 a\n1:3 <=>\n1:7 @b\n1:10 <\n2:1 @bc\n2:5 x1_$\n");
  Result<Lexer> cut = Lexer::Make("@begin", symbols, {});
  EXPECT_FALSE(cut.ok());
}

TEST(Lexer, CommentsAndBytesOutsideAscii) {
  Result<Lexer> lexer = Lexer::Make("// no\n/* no\n */ \xc3\xa9v", {}, {});
  ASSERT_TRUE(lexer.ok());
  EXPECT_EQ(lexer->Peek().text, "\xc3\xa9v");
  EXPECT_EQ(lexer->Peek().line, 3u);
  Result<Lexer> bad = Lexer::Make(std::string_view("a \0", 3), {}, {});
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().Text(), "line 1:3: unexpected byte 0");
}

TEST(Lexer, TextBudget) {
  Budget budget;
  budget.max_text = 3;
  EXPECT_EQ(Lexer::Make("abcd", {}, budget).error().Text(),
            "the formula needs more than 3 bytes (budget max_text)");
}

TEST(Categories, HandledNamesGetTheBitsInOrder) {
  const std::vector<std::string> known = {"match", "fail", "deadlock"}, handled = {"FAIL", "match", "Fail"};
  Result<CategoryLayout> layout = CategoryLayout::Make(known, handled);
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(layout->Mask("fail"), 1u);
  EXPECT_EQ(layout->Mask("Match"), 2u);
  EXPECT_EQ(layout->Mask("deadlock"), 0u);
}

TEST(Categories, UnknownNamesListWhatThereIs) {
  const std::vector<std::string> known = {"match", "fail"}, handled = {"violation"};
  EXPECT_EQ(CategoryLayout::Make(known, handled).error().Text(),
            "no category 'violation' in this formula (there are: match, fail)");
}

}  // namespace
}  // namespace revmon::logic
