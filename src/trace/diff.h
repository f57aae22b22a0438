// Answers: which traces has a change brought, and which are gone?
//
// Locations of the old set are carried to the new revision first; where a line is gone, all traces through it
// are. How often a trace was seen is no difference: that changes with every run of a test that has threads or
// time in it.
#pragma once
#include <string>
#include <vector>

#include "trace/trace_set.h"

namespace revmon::trace {

struct SpecDiff {
  size_t spec = 0;                 // in TraceDiff::both
  std::vector<UniqueTrace> added;  // in the new set only
  std::vector<UniqueTrace> gone;   // in the old set only, at places that still exist
  size_t common = 0;
};

struct TraceDiff {
  TraceSet both;                // what the positions below are in
  std::vector<SpecDiff> specs;  // by name; all of them
  uint64_t unplaced = 0;        // traces of the old set through a line that is gone
};

[[nodiscard]] TraceDiff Compare(const TraceSet& before, const TraceSet& after,
                                const LocationMap& map = nullptr);

}  // namespace revmon::trace
