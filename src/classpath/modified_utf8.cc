#include "classpath/modified_utf8.h"

#include <cstdint>

namespace revmon::classpath {
namespace {

uint8_t At(std::string_view text, size_t i) {
  return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0};
}
bool IsContinuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

bool FourByteSequenceAt(std::string_view text, size_t i) {
  return At(text, i) >= 0xF0 && At(text, i) <= 0xF4 && IsContinuation(At(text, i + 1)) &&
         IsContinuation(At(text, i + 2)) && IsContinuation(At(text, i + 3));
}

// ED A0..AF xx ED B0..BF xx: a high surrogate and a low one.
bool SurrogatePairAt(std::string_view text, size_t i) {
  return At(text, i) == 0xED && (At(text, i + 1) & 0xF0) == 0xA0 && IsContinuation(At(text, i + 2)) &&
         At(text, i + 3) == 0xED && (At(text, i + 4) & 0xF0) == 0xB0 && IsContinuation(At(text, i + 5));
}

void AppendThreeBytes(std::string& out, uint32_t unit) {
  out += static_cast<char>(0xE0 | unit >> 12);
  out += static_cast<char>(0x80 | (unit >> 6 & 0x3F));
  out += static_cast<char>(0x80 | (unit & 0x3F));
}

}  // namespace

bool HasFourByteSequence(std::string_view utf8) {
  for (size_t i = 0; i < utf8.size(); ++i) {
    if (FourByteSequenceAt(utf8, i)) return true;
  }
  return false;
}

bool HasSurrogates(std::string_view modified) {
  for (size_t i = 0; i < modified.size(); ++i) {
    if (SurrogatePairAt(modified, i)) return true;
  }
  return false;
}

std::string ToModifiedUtf8(std::string_view utf8) {
  std::string out;
  for (size_t i = 0; i < utf8.size();) {
    uint32_t code = (At(utf8, i) & 7u) << 18 | (At(utf8, i + 1) & 0x3Fu) << 12 |
                    (At(utf8, i + 2) & 0x3Fu) << 6 | (At(utf8, i + 3) & 0x3Fu);
    if (FourByteSequenceAt(utf8, i) && code >= 0x10000 && code <= 0x10FFFF) {
      AppendThreeBytes(out, 0xD800 + ((code - 0x10000) >> 10));
      AppendThreeBytes(out, 0xDC00 + ((code - 0x10000) & 0x3FF));
      i += 4;
    } else {
      out += utf8[i++];
    }
  }
  return out;
}

std::string FromModifiedUtf8(std::string_view modified) {
  std::string out;
  for (size_t i = 0; i < modified.size();) {
    if (!SurrogatePairAt(modified, i)) {
      out += modified[i++];
      continue;
    }
    uint32_t high = (At(modified, i + 1) & 0x0Fu) << 6 | (At(modified, i + 2) & 0x3Fu);
    uint32_t low = (At(modified, i + 4) & 0x0Fu) << 6 | (At(modified, i + 5) & 0x3Fu);
    uint32_t code = 0x10000 + (high << 10 | low);
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
    i += 6;
  }
  return out;
}

}  // namespace revmon::classpath
