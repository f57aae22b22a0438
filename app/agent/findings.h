// Answers: what goes into the results file, and when?
//
//   a violation seen first   at once, with its message, thread and objects
//   a test's start and end   at once
//   counts                   whenever TakeCounts is called: every second (ticker.h), and at the end
//   notes                    at once, each text once; the first few also go to stderr
//
// Thread-safe: called by threads of the program and by the ticker.
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "app/agent/results_file.h"
#include "base/bytes.h"
#include "base/result.h"
#include "trace/trace_file.h"
#include "weave/site_info.h"
#include "wire/plan.h"
#include "wire/results.h"

namespace revmon::agent {

// A violation as revmon.rt.Agent tells it; see there.
struct ViolationEvent {
  uint32_t spec = 0;
  uint32_t property = 0;
  uint32_t handler = 0;
  uint32_t site = 0;
  std::string message;
  std::string thread;
  // Lines: number of the test (0: not known), objects by class, then the events that led there: "event
  // location".
  std::string extra;
};

class Findings {
 public:
  // `plan` must outlive this.
  explicit Findings(const wire::Plan& plan) : plan_(plan) {}

  // Creates the folder if need be, and a results file of this JVM's own in it.
  [[nodiscard]] Status Open(const std::string& folder) { return results_.Open(folder); }
  [[nodiscard]] const std::string& path() const { return results_.path(); }

  // `place` is empty for an event without a site.
  void AddViolation(ViolationEvent event, const weave::SiteInfo& place);
  // Rows of revmon.rt.Agent.counts().
  void TakeCounts(Bytes rows);
  void TestStarted(uint32_t id, std::string name, bool container);
  void TestEnded(uint32_t id, wire::TestRun::Outcome outcome, uint64_t nanos);
  void Note(const std::string& text);
  // To a file beside the results, one for each spec: jvm-....Spec.trace.
  [[nodiscard]] Status AppendTrace(const std::string& spec, Bytes lines);
  // A piece of what goes to jvm-....traces (trace/trace_file.h), and the end of it.
  [[nodiscard]] Status AddTraces(trace::Kind kind, Bytes payload);
  void EndTraces();
  void AddRunStats(const wire::RunStats& stats) { results_.Append(wire::EncodeRunStats(stats)); }
  // The JVM comes to its end.
  void End(const wire::WeaveStats& stats) { results_.Append(wire::EncodeEnd(stats)); }

 private:
  struct Key {
    uint32_t spec, property, handler, site;
    auto operator<=>(const Key&) const = default;
  };

  // The results file's name with another ending.
  [[nodiscard]] std::string PathFor(const std::string& ending) const;

  const wire::Plan& plan_;
  ResultsFile results_;
  std::mutex mutex_;                    // guards what follows
  std::map<Key, uint32_t> violations_;  // -> id in the results
  std::set<std::string> notes_;
  std::map<uint32_t, std::string> tests_;  // by number
  bool has_traces_ = false;
};

}  // namespace revmon::agent
