#include "spec/lexer.h"

#include <string>

namespace revmon::spec {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsIdentifierStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsIdentifierPart(char c) { return IsIdentifierStart(c) || IsDigit(c); }

class Lexer {
 public:
  Lexer(const SourceText& source, Diagnostics* diagnostics)
      : text_(source.text()), diagnostics_(diagnostics) {
    out_.text = text_;
  }

  TokenList Run() {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;  // byte order mark
    while (SkipBlanks()) Next();
    Push(TokenKind::kEnd, at_);
    PairBrackets();
    return std::move(out_);
  }

 private:
  char Peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  uint32_t Here() const { return static_cast<uint32_t>(at_); }

  void Push(TokenKind kind, size_t begin) {
    out_.tokens.push_back({kind, {static_cast<uint32_t>(begin), Here()}, Token::kNone, doc_});
    doc_ = Token::kNone;
  }

  // To the next token; false at the end of the text.
  bool SkipBlanks() {
    while (at_ < text_.size()) {
      if (IsSpace(Peek())) {
        ++at_;
      } else if (Peek() == '/' && (Peek(1) == '/' || Peek(1) == '*')) {
        SkipComment();
      } else {
        return true;
      }
    }
    return false;
  }

  void SkipComment() {
    size_t begin = at_;
    if (Peek(1) == '/') {
      at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    } else {
      size_t close = text_.find("*/", at_ + 2);
      bool open = close == std::string_view::npos;
      at_ = open ? text_.size() : close + 2;
      Span start{static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 2)};
      if (open) diagnostics_->Error(start, "comment is never closed; expected '*/'");
      bool is_doc = at_ - begin > 4 && text_[begin + 2] == '*';
      if (is_doc) {
        doc_ = static_cast<uint32_t>(out_.docs.size());
        out_.docs.push_back({static_cast<uint32_t>(begin), Here()});
      }
    }
    out_.comments.push_back({static_cast<uint32_t>(begin), Here()});
  }

  void Next() {
    size_t begin = at_;
    char c = Peek();
    if (IsIdentifierStart(c)) {
      while (at_ < text_.size() && IsIdentifierPart(Peek())) ++at_;
      Push(TokenKind::kIdentifier, begin);
    } else if (IsDigit(c)) {
      Number();
    } else if (c == '"') {
      String();
    } else if (c == '\'') {
      Quoted('\'', TokenKind::kChar, "character literal is never closed; expected '");
    } else {
      ++at_;
      Push(TokenKind::kPunct, begin);
    }
  }

  void Number() {
    size_t begin = at_;
    bool hex = Peek() == '0' && (Peek(1) == 'x' || Peek(1) == 'X');
    while (at_ < text_.size()) {
      char c = Peek();
      bool exponent =
          !hex && (c == 'e' || c == 'E') && (Peek(1) == '-' || Peek(1) == '+') && IsDigit(Peek(2));
      if (exponent) {
        at_ += 2;
      } else if (IsIdentifierPart(c) || (c == '.' && IsDigit(Peek(1)))) {
        ++at_;
      } else {
        break;
      }
    }
    Push(TokenKind::kNumber, begin);
  }

  void String() {
    if (Peek(1) != '"' || Peek(2) != '"') {
      Quoted('"', TokenKind::kString, "string is never closed; expected \"");
      return;
    }
    size_t begin = at_;
    for (at_ += 3; at_ < text_.size(); ++at_) {
      if (Peek() == '\\') {
        ++at_;
      } else if (Peek() == '"' && Peek(1) == '"' && Peek(2) == '"') {
        at_ += 3;
        Push(TokenKind::kTextBlock, begin);
        return;
      }
    }
    at_ = text_.size();
    Span start{static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 3)};
    diagnostics_->Error(start, "text block is never closed; expected \"\"\"");
    Push(TokenKind::kTextBlock, begin);
  }

  void Quoted(char quote, TokenKind kind, std::string_view complaint) {
    size_t begin = at_++;
    while (at_ < text_.size() && Peek() != quote && Peek() != '\n' && Peek() != '\r') {
      at_ += Peek() == '\\' && at_ + 1 < text_.size() && Peek(1) != '\n' && Peek(1) != '\r' ? 2 : 1;
    }
    if (Peek() == quote && at_ < text_.size()) {
      ++at_;
    } else {
      Span start{static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 1)};
      diagnostics_->Error(start, std::string(complaint));
    }
    Push(kind, begin);
  }

  // A closing brace closes its brace even over open parentheses, so one missing ')' stays a local problem.
  void PairBrackets() {
    std::vector<uint32_t> open;
    for (uint32_t i = 0; i < out_.tokens.size(); ++i) {
      if (out_.tokens[i].kind != TokenKind::kPunct) continue;
      char c = text_[out_.tokens[i].span.begin];
      if (c == '(' || c == '[' || c == '{') {
        open.push_back(i);
      } else if (c == '}') {
        while (!open.empty() && !out_.Is(open.back(), '{')) open.pop_back();
        Pair(&open, i);
      } else if (c == ')' || c == ']') {
        char opener = c == ')' ? '(' : '[';
        if (!open.empty() && out_.Is(open.back(), opener)) Pair(&open, i);
      }
    }
  }

  void Pair(std::vector<uint32_t>* open, uint32_t close) {
    if (open->empty()) return;
    out_.tokens[open->back()].partner = close;
    out_.tokens[close].partner = open->back();
    open->pop_back();
  }

  std::string_view text_;
  Diagnostics* diagnostics_;
  size_t at_ = 0;
  uint32_t doc_ = Token::kNone;
  TokenList out_;
};

void AppendUtf8(uint32_t code, std::string* out) {
  if (code < 0x80) {
    *out += static_cast<char>(code);
  } else if (code < 0x800) {
    *out += static_cast<char>(0xC0 | code >> 6);
    *out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    *out += static_cast<char>(0xE0 | code >> 12);
    *out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    *out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Appends the escape whose backslash is at text[at]; returns the index after it.
size_t AppendEscape(std::string_view text, size_t at, std::string* out) {
  char c = text[at + 1];
  constexpr std::string_view kFrom = "btnfrs";
  constexpr std::string_view kTo = "\b\t\n\f\r ";
  if (size_t simple = kFrom.find(c); simple != std::string_view::npos) {
    *out += kTo[simple];
    return at + 2;
  }
  if (c == 'u') {
    size_t i = at + 1;
    while (i < text.size() && text[i] == 'u') ++i;
    uint32_t code = 0;
    for (int n = 0; n < 4 && i < text.size() && HexDigit(text[i]) >= 0; ++n, ++i) {
      code = code * 16 + static_cast<uint32_t>(HexDigit(text[i]));
    }
    AppendUtf8(code, out);
    return i;
  }
  if (c >= '0' && c <= '7') {
    uint32_t code = 0;
    size_t i = at + 1;
    size_t most = c <= '3' ? 3 : 2;
    for (size_t n = 0; n < most && i < text.size() && text[i] >= '0' && text[i] <= '7'; ++n, ++i) {
      code = code * 8 + static_cast<uint32_t>(text[i] - '0');
    }
    AppendUtf8(code, out);
    return i;
  }
  if (c != '\n') *out += c;  // \" \' \\ stand for themselves; a line break after \ joins lines in text blocks
  return at + 2;
}

}  // namespace

std::string_view TokenList::Text(uint32_t index) const {
  const Span& span = tokens[index].span;
  return text.substr(span.begin, span.end - span.begin);
}

bool TokenList::Is(uint32_t index, char punct) const {
  return tokens[index].kind == TokenKind::kPunct && text[tokens[index].span.begin] == punct;
}

bool TokenList::IsWord(uint32_t index, std::string_view word) const {
  return tokens[index].kind == TokenKind::kIdentifier && Text(index) == word;
}

bool TokenList::Adjacent(uint32_t index) const {
  return index > 0 && tokens[index - 1].span.end == tokens[index].span.begin;
}

TokenList Lex(const SourceText& source, Diagnostics* diagnostics) { return Lexer(source, diagnostics).Run(); }

std::string StringValue(std::string_view literal) {
  bool block = literal.substr(0, 3) == "\"\"\"" && literal.size() >= 6;
  size_t quote = block ? 3 : 1;
  if (literal.size() < 2 * quote) return "";
  std::string_view inside = literal.substr(quote, literal.size() - 2 * quote);
  if (block) inside.remove_prefix(std::min(inside.find('\n') + 1, inside.size()));
  std::string out;
  for (size_t i = 0; i < inside.size();) {
    if (inside[i] == '\\' && i + 1 < inside.size()) {
      i = AppendEscape(inside, i, &out);
    } else {
      out += inside[i++];
    }
  }
  return out;
}

}  // namespace revmon::spec
