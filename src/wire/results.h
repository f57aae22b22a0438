// Answers: what did the agent find, and how is it stored so that a crash loses next to nothing?
//
//   "RVMRESLT", u32 version, u32 reserved                            (little-endian, like all numbers)
//   records: u32 length, u32 checksum (low half of XXH3-64), payload
//
// Append-only: each record is written by one write(2) as soon as it is known, so whatever kills the JVM loses
// at most the counts since the last flush. A reader takes records until the first one that is torn or damaged
// and says how many bytes it left; of two records about one violation the later one counts.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::wire {

inline constexpr uint32_t kResultsVersion = 1;

// One (spec, handler, site).
struct Violation {
  uint32_t id = 0;  // unique in its file
  std::string spec;
  std::string severity;
  std::string category;
  std::string message;   // the rule, or what the handler printed
  std::string location;  // pkg.Class.method(File.java:12)
  std::string file;
  uint32_t line = 0;
  std::string thread;  // of the first occurrence
  uint64_t count = 0;
  uint64_t first_ms = 0;  // since the epoch
  uint64_t last_ms = 0;
  friend bool operator==(const Violation&, const Violation&) = default;
};

// What the agent did to the program's classes.
struct WeaveStats {
  uint64_t classes_seen = 0;
  uint64_t classes_woven = 0;
  uint64_t sites = 0;
  uint64_t methods_refused = 0;
  uint64_t weave_nanos = 0;
  friend bool operator==(const WeaveStats&, const WeaveStats&) = default;
};

struct Results {
  std::vector<Violation> violations;  // by id
  std::vector<std::string> notes;     // what went wrong on our side, each once
  WeaveStats stats;
  bool complete = false;  // the JVM came to its end
  size_t torn_bytes = 0;  // behind the last whole record
};

[[nodiscard]] std::vector<uint8_t> ResultsHeader();
[[nodiscard]] std::vector<uint8_t> EncodeViolation(const Violation& violation);
// Later count and time of a violation that is in the file already.
[[nodiscard]] std::vector<uint8_t> EncodeCount(uint32_t id, uint64_t count, uint64_t last_ms);
[[nodiscard]] std::vector<uint8_t> EncodeNote(const std::string& text);
[[nodiscard]] std::vector<uint8_t> EncodeEnd(const WeaveStats& stats);

[[nodiscard]] Result<Results> ReadResults(Bytes bytes);

}  // namespace revmon::wire
