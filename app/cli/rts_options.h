// Answers: which tests are to run, as the user asks for it, and how does a module of a build get to know?
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "select/test_choice.h"

namespace revmon::cli {

struct RtsRunOptions {
  std::string technique;                // --rts; "" = all tests
  std::string lift;                     // --lift
  bool rv = true;                       // --no-rv: no monitoring
  std::vector<std::string> always_run;  // patterns of classes, or "@a.Annotation"
  bool fail_first = false;
  std::string shard;     // "2/3"
  bool observe = false;  // run all, say what would have been left out
  bool offline = false;  // record nothing while tests run
  bool run_all = false;  // run all whatever the technique would choose (revmon collect)

  // Is anything chosen, or could it be?
  [[nodiscard]] bool active() const { return !technique.empty() || !shard.empty(); }
};

// The options must outlive the app.
void DeclareRtsOptions(CLI::App& app, RtsRunOptions* options);     // technique and what belongs to it
void DeclareRtsRunOptions(CLI::App& app, RtsRunOptions* options);  // those above, and how it is run

// Checked, and with all that is the same for each module of a build.
struct TestPolicy {
  bool active = false;
  std::string technique = "all";
  std::string lift;
  bool published = false;
  std::string why_all;
  std::vector<std::string> changed_files;
  std::vector<std::string> always_run;
  uint32_t shard = 0, shards = 0;
  bool observe = false;
};
[[nodiscard]] Result<TestPolicy> PolicyOf(const RtsRunOptions& options, bool published);
[[nodiscard]] Result<select::TestChoiceOptions> ToChoiceOptions(const TestPolicy& policy);
[[nodiscard]] std::string ToText(const TestPolicy& policy);  // JSON
[[nodiscard]] TestPolicy PolicyFrom(std::string_view json);

// Options of the agent that make it record what the technique goes by; none for static ones.
[[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>> RecordingOptions(
    const RtsRunOptions& options);
// Does the technique need facts of methods?
[[nodiscard]] bool NeedsMethodFacts(const RtsRunOptions& options);

// What tests can depend on that is neither class nor file, a "name=value" a line: the system, some variables,
// and properties and profiles among the arguments of the build tool.
[[nodiscard]] std::string EnvironmentOf(const std::vector<std::string>& arguments);

}  // namespace revmon::cli
