#include "vcs/statements.h"

#include <algorithm>
#include <string>

#include "base/hash.h"

namespace revmon::vcs {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\n'; }
bool IsWord(char c) {
  auto u = static_cast<unsigned char>(c);
  return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') || u == '_' || u == '$' ||
         u >= 0x80;
}

// Walks the text once, statement by statement.
class Splitter {
 public:
  Splitter(std::string_view text, std::vector<uint64_t>& lines) : text_(text), lines_(lines) {
    lines_.assign(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1, 0);
  }

  void Run() {
    while (at_ < text_.size()) Step();
    EndStatement();
  }

 private:
  [[nodiscard]] bool StartsWith(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void Step() {
    char c = text_[at_];
    if (IsBlank(c)) return Skip(1);
    if (StartsWith("//")) return Skip(std::min(text_.find('\n', at_), text_.size()) - at_);
    if (StartsWith("/*")) return Skip(std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2 - at_);
    if (StartsWith("\"\"\"")) return Token(EndOfBlock() - at_);
    if (c == '"' || c == '\'') return Token(EndOfLiteral(c) - at_);
    if (c == '{' || c == '}' || (c == ';' && !InParentheses())) return Cut(c);
    if (c == '(' || c == '[') open_.push_back(c);
    if ((c == ')' || c == ']') && InParentheses()) open_.pop_back();
    Token(IsWord(c) ? WordLength() : 1);
  }

  [[nodiscard]] bool InParentheses() const { return !open_.empty() && open_.back() != '{'; }
  [[nodiscard]] size_t WordLength() const {
    size_t end = at_;
    while (end < text_.size() && IsWord(text_[end])) ++end;
    return end - at_;
  }
  [[nodiscard]] size_t EndOfBlock() const {
    size_t end = text_.find("\"\"\"", at_ + 3);
    return end == std::string_view::npos ? text_.size() : end + 3;
  }
  // A literal ends at its quote, or with the line if it has none.
  [[nodiscard]] size_t EndOfLiteral(char quote) const {
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    end = std::min(end, text_.size());
    return end < text_.size() && text_[end] == quote ? end + 1 : end;
  }

  void Skip(size_t length) {
    line_ += static_cast<size_t>(std::count(text_.begin() + static_cast<long>(at_),
                                            text_.begin() + static_cast<long>(at_ + length), '\n'));
    at_ += length;
  }
  void Token(size_t length) {
    hasher_empty_ = false;
    hasher_.Field(text_.substr(at_, length));
    if (touched_.empty() || touched_.back() != line_) touched_.push_back(line_);
    Skip(length);
  }
  void Cut(char c) {
    EndStatement();
    if (c == '{') open_.push_back('{');
    // Unbalanced parentheses end with the block they are in, so that one typo does not swallow the file.
    if (c == '}') {
      while (InParentheses()) open_.pop_back();
      if (!open_.empty()) open_.pop_back();
    }
    Skip(1);
  }
  void EndStatement() {
    if (hasher_empty_) return;
    uint64_t statement = hasher_.Finish().low | 1;
    for (size_t line : touched_) lines_[line] = lines_[line] * 1'000'003 + statement;
    touched_.clear();
    hasher_.Reset();
    hasher_empty_ = true;
  }

  std::string_view text_;
  std::vector<uint64_t>& lines_;
  size_t at_ = 0;
  size_t line_ = 0;   // from 0
  std::string open_;  // brackets around this place
  std::vector<size_t> touched_;
  Hasher hasher_;
  bool hasher_empty_ = true;
};

}  // namespace

Statements::Statements(std::string_view text) { Splitter(text, lines_).Run(); }

std::string_view LineAt(std::string_view text, uint32_t line) {
  for (uint32_t i = 1; i < line; ++i) {
    size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace revmon::vcs
