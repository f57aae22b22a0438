#include "app/cli/monitor_options.h"

#include <CLI/CLI.hpp>
#include <map>

#include "report/run_info.h"
#include "run/spec_library.h"
#include "trace/selection.h"

namespace revmon::cli {
namespace {

const std::map<std::string, FailOn>& FailOnNames() {
  static const std::map<std::string, FailOn> names = {
      {"any", FailOn::kAny}, {"never", FailOn::kNever}, {"new", FailOn::kNew}};
  return names;
}

std::string NameOf(FailOn value) {
  for (const auto& [name, one] : FailOnNames()) {
    if (one == value) return name;
  }
  return "";
}

// One value each time it is given, so that what follows is never swallowed.
CLI::Option* AddList(CLI::App& app, const std::string& name, std::vector<std::string>* values,
                     const std::string& type, const std::string& help) {
  return app.add_option(name, *values, help)
      ->type_name(type)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void DeclareSpecOptions(CLI::App& app, MonitorOptions* options) {
  AddList(app, "--specs", &options->specs, "PATH", "Specs to use instead of the shipped ones (repeatable)");
  AddList(app, "--add-specs", &options->add_specs, "PATH",
          "Specs to use on top; one of the same name replaces the shipped one (repeatable)");
  AddList(app, "--spec", &options->spec, "NAME", "Monitor only this spec (repeatable)");
  AddList(app, "--without", &options->without, "NAME", "Do not monitor this spec (repeatable)");
  app.add_option("--profile", options->profile,
                 "Monitor the specs of a profile: default, strict, security, concurrency, all")
      ->type_name("NAME");
  app.add_option("--min-severity", options->min_severity, "Leave out specs below: suggestion, warning, error")
      ->type_name("LEVEL")
      ->check(CLI::IsMember({"suggestion", "warning", "error"}));
  AddList(app, "--include", &options->include, "PATTERN",
          "Watch only calls in these classes, e.g. 'com.acme.*' (repeatable)");
  AddList(app, "--exclude", &options->exclude, "PATTERN", "Do not watch calls in these classes (repeatable)");
  app.add_option("--spec-classpath", options->class_path,
                 "Where types that specs name and the JDK lacks are looked up")
      ->type_name("PATH");
  app.add_option("--jdk", options->jdk, "The JDK whose javac compiles Java inside own specs")
      ->type_name("DIR");
}

}  // namespace

void DeclareFailOn(CLI::App& app, FailOn* fail_on) {
  app.add_option_function<std::string>(
         "--fail-on", [fail_on](const std::string& name) { *fail_on = FailOnNames().at(name); },
         "Violations that change exit code 0 to 1: new, any, never")
      ->type_name("WHICH")
      ->check(CLI::IsMember({"new", "any", "never"}))
      ->default_str(NameOf(*fail_on));
}

void DeclareMonitorOptions(CLI::App& app, MonitorOptions* options, FailOn fail_on) {
  options->fail_on = fail_on;
  app.add_option("--config", options->config,
                 "The configuration to read, instead of the project's revmon.toml")
      ->type_name("FILE");
  app.add_option("--out", options->out, "Folder that takes results and reports")
      ->type_name("DIR")
      ->capture_default_str();
  DeclareSpecOptions(app, options);
  DeclareFailOn(app, &options->fail_on);
  app.add_option(
         "--events", options->events,
         "Keep the last N events on the way to each violation (20 for an HTML or SARIF report, else 0)")
      ->type_name("N")
      ->check(CLI::Range(0, 1000));
  app.add_flag("--stats", options->stats, "Count what the monitors did, too");
  app.add_flag("--traces", options->traces, "Keep the trace of every monitor (revmon traces shows them)");
  app.add_option("--traces-memory", options->traces_mb,
                 "How many megabytes traces may take in each JVM; else a quarter of its heap")
      ->type_name("MB")
      ->check(CLI::Range(1u, 1u << 20));
  app.add_option("--select", options->select,
                 "Which monitors are made: off (all), random:P, valg[:alpha=A:epsilon=E:...]")
      ->type_name("WHAT")
      ->capture_default_str()
      ->check([](const std::string& text) {
        Result<trace::Selection> selection = trace::ParseSelection(text);
        return selection.ok() ? std::string() : selection.error().Text();
      });
  app.add_option("--seed", options->seed, "Of chance in --select")->type_name("N")->capture_default_str();
  app.add_flag("-q,--quiet", options->quiet, "Say nothing about what was found");
  app.add_flag("-v,--verbose", options->verbose, "Say what is started, and how");
}

int ExitCode(int program, const report::Findings& findings, FailOn fail_on) {
  if (program != kExitOk) return program;
  bool fails = (fail_on == FailOn::kAny && findings.StableCount(false) > 0) ||
               (fail_on == FailOn::kNew && findings.StableCount(true) > 0);
  return fails ? kExitDifferent : kExitOk;
}

std::vector<std::string> SpecPaths(const FileSystem& files, const MonitorOptions& options) {
  std::vector<std::string> paths = options.add_specs;  // first, since they replace specs of their names
  Result<std::vector<std::string>> library = run::LibraryPaths(files, options.specs);
  if (library.ok()) paths.insert(paths.end(), library->begin(), library->end());
  for (std::string& path : paths) {
    Result<std::string> real = files.RealPath(path);
    if (real.ok()) path = std::move(real).value();
  }
  return paths;
}

report::RunInfo Describe(const FileSystem& files, const MonitorOptions& options, const run::Session& session,
                         const std::string& command) {
  report::RunInfo info;
  info.command = command;
  info.started = report::UtcTime(RealClock().WallNs());
  info.specs = session.plan().specs.size();
  info.spec_paths = SpecPaths(files, options);
  return info;
}

std::vector<std::pair<std::string, std::string>> AgentExtras(const MonitorOptions& options,
                                                             bool for_reports) {
  constexpr int kEventsForReports = 20;
  std::vector<std::pair<std::string, std::string>> extras;
  int events = options.events >= 0 ? options.events : for_reports ? kEventsForReports : 0;
  if (events > 0) extras.emplace_back("events", std::to_string(events));
  if (options.stats || for_reports) extras.emplace_back("stats", "1");
  if (options.traces || options.traces_mb > 0)
    extras.emplace_back("traces", options.traces_mb > 0 ? std::to_string(options.traces_mb) : "on");
  if (options.select != "off") {
    extras.emplace_back("select", options.select);
    extras.emplace_back("seed", std::to_string(options.seed));
  }
  return extras;
}

run::SessionOptions ToSessionOptions(const MonitorOptions& options) {
  run::SessionOptions session;
  session.out = options.out;
  session.plan.paths = options.specs;
  session.plan.more_paths = options.add_specs;
  session.plan.names = options.spec;
  session.plan.without = options.without;
  session.plan.profile = options.profile;
  session.plan.min_severity = options.min_severity;
  session.plan.include = options.include;
  session.plan.exclude = options.exclude;
  session.plan.class_path = options.class_path;
  session.plan.jdk = options.jdk;
  return session;
}

}  // namespace revmon::cli
