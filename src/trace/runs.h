// Answers: how is a long trace shown so that people see its loops?
//
// Left to right: where a block of up to kMostPeriod tokens repeats, the block that covers most is shown once
// with the number of its repetitions; of equal ones the shortest. Written out again the runs are the trace,
// exactly.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "trace/trie.h"

namespace revmon::trace {

inline constexpr size_t kMostPeriod = 24;

struct Run {
  std::vector<Token> block;
  size_t times = 1;
  friend bool operator==(const Run&, const Run&) = default;
};

[[nodiscard]] std::vector<Run> RunsOf(std::span<const Token> trace);

}  // namespace revmon::trace
