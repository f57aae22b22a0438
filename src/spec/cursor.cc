#include "spec/cursor.h"

#include <algorithm>

namespace revmon::spec {

uint32_t Cursor::Index(uint32_t ahead) const {
  auto last = static_cast<uint32_t>(tokens_.tokens.size() - 1);
  return std::min(last, at_ + ahead);
}

bool Cursor::IsSequence(std::string_view puncts) const {
  for (uint32_t i = 0; i < puncts.size(); ++i) {
    if (!Is(puncts[i], i) || (i > 0 && !tokens_.Adjacent(Index(i)))) return false;
  }
  return true;
}

bool Cursor::Accept(char punct) {
  if (!Is(punct)) return false;
  Advance();
  return true;
}

bool Cursor::AcceptWord(std::string_view word) {
  if (!IsWord(word)) return false;
  Advance();
  return true;
}

bool Cursor::AcceptSequence(std::string_view puncts) {
  if (!IsSequence(puncts)) return false;
  Advance(static_cast<uint32_t>(puncts.size()));
  return true;
}

bool Cursor::Expect(char punct, std::string_view where) {
  if (Accept(punct)) return true;
  return FailExpected("'" + std::string(1, punct) + "' " + std::string(where));
}

bool Cursor::FailExpected(std::string_view what, std::string hint) {
  constexpr size_t kMaxShown = 40;
  std::string found = "the end of the file";
  if (!AtEnd()) {
    std::string_view text = Text();
    found = "'" + std::string(text.substr(0, kMaxShown)) + (text.size() > kMaxShown ? "...'" : "'");
  }
  diagnostics_->Error(Peek().span, "expected " + std::string(what) + ", found " + found, std::move(hint));
  return false;
}

Span Cursor::SpanFrom(uint32_t first) const {
  uint32_t begin = tokens_.tokens[first].span.begin;
  uint32_t end = at_ > first ? tokens_.tokens[at_ - 1].span.end : begin;
  return {begin, end};
}

}  // namespace revmon::spec
