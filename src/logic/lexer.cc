#include "logic/lexer.h"

#include <algorithm>

#include "base/suggest.h"

namespace revmon::logic {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordStart(char c, bool dollar) {
  // Bytes of UTF-8 sequences belong to words: Java identifiers may hold any letter.
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (dollar && c == '$') ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsWord(char c, bool dollar) { return IsDigit(c) || IsWordStart(c, dollar); }

class Scanner {
 public:
  Scanner(std::string_view text, std::span<const std::string_view> symbols, bool dollar)
      : text_(text), symbols_(symbols), dollar_(dollar) {}

  Result<std::vector<Token>> Run() {
    std::vector<Token> tokens;
    while (true) {
      REVMON_RETURN_IF_ERROR(SkipBlanks());
      Token token = Here();
      if (at_ == text_.size()) {
        tokens.push_back(token);
        return tokens;
      }
      size_t length = WordLength();
      if (length != 0) {
        token.kind = IsDigit(text_[at_]) ? Token::Kind::kNumber : Token::Kind::kWord;
      } else {
        length = SymbolLength();
        token.kind = Token::Kind::kSymbol;
      }
      if (length == 0) return ErrorAt(token, ErrorCode::kMalformed, "unexpected " + Shown());
      token.text = text_.substr(at_, length);
      Advance(length);
      tokens.push_back(token);
    }
  }

 private:
  [[nodiscard]] Token Here() const { return {Token::Kind::kEnd, line_, column_, {}}; }

  void Advance(size_t count) {
    for (; count > 0; --count, ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        column_ = 1;
      } else {
        ++column_;
      }
    }
  }

  Status SkipBlanks() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (std::string_view(" \t\r\n\f").find(rest[0]) != std::string_view::npos) {
        Advance(1);
      } else if (rest.starts_with("//")) {
        Advance(std::min(rest.find('\n'), rest.size()));
      } else if (rest.starts_with("/*")) {
        const size_t end = rest.find("*/", 2);
        if (end == std::string_view::npos)
          return ErrorAt(Here(), ErrorCode::kMalformed, "comment has no end");
        Advance(end + 2);
      } else {
        break;
      }
    }
    return OkStatus();
  }

  [[nodiscard]] size_t WordLength() const {
    size_t end = at_;
    if (IsDigit(text_[at_])) {
      while (end < text_.size() && IsDigit(text_[end])) ++end;
    } else if (IsWordStart(text_[at_], dollar_)) {
      while (end < text_.size() && IsWord(text_[end], dollar_)) ++end;
    }
    return end - at_;
  }

  [[nodiscard]] size_t SymbolLength() const {
    size_t best = 0;
    const std::string_view rest = text_.substr(at_);
    for (std::string_view symbol : symbols_) {
      if (symbol.size() <= best || !rest.starts_with(symbol)) continue;
      const bool cuts_word = IsWord(symbol.back(), dollar_) && rest.size() > symbol.size() &&
                             IsWord(rest[symbol.size()], dollar_);
      if (!cuts_word) best = symbol.size();
    }
    return best;
  }

  [[nodiscard]] std::string Shown() const {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte >= 0x20 && byte < 0x7f) return "'" + std::string(1, text_[at_]) + "'";
    return "byte " + std::to_string(byte);
  }

  std::string_view text_;
  std::span<const std::string_view> symbols_;
  bool dollar_;
  size_t at_ = 0;
  uint32_t line_ = 1;
  uint32_t column_ = 1;
};

}  // namespace

Result<Lexer> Lexer::Make(std::string_view text, std::span<const std::string_view> symbols,
                          const Budget& budget, bool dollar) {
  if (text.size() > budget.max_text) return OverBudget("the formula", budget.max_text, "bytes", "max_text");
  Lexer lexer;
  REVMON_ASSIGN_OR_RETURN(lexer.tokens_, Scanner(text, symbols, dollar).Run());
  return lexer;
}

const Token& Lexer::Peek(size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

Token Lexer::Next() {
  const Token token = Peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool Lexer::Accept(std::string_view text) {
  if (!At(text) || AtEnd()) return false;
  ++at_;
  return true;
}

Status Lexer::Expect(std::string_view text) {
  if (Accept(text)) return OkStatus();
  return Unexpected("'" + std::string(text) + "'");
}

Error Lexer::Unexpected(std::string_view expected) const {
  constexpr size_t kShown = 40;
  const std::string_view found = Peek().text;
  const std::string shown = AtEnd()                 ? "the end of the formula"
                            : found.size() > kShown ? "'" + std::string(found.substr(0, kShown)) + "...'"
                                                    : "'" + std::string(found) + "'";
  return ErrorAt(Peek(), AtEnd() ? ErrorCode::kTruncated : ErrorCode::kMalformed,
                 "expected " + std::string(expected) + ", found " + shown);
}

Error ErrorAt(const Token& token, ErrorCode code, std::string message) {
  return Error(code, std::move(message)).AtLine(token.line, token.column);
}

Error UnknownName(const Token& token, std::string_view what, std::span<const std::string> candidates) {
  Error error =
      ErrorAt(token, ErrorCode::kNotFound,
              std::string(what) + " '" + std::string(token.text.substr(0, 80)) + "' is not declared");
  const std::string_view near = Suggest(token.text, candidates);
  return near.empty() ? error : error.Hint("did you mean '" + std::string(near) + "'?");
}

Result<Event> EventOf(const Token& token, const Alphabet& alphabet) {
  if (const std::optional<Event> event = alphabet.Find(token.text)) return *event;
  return UnknownName(token, "event", alphabet.names());
}

}  // namespace revmon::logic
