#include "spec/source_map.h"

#include <algorithm>

namespace revmon::spec {

void SourceMap::Add(uint32_t generated, uint32_t length, Span source, bool verbatim) {
  if (length > 0) pieces_.push_back({generated, length, source, verbatim});
}

std::optional<Span> SourceMap::Find(uint32_t generated) const {
  auto after = std::upper_bound(pieces_.begin(), pieces_.end(), generated,
                                [](uint32_t at, const Piece& piece) { return at < piece.generated; });
  if (after == pieces_.begin()) return std::nullopt;
  const Piece& piece = *(after - 1);
  uint32_t into = generated - piece.generated;
  // One past the end counts: "';' expected" points behind the last token.
  if (into > piece.length) return std::nullopt;
  if (!piece.verbatim) return piece.source;
  uint32_t begin = piece.source.begin + into;
  return Span{begin, std::min(begin + 1, piece.source.end)};
}

uint32_t OffsetOf(std::string_view text, uint32_t line, uint32_t utf16_column) {
  size_t at = 0;
  for (uint32_t l = 1; l < line; ++l) {
    size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return static_cast<uint32_t>(text.size());
    at = end + 1;
  }
  uint32_t column = 1;
  while (at < text.size() && text[at] != '\n' && column < utf16_column) {
    auto lead = static_cast<unsigned char>(text[at++]);
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    column += lead >= 0xF0 ? 2 : 1;  // a surrogate pair
  }
  return static_cast<uint32_t>(at);
}

}  // namespace revmon::spec
