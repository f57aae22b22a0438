// Recorded traces: every event that parses prints back to a line that parses to the same event.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "monitor/trace.h"

using namespace revmon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto trace = monitor::ParseTrace(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!trace.ok()) return 0;
  for (const monitor::TraceEvent& event : *trace) {
    std::string line = monitor::ToString(event);
    auto again = monitor::ParseTrace(line);
    if (!again.ok() || again->size() != 1 || monitor::ToString(again->front()) != line) std::abort();
  }
  return 0;
}
