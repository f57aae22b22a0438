// Answers: what did a monitored run find, as one value that every report is made of?
//
// Built once from the results of all JVMs of a run (merge.h), the specs' documentation (spec_info.h) and the
// project's sources (source_index.h); renderers only read it. The same violation of several JVMs is one
// finding with the counts added up. Whether a finding was known before is said from outside (`known`): this
// module has no memory.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/spec_info.h"
#include "wire/results.h"

namespace revmon::report {

// "pkg.Class.method(File.java:12)", taken apart. Parts that are not there stay empty.
struct Location {
  std::string class_name;  // "pkg.Outer$Inner"
  std::string method;
  std::string file;   // "File.java"
  uint32_t line = 0;  // 0 = unknown
  friend bool operator==(const Location&, const Location&) = default;
};
[[nodiscard]] Location ParseLocation(const std::string& text);

// The place in the project, when its source was found.
struct Source {
  std::string path;  // relative to the project, with '/'; "" = not found
  uint32_t line = 0;
  uint32_t first_line = 0;         // of the excerpt
  std::vector<std::string> lines;  // a few around `line`, tabs as blanks
  // The line itself without indentation; "" when it is not known.
  [[nodiscard]] std::string Text() const;
};

struct Step {  // an event on the way to the first occurrence, oldest first
  std::string event;
  std::string location;
  Source source;
};

struct TestCount {
  std::string name;  // pkg.Class#method
  uint64_t count = 0;
  friend bool operator==(const TestCount&, const TestCount&) = default;
};

struct Finding {
  std::string spec;
  std::string severity;  // "error", "warning", "suggestion"; never empty
  std::string category;
  std::string message;   // the rule, or what the handler printed
  std::string location;  // as the agent gave it
  Location parts;
  Source source;
  std::string thread;   // of the first occurrence
  std::string objects;  // "c=java.util.ArrayList, i=..."; may be empty
  uint64_t count = 0;
  uint64_t first_ms = 0;
  uint64_t last_ms = 0;
  std::vector<TestCount> tests;  // those with most occurrences first
  uint64_t other_tests = 0;      // occurrences in tests that are not listed, since there are too many
  uint64_t unattributed = 0;     // occurrences in no known test
  std::vector<Step> steps;
  bool known = false;
  uint32_t reruns = 0;      // of its tests, to see whether it comes again
  uint32_t seen_again = 0;  // in so many of them it did
  std::string fingerprint;  // the same when lines move: see Fingerprint
  // "src/a/B.java:12" where the source was found, else "B.java:12" or the location as it is.
  [[nodiscard]] std::string Place() const;
  [[nodiscard]] bool Unstable() const { return seen_again < reruns; }
};

struct TestRun {
  std::string name;
  std::string outcome;     // "passed", "failed", "skipped", "unfinished"
  bool container = false;  // a class, whose lifecycle methods run outside of its tests
  uint64_t start_ms = 0;
  uint64_t duration_nanos = 0;
};

// What the monitors of one spec did, over all JVMs.
struct SpecActivity {
  uint64_t events = 0;
  uint64_t created = 0;  // monitors
  uint64_t freed = 0;
};

// The run itself; everything may be unknown.
struct RunInfo {
  std::string command;
  std::string started;  // "2026-11-15T08:45:12Z"
  int64_t wall_ms = -1;
  int exit_code = -1;
  uint64_t specs = 0;                   // monitored
  std::vector<std::string> spec_paths;  // where they came from
};

struct Findings {
  std::vector<Finding> all;               // errors first, then by place
  std::map<std::string, SpecInfo> specs;  // those with findings; the others of the run are only counted
  std::vector<TestRun> tests;
  std::map<std::string, SpecActivity> activity;
  std::vector<std::string> notes;  // what went wrong on our side, each once
  wire::WeaveStats weave;
  std::map<std::string, uint64_t> skipped_classes;  // by reason
  size_t jvms = 0;
  size_t unfinished_jvms = 0;  // ended without saying so
  RunInfo run;

  [[nodiscard]] size_t CountOf(std::string_view severity) const;
  [[nodiscard]] size_t NewCount() const;
  // Those that may fail a build: all but the unstable ones.
  [[nodiscard]] size_t StableCount(bool only_new) const;
};

// Hash of spec, category, class, method, the text of the line and its position among equal ones: survives
// edits elsewhere in the file. 32 hex digits.
void SetFingerprints(std::vector<Finding>* findings);

// A message that is only the sentence every community spec prints ("Specification X has been violated on line
// ...") says nothing that the finding does not say already: the rule of the spec takes its place.
void PreferRules(Findings* findings);

// errors, warnings, suggestions; inside by place.
void Sort(std::vector<Finding>* findings);

}  // namespace revmon::report
