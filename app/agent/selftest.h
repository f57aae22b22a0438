// Answers: does rewriting survive every class that this program loads?
//
// Put in front of any Java program (`selftest=nop`, best with -Xverify:all), it rewrites each class as it
// loads and prints one line to stderr when the JVM ends:
//   revmon: selftest=nop: 5123 classes rewritten, 0 unchanged, 0 refused
// A class that cannot be rewritten is left as it was and named, at most kMaxNamed of them.
#pragma once
#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/agent/jvm.h"
#include "app/agent/options.h"

namespace revmon::agent {

class SelfTestListener : public JvmListener {
 public:
  explicit SelfTestListener(SelfTest mode) : mode_(mode) {}

  bool OnClassBytes(const ClassEvent& event, std::vector<uint8_t>& out) override;
  void OnVmDeath(JNIEnv* jni) override;

 private:
  static constexpr uint32_t kMaxNamed = 20;

  SelfTest mode_;
  std::atomic<uint32_t> rewritten_ = 0;
  std::atomic<uint32_t> unchanged_ = 0;
  std::atomic<uint32_t> refused_ = 0;
};

}  // namespace revmon::agent
