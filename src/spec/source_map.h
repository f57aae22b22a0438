// Answers: which place in a spec file does a place in the Java made of it come from?
//
// A list of pieces in the order of the generated text. A verbatim piece maps byte by byte; any other piece
// (an expanded macro, a declared type) maps as a whole to the span it stands for. Glue has no piece.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "spec/span.h"

namespace revmon::spec {

class SourceMap {
 public:
  // Pieces are added in the order of the generated text. `verbatim`: equal lengths on both sides.
  void Add(uint32_t generated, uint32_t length, Span source, bool verbatim);
  // The span for the byte at `generated`; nothing for glue.
  [[nodiscard]] std::optional<Span> Find(uint32_t generated) const;

 private:
  struct Piece {
    uint32_t generated = 0;
    uint32_t length = 0;
    Span source;
    bool verbatim = false;
  };
  std::vector<Piece> pieces_;
};

// The byte offset of a 1-based line and 1-based column, counted as javac counts: UTF-16 units. Beyond the
// line's or the text's end: that end.
[[nodiscard]] uint32_t OffsetOf(std::string_view text, uint32_t line, uint32_t utf16_column);

}  // namespace revmon::spec
