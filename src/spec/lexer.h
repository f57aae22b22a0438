// Answers: where do strings, comments and blocks of a spec file begin and end?
//
// One pass turns the whole file into tokens, with Java's rules (a spec file is half Java): strings, text
// blocks, characters, comments, numbers. Every punctuation character is a token of its own; the parsers glue
// '&&', '..' or 'add*' by adjacency. Each bracket knows its partner, so skipping a Java block is one jump and
// nothing downstream counts braces again. Linear in the size of the text.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "spec/source.h"
#include "spec/span.h"

namespace revmon::spec {

enum class TokenKind : uint8_t { kIdentifier, kNumber, kString, kTextBlock, kChar, kPunct, kEnd };

struct Token {
  static constexpr uint32_t kNone = ~uint32_t{0};
  TokenKind kind = TokenKind::kEnd;
  Span span;
  uint32_t partner = kNone;  // for ( [ { ) ] }: the index of the other one
  uint32_t doc = kNone;      // index into TokenList::docs of the last /** */ right before this token
};

struct TokenList {
  std::string_view text;       // of the SourceText, which must outlive the list
  std::vector<Token> tokens;   // the last one is kEnd
  std::vector<Span> docs;      // /** ... */ with its delimiters
  std::vector<Span> comments;  // every comment, docs included, in order

  [[nodiscard]] std::string_view Text(uint32_t index) const;
  [[nodiscard]] bool Is(uint32_t index, char punct) const;
  [[nodiscard]] bool IsWord(uint32_t index, std::string_view word) const;
  // No blank or comment between this token and the one before it.
  [[nodiscard]] bool Adjacent(uint32_t index) const;
};

// Unterminated strings and comments are reported; lexing goes on at the next line (strings) or ends.
[[nodiscard]] TokenList Lex(const SourceText& source, Diagnostics* diagnostics);

// The value of a Java string or text block literal token, escapes replaced (UTF-8).
[[nodiscard]] std::string StringValue(std::string_view literal);

}  // namespace revmon::spec
