// Answers: what does the text after -agentpath:librevmon.so= ask for?
//
// One flat list, `key=value,key=value` or a bare `key` for a switch, all defaults in the struct below. A
// comma inside a value is written as two. An unknown key is an error that names the known ones: an agent that
// silently ignores a misspelt option would leave its user believing that something is checked.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/selection.h"
#include "wire/test_dependencies.h"

namespace revmon::agent {

// Rewrites every class as it loads and monitors nothing: the agent's own machinery put to the test in a real
// JVM, on whatever program it runs.
enum class SelfTest : uint8_t {
  kOff,
  kIdentity,  // parse and write back; the bytes must not change
  kNop,       // a no-op before every instruction of every method
};

inline constexpr uint32_t kMaxEvents = 1000;

struct Options {
  std::string plan;                  // file made by the CLI: what to monitor
  std::string out;                   // folder that takes results
  std::vector<std::string> include;  // class-name patterns, one an option; added to those of the plan
  std::vector<std::string> exclude;
  uint32_t events = 0;      // how many of the events that led to a violation are kept
  bool stats = false;       // what the monitors did, in numbers
  bool record = false;      // every event, as a trace a spec (revmon specs run reads it)
  bool traces = false;      // every monitor's trace
  uint32_t traces_mb = 0;   // the memory for them; 0: a quarter of the heap
  trace::Selection select;  // which monitors are made
  uint64_t seed = 1;        // of chance in it
  bool slots = true;  // monitors live in their objects where they can; false: always in a table beside them
  std::optional<wire::DependencyLevel> deps;  // collect what each test depends on
  bool deps_of_methods = false;               // of each test method, not only of each test class
  bool receivers = false;                     // with the classes of the objects on which methods ran
  SelfTest selftest = SelfTest::kOff;
  bool force = false;   // monitor even in a JVM that RevMon does not know
  bool strict = false;  // a failure of ours stops the JVM from starting, instead of leaving it unmonitored
};

[[nodiscard]] Result<Options> ParseOptions(std::string_view text);

}  // namespace revmon::agent
