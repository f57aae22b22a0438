#include "app/agent/ticker.h"

#include "app/agent/guard.h"

namespace revmon::agent {
namespace {

void JNICALL RunTicker(jvmtiEnv*, JNIEnv* jni, void* ticker) { static_cast<Ticker*>(ticker)->Run(jni); }

}  // namespace

Status Ticker::Start(Jvm jvm, JNIEnv* jni) {
  REVMON_ASSIGN_OR_RETURN(jobject thread, jvm.MakeThread(jni));
  thread_ = thread;
  return jvm.StartThread(thread, RunTicker, this);
}

void Ticker::Run(JNIEnv* jni) {
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, period_, [&] { return stopping_; })) {
    working_ = true;
    lock.unlock();
    (void)Guarded([&] { work_(jni); });
    lock.lock();
    working_ = false;
    changed_.notify_all();
  }
}

void Ticker::Stop() {
  constexpr std::chrono::seconds kPatience(2);
  std::unique_lock lock(mutex_);
  stopping_ = true;
  changed_.notify_all();
  changed_.wait_for(lock, kPatience, [&] { return !working_; });
}

}  // namespace revmon::agent
