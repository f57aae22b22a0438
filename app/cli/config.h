// Answers: where do the values of options come from that are not on the command line?
//
//   command line  >  environment REVMON_<NAME>  >  revmon.toml, table of the command  >  revmon.toml, top
//
// Every long option of `run` and `test` can be set by its name: --min-severity is REVMON_MIN_SEVERITY and
// min-severity = "warning". What is given at one level replaces what lower ones say, lists too. In the
// environment ':' separates paths and ',' other values. Paths in revmon.toml are relative to its folder.
// Misspelt keys are errors that say what was meant: a rule nobody reads is worse than none.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace revmon::cli {

inline constexpr const char* kConfigFile = "revmon.toml";

// A key's values, and where they are written.
struct ConfigValue {
  std::vector<std::string> values;
  uint32_t line = 0;
};

// revmon.toml, read: "" is the top, then one table for each command.
using Config = std::map<std::string, std::map<std::string, ConfigValue>>;

// An empty one where there is no file and it was not asked for by name.
[[nodiscard]] Result<Config> ReadConfig(const FileSystem& files, const std::string& path, bool must_exist);

// Gives options that the command line left alone their values. `command` is a parsed subcommand of `root`;
// `files` is where its revmon.toml is read from (option --config, else the folder of -C/--project, else
// here).
[[nodiscard]] Status ApplyConfig(const FileSystem& files, CLI::App& root, CLI::App& command);

// The long name of an option that may be set so; "" for --help, --config and the like.
[[nodiscard]] std::string ConfigKey(const CLI::Option& option);
// "min-severity" -> "REVMON_MIN_SEVERITY".
[[nodiscard]] std::string EnvironmentName(const std::string& key);
[[nodiscard]] bool IsList(const CLI::Option& option);

// A commented revmon.toml with every option of the commands `run` and `test`.
[[nodiscard]] std::string ConfigTemplate(const CLI::App& root);

}  // namespace revmon::cli
