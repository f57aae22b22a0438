// Answers: how is a recorded trace written down for people and tools?
//
// One event a line, in the order in which they happened:
//
//   create c=1 i=2            # event name, then the object bound to each parameter
//   next i=2 @Demo.java:14    # where it happened
//   next i=2 %worker-1        # on which thread (default: main)
//   !hasnexttrue i=2          # an event whose condition was false: no event, except under
//   --semantics=javamop
//
// Objects are any words without white space; equal words are the same object. Empty lines and everything
// after a `#` at the start of a word are ignored. A line that breaks these rules is an error with its line
// and column.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace revmon::monitor {

struct TraceBinding {
  std::string parameter;
  std::string object;
};

struct TraceEvent {
  std::string name;
  std::vector<TraceBinding> bindings;
  std::string location;  // "" = unknown
  std::string thread = "main";
  bool rejected = false;
  uint32_t line = 0;  // in the trace file, 1-based
};

[[nodiscard]] Result<std::vector<TraceEvent>> ParseTrace(std::string_view text);

// The line ParseTrace reads back as the same event.
[[nodiscard]] std::string ToString(const TraceEvent& event);

}  // namespace revmon::monitor
