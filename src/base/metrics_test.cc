#include "base/metrics.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace revmon {
namespace {

TEST(ClockTest, FakeClockMovesOnlyWhenTold) {
  FakeClock clock(1000);
  EXPECT_EQ(clock.MonotonicNs(), 0);
  EXPECT_EQ(clock.WallNs(), 1000);
  clock.AdvanceNs(5);
  EXPECT_EQ(clock.MonotonicNs(), 5);
  EXPECT_EQ(clock.WallNs(), 1005);
}

TEST(ClockTest, RealClockNeverGoesBack) {
  RealClock clock;
  int64_t before = clock.MonotonicNs();
  EXPECT_LE(before, clock.MonotonicNs());
  EXPECT_GT(clock.WallNs(), 1'600'000'000'000'000'000);
}

TEST(MetricsTest, SameNameIsTheSameCounter) {
  Metrics metrics;
  Counter& counter = metrics.counter("a.b");
  counter.Add();
  metrics.counter("a.b").Add(2);
  EXPECT_EQ(counter.value(), 3u);
  EXPECT_EQ(&counter, &metrics.counter("a.b"));
}

TEST(MetricsTest, ScopedTimerAddsTheTimeOfItsScope) {
  Metrics metrics;
  FakeClock clock;
  for (int i = 0; i < 2; ++i) {
    ScopedTimer timer(metrics.timer("t"), clock);
    clock.AdvanceNs(21);
  }
  EXPECT_EQ(metrics.timer("t").count(), 2u);
  EXPECT_EQ(metrics.timer("t").total_ns(), 42);
}

TEST(MetricsTest, SnapshotIsSorted) {
  Metrics metrics;
  metrics.counter("z").Add();
  metrics.timer("b").AddNs(7);
  metrics.counter("b").Add(4);
  EXPECT_EQ(metrics.Snapshot(), (std::vector<Metrics::Value>{{"b", 4, -1}, {"b", 1, 7}, {"z", 1, -1}}));
}

TEST(MetricsTest, NoAddIsLostBetweenThreads) {
  Metrics metrics;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10000; ++i) metrics.counter("n").Add();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(metrics.counter("n").value(), 40000u);
}

}  // namespace
}  // namespace revmon
