// Answers: which stretch of a source text does something come from?
#pragma once
#include <cstdint>

namespace revmon::spec {

// Byte offsets, end exclusive. {0, 0} is "nowhere" as much as "the very start": only for values made by code.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
  friend bool operator==(Span, Span) = default;
};

}  // namespace revmon::spec
