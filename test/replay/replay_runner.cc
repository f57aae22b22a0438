// Answers: does the agent reach the same verdicts as the reference engine, on the events that the agent
// itself recorded?
//
//   replay_runner AGENT PLAN SPECS JAVA LIST
//
// PLAN holds all specs below SPECS. Every line of LIST is a program: "KIND CLASSES MAIN ARGUMENTS...". It
// runs under the agent with `record`; each trace it leaves goes through src/monitor, and the verdicts,
// counted by (spec, location, category), must be those of the results. KIND is `same` for a program that
// always does the same: it runs once more without `record`, where monitors may go faster ways, and must
// report the same again; else it is `once`, or `threads` where threads share objects.
//
// Monitors of specs over one object must have the traces of the reference engine's instances, too. (Those of
// several objects end when one of them is garbage, which the reference engine does not know.) They are kept
// in both runs. Of `threads`, only those of specs without Java for their events: that runs outside of any
// lock, so another thread's event can come between a monitor's making and its first step.
//
// Left out, with a count: specs without a formula (what their bodies print has no verdict to compare), and
// traces in which a condition held for some monitors of an event and not for others, which a trace cannot
// say.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/bytes.h"
#include "monitor/engine.h"
#include "monitor/spec_property.h"
#include "monitor/trace.h"
#include "run/process.h"
#include "spec/load.h"
#include "trace/trace_file.h"
#include "wire/results.h"

namespace revmon {
namespace {

namespace fs = std::filesystem;

struct Program {
  bool same = false;
  bool threads = false;
  std::string classes;
  std::vector<std::string> arguments;  // the main class first
  [[nodiscard]] std::string Name() const {
    std::string name = fs::path(classes).parent_path().filename().string() + ":";
    for (const std::string& argument : arguments) name += " " + argument;
    return name;
  }
};

// "Spec location category" -> how often.
using Verdicts = std::map<std::string, uint64_t>;
// Spec -> trace -> monitors.
using Traces = std::map<std::string, std::map<std::string, uint64_t>>;

struct Totals {
  std::atomic<size_t> traces = 0;
  std::atomic<size_t> events = 0;
  std::atomic<size_t> verdicts = 0;
  std::atomic<size_t> mixed = 0;
  std::atomic<size_t> monitors = 0;  // whose traces were compared
  std::mutex mutex;
  std::set<std::string> specs;      // with events
  std::set<std::string> reporting;  // with verdicts
};

std::string ReadText(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Runner {
 public:
  Runner(std::string agent, std::string plan, std::string java)
      : agent_(std::move(agent)), plan_(std::move(plan)), java_(std::move(java)) {}

  // False when a spec cannot be read.
  bool LoadSpecs(const std::string& folder) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".mop") continue;
      spec::LoadedFile file = spec::Load(entry.path(), ReadText(entry.path()), nullptr);
      if (file.diagnostics.errors() > 0) return false;
      for (const spec::Spec& spec : file.specs) {
        properties_[spec.name] = monitor::PropertiesOf(spec);
        if (HasJavaOfEvents(spec)) with_java_.insert(spec.name);
      }
    }
    return !properties_.empty();
  }

  // "" when all is well.
  std::string Check(const Program& program, size_t number) {
    fs::path out = fs::path(program.classes) / ("replay-" + std::to_string(number));
    Verdicts recorded;
    Traces traces;
    std::string wrong = Run(program, out, ",record,traces", recorded);
    if (wrong.empty()) wrong = ReadTraces(out, traces);
    if (wrong.empty()) wrong = Replay(out, recorded, traces, program.threads);
    fs::remove_all(out);
    if (!wrong.empty() || !program.same) return wrong;
    Verdicts again;
    Traces traces_again;
    wrong = Run(program, out, ",traces", again);
    if (wrong.empty()) wrong = ReadTraces(out, traces_again);
    fs::remove_all(out);
    if (wrong.empty() && traces_again != traces) return "other traces without recording";
    if (!wrong.empty()) return wrong;
    wrong = Run(program, out, "", again = {});
    fs::remove_all(out);
    return wrong.empty() ? Difference("without recording", again, recorded) : wrong;
  }

  Totals totals;

 private:
  std::string Run(const Program& program, const fs::path& out, const std::string& more, Verdicts& found) {
    run::Command command;
    command.directory = program.classes;
    command.argv = {java_, "-XX:TieredStopAtLevel=1",
                    "-agentpath:" + agent_ + "=plan=" + plan_ + ",out=" + out.string() + more, "-cp", "."};
    command.argv.insert(command.argv.end(), program.arguments.begin(), program.arguments.end());
    command.time_limit = std::chrono::seconds(120);
    Result<run::Outcome> outcome = run::RunCommand(command);
    if (!outcome.ok()) return outcome.error().Text();
    if (!fs::exists(out)) return "no results " + outcome->err;
    for (const auto& entry : fs::directory_iterator(out)) {
      if (entry.path().extension() != ".results") continue;
      std::string bytes = ReadText(entry.path());
      Result<wire::Results> results = wire::ReadResults(AsBytes(bytes));
      if (!results.ok()) return results.error().Text();
      if (!results->complete) return "incomplete results " + outcome->err;
      for (const wire::Violation& violation : results->violations) {
        if (!violation.category.empty())
          found[Key(violation.spec, violation.location, violation.category)] += violation.count;
      }
    }
    return "";
  }

  static std::string Key(const std::string& spec, std::string location, const std::string& category) {
    for (char& c : location) c = c == ' ' ? '_' : c;
    return spec + " " + location + " " + category;
  }

  static bool HasJavaOfEvents(const spec::Spec& spec) {
    return std::any_of(spec.events.begin(), spec.events.end(), [](const spec::Event& event) {
      return !event.conditions.empty() || !event.body.fixed || !event.body.actions.empty();
    });
  }

  [[nodiscard]] bool IsOfOneObject(const std::string& spec) const {
    auto properties = properties_.find(spec);
    return properties != properties_.end() && !properties->second.empty() &&
           properties->second[0].parameters.size() == 1 && !properties->second[0].per_thread;
  }

  // By spec over one object: each monitor's trace.
  std::string ReadTraces(const fs::path& out, Traces& traces) {
    for (const auto& entry : fs::directory_iterator(out)) {
      if (entry.path().extension() != ".traces") continue;
      std::string bytes = ReadText(entry.path());
      Result<trace::TraceFile> file = trace::ReadTraceFile(AsBytes(bytes));
      if (!file.ok()) return file.error().Text();
      if (!file->complete) return "incomplete traces";
      for (const trace::SpecTraces& spec : file->set.specs) {
        if (spec.cut_monitors > 0) return spec.name + ": traces were cut";
        if (!IsOfOneObject(spec.name)) continue;
        for (const trace::Count& count : spec.counts) {
          std::string text;
          spec.trie.ForEachToken(count.end, [&](trace::Token token) {
            const trace::EventAt& at = spec.tokens[token];
            text += Place(spec.events[at.event], file->set.locations[at.location]);
          });
          traces[spec.name][text] += count.monitors;
        }
      }
    }
    return "";
  }

  static std::string Place(const std::string& event, std::string location) {
    for (char& c : location) c = c == ' ' ? '_' : c;
    return event + "@" + (location.empty() ? "(Unknown)" : location) + " ";
  }

  std::string CompareTraces(const std::string& spec, const monitor::Property& property,
                            const std::vector<monitor::TraceEvent>& trace, const Traces& traces) {
    monitor::Engine engine(property);
    engine.RecordSlices();
    std::vector<monitor::Verdict> verdicts;
    for (const monitor::TraceEvent& event : trace) {
      if (Status status = engine.Step(event, verdicts); !status.ok())
        return spec + ": " + status.error().Text();
    }
    std::map<std::string, uint64_t> expected;
    for (const monitor::Engine::InstanceView& instance : engine.Instances()) {
      std::string text;
      for (size_t at : instance.slice) text += Place(trace[at].name, trace[at].location);
      ++expected[text];
      ++totals.monitors;
    }
    auto found = traces.find(spec);
    return Difference("by the reference engine", expected,
                      found == traces.end() ? std::map<std::string, uint64_t>() : found->second);
  }

  std::string Replay(const fs::path& out, Verdicts reported, const Traces& traces, bool threads) {
    for (const auto& entry : fs::directory_iterator(out)) {
      if (entry.path().extension() != ".trace") continue;
      std::string stem = entry.path().stem().string();  // jvm-1-2-3.Spec
      std::string spec = stem.substr(stem.find('.') + 1);
      auto properties = properties_.find(spec);
      if (properties == properties_.end()) return "a trace of no known spec: " + spec;
      Verdicts mine;
      auto first = reported.lower_bound(spec + " ");
      while (first != reported.end() && first->first.starts_with(spec + " ")) {
        mine.insert(*first);
        first = reported.erase(first);
      }
      std::string text = ReadText(entry.path());
      if (text.find("# mixed") != std::string::npos) {
        ++totals.mixed;
        continue;
      }
      bool compare = IsOfOneObject(spec) && !(threads && with_java_.contains(spec));
      std::string wrong = ReplayTrace(spec, properties->second, text, mine, compare ? &traces : nullptr);
      if (!wrong.empty()) return wrong;
    }
    return reported.empty() ? "" : "no trace for " + reported.begin()->first;
  }

  std::string ReplayTrace(const std::string& spec, const std::vector<monitor::Property>& properties,
                          const std::string& text, const Verdicts& reported, const Traces* traces) {
    Result<std::vector<monitor::TraceEvent>> trace = monitor::ParseTrace(text);
    if (!trace.ok()) return spec + ": " + trace.error().Text();
    ++totals.traces;
    totals.events += trace->size();
    if (traces != nullptr) {
      std::string wrong = CompareTraces(spec, properties[0], *trace, *traces);
      if (!wrong.empty()) return wrong;
    }
    Verdicts expected;
    for (const monitor::Property& property : properties) {
      Result<std::vector<monitor::Verdict>> verdicts = monitor::RunTrace(property, *trace);
      if (!verdicts.ok()) return spec + ": " + verdicts.error().Text();
      for (const monitor::Verdict& verdict : *verdicts) {
        ++expected[Key(spec, (*trace)[verdict.event_index].location,
                       property.handlers[verdict.handler].category)];
      }
      totals.verdicts += verdicts->size();
    }
    std::lock_guard lock(totals.mutex);
    totals.specs.insert(spec);
    if (!expected.empty()) totals.reporting.insert(spec);
    return Difference("by the reference engine", expected, reported);
  }

  static std::string Difference(const std::string& what, const Verdicts& expected, const Verdicts& reported) {
    std::string text;
    Verdicts all = expected;
    all.insert(reported.begin(), reported.end());
    for (const auto& [key, ignored] : all) {
      auto e = expected.find(key);
      auto r = reported.find(key);
      uint64_t should = e == expected.end() ? 0 : e->second;
      uint64_t is = r == reported.end() ? 0 : r->second;
      if (should == is) continue;
      text += "\n    " + key + ": " + std::to_string(is) + ", " + what + " " + std::to_string(should);
    }
    return text;
  }

  std::string agent_;
  std::string plan_;
  std::string java_;
  std::map<std::string, std::vector<monitor::Property>> properties_;
  std::set<std::string> with_java_;  // for events
};

std::vector<Program> ReadList(const std::string& path) {
  std::vector<Program> programs;
  std::istringstream lines(ReadText(path));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Program program;
    std::string kind;
    words >> kind >> program.classes;
    program.same = kind == "same";
    program.threads = kind == "threads";
    for (std::string word; words >> word;) program.arguments.push_back(word);
    if (!program.arguments.empty()) programs.push_back(std::move(program));
  }
  return programs;
}

int RunAll(const std::vector<std::string>& arguments) {
  Runner runner(arguments[0], arguments[1], arguments[3]);
  if (!runner.LoadSpecs(arguments[2])) {
    std::puts("a spec cannot be read");
    return 1;
  }
  std::vector<Program> programs = ReadList(arguments[4]);
  std::atomic<size_t> next = 0;
  std::atomic<size_t> failed = 0;
  std::mutex mutex;
  auto work = [&] {
    for (size_t i = next++; i < programs.size(); i = next++) {
      std::string wrong = runner.Check(programs[i], i);
      if (wrong.empty()) continue;
      ++failed;
      std::lock_guard lock(mutex);
      std::printf("%s: %s\n", programs[i].Name().c_str(), wrong.c_str());
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  const Totals& totals = runner.totals;
  std::printf(
      "%zu programs, %zu traces of %zu specs, %zu events, %zu verdicts of %zu specs, %zu monitors' traces, "
      "%zu traces left out: %zu failed\n",
      programs.size(), totals.traces.load(), totals.specs.size(), totals.events.load(),
      totals.verdicts.load(), totals.reporting.size(), totals.monitors.load(), totals.mixed.load(),
      failed.load());
  return failed == 0 && totals.verdicts > 0 && totals.monitors > 0 ? 0 : 1;
}

}  // namespace
}  // namespace revmon

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fputs("usage: replay_runner AGENT PLAN SPECS JAVA LIST\n", stderr);
    return 2;
  }
  return revmon::RunAll(std::vector<std::string>(argv + 1, argv + argc));
}
