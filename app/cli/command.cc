#include "app/cli/command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

#include "app/cli/background.h"
#include "app/cli/calibrate_command.h"
#include "app/cli/clean_command.h"
#include "app/cli/config.h"
#include "app/cli/diff_command.h"
#include "app/cli/doctor_command.h"
#include "app/cli/experiment_command.h"
#include "app/cli/explain_command.h"
#include "app/cli/generate_command.h"
#include "app/cli/impacted_command.h"
#include "app/cli/init_command.h"
#include "app/cli/inspect_command.h"
#include "app/cli/module_plan.h"
#include "app/cli/results_command.h"
#include "app/cli/run_command.h"
#include "app/cli/select_command.h"
#include "app/cli/specs_command.h"
#include "app/cli/store_command.h"
#include "app/cli/test_command.h"
#include "app/cli/traces_command.h"
#include "app/cli/violations_command.h"
#include "base/suggest.h"

namespace revmon::cli {
namespace {

constexpr std::array kCommands = {
    Command{"test", "Run the tests of a project under monitoring", DeclareTest},
    Command{"run", "Run any Java command under monitoring", DeclareRun},
    Command{"results", "Show what the agent found", DeclareResults},
    Command{"violations", "Show which violations are new and which were known", DeclareViolations},
    Command{"accept", "Mark violations as known, with a reason, in a file to commit", DeclareAccept},
    Command{"background", "Look at what --rpp has left to the background", DeclareBackground},
    Command{"impacted", "Show which classes a change can affect, and why", DeclareImpacted},
    Command{"affected-specs", "Show which specs have to be monitored again after a change, and why",
            DeclareAffectedSpecs},
    Command{"traces", "Show, count, compare and export the traces of monitors", DeclareTraces},
    Command{"calibrate", "Find the fastest safe analysis of changes for this project", DeclareCalibrate},
    Command{"diff", "Show what changed between two states of a program, kind by kind", DeclareDiff},
    Command{"select", "Show which tests a change can affect, and why", DeclareSelect},
    Command{"why", "Say why a test runs after a change, or is left out", DeclareWhy},
    Command{"what", "Show which tests used a file, class or method", DeclareWhat},
    Command{"collect", "Run all tests, only to record what each depends on", DeclareCollect},
    Command{"explain", "Show what a spec demands, and why", DeclareExplain},
    Command{"doctor", "Say whether monitoring would work here, and what is in the way", DeclareDoctor},
    Command{"init", "Write a commented revmon.toml", DeclareInit},
    Command{"clean", "Remove what runs left behind", DeclareClean},
    Command{"specs", "Check, list, show and try out specifications", DeclareSpecs},
    Command{"inspect", "Show what classes contain, or what differs between two sets of them", DeclareInspect},
    Command{"store", "Look at, move and shrink what is kept between runs", DeclareStore},
    Command{"experiment", "Compare techniques on projects and their histories", DeclareExperiment},
    Command{"generate", "Print shell completions or the manual page", DeclareGenerate},
};

// What RevMon asks of itself: in no help and no completion.
constexpr std::array kInternal = {
    Command{"plan-module", "Choose what the tests of one module of a build get", DeclarePlanModule},
    Command{"background-run", "Monitor the specs that were put off", DeclareBackgroundRun},
};

constexpr std::string_view kAbout =
    "RevMon checks test runs of JVM programs against specifications of correct API usage,\n"
    "and after each change re-checks only what the change can affect.";

int Fail(const Context& context, std::string_view text) {
  fmt::print(context.err, "revmon: {}\n", text);
  return kExitError;
}

bool IsIn(std::span<const Command> commands, std::string_view name) {
  return std::any_of(commands.begin(), commands.end(), [&](const Command& c) { return c.name == name; });
}

// CLI11 would call a misspelt command an "unexpected argument"; this says what was meant.
std::string UnknownCommand(std::string_view name) {
  std::vector<std::string> names;
  for (const Command& command : kCommands) names.emplace_back(command.name);
  if (std::string hint = DidYouMean(name, names); !hint.empty()) {
    return fmt::format("unknown command '{}', {}", name, hint);
  }
  return fmt::format("unknown command '{}' (revmon --help lists the commands)", name);
}

// CLI11's messages may span lines; a failure is one line.
std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// An answer that could not be written (a full disk, a closed pipe) is a failure; fmt throws, a buffer waits.
int RunIt(const Run& run, const Context& context) {
  try {
    Result<int> code = run(context);
    if (!code.ok()) return Fail(context, code.error().Text());
    if (std::fflush(context.out) == 0 && std::ferror(context.out) == 0) return code.value();
    return Fail(context, fmt::format("cannot write the answer: {}", std::strerror(errno)));
  } catch (const std::system_error& error) {
    return Fail(context, fmt::format("cannot write the answer: {}", error.code().message()));
  }
}

}  // namespace

std::span<const Command> Commands() { return kCommands; }

std::string Version() { return REVMON_VERSION; }

int Main(std::span<const std::string> arguments, const Context& context) {
  CLI::App app{std::string(kAbout), "revmon"};
  app.set_version_flag("--version", "revmon " REVMON_VERSION, "Print the version and exit");
  app.set_help_flag("-h,--help", "Print help and exit");
  app.get_formatter()->column_width(34);
  std::vector<std::pair<CLI::App*, Run>> runs;
  for (const Command& command : kCommands) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    runs.emplace_back(sub, command.declare(*sub));
  }
  for (const Command& command : kInternal) {
    if (arguments.empty() || arguments[0] != command.name) continue;
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    runs.emplace_back(sub, command.declare(*sub));
  }
  if (arguments.empty()) return Fail(context, "no command given (revmon --help lists the commands)");
  if (!arguments[0].starts_with('-') && !IsIn(kCommands, arguments[0]) && !IsIn(kInternal, arguments[0])) {
    return Fail(context, UnknownCommand(arguments[0]));
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 pops from the back
  } catch (const CLI::CallForHelp&) {
    const CLI::App* asked = &app;
    std::string before;  // "revmon specs", for the usage line of "revmon specs check"
    while (!asked->get_subcommands().empty()) {
      before += (before.empty() ? "" : " ") + asked->get_name();
      asked = asked->get_subcommands().front();
    }
    fmt::print(context.out, "{}", asked->help(before));
    return kExitOk;
  } catch (const CLI::CallForVersion&) {
    fmt::print(context.out, "{}\n", app.version());
    return kExitOk;
  } catch (const CLI::ParseError& error) {
    return Fail(context, OneLine(error.what()));
  }
  for (const auto& [sub, run] : runs) {
    if (!sub->parsed()) continue;
    if (Status configured = ApplyConfig(context.files, app, *sub); !configured.ok()) {
      return Fail(context, configured.error().Text());
    }
    return RunIt(run, context);
  }
  return Fail(context, "no command given (revmon --help lists the commands)");
}

}  // namespace revmon::cli
