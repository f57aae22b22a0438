// Answers: how do tools that know the community's trace files read ours?
//
//   unique-traces.txt    "=== UNIQUE TRACES WITH ID ===", then "<id> <monitors> [e3~1, e4~2x5]"; ids from 0
//   specs-frequency.csv  "<id> {<Spec>Monitor=6}", last line "OK"
//   specs-test.csv       "<id> {pkg.T.m(T.java)=65, ...}", last line "OK"
//   locations.txt        "=== LOCATION MAP ===", then "<id> <Class>(<File.java>:<line>)"; ids from 1
//
// Equal tokens in a row are one with "xK". A location has no method there, so traces that differ in nothing
// else are one. Events are numbered over all specifications, which those files do not say: events.txt does.
// Everything is written as it is made: no trace is in memory as a text.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "trace/trace_set.h"

namespace revmon::trace {

struct ExportFiles {
  using Write = std::function<void(std::string_view)>;
  Write traces, frequency, tests, locations, events;
};

struct Exported {
  uint64_t unique = 0;
  uint64_t monitors = 0;
};

// `set` is as Merger leaves it.
Exported Export(const TraceSet& set, const ExportFiles& files);

// "a.B(B.java:3)" of "a.B.m(B.java:3)".
[[nodiscard]] std::string WithoutMethod(const std::string& location);
// "a.B.m(B.java)" of "a.B#m".
[[nodiscard]] std::string TestAsPlace(const std::string& test);

}  // namespace revmon::trace
