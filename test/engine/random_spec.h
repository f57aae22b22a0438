// Answers: which specs and traces shall both engines agree on?
//
// Random, readable, reproducible by seed. Specs are text in the spec language, so that the whole way from
// text to tables is under test; a formula that the compiler refuses is the caller's to skip.
#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "monitor/trace.h"
#include "spec/model.h"

namespace revmon::test {

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  // 0 .. n-1
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(engine_() % n); }
  bool Chance(uint32_t percent) { return Below(100) < percent; }

 private:
  std::mt19937_64 engine_;
};

[[nodiscard]] std::string RandomSpec(Random& random);

// Two parameters, made together: of the kind whose monitors live with the second one, most of the time.
[[nodiscard]] std::string RandomPairSpec(Random& random);

// Events of the spec over few objects per parameter, on up to two threads.
[[nodiscard]] std::vector<monitor::TraceEvent> RandomTrace(const spec::Spec& spec, Random& random,
                                                           size_t length);

}  // namespace revmon::test
