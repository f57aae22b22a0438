#include "app/cli/config.h"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

#include "base/path.h"
#include "base/suggest.h"

namespace revmon::cli {
namespace {

constexpr std::array<std::string_view, 2> kConfigured = {"run", "test"};
constexpr uint64_t kMaxConfig = uint64_t{1} << 20;

Error At(const std::string& path, uint32_t line, const std::string& message) {
  return Error(ErrorCode::kInvalid, message).At(path).AtLine(line, 0);
}

uint32_t LineOf(const toml::node& node) { return static_cast<uint32_t>(node.source().begin.line); }

// One string, number or switch as an option takes it.
std::string TextOf(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  return "";
}

Status TakeTable(const toml::table& table, const std::string& path, const std::string& name, Config* out) {
  for (const auto& [key, node] : table) {
    std::string word(key.str());
    if (const toml::table* inner = node.as_table(); inner != nullptr) {
      if (!name.empty()) return At(path, LineOf(node), "a table inside [" + name + "] means nothing");
      REVMON_RETURN_IF_ERROR(TakeTable(*inner, path, word, out));
      (*out)[word];
      continue;
    }
    ConfigValue& value = (*out)[name][word];
    value.line = LineOf(node);
    std::vector<const toml::node*> nodes = {&node};
    if (const toml::array* list = node.as_array(); list != nullptr) {
      nodes.clear();
      for (const toml::node& one : *list) nodes.push_back(&one);
    }
    for (const toml::node* one : nodes) {
      if (!one->is_string() && !one->is_integer() && !one->is_boolean()) {
        return At(path, LineOf(node),
                  "'" + word + "' is neither text, number, true or false, nor a list of them");
      }
      value.values.push_back(TextOf(*one));
    }
  }
  return OkStatus();
}

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool IsPath(const CLI::Option& option) {
  static const std::set<std::string> kinds = {"PATH", "DIR", "FILE", "JAR"};
  return kinds.contains(option.get_type_name());
}

std::vector<const CLI::App*> ConfiguredCommands(const CLI::App& root) {
  std::vector<const CLI::App*> commands;
  for (const CLI::App* sub : root.get_subcommands([](const CLI::App*) { return true; })) {
    if (std::find(kConfigured.begin(), kConfigured.end(), sub->get_name()) != kConfigured.end())
      commands.push_back(sub);
  }
  return commands;
}

std::vector<std::string> KeysOf(const std::vector<const CLI::App*>& commands) {
  std::set<std::string> keys;
  for (const CLI::App* command : commands) {
    for (const CLI::Option* option : command->get_options({})) {
      if (std::string key = ConfigKey(*option); !key.empty()) keys.insert(key);
    }
  }
  return {keys.begin(), keys.end()};
}

Error UnknownKey(const std::string& path, const ConfigValue& value, const std::string& what,
                 const std::vector<std::string>& known) {
  std::string word = what.substr(what.find('\'') + 1);
  std::string hint = DidYouMean(word.substr(0, word.find('\'')), known);
  return At(path, value.line, what).Hint(hint.empty() ? "revmon init writes a file with all of them" : hint);
}

// Every key must be an option of some configured command, every key of a table one of that command.
Status CheckKeys(const std::string& path, const Config& config, const CLI::App& root) {
  std::vector<const CLI::App*> commands = ConfiguredCommands(root);
  std::vector<std::string> tables;
  for (const CLI::App* command : commands) tables.push_back(command->get_name());
  for (const auto& [table, keys] : config) {
    std::vector<const CLI::App*> meant = commands;
    if (!table.empty()) {
      std::erase_if(meant, [&name = table](const CLI::App* command) { return command->get_name() != name; });
      if (meant.empty())
        return UnknownKey(path, {}, "no command is configured by the table '" + table + "'", tables);
    }
    std::vector<std::string> known = KeysOf(meant);
    for (const auto& [key, value] : keys) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      return UnknownKey(path, value, "unknown key '" + key + "'", known);
    }
  }
  return OkStatus();
}

// CLI11 checks the values as if they had been on the command line.
Status Give(CLI::Option* option, const std::vector<std::string>& values, const std::string& origin) {
  if (!IsList(*option) && values.size() != 1) {
    return Error(ErrorCode::kInvalid, origin + " takes one value, not " + std::to_string(values.size()));
  }
  try {
    if (option->get_expected_max() == 0 && values[0] != "true" && values[0] != "false") {
      return Error(ErrorCode::kInvalid, origin + " is true or false, not '" + values[0] + "'");
    }
    if (values.empty()) return OkStatus();
    option->add_result(values);
    option->run_callback();
  } catch (const CLI::ParseError& error) {
    return Error(ErrorCode::kInvalid, origin + ": " + error.what());
  }
  return OkStatus();
}

std::string ValueOf(const CLI::App& command, const std::string& name) {
  const CLI::Option* option = command.get_option_no_throw(name);
  return option == nullptr || option->count() == 0 ? "" : option->results().back();
}

const ConfigValue* Find(const Config& config, const std::string& command, const std::string& key) {
  for (const std::string& table : {command, std::string()}) {
    auto section = config.find(table);
    if (section == config.end()) continue;
    auto value = section->second.find(key);
    if (value != section->second.end()) return &value->second;
  }
  return nullptr;
}

}  // namespace

Result<Config> ReadConfig(const FileSystem& files, const std::string& path, bool must_exist) {
  Config config;
  if (!must_exist && !files.Exists(path)) return config;
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(path, kMaxConfig));
  try {
    toml::table table = toml::parse(AsText(bytes));
    REVMON_RETURN_IF_ERROR(TakeTable(table, path, "", &config));
  } catch (const toml::parse_error& error) {
    return Error(ErrorCode::kMalformed, std::string(error.description()))
        .At(path)
        .AtLine(static_cast<uint32_t>(error.source().begin.line),
                static_cast<uint32_t>(error.source().begin.column));
  }
  return config;
}

std::string ConfigKey(const CLI::Option& option) {
  static const std::set<std::string> never = {"help", "config", "project", "version"};
  if (option.get_lnames().empty() || never.contains(option.get_lnames()[0])) return "";
  return option.get_lnames()[0];
}

std::string EnvironmentName(const std::string& key) {
  std::string name = "REVMON_";
  for (char c : key) name += c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return name;
}

bool IsList(const CLI::Option& option) { return option.get_expected_max() > 1; }

Status ApplyConfig(const FileSystem& files, CLI::App& root, CLI::App& command) {
  if (std::find(kConfigured.begin(), kConfigured.end(), command.get_name()) == kConfigured.end())
    return OkStatus();
  std::string named = ValueOf(command, "--config");
  std::string path = named.empty() ? JoinPath(ValueOf(command, "--project"), kConfigFile) : named;
  REVMON_ASSIGN_OR_RETURN(Config config, ReadConfig(files, path, !named.empty()));
  REVMON_RETURN_IF_ERROR(CheckKeys(path, config, root));
  std::string folder(DirName(path));
  for (CLI::Option* option : command.get_options({})) {
    std::string key = ConfigKey(*option);
    if (key.empty() || option->count() > 0) continue;
    std::string variable = EnvironmentName(key);
    if (const char* text = std::getenv(variable.c_str()); text != nullptr && *text != '\0') {
      std::vector<std::string> values = {text};
      if (IsList(*option)) values = Split(text, IsPath(*option) ? ':' : ',');
      REVMON_RETURN_IF_ERROR(Give(option, values, variable));
      continue;
    }
    const ConfigValue* value = Find(config, command.get_name(), key);
    if (value == nullptr) continue;
    std::vector<std::string> values = value->values;
    for (std::string& one : values) {
      if (IsPath(*option) && folder != ".") one = JoinPath(folder, one);
    }
    Status given = Give(option, values, key);
    if (!given.ok()) return Error(given.error()).At(path).AtLine(value->line, 0);
  }
  return OkStatus();
}

std::string ConfigTemplate(const CLI::App& root) {
  std::string out =
      "# RevMon's configuration of this project. Every option of `revmon run` and `revmon test` can be set "
      "here by its\n"
      "# name; the environment (REVMON_PROFILE=strict) wins over this file, the command line over both. "
      "Settings for one\n"
      "# command only stand in a table of its name: [run] or [test].\n";
  std::set<std::string> shared;
  std::vector<const CLI::App*> commands = ConfiguredCommands(root);
  auto add = [&](const CLI::Option& option, const std::string& key) {
    std::string value = option.get_expected_max() == 0 ? "false" : "\"" + option.get_default_str() + "\"";
    if (IsList(option)) value = "[]";
    if (key == "events") value = "20";
    out += "\n# " + option.get_description() + "\n# " + key + " = " + value + "\n";
  };
  for (const CLI::App* command : commands) {
    for (const CLI::Option* option : command->get_options({})) {
      std::string key = ConfigKey(*option);
      bool everywhere = std::all_of(commands.begin(), commands.end(), [&](const CLI::App* other) {
        const CLI::Option* same = other->get_option_no_throw("--" + key);
        return same != nullptr && same->get_default_str() == option->get_default_str();
      });
      if (!key.empty() && everywhere && shared.insert(key).second) add(*option, key);
    }
  }
  for (const CLI::App* command : commands) {
    out += "\n[" + command->get_name() + "]\n";
    for (const CLI::Option* option : command->get_options({})) {
      std::string key = ConfigKey(*option);
      if (!key.empty() && !shared.contains(key)) add(*option, key);
    }
  }
  return out;
}

}  // namespace revmon::cli
