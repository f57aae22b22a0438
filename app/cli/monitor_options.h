// Answers: which options do all commands share that start JVMs under monitoring?
//
// `revmon run` and `revmon test` declare the same options with one call and get a run::SessionOptions out of
// them, so that a project's configuration means the same to both.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "report/findings.h"
#include "run/session.h"

namespace revmon::cli {

// Which violations turn a program that ended well into exit code 1.
enum class FailOn { kNever, kNew, kAny };

struct MonitorOptions {
  std::string config;  // --config; read by config.h before the command runs
  std::string out = run::kDefaultOut;
  std::vector<std::string> specs;      // --specs: instead of the library
  std::vector<std::string> add_specs;  // --add-specs: on top of it
  std::vector<std::string> spec;       // --spec: only these
  std::vector<std::string> without;    // --without: never these
  std::string profile;
  std::string min_severity;
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::string class_path;  // --spec-classpath
  std::string jdk;
  int events = -1;  // --events: of the way to a violation; -1 = as the reports want it
  bool stats = false;
  bool traces = false;
  std::string select = "off";  // --select; as trace/selection.h has it
  uint64_t seed = 1;
  uint32_t traces_mb = 0;  // --traces-memory; 0 = a quarter of each JVM's heap
  FailOn fail_on = FailOn::kNever;
  bool quiet = false;
  bool verbose = false;
};

// Declares them; `fail_on` is the default of --fail-on. `options` must outlive the app.
void DeclareMonitorOptions(CLI::App& app, MonitorOptions* options, FailOn fail_on);

// --fail-on; what `fail_on` holds is the default.
void DeclareFailOn(CLI::App& app, FailOn* fail_on);

// The program's own exit code, unless it ended well and there are violations that --fail-on means.
[[nodiscard]] int ExitCode(int program, const report::Findings& findings, FailOn fail_on);

// Where the specs of the run come from, absolute: reports find their documentation there, from any folder.
[[nodiscard]] std::vector<std::string> SpecPaths(const FileSystem& files, const MonitorOptions& options);

// What is known of a run before it starts: the command as a shell would take it, the time, the specs.
[[nodiscard]] report::RunInfo Describe(const FileSystem& files, const MonitorOptions& options,
                                       const run::Session& session, const std::string& command);

// Options of the agent beyond plan and out; `for_reports`: some report shows the way to a violation.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> AgentExtras(const MonitorOptions& options,
                                                                           bool for_reports);

[[nodiscard]] run::SessionOptions ToSessionOptions(const MonitorOptions& options);

}  // namespace revmon::cli
