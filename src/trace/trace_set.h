// Answers: which traces did the monitors of a run have, how many monitors each, and in which tests?
//
// One value for a JVM's traces, for those of a whole run (Merge), and for a run seen with other locations
// (the same code in another revision). Equal traces of one specification are one; their frequencies add up. A
// monitor belongs to the test in which its first event happened.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "trace/trie.h"

namespace revmon::trace {

// What a token stands for.
struct EventAt {
  uint32_t event = 0;     // in SpecTraces::events
  uint32_t location = 0;  // in TraceSet::locations
  friend auto operator<=>(const EventAt&, const EventAt&) = default;
};

// Monitors whose trace ends here and began in this test.
struct Count {
  Position end;
  uint32_t test = 0;  // in TraceSet::tests
  uint64_t monitors = 0;
  friend auto operator<=>(const Count&, const Count&) = default;
};

struct SpecTraces {
  std::string name;
  std::vector<std::string> events;  // names, as declared
  std::vector<EventAt> tokens;
  Trie trie;
  std::vector<Count> counts;  // ascending
  // Beyond the budget: monitors that are in no count, and events that they had.
  uint64_t cut_monitors = 0;
  uint64_t cut_events = 0;
};

struct TraceSet {
  std::vector<std::string> locations = {"(Unknown)"};  // pkg.Class.method(File.java:12)
  std::vector<std::string> tests = {""};               // "": in no known test
  std::vector<SpecTraces> specs;                       // as they were met; sorted by name after a merge
};

// One trace of one specification.
struct UniqueTrace {
  Position end;
  uint64_t monitors = 0;
  std::vector<std::pair<uint32_t, uint64_t>> tests;  // with monitors, ascending
};
// In the order of (event, location's text), whatever the order in which they were met.
[[nodiscard]] std::vector<UniqueTrace> UniqueTraces(const TraceSet& set, const SpecTraces& spec);

// A location's new text; "" where it has none.
using LocationMap = std::function<std::string(const std::string&)>;

// Adds sets up. Names, not numbers, say what is the same.
class Merger {
 public:
  // Traces through a location that `map` does not know are left out and counted in left_out(). `as_test`:
  // what all monitors count for instead of their tests, if it is not null.
  void Add(const TraceSet& set, const LocationMap& map = nullptr, const std::string* as_test = nullptr);
  [[nodiscard]] uint64_t left_out() const { return left_out_; }
  [[nodiscard]] TraceSet Finish();

 private:
  struct Building {
    size_t spec = 0;  // in set_.specs
    std::map<EventAt, Token> tokens;
    std::map<std::string, uint32_t> events;
    std::map<Position, std::map<uint32_t, uint64_t>> counts;
  };
  [[nodiscard]] uint32_t Number(std::map<std::string, uint32_t>& numbers, std::vector<std::string>& names,
                                const std::string& name);
  void AddSpec(const SpecTraces& spec, const std::vector<std::string>& locations,
               const std::vector<std::string>& tests);
  [[nodiscard]] std::vector<Token> TokensOf(const SpecTraces& spec, const std::vector<std::string>& locations,
                                            Building& building);

  TraceSet set_;
  std::map<std::string, uint32_t> locations_;
  std::map<std::string, uint32_t> tests_;
  std::map<std::string, Building> specs_;
  uint64_t left_out_ = 0;
};

struct Totals {
  uint64_t monitors = 0;
  uint64_t unique = 0;
  uint64_t events = 0;   // over all monitors
  uint64_t longest = 0;  // trace
};
[[nodiscard]] Totals TotalsOf(const SpecTraces& spec);

}  // namespace revmon::trace
