// Answers: where in the tokens is a parser, and what did it expect there?
//
// The one place that words "expected X but found Y". Shared by the pointcut parser and the file parser.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "spec/lexer.h"

namespace revmon::spec {

class Cursor {
 public:
  Cursor(const TokenList& tokens, Diagnostics* diagnostics) : tokens_(tokens), diagnostics_(diagnostics) {}

  [[nodiscard]] const TokenList& tokens() const { return tokens_; }
  [[nodiscard]] Diagnostics* diagnostics() const { return diagnostics_; }
  [[nodiscard]] uint32_t at() const { return at_; }
  void MoveTo(uint32_t index) { at_ = index; }
  // Indices past the end mean the end.
  [[nodiscard]] uint32_t Index(uint32_t ahead) const;
  [[nodiscard]] const Token& Peek(uint32_t ahead = 0) const { return tokens_.tokens[Index(ahead)]; }
  [[nodiscard]] std::string_view Text(uint32_t ahead = 0) const { return tokens_.Text(Index(ahead)); }
  [[nodiscard]] bool AtEnd() const { return Peek().kind == TokenKind::kEnd; }
  [[nodiscard]] bool Is(char punct, uint32_t ahead = 0) const { return tokens_.Is(Index(ahead), punct); }
  [[nodiscard]] bool IsWord(std::string_view word, uint32_t ahead = 0) const {
    return tokens_.IsWord(Index(ahead), word);
  }
  [[nodiscard]] bool IsIdentifier(uint32_t ahead = 0) const {
    return Peek(ahead).kind == TokenKind::kIdentifier;
  }
  // Several punctuation characters with nothing between them: "&&", "..", "->".
  [[nodiscard]] bool IsSequence(std::string_view puncts) const;
  [[nodiscard]] bool Adjacent() const { return tokens_.Adjacent(at_); }
  void Advance(uint32_t count = 1) { at_ = Index(count); }
  bool Accept(char punct);
  bool AcceptWord(std::string_view word);
  bool AcceptSequence(std::string_view puncts);
  // Reports and returns false when the token is another one; does not move then.
  bool Expect(char punct, std::string_view where);
  // "expected <what> <where>, found <token>"; always false.
  bool FailExpected(std::string_view what, std::string hint = "");
  // From token `first` to the last token before the cursor.
  [[nodiscard]] Span SpanFrom(uint32_t first) const;
  // The index of the bracket that closes the one at the cursor, or Token::kNone.
  [[nodiscard]] uint32_t Partner() const { return Peek().partner; }

 private:
  const TokenList& tokens_;
  Diagnostics* diagnostics_;
  uint32_t at_ = 0;
};

}  // namespace revmon::spec
