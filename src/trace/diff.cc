#include "trace/diff.h"

namespace revmon::trace {

TraceDiff Compare(const TraceSet& before, const TraceSet& after, const LocationMap& map) {
  const std::string old_mark = "old";
  const std::string new_mark = "new";
  Merger merger;
  merger.Add(before, map, &old_mark);
  merger.Add(after, nullptr, &new_mark);
  TraceDiff diff;
  diff.unplaced = merger.left_out();
  diff.both = merger.Finish();
  for (size_t i = 0; i < diff.both.specs.size(); ++i) {
    SpecDiff spec{.spec = i, .added = {}, .gone = {}, .common = 0};
    for (UniqueTrace& trace : UniqueTraces(diff.both, diff.both.specs[i])) {
      bool is_common = trace.tests.size() > 1;
      bool is_new = diff.both.tests[trace.tests[0].first] == new_mark;
      if (is_common) {
        ++spec.common;
      } else {
        (is_new ? spec.added : spec.gone).push_back(std::move(trace));
      }
    }
    diff.specs.push_back(std::move(spec));
  }
  return diff;
}

}  // namespace revmon::trace
