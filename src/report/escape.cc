#include "report/escape.h"

#include <array>
#include <cstdint>

namespace revmon::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Length of the well-formed sequence at the begin of `text` (Unicode, table 3-7), 0 if there is none.
size_t SequenceLength(std::string_view text) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0}; };
  auto is_tail = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  uint8_t first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return is_tail(1) ? 2 : 0;
  if ((first & 0xF0) == 0xE0) {
    uint8_t low = first == 0xE0 ? 0xA0 : 0x80;
    uint8_t high = first == 0xED ? 0x9F : 0xBF;
    return byte(1) >= low && byte(1) <= high && is_tail(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    uint8_t low = first == 0xF0 ? 0x90 : 0x80;
    uint8_t high = first == 0xF4 ? 0x8F : 0xBF;
    return byte(1) >= low && byte(1) <= high && is_tail(2) && is_tail(3) ? 4 : 0;
  }
  return 0;
}

bool IsForbidden(std::string_view sequence) {
  if (sequence.size() == 1) {
    uint8_t c = static_cast<uint8_t>(sequence[0]);
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
  }
  return sequence == "\xEF\xBF\xBE" || sequence == "\xEF\xBF\xBF";
}

std::string_view Entity(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return {};
  }
}

}  // namespace

std::string ValidUtf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    size_t length = SequenceLength(text);
    out += length == 0 ? kReplacement : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::string EscapeMarkup(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    size_t length = SequenceLength(text);
    std::string_view sequence = text.substr(0, length == 0 ? 1 : length);
    text.remove_prefix(sequence.size());
    if (length == 0 || IsForbidden(sequence)) {
      out += kReplacement;
    } else if (std::string_view entity = Entity(sequence[0]); length == 1 && !entity.empty()) {
      out += entity;
    } else {
      out += sequence;
    }
  }
  return out;
}

std::string UriPath(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (char c : path) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || c == '-' || c == '.' || c == '_' || c == '~' || c == '/') {
      out += c;
    } else {
      uint8_t byte = static_cast<uint8_t>(c);
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

}  // namespace revmon::report
