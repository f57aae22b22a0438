// Answers: which projects, revisions and techniques does an experiment compare?
//
// A plan is one TOML file:
//
//   [experiment]                      # all optional
//   repetitions = 3                   # of every cell; differences between them are noise or flakiness
//   jdks = ["/usr/lib/jvm/x"]         # default: whatever JAVA_HOME and PATH say
//   time_limit = 3600                 # seconds for each command
//   baseline = "plain"                # times are shown relative to it; default: the first technique
//   reference = "full"                # violations are missed relative to it; default: the baseline
//
//   [[project]]
//   name = "cli"
//   path = "clones/commons-cli"       # a git clone; only ever read. Relative to the plan
//   revisions = ["a1b2c3", "HEAD"]    # oldest first; or
//   range = "v1..v2"                  # first parents, oldest first; or
//   last = 20                         # up to `head`, the last ones that change bytecode, compile and pass
//   head = "HEAD"
//   build = "mvn -q test-compile"     # before each cell, timed apart; may be empty
//   test = "mvn -q surefire:test"     # {test} in commands of techniques
//   classes = ["target/classes"]      # what `last` compares
//
//   [[technique]]
//   name = "ps1c"
//   revmon = ["test", "--rps", "ps1c"]  # options of this revmon; or
//   command = "{test}"                  # any shell command, so foreign tools too
//   keep = [".starts"]                  # files that carry its state from revision to revision (.revmon
//   always) exits = [0, 1]                      # codes that mean "it ran"; default 0, and for revmon 0 and 1
//
// Commands run in the working copy with {test}, {revision}, {project}, {out} (a folder of the cell's own) and
// {jdk} replaced. Unknown keys are errors: a misspelt option would silently compare something else.
#pragma once
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace revmon::experiment {

struct Project {
  std::string name;
  std::string path;  // absolute
  std::vector<std::string> revisions;
  std::string range;
  uint32_t last = 0;
  std::string head = "HEAD";
  std::string build;
  std::string test;
  std::vector<std::string> classes;
};

struct Technique {
  std::string name;
  std::vector<std::string> revmon;  // arguments; empty: `command`
  std::string command;
  std::vector<std::string> keep;
  std::vector<int64_t> exits;
};

struct Plan {
  std::vector<Project> projects;
  std::vector<Technique> techniques;
  std::vector<std::string> jdks = {""};  // "" = as found
  uint32_t repetitions = 1;
  std::chrono::seconds time_limit{3600};
  std::string baseline;
  std::string reference;
};

// `folder` is what relative paths start from. Errors name line and column of `file`.
[[nodiscard]] Result<Plan> ParsePlan(std::string_view text, const std::string& file,
                                     const std::string& folder);

}  // namespace revmon::experiment
