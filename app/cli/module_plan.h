// Answers: what do the tests of one module of a build get, and how is that asked?
//
// Selection needs compiled classes, and a build compiles its modules one after the other. So the part of
// RevMon inside the build (java/maven, java/gradle) asks right before each module's tests:
//
//   revmon plan-module REQUEST RECORD
//
// REQUEST is written by `revmon test` before the build: the whole plan, the baseline, what the user asked
// for. RECORD is what the build says about the module (project/facts.h). The answer is a line, "agent TAB
// -agentpath:...", "none" or "skip", and a line "without TAB a.b.CTest" for each class of tests that need not
// run; the module's own plan and records of the selection (select/coverage.h) and of the choice of tests
// (select/test_choice.h) are left beside RECORD. Any failure is an exit code, and the module is monitored in
// full.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/evolution_options.h"
#include "app/cli/rts_options.h"
#include "project/facts.h"
#include "select/coverage.h"
#include "select/evolution.h"

namespace revmon::cli {

struct ModuleRequest {
  std::string root;  // of the project; all paths are absolute
  std::string store;
  std::string java;  // whose JDK runs the tests
  std::string plan;  // file with all specs that were asked for
  std::string agent;
  std::string out;                                          // folder of the results
  std::vector<std::pair<std::string, std::string>> extras;  // of the agent
  int64_t baseline = 0;                                     // run; 0: none
  bool selects = true;                                      // specs are selected for each module
  TestPolicy tests;
  bool methods = false;  // facts of methods are needed for choosing tests
  SelectionOptions selection;
  std::vector<std::string> include, exclude;  // the user's class patterns
  bool skip_unchanged = false;
  bool split = false;  // monitor only the specs of `now`
  std::vector<std::string> now;
};

[[nodiscard]] std::string ToJson(const ModuleRequest& request);
[[nodiscard]] Result<ModuleRequest> ParseModuleRequest(std::string_view json);

// Options of a selection as JSON text and back.
[[nodiscard]] std::string SelectionText(const SelectionOptions& options);
[[nodiscard]] SelectionOptions SelectionOf(std::string_view json);

// What the tests of each module run on. Class folders and jars that the build itself makes are the program's
// own; other jars are libraries. `root` is absolute.
[[nodiscard]] std::vector<select::ModulePath> ModulesOf(const std::vector<project::TestRun>& runs,
                                                        const std::string& root);

// What each module looked for. Those without a selection looked for everything: for `why_full`, or because
// asking failed. `selected`: they were asked for selections at all, not only for tests.
[[nodiscard]] std::vector<select::Coverage> CoverageOfRuns(const FileSystem& files,
                                                           const std::vector<project::TestRun>& runs,
                                                           const wire::Plan& plan,
                                                           const std::string& why_full, bool selected = true);

// The JDK of a java program.
[[nodiscard]] std::optional<classpath::Jdk> JdkOf(const FileSystem& files, const std::string& java);

[[nodiscard]] Run DeclarePlanModule(CLI::App& app);

}  // namespace revmon::cli
