// Answers: what does the agent do with a plan, from the JVM's first moment to its last?
//
//   VMInit            defines java.util.RevMon, revmon.rt and the specs' support classes in the boot loader,
//                     starts the engines, and opens the world of types (the running JDK and the class path)
//   every class       watched? (weave/class_filter.h) -> parse -> match -> weave; anything odd: left as it
//   was violations        to the results file, with the tests that caused them (findings.h); counts every
//   second VMDeath           endProgram events, final counts, statistics
//
// Until VMInit no class is touched: what loads earlier is the JDK's own. Whatever fails on the way is one
// note in the results and at most one line on stderr; the program never notices.
#pragma once
#include <jni.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/agent/findings.h"
#include "app/agent/java_side.h"
#include "app/agent/jvm.h"
#include "app/agent/options.h"
#include "app/agent/ticker.h"
#include "base/file_system.h"
#include "base/result.h"
#include "classpath/class_path.h"
#include "match/matcher.h"
#include "match/type_world.h"
#include "weave/class_filter.h"
#include "weave/site_info.h"
#include "wire/plan.h"
#include "wire/results.h"

namespace revmon::agent {

class Monitoring final : public JvmListener, public JavaSideListener {
 public:
  Monitoring(Jvm jvm, wire::Plan plan, Options options);

  // Makes the results file.
  [[nodiscard]] Status Open() { return findings_.Open(options_.out); }
  // Instead of OnVmInit, in a JVM that has been running.
  void OnAttach(JNIEnv* jni);

  bool OnClassBytes(const ClassEvent& event, std::vector<uint8_t>& out) override;
  void OnVmInit(JNIEnv* jni) override;
  void OnThreadStart(JNIEnv* jni, jthread thread) override;
  void OnThreadEnd(JNIEnv* jni, jthread thread) override;
  void OnVmDeath(JNIEnv* jni) override;

  std::vector<uint8_t> SiteInfo(uint32_t site) override;
  void Violation(ViolationEvent event) override;
  void TestStarted(JNIEnv* jni, uint32_t id, std::string name, bool container) override;
  void TestEnded(uint32_t id, uint32_t outcome, uint64_t nanos) override;
  void Failure(std::string text) override { findings_.Note(text); }
  void Record(uint32_t spec, Bytes lines) override;

 private:
  [[nodiscard]] Status StartJava(JNIEnv* jni);
  [[nodiscard]] Status OpenWorld();
  [[nodiscard]] Result<bool> Weave(const ClassEvent& event, std::vector<uint8_t>& out);
  uint32_t AddSite(weave::SiteInfo site);
  [[nodiscard]] bool WeaveTestClass(const ClassEvent& event, std::vector<uint8_t>& out);
  void TakeCounts(JNIEnv* jni);
  void CountSkipped(std::string_view reason);
  [[nodiscard]] wire::RunStats Statistics(JNIEnv* jni);
  [[nodiscard]] bool HasThreadEvents() const;
  void Note(const std::string& text) { findings_.Note(text); }

  Jvm jvm_;
  wire::Plan plan_;
  Options options_;
  weave::ClassFilter filter_;
  Findings findings_;
  Ticker ticker_;
  RealFileSystem files_;
  std::unique_ptr<classpath::ClassPath> path_;
  std::unique_ptr<match::TypeWorld> world_;
  std::unique_ptr<match::Matcher> matcher_;
  std::atomic<bool> active_ = false;

  std::mutex mutex_;  // guards what follows
  std::vector<weave::SiteInfo> sites_;
  wire::WeaveStats stats_;
  std::map<std::string, uint64_t, std::less<>> skipped_;  // classes by reason
  bool executors_woven_ = false;
};

}  // namespace revmon::agent
