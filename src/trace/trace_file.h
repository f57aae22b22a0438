// Answers: how does a JVM leave its traces on disk, and how are they read again?
//
//   "RVMTRACE", u32 version, u32 reserved                               (little-endian)
//   records: u32 length, u32 checksum (low half of XXH3-64), then u8 kind, u8 deflated, u32 raw length,
//   payload
//
// A payload is a sequence of varints and texts (length, bytes), see Kind. The agent writes it when the JVM
// ends, beside its results: jvm-....traces. Labels of paths go in as they are kept in memory; a loop of a
// million rounds is two megabytes there and two kilobytes deflated. Whatever a file says, reading takes no
// more memory than asked for.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "trace/trace_set.h"

namespace revmon::trace {

inline constexpr uint32_t kTraceFileVersion = 1;

enum class Kind : uint8_t {
  kLocations = 1,  // texts; the first one ever is number 1
  kTests = 2,      // number, text
  kSpec = 3,       // number, text; how many events, their texts; monitors and events beyond the budget
  kTokens = 4,     // number of the spec; event, location
  kPaths = 5,   // number of the spec; then 1 + parent, offset there, length, label; 0, length, label: more of
                // the last
  kCounts = 6,  // number of the spec; path, offset, test, monitors
  kEnd = 8,
  kSelection = 9,  // text of the spec; location, monitors made, necessary, skipped, 1 if decided for good
};

[[nodiscard]] std::vector<uint8_t> TraceFileHeader();
// A payload ready to be appended; deflated where that is shorter.
[[nodiscard]] std::vector<uint8_t> EncodeRecord(Kind kind, Bytes payload);
// Names of tests by number.
[[nodiscard]] std::vector<uint8_t> EncodeTests(const std::map<uint32_t, std::string>& tests);

// A whole set, piece by piece.
void WriteTraceSet(const TraceSet& set, const std::function<void(Bytes)>& write);

// What --select did at a place where monitors of a spec are made.
struct SelectedAt {
  std::string spec;
  std::string location;
  uint64_t created = 0;
  uint64_t necessary = 0;  // of them: their traces were new when they were looked at
  uint64_t skipped = 0;
  bool converged = false;
  friend bool operator==(const SelectedAt&, const SelectedAt&) = default;
};

struct TraceFile {
  TraceSet set;
  std::vector<SelectedAt> selection;
  bool complete = false;  // the JVM came to its end
};

struct ReadLimits {
  uint64_t bytes = uint64_t{2} << 30;  // of unpacked payloads
};
[[nodiscard]] Result<TraceFile> ReadTraceFile(Bytes bytes, ReadLimits limits = {});

}  // namespace revmon::trace
