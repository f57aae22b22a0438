// Test support: a JVM that is none. Tables of JVMTI and JNI functions, as far as the agent calls them, over
// plain memory, so that the agent's native code runs under ThreadSanitizer, which no real JVM survives. What
// is not listed does nothing and answers 0 (JNI) or JVMTI_ERROR_NOT_AVAILABLE.
#pragma once
#include <jvmti.h>

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace revmon::test {

class FakeJvm {
 public:
  FakeJvm();
  ~FakeJvm();
  FakeJvm(const FakeJvm&) = delete;

  std::map<std::string, std::string> properties;  // of the system
  // What a static method of revmon.rt.Agent that answers bytes says.
  std::function<std::vector<uint8_t>(const std::string& method)> answer;

  jvmtiEnv* jvmti() { return &jvmti_; }
  JNIEnv* jni() { return &jni_; }
  const jvmtiEventCallbacks& callbacks() const { return callbacks_; }
  // A native method that the agent has registered; null if it has not.
  void* native(const std::string& name) const;

  // Objects of Java, as the agent may get them; they live as long as this.
  jstring Text(const std::string& text);
  jbyteArray Array(std::vector<uint8_t> bytes);
  jobject AnyObject() { return reinterpret_cast<jobject>(this); }

 private:
  struct Functions;
  friend struct Functions;

  struct OfJvmti : _jvmtiEnv {
    FakeJvm* owner;
  };
  struct OfJni : JNIEnv_ {
    FakeJvm* owner;
  };

  OfJvmti jvmti_;
  OfJni jni_;
  jvmtiEventCallbacks callbacks_ = {};
  const void* storage_ = nullptr;
  std::map<std::string, void*> natives_;
  std::mutex mutex_;  // guards what follows
  std::vector<std::unique_ptr<std::string>> texts_;
  std::vector<std::unique_ptr<std::vector<uint8_t>>> arrays_;
  std::vector<std::thread> threads_;
};

}  // namespace revmon::test
