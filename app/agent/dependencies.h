// Answers: how does the agent find out what each test depends on?
//
// Gives every class of the program and its libraries its probes (weave/dependency_probe.h), knows what their
// numbers stand for, and writes down what the code in the JVM (revmon.rt.Deps) says was used, in a file
// beside the results. A class that cannot get its probes is named in that file: tests depend on everything
// from then on. Watched is what weave/class_filter.h watches without patterns, and proxies that the JDK makes
// of the program's interfaces. Thread-safe.
#pragma once
#include <jni.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/agent/results_file.h"
#include "base/bytes.h"
#include "base/result.h"
#include "weave/class_filter.h"
#include "weave/dependency_probe.h"
#include "wire/test_dependencies.h"

namespace revmon::agent {

class Dependencies {
 public:
  // Offers classes of these names that are loaded to Weave once more.
  using Reweave = std::function<Status(JNIEnv*, const std::vector<std::string_view>&)>;
  Dependencies(wire::DependencyLevel level, bool receivers, Reweave reweave);

  // Makes the file, named like the results file of this JVM.
  [[nodiscard]] Status Open(const std::string& results_path);

  // Are changes of this class looked for? `name` is internal.
  [[nodiscard]] bool Watches(std::string_view name) const;
  // A watched class with its probes. False: it stays as it is, and `why` says so if that is a failure.
  bool Weave(Bytes bytes, std::string_view name, std::vector<uint8_t>& out, std::string& why);

  // What revmon.rt.Agent says; see there.
  void Used(uint32_t of, uint32_t id, std::span<const int32_t> numbers, std::string_view receivers,
            std::string_view files);
  void Opened(uint32_t id, const std::string& name, uint32_t outer);
  void Closed(uint32_t id);
  void Finished();
  void Blind(const std::string& name, const std::string& reason);
  // The number of a probe that stands for a class; -1: not watched.
  [[nodiscard]] int32_t ClassNumber(std::string_view name);
  // How many numbers have been given.
  [[nodiscard]] size_t probe_count();
  // Tests run side by side: all classes are woven again.
  void CallFromNowOn(JNIEnv* jni);

 private:
  struct ProbeElements {
    std::vector<uint32_t> elements;
    wire::BlockUse blocks;  // none: blocks.blocks is empty
  };

  [[nodiscard]] Result<std::vector<uint8_t>> Probed(Bytes bytes);
  [[nodiscard]] uint32_t NumberOf(const weave::Probe& probe);
  [[nodiscard]] uint32_t ElementOf(const std::string& name);
  void AddReceivers(std::string_view lines, wire::DependencyUse& use);
  [[nodiscard]] std::vector<std::string> WatchedAbove(const classfile::ClassFile& file) const;
  void WriteElements();

  weave::ProbeOptions options_;
  weave::ClassFilter filter_;
  Reweave reweave_;
  ResultsFile file_;
  std::atomic<bool> calls_ = false;

  std::mutex mutex_;  // guards what follows
  std::map<weave::Probe, uint32_t> numbers_;
  std::vector<ProbeElements> probes_;  // by number
  std::unordered_map<std::string, uint32_t> elements_;
  std::vector<std::string> fresh_;            // the last of elements_, which are not written yet
  std::set<std::string, std::less<>> woven_;  // names of classes
  std::set<std::string, std::less<>> blind_;
};

}  // namespace revmon::agent
