#include "trace/runs.h"

#include <algorithm>

namespace revmon::trace {
namespace {

// How often the block of `period` tokens at `from` is there in a row.
size_t TimesAt(std::span<const Token> trace, size_t from, size_t period) {
  size_t same = from;
  while (same + period < trace.size() && trace[same] == trace[same + period]) ++same;
  return (same - from) / period + 1;
}

}  // namespace

std::vector<Run> RunsOf(std::span<const Token> trace) {
  std::vector<Run> runs;
  for (size_t at = 0; at < trace.size();) {
    size_t period = 1;
    size_t times = TimesAt(trace, at, 1);
    for (size_t p = 2; p <= std::min(kMostPeriod, (trace.size() - at) / 2); ++p) {
      size_t n = TimesAt(trace, at, p);
      // A longer block has to cover more than the best so far, and one that only begins like this does not
      // count.
      if (n > 1 && n * p > (times > 1 ? times * period : 1)) {
        period = p;
        times = n;
      }
    }
    auto begin = trace.begin() + static_cast<ptrdiff_t>(at);
    runs.push_back({.block = {begin, begin + static_cast<ptrdiff_t>(period)}, .times = times});
    at += period * times;
  }
  return runs;
}

}  // namespace revmon::trace
