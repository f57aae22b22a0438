// Answers: what does the agent do with a plan, from the JVM's first moment to its last?
//
//   load              opens the world of types (the running JDK and the class path)
//   VMStart           defines the classes that slots need (slots.h)
//   VMInit            defines java.util.RevMon, revmon.rt and the specs' support classes in the boot loader,
//                     starts the engines
//   every class       watched? (weave/class_filter.h) -> parse -> match -> weave; owner of a slot? -> slot;
//                     anything odd: left as it was
//   violations        to the results file, with the tests that caused them (findings.h); counts every second
//   dependencies      of tests, if asked for (dependencies.h), with or without a plan
//   VMDeath           endProgram events, final counts, statistics
//
// Until VMInit nothing is woven: what loads earlier is the JDK's own. A class that is redefined or
// retransformed is woven again; equal sites have equal numbers, so that nothing is reported twice. Whatever
// fails on the way is one note in the results and at most one line on stderr; the program never notices.
#pragma once
#include <jni.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "app/agent/dependencies.h"
#include "app/agent/findings.h"
#include "app/agent/java_side.h"
#include "app/agent/jvm.h"
#include "app/agent/options.h"
#include "app/agent/slots.h"
#include "app/agent/ticker.h"
#include "base/file_system.h"
#include "base/hash.h"
#include "base/result.h"
#include "classpath/class_path.h"
#include "match/matcher.h"
#include "match/type_world.h"
#include "weave/class_filter.h"
#include "weave/method_filter.h"
#include "weave/site_info.h"
#include "wire/plan.h"
#include "wire/results.h"

namespace revmon::agent {

class Monitoring final : public JvmListener, public JavaSideListener {
 public:
  Monitoring(Jvm jvm, wire::Plan plan, Options options);

  // Makes the results file, and the one for dependencies if they are asked for.
  [[nodiscard]] Status Open();
  // Instead of OnVmInit, in a JVM that has been running.
  void OnAttach(JNIEnv* jni);

  // The world of types, and whether monitors shall live in their objects. `from` is what the JVM's arguments
  // allow; given back is from when on class events are needed. Before Jvm::Listen.
  [[nodiscard]] Result<ClassEvents> Prepare(ClassEvents from);

  bool OnClassBytes(const ClassEvent& event, std::vector<uint8_t>& out) override;
  void OnVmStart(JNIEnv* jni) override;
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
  void Traces(uint32_t kind, Bytes payload) override;

 private:
  [[nodiscard]] bool Selects() const { return options_.select.mode != trace::Selection::Mode::kOff; }
  [[nodiscard]] Status StartJava(JNIEnv* jni);
  [[nodiscard]] Status OpenWorld();
  void DefineSupport(JNIEnv* jni);
  // What a test depends on: probes before anything else is woven, and the JDK's places that open files.
  bool AddProbes(const ClassEvent& event, std::vector<uint8_t>& out);
  void StartDependencies(JNIEnv* jni);
  void AddWeaveTime(std::chrono::steady_clock::time_point start);
  bool WeaveWatched(const ClassEvent& event, std::vector<uint8_t>& out);
  [[nodiscard]] Result<bool> Weave(const ClassEvent& event, std::vector<uint8_t>& out);
  // A class that is redefined has a static initialiser if and only if it has had one so far.
  void KeepInitializer(const ClassEvent& event, std::vector<match::JoinPoint>& points) const;
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
  ClassEvents class_events_ = ClassEvents::kStart;
  weave::ClassFilter filter_;
  weave::MethodFilter method_filter_;
  Findings findings_;
  Ticker ticker_;
  RealFileSystem files_;
  std::unique_ptr<classpath::ClassPath> path_;
  std::unique_ptr<match::TypeWorld> world_;
  std::unique_ptr<match::Matcher> matcher_;
  std::unique_ptr<Dependencies> dependencies_;  // null: not asked for
  std::unique_ptr<Slots> slots_;                // null: monitors are in the side table
  std::atomic<bool> active_ = false;
  std::atomic<bool> executors_woven_ = false;  // there are tests

  std::mutex mutex_;  // guards what follows
  std::vector<weave::SiteInfo> sites_;
  std::map<Hash128, uint32_t> site_numbers_;  // by what EncodeSite gives
  wire::WeaveStats stats_;
  std::set<std::string, std::less<>> early_;              // watched classes that loaded before we were ready
  std::map<std::string, uint64_t, std::less<>> skipped_;  // classes by reason
};

}  // namespace revmon::agent
