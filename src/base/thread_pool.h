// Answers: how is work spread over the cores?
//
// A fixed number of threads and a bounded queue. ParallelFor is the usual way in: the caller works too, so a
// pool of n - 1 threads keeps n cores busy, a pool without threads (or one whose threads could not be
// started) still does everything, and nested calls cannot deadlock. Workers block all signals: inside a JVM,
// signals are the JVM's. All methods may be called from any thread; the destructor finishes what was
// submitted.
#pragma once
#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace revmon {

class ThreadPool {
 public:
  // As many workers as asked for, or as the system gives.
  explicit ThreadPool(size_t workers, size_t queue_limit = 1024);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  // Cores of this machine minus the caller's.
  [[nodiscard]] static size_t DefaultWorkers();
  [[nodiscard]] size_t workers() const { return threads_.size(); }

  // Runs `task` on a worker some time. Where the queue is full, or there is no worker, right here.
  void Submit(std::function<void()> task);

  // Calls body(begin, end) on disjoint ranges that cover [0, n), each at most `grain` long (0 is taken as 1),
  // and returns when all are done. Ranges start in ascending order.
  void ParallelFor(size_t n, size_t grain, const std::function<void(size_t begin, size_t end)>& body);

 private:
  static void* RunWorker(void* pool);
  void Work();

  const size_t queue_limit_;
  std::vector<pthread_t> threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> queue_;
  bool stopping_ = false;
};

}  // namespace revmon
