// revmon specs run: the reference engine over a recorded trace.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/specs_command.h"
#include "monitor/engine.h"
#include "monitor/spec_property.h"
#include "run/spec_library.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;
using monitor::Engine;
using monitor::TraceEvent;
using monitor::Verdict;

constexpr uint64_t kMaxTrace = uint64_t{1} << 30;

struct RunOptions {
  std::string spec;
  std::string trace;
  std::string semantics = "textbook";
  std::vector<std::string> library;
  bool slices = false;
  bool json = false;
};

// What one formula said about the trace.
struct Outcome {
  monitor::Property property;
  std::vector<std::pair<Verdict, std::string>> verdicts;  // with the binding as text
  std::vector<Engine::InstanceView> instances;            // only with --slices
  size_t instance_count = 0;
};

Result<Outcome> RunProperty(monitor::Property property, const std::vector<TraceEvent>& trace,
                            const RunOptions& options) {
  auto semantics =
      options.semantics == "javamop" ? monitor::Semantics::kJavaMop : monitor::Semantics::kTextbook;
  Engine engine(property, semantics);
  if (options.slices) engine.RecordSlices();
  std::vector<Verdict> verdicts;
  for (const TraceEvent& event : trace) {
    Status stepped = engine.Step(event, verdicts);
    if (!stepped.ok()) {
      Error error = stepped.error();
      return std::move(error.At(options.trace).AtLine(event.line, 1));
    }
  }
  Outcome outcome{std::move(property), {}, {}, engine.instance_count()};
  for (Verdict& verdict : verdicts) {
    std::string binding = engine.Describe(verdict.binding);
    outcome.verdicts.emplace_back(std::move(verdict), std::move(binding));
  }
  if (options.slices) outcome.instances = engine.Instances();
  return outcome;
}

void PrintText(const Context& context, const RunOptions& options, const std::vector<TraceEvent>& trace,
               const std::vector<Outcome>& outcomes) {
  size_t verdicts = 0, instances = 0;
  for (const Outcome& outcome : outcomes) {
    for (const auto& [verdict, binding] : outcome.verdicts) {
      const TraceEvent& event = trace[verdict.event_index];
      fmt::print(context.out, "{}:{}: {} @{} {} after {}\n", options.trace, event.line, outcome.property.name,
                 outcome.property.handlers[verdict.handler].category, binding, monitor::ToString(event));
    }
    for (const Engine::InstanceView& instance : outcome.instances) {
      std::string slice;
      for (size_t index : instance.slice) {
        slice += fmt::format(" {}:{}", trace[index].line, trace[index].name);
      }
      fmt::print(context.out, "slice {} {} in {}:{}\n", outcome.property.name, instance.binding,
                 instance.state, slice);
    }
    verdicts += outcome.verdicts.size();
    instances += outcome.instance_count;
  }
  fmt::print(context.out, "{} events, {} instances, {} verdicts\n", trace.size(), instances, verdicts);
}

Json ToJson(const Outcome& outcome, const std::vector<TraceEvent>& trace, bool slices) {
  Json verdicts = Json::array();
  for (const auto& [verdict, binding] : outcome.verdicts) {
    const TraceEvent& event = trace[verdict.event_index];
    verdicts.push_back({{"category", outcome.property.handlers[verdict.handler].category},
                        {"event", event.name},
                        {"binding", binding},
                        {"line", event.line},
                        {"location", event.location},
                        {"thread", event.thread}});
  }
  Json json = {{"property", outcome.property.name},
               {"instances", outcome.instance_count},
               {"verdicts", std::move(verdicts)}};
  if (!slices) return json;
  json["slices"] = Json::array();
  for (const Engine::InstanceView& instance : outcome.instances) {
    Json lines = Json::array();
    for (size_t index : instance.slice) lines.push_back(trace[index].line);
    json["slices"].push_back(
        {{"binding", instance.binding}, {"state", instance.state}, {"lines", std::move(lines)}});
  }
  return json;
}

Result<std::vector<TraceEvent>> ReadTrace(const Context& context, const std::string& path) {
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, context.files.ReadFile(path, kMaxTrace));
  Result<std::vector<TraceEvent>> trace = monitor::ParseTrace(AsText(bytes));
  if (trace.ok()) return trace;
  Error error = trace.error();
  return std::move(error.At(path));
}

Result<spec::Spec> OneSpec(const Context& context, const RunOptions& options) {
  run::SpecTypes types(context.files, "");
  REVMON_ASSIGN_OR_RETURN(run::FoundSpec found,
                          run::FindSpec(context.files, options.spec, options.library, types.oracle()));
  for (spec::Spec& spec : found.file.specs) {
    bool meant = found.spec.empty() ? found.file.specs.size() == 1 : spec.name == found.spec;
    if (meant) return std::move(spec);
  }
  if (found.file.diagnostics.errors() > 0) {
    fmt::print(context.err, "{}", spec::Render(found.file.source, found.file.diagnostics));
    return Error(ErrorCode::kInvalid, "the spec has errors").At(options.spec);
  }
  return Error(ErrorCode::kInvalid, "the file holds several specs")
      .At(options.spec)
      .Hint("name the spec and pass the file with --specs");
}

Result<int> RunSpec(const RunOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(spec::Spec spec, OneSpec(context, options));
  std::vector<monitor::Property> properties = monitor::PropertiesOf(spec);
  if (properties.empty()) {
    return Error(ErrorCode::kInvalid,
                 "spec '" + spec.name + "' has no formula; all it does is run Java code at its events");
  }
  REVMON_ASSIGN_OR_RETURN(std::vector<TraceEvent> trace, ReadTrace(context, options.trace));
  std::vector<Outcome> outcomes;
  size_t verdicts = 0;
  for (monitor::Property& property : properties) {
    REVMON_ASSIGN_OR_RETURN(Outcome outcome, RunProperty(std::move(property), trace, options));
    verdicts += outcome.verdicts.size();
    outcomes.push_back(std::move(outcome));
  }
  if (options.json) {
    Json json = {{"spec", spec.name}, {"semantics", options.semantics}, {"events", trace.size()}};
    json["properties"] = Json::array();
    for (const Outcome& outcome : outcomes)
      json["properties"].push_back(ToJson(outcome, trace, options.slices));
    fmt::print(context.out, "{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    PrintText(context, options, trace, outcomes);
  }
  return verdicts == 0 ? kExitOk : kExitDifferent;
}

}  // namespace

Run DeclareSpecsRun(CLI::App& options) {
  auto values = std::make_shared<RunOptions>();
  options.add_option("SPEC", values->spec, "Name of a spec in the library, or path of a .mop file")
      ->required();
  options
      .add_option("--trace", values->trace, "Recorded events: 'name param=object ... @where %thread' a line")
      ->required();
  options.add_flag("--slices", values->slices, "Print every instance with its slice, as line:event");
  options.add_option("--semantics", values->semantics, "textbook, or javamop for the reference tool's ways")
      ->check(CLI::IsMember({"textbook", "javamop"}))
      ->capture_default_str();
  options.add_option("--specs", values->library, "Files or folders of specs (default: the shipped ones)");
  options.add_flag("--json", values->json, "Print one JSON object instead of text");
  return [values](const Context& context) { return RunSpec(*values, context); };
}

}  // namespace revmon::cli
