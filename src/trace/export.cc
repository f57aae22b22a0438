#include "trace/export.h"

#include <set>

namespace revmon::trace {
namespace {

// Tokens one by one, equal ones in a row as one.
class TraceLine {
 public:
  explicit TraceLine(const ExportFiles::Write& write) : write_(write) {}
  void Add(uint32_t event, uint32_t location) {
    if (times_ > 0 && event == event_ && location == location_) {
      ++times_;
      return;
    }
    Put();
    event_ = event;
    location_ = location;
    times_ = 1;
  }
  void Finish() {
    Put();
    text_ += "]\n";
    write_(text_);
  }
  std::string& text() { return text_; }

 private:
  void Put() {
    if (times_ == 0) return;
    text_ += (first_ ? "e" : ", e") + std::to_string(event_) + "~" + std::to_string(location_);
    if (times_ > 1) text_ += "x" + std::to_string(times_);
    first_ = false;
    if (text_.size() < 1u << 16) return;
    write_(text_);
    text_.clear();
  }

  const ExportFiles::Write& write_;
  std::string text_;
  uint32_t event_ = 0;
  uint32_t location_ = 0;
  uint64_t times_ = 0;
  bool first_ = true;
};

std::string TestsOf(const TraceSet& set, const UniqueTrace& trace) {
  std::string text;
  for (const auto& [test, monitors] : trace.tests) {
    if (set.tests[test].empty()) continue;
    text += (text.empty() ? "" : ", ") + TestAsPlace(set.tests[test]) + "=" + std::to_string(monitors);
  }
  return text;
}

// Is there a pair of locations that differ in the method alone?
bool MethodsMatter(const TraceSet& set) {
  std::set<std::string> known;
  for (const std::string& location : set.locations) {
    if (!known.insert(WithoutMethod(location)).second) return true;
  }
  return false;
}

void ExportLocations(const TraceSet& set, const ExportFiles& files, bool with_methods) {
  files.locations("=== LOCATION MAP ===\n");
  for (size_t i = 0; i < set.locations.size(); ++i) {
    const std::string& location = set.locations[i];
    files.locations(std::to_string(i + 1) + " " + (with_methods ? WithoutMethod(location) : location) + "\n");
  }
}

Exported ExportTraces(const TraceSet& set, const ExportFiles& files) {
  Exported total;
  files.traces("=== UNIQUE TRACES WITH ID ===\n");
  files.events("=== EVENT MAP ===\n");
  uint32_t first_event = 1;
  for (const SpecTraces& spec : set.specs) {
    for (const UniqueTrace& trace : UniqueTraces(set, spec)) {
      std::string id = std::to_string(total.unique++);
      total.monitors += trace.monitors;
      TraceLine line(files.traces);
      line.text() = id + " " + std::to_string(trace.monitors) + " [";
      spec.trie.ForEachToken(trace.end, [&](Token token) {
        const EventAt& at = spec.tokens[token];
        line.Add(first_event + at.event, at.location + 1);
      });
      line.Finish();
      files.frequency(id + " {" + spec.name + "Monitor=" + std::to_string(trace.monitors) + "}\n");
      files.tests(id + " {" + TestsOf(set, trace) + "}\n");
    }
    for (const std::string& event : spec.events)
      files.events(std::to_string(first_event++) + " " + spec.name + " " + event + "\n");
  }
  files.frequency("OK\n");
  files.tests("OK\n");
  return total;
}

}  // namespace

std::string WithoutMethod(const std::string& location) {
  size_t open = location.find('(');
  if (open == std::string::npos || open == 0) return location;
  size_t dot = location.rfind('.', open);
  return dot == std::string::npos ? location : location.substr(0, dot) + location.substr(open);
}

std::string TestAsPlace(const std::string& test) {
  size_t hash = test.find('#');
  std::string type = test.substr(0, hash);
  size_t dot = type.rfind('.');
  std::string file = type.substr(dot == std::string::npos ? 0 : dot + 1);
  file = file.substr(0, file.find('$')) + ".java";
  return type + (hash == std::string::npos ? "" : "." + test.substr(hash + 1)) + "(" + file + ")";
}

Exported Export(const TraceSet& set, const ExportFiles& files) {
  if (!MethodsMatter(set)) {
    ExportLocations(set, files, true);
    return ExportTraces(set, files);
  }
  Merger merger;
  merger.Add(set, WithoutMethod);
  TraceSet plain = merger.Finish();
  ExportLocations(plain, files, false);
  return ExportTraces(plain, files);
}

}  // namespace revmon::trace
