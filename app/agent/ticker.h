// Answers: who writes counts down while the program runs?
//
// An agent thread of the JVM (JVMTI's RunAgentThread: a daemon that no query of Java's shows) that calls back
// every second, until it is stopped. It sleeps in native code, where no safepoint waits for it.
#pragma once
#include <jvmti.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

#include "app/agent/jvm.h"
#include "base/result.h"

namespace revmon::agent {

class Ticker {
 public:
  // Must live as long as the JVM. `work` runs on the ticker's thread.
  Ticker(std::chrono::milliseconds period, std::function<void(JNIEnv*)> work)
      : period_(period), work_(std::move(work)) {}

  [[nodiscard]] Status Start(Jvm jvm, JNIEnv* jni);
  // Is this the ticker's own thread?
  [[nodiscard]] bool Is(JNIEnv* jni, jthread thread) const {
    return thread_ != nullptr && jni->IsSameObject(thread_, thread) != JNI_FALSE;
  }
  // No work starts after this, and none is under way, unless it takes longer than two seconds.
  void Stop();
  // The thread's life; public for tests.
  void Run(JNIEnv* jni);

 private:
  std::chrono::milliseconds period_;
  std::function<void(JNIEnv*)> work_;
  std::atomic<jobject> thread_ = nullptr;  // a global reference
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  bool working_ = false;
};

}  // namespace revmon::agent
