// Answers: what did the agent find, and how is it stored so that a crash loses next to nothing?
//
//   "RVMRESLT", u32 version, u32 reserved                            (little-endian, like all numbers)
//   records: u32 length, u32 checksum (low half of XXH3-64), payload
//
// Append-only: each record is written by one write(2) as soon as it is known, and counts that have changed
// are written again every second, so whatever kills the JVM loses at most the counts of its last second. A
// reader takes records until the first one that is torn or damaged and says how many bytes it left; of two
// records about one violation (or test) the later one counts.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::wire {

inline constexpr uint32_t kResultsVersion = 2;

// A test, or a container of tests (a class, whose lifecycle methods run outside of its tests), as it ran
// once.
struct TestRun {
  enum class Outcome : uint8_t { kUnfinished, kPassed, kFailed, kSkipped, kLast = kSkipped };
  uint32_t id = 0;   // unique in its file, from 1
  std::string name;  // pkg.Class#method, pkg.Class#method[2], pkg.Class of a container
  bool container = false;
  uint64_t start_ms = 0;  // since the epoch
  Outcome outcome = Outcome::kUnfinished;
  uint64_t duration_nanos = 0;
  friend bool operator==(const TestRun&, const TestRun&) = default;
};

// Occurrences of a violation in one test.
struct TestCount {
  uint32_t test = 0;  // TestRun::id
  uint64_t count = 0;
  friend bool operator==(const TestCount&, const TestCount&) = default;
};
// revmon.rt.Violations keeps to it.
inline constexpr uint32_t kMaxTestsPerViolation = 1000;

// An event on the way to a violation.
struct LeadingEvent {
  std::string event;
  std::string location;
  friend bool operator==(const LeadingEvent&, const LeadingEvent&) = default;
};

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
  std::string thread;   // of the first occurrence
  std::string objects;  // of the first occurrence, by class: "c=java.util.ArrayList, i=..."
  uint64_t count = 0;
  uint64_t first_ms = 0;  // since the epoch
  uint64_t last_ms = 0;
  std::vector<TestCount> tests;      // the first kMaxTestsPerViolation that it happened in
  uint64_t other_tests = 0;          // occurrences in tests beyond those
  uint64_t unattributed = 0;         // occurrences that belong to no test that we know of
  std::vector<LeadingEvent> events;  // to the first occurrence, oldest first; if asked for (events=N)
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

// If asked for (stats=1): what the monitors did, and why classes were left as they are.
struct SpecStats {
  std::string spec;
  uint64_t events = 0;
  uint64_t created = 0;  // monitors
  uint64_t freed = 0;    // of them; the rest lives
  friend bool operator==(const SpecStats&, const SpecStats&) = default;
};
struct SkippedClasses {
  std::string reason;
  uint64_t count = 0;
  friend bool operator==(const SkippedClasses&, const SkippedClasses&) = default;
};
struct RunStats {
  std::vector<SpecStats> specs;
  std::vector<SkippedClasses> skipped;
  friend bool operator==(const RunStats&, const RunStats&) = default;
};

struct Results {
  std::vector<Violation> violations;  // by id
  std::vector<TestRun> tests;         // as they started
  std::vector<std::string> notes;     // what went wrong on our side, each once
  WeaveStats stats;
  RunStats run_stats;
  bool complete = false;  // the JVM came to its end
  size_t torn_bytes = 0;  // behind the last whole record
};

[[nodiscard]] std::vector<uint8_t> ResultsHeader();
[[nodiscard]] std::vector<uint8_t> EncodeViolation(const Violation& violation);
// Of a violation that is in the file already: count, last time and tests as they are now.
[[nodiscard]] std::vector<uint8_t> EncodeCount(const Violation& violation);
[[nodiscard]] std::vector<uint8_t> EncodeTestStart(const TestRun& test);
[[nodiscard]] std::vector<uint8_t> EncodeTestEnd(uint32_t id, TestRun::Outcome outcome,
                                                 uint64_t duration_nanos);
[[nodiscard]] std::vector<uint8_t> EncodeNote(const std::string& text);
[[nodiscard]] std::vector<uint8_t> EncodeRunStats(const RunStats& stats);
[[nodiscard]] std::vector<uint8_t> EncodeEnd(const WeaveStats& stats);

[[nodiscard]] Result<Results> ReadResults(Bytes bytes);

// "passed", "failed", "skipped", "unfinished".
[[nodiscard]] std::string_view OutcomeName(TestRun::Outcome outcome);

}  // namespace revmon::wire
