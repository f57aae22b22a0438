// Answers: what time is it, also in a test?
//
// MonotonicNs() is for durations and never goes back; WallNs() is for dates shown to people and stored.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>

namespace revmon {

class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual int64_t MonotonicNs() const = 0;  // since some fixed moment
  [[nodiscard]] virtual int64_t WallNs() const = 0;       // since 1970-01-01 UTC
};

// Thread-safe.
class RealClock final : public Clock {
 public:
  int64_t MonotonicNs() const override { return Ns(std::chrono::steady_clock::now().time_since_epoch()); }
  int64_t WallNs() const override { return Ns(std::chrono::system_clock::now().time_since_epoch()); }

 private:
  template <typename Duration>
  static int64_t Ns(Duration duration) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
  }
};

// Stands still until told to move. Thread-safe.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(int64_t wall_ns = 1'000'000'000'000'000'000) : start_ns_(wall_ns) {}
  void AdvanceNs(int64_t ns) { elapsed_ns_ += ns; }
  int64_t MonotonicNs() const override { return elapsed_ns_; }
  int64_t WallNs() const override { return start_ns_ + elapsed_ns_; }

 private:
  const int64_t start_ns_;
  std::atomic<int64_t> elapsed_ns_{0};
};

}  // namespace revmon
