#include "base/thread_pool.h"

#include <csignal>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

namespace revmon {
namespace {

// One ParallelFor. Helpers in the queue share it with the caller; one that comes too late finds no range
// left, so it must not touch the caller's `body` then, which may be gone.
struct Loop {
  size_t n;
  size_t grain;
  const std::function<void(size_t, size_t)>* body;
  std::atomic<size_t> next{0};
  std::mutex mutex;
  std::condition_variable finished;
  size_t done = 0;

  void Run() {
    size_t completed = 0;
    for (;;) {
      size_t begin = next.load(std::memory_order_relaxed);
      size_t end;
      do {
        if (begin >= n) {
          Complete(completed);
          return;
        }
        end = begin + std::min(grain, n - begin);
      } while (!next.compare_exchange_weak(begin, end, std::memory_order_relaxed));
      (*body)(begin, end);
      completed += end - begin;
    }
  }
  void Complete(size_t completed) {
    std::lock_guard lock(mutex);
    done += completed;
    if (done == n) finished.notify_all();
  }
};

}  // namespace

ThreadPool::ThreadPool(size_t workers, size_t queue_limit) : queue_limit_(queue_limit) {
  // A new thread inherits the signal mask: block everything while starting them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (size_t i = 0; i < workers; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, &ThreadPool::RunWorker, this) != 0) break;
    threads_.push_back(thread);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (pthread_t thread : threads_) pthread_join(thread, nullptr);
}

size_t ThreadPool::DefaultWorkers() { return std::max<size_t>(1, std::thread::hardware_concurrency()) - 1; }

void* ThreadPool::RunWorker(void* pool) {
  static_cast<ThreadPool*>(pool)->Work();
  return nullptr;
}

void ThreadPool::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    std::function<void()> task = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    task();
    task = nullptr;  // what it holds is released outside the lock
    lock.lock();
  }
}

void ThreadPool::Submit(std::function<void()> task) {
  if (!threads_.empty()) {
    std::unique_lock lock(mutex_);
    if (queue_.size() < queue_limit_) {
      queue_.push_back(std::move(task));
      lock.unlock();
      changed_.notify_one();
      return;
    }
  }
  task();
}

void ThreadPool::ParallelFor(size_t n, size_t grain, const std::function<void(size_t, size_t)>& body) {
  if (n == 0) return;
  auto loop = std::make_shared<Loop>();
  loop->n = n;
  loop->grain = std::max<size_t>(grain, 1);
  loop->body = &body;
  const size_t ranges = (n - 1) / loop->grain + 1;
  const size_t helpers = std::min(threads_.size(), ranges - 1);
  for (size_t i = 0; i < helpers; ++i) {
    Submit([loop] { loop->Run(); });
  }
  loop->Run();
  std::unique_lock lock(loop->mutex);
  loop->finished.wait(lock, [&] { return loop->done == loop->n; });
}

}  // namespace revmon
