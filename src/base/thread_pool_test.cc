#include "base/thread_pool.h"

#include <csignal>

#include <atomic>
#include <mutex>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace revmon {
namespace {

class ThreadPoolTest : public ::testing::TestWithParam<size_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, ThreadPoolTest, ::testing::Values(0, 1, 3));

TEST_P(ThreadPoolTest, ParallelForCoversEveryIndexOnce) {
  ThreadPool pool(GetParam());
  EXPECT_EQ(pool.workers(), GetParam());
  for (size_t n : {0u, 1u, 7u, 1000u}) {
    for (size_t grain : {0u, 1u, 3u, 5000u}) {
      std::vector<std::atomic<int>> seen(n);
      pool.ParallelFor(n, grain, [&](size_t begin, size_t end) {
        EXPECT_LE(end - begin, std::max<size_t>(grain, 1));
        for (size_t i = begin; i < end; ++i) ++seen[i];
      });
      for (const auto& count : seen) ASSERT_EQ(count, 1) << n << "/" << grain;
    }
  }
}

TEST_P(ThreadPoolTest, ResultsOfALoopAreVisibleAfterIt) {
  ThreadPool pool(GetParam());
  std::vector<int> squares(5000);
  pool.ParallelFor(squares.size(), 16, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) squares[i] = static_cast<int>(i % 10);
  });
  EXPECT_EQ(std::accumulate(squares.begin(), squares.end(), 0), 5000 * 45 / 10);
}

TEST_P(ThreadPoolTest, NestedLoopsDoNotDeadlock) {
  ThreadPool pool(GetParam());
  std::atomic<int> total{0};
  pool.ParallelFor(8, 1, [&](size_t, size_t) {
    pool.ParallelFor(8, 1, [&](size_t, size_t) { pool.ParallelFor(4, 1, [&](size_t, size_t) { ++total; }); });
  });
  EXPECT_EQ(total, 8 * 8 * 4);
}

TEST_P(ThreadPoolTest, DestructionFinishesWhatWasSubmitted) {
  std::atomic<int> ran{0};
  {
    ThreadPool pool(GetParam());
    for (int i = 0; i < 100; ++i) pool.Submit([&] { ++ran; });
  }
  EXPECT_EQ(ran, 100);
}

TEST_P(ThreadPoolTest, AFullQueueRunsTheTaskInTheCaller) {
  ThreadPool pool(GetParam(), 0);
  bool ran = false;
  pool.Submit([&] { ran = true; });
  EXPECT_TRUE(ran);
}

TEST_P(ThreadPoolTest, LoopsFromManyThreadsAtOnce) {
  ThreadPool pool(GetParam());
  ThreadPool callers(3);
  std::atomic<int> total{0};
  callers.ParallelFor(20, 1, [&](size_t, size_t) {
    pool.ParallelFor(50, 3, [&](size_t begin, size_t end) { total += static_cast<int>(end - begin); });
  });
  EXPECT_EQ(total, 20 * 50);
}

TEST(ThreadPoolSignalTest, WorkersBlockSignalsAndTheCallerKeepsItsMask) {
  sigset_t before, after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  std::atomic<int> blocked{-1};
  {
    ThreadPool pool(1);
    pool.Submit([&] {
      sigset_t mask;
      pthread_sigmask(SIG_SETMASK, nullptr, &mask);
      blocked = sigismember(&mask, SIGINT) + sigismember(&mask, SIGQUIT);
    });
  }
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(blocked, 2);
  EXPECT_EQ(sigismember(&before, SIGINT), sigismember(&after, SIGINT));
}

}  // namespace
}  // namespace revmon
