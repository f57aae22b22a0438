// Answers: what does the agent do with a plan, from the JVM's first moment to its last?
//
//   VMInit            defines java.util.RevMon, revmon.rt and the specs' support classes in the boot loader,
//   starts
//                     the engines, and opens the world of types (the running JDK and the class path)
//   every class       watched? (weave/class_filter.h) -> parse -> match -> weave; anything odd: left as it
//   was first violation   written to the results file at once VMDeath           endProgram events, final
//   counts, statistics
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
#include <set>
#include <string>
#include <vector>

#include "app/agent/java_side.h"
#include "app/agent/jvm.h"
#include "app/agent/results_file.h"
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
  Monitoring(Jvm jvm, wire::Plan plan)
      : jvm_(jvm), plan_(std::move(plan)), filter_(plan_.include, plan_.exclude) {}

  [[nodiscard]] Status OpenResults(const std::string& folder) { return results_.Open(folder); }

  bool OnClassBytes(const ClassEvent& event, std::vector<uint8_t>& out) override;
  void OnVmInit(JNIEnv* jni) override;
  void OnVmDeath(JNIEnv* jni) override;

  std::vector<uint8_t> SiteInfo(uint32_t site) override;
  void Violation(uint32_t spec, uint32_t property, uint32_t handler, uint32_t site, std::string message,
                 std::string thread) override;
  void Failure(std::string text) override;

 private:
  [[nodiscard]] Status StartJava(JNIEnv* jni);
  [[nodiscard]] Status OpenWorld();
  [[nodiscard]] Result<bool> Weave(const ClassEvent& event, std::vector<uint8_t>& out);
  uint32_t AddSite(weave::SiteInfo site);
  void WriteCounts(Bytes counts);
  // Each text once, and to stderr only the first few.
  void Note(const std::string& text);

  Jvm jvm_;
  wire::Plan plan_;
  weave::ClassFilter filter_;
  ResultsFile results_;
  RealFileSystem files_;
  std::unique_ptr<classpath::ClassPath> path_;
  std::unique_ptr<match::TypeWorld> world_;
  std::unique_ptr<match::Matcher> matcher_;
  std::atomic<bool> active_ = false;

  std::mutex mutex_;  // guards what follows
  std::vector<weave::SiteInfo> sites_;
  struct Known {
    uint32_t spec, property, handler, site;
    auto operator<=>(const Known&) const = default;
  };
  std::map<Known, uint32_t> violations_;  // -> id in the results
  std::set<std::string> notes_;
  wire::WeaveStats stats_;
};

}  // namespace revmon::agent
