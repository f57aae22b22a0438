// Answers: how often did this happen, and how long did it take?
//
// A Metrics value is a registry of named counters and timers. Whoever counts asks once for its Counter (a
// lock and a map lookup) and then adds to it (one relaxed atomic add), from any thread. Addresses are stable
// as long as the Metrics lives. Names are dotted, from module to detail: "classpath.jar.open".
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace revmon {

class Counter {
 public:
  void Add(uint64_t n = 1) { value_.fetch_add(n, std::memory_order_relaxed); }
  [[nodiscard]] uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_{0};
};

class Timer {
 public:
  void AddNs(int64_t ns) {
    count_.fetch_add(1, std::memory_order_relaxed);
    total_ns_.fetch_add(ns, std::memory_order_relaxed);
  }
  [[nodiscard]] uint64_t count() const { return count_.load(std::memory_order_relaxed); }
  [[nodiscard]] int64_t total_ns() const { return total_ns_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> count_{0};
  std::atomic<int64_t> total_ns_{0};
};

class Metrics {
 public:
  struct Value {
    std::string name;
    uint64_t count = 0;
    int64_t total_ns = -1;  // -1: a counter
    friend bool operator==(const Value&, const Value&) = default;
  };

  // The counter or timer of this name, made at first use.
  [[nodiscard]] Counter& counter(std::string_view name);
  [[nodiscard]] Timer& timer(std::string_view name);
  // All values, sorted by name; counters before timers of the same name.
  [[nodiscard]] std::vector<Value> Snapshot() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Counter, std::less<>> counters_;
  std::map<std::string, Timer, std::less<>> timers_;
};

// Adds the time from here to the end of the scope to a timer.
class ScopedTimer {
 public:
  ScopedTimer(Timer& timer, const Clock& clock)
      : timer_(timer), clock_(clock), start_ns_(clock.MonotonicNs()) {}
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;
  ~ScopedTimer() { timer_.AddNs(clock_.MonotonicNs() - start_ns_); }

 private:
  Timer& timer_;
  const Clock& clock_;
  const int64_t start_ns_;
};

}  // namespace revmon
