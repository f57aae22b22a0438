// Answers: which words and symbols does a formula text consist of, and where?
//
// One tokenizer for all logics; each passes the symbols it knows, and the longest one that fits wins. A
// symbol that ends in a letter ("@b") does not end inside a word. Blanks and Java comments separate tokens.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/formula.h"

namespace revmon::logic {

struct Token {
  enum class Kind : uint8_t { kEnd, kWord, kNumber, kSymbol };
  Kind kind = Kind::kEnd;
  uint32_t line = 1;
  uint32_t column = 1;
  std::string_view text;  // into the formula text
};

// The tokens of one text and a place among them. Parsers look ahead, accept, or say what they expected.
class Lexer {
 public:
  // Words are Java identifiers; without `dollar`, '$' is no part of a word. The text must outlive the Lexer.
  [[nodiscard]] static Result<Lexer> Make(std::string_view text, std::span<const std::string_view> symbols,
                                          const Budget& budget, bool dollar = true);

  [[nodiscard]] const Token& Peek(size_t ahead = 0) const;
  Token Next();
  // Steps over the next token if it is this symbol or word.
  bool Accept(std::string_view text);
  [[nodiscard]] bool At(std::string_view text) const { return Peek().text == text; }
  [[nodiscard]] bool AtEnd() const { return Peek().kind == Token::Kind::kEnd; }
  [[nodiscard]] Status Expect(std::string_view text);
  // "expected X, found Y" at the next token.
  [[nodiscard]] Error Unexpected(std::string_view expected) const;

 private:
  std::vector<Token> tokens_;  // ends with a kEnd token
  size_t at_ = 0;
};

// An error at a token.
[[nodiscard]] Error ErrorAt(const Token& token, ErrorCode code, std::string message);
// "<what> 'x' is not declared", with the nearest candidate as a hint.
[[nodiscard]] Error UnknownName(const Token& token, std::string_view what,
                                std::span<const std::string> candidates);
// The event a word names, or UnknownName.
[[nodiscard]] Result<Event> EventOf(const Token& token, const Alphabet& alphabet);

}  // namespace revmon::logic
