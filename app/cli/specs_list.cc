// revmon specs list: one line for each spec of the library.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/specs_command.h"
#include "run/spec_library.h"
#include "spec/plan_builder.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ListOptions {
  std::vector<std::string> library;
  bool json = false;
};

// The states of an automaton; machines that have none show "-".
std::string StatesOf(const spec::Property& property) {
  const logic::Dfa* dfa = property.machine ? property.machine->dfa() : nullptr;
  return dfa == nullptr ? "-" : std::to_string(dfa->size());
}

std::string Joined(const spec::Spec& spec, std::string (*part)(const spec::Property&), const char* none) {
  std::string out;
  for (const spec::Property& property : spec.properties) out += (out.empty() ? "" : "+") + part(property);
  return out.empty() ? none : out;
}

std::string ParametersOf(const spec::Spec& spec) {
  std::string out;
  for (const spec::Parameter& parameter : spec.parameters) {
    out += (out.empty() ? "" : ", ") + spec::JavaType(parameter.type);
  }
  return out.empty() ? "-" : out;
}

using Row = std::vector<std::string>;

Row RowOf(const spec::Spec& spec) {
  auto logic = [](const spec::Property& property) { return property.logic; };
  return {spec.name,
          Joined(spec, logic, "none"),
          ParametersOf(spec),
          spec.severity.empty() ? "-" : spec.severity,
          std::to_string(spec.events.size()),
          Joined(spec, &StatesOf, "-")};
}

Json ToJson(const spec::Spec& spec) {
  Json parameters = Json::array();
  for (const spec::Parameter& parameter : spec.parameters) {
    const std::string& resolved = parameter.type.resolved;
    std::string type = resolved.empty() ? spec::JavaType(parameter.type) : resolved;
    for (int i = 0; i < parameter.type.dimensions && !resolved.empty(); ++i) type += "[]";
    parameters.push_back({{"name", parameter.name}, {"type", type}});
  }
  Json properties = Json::array();
  for (const spec::Property& property : spec.properties) {
    Json categories = Json::array();
    for (const spec::Handler& handler : property.handlers) categories.push_back(handler.category);
    Json entry = {{"logic", property.logic}, {"categories", categories}};
    const logic::Dfa* dfa = property.machine ? property.machine->dfa() : nullptr;
    if (dfa != nullptr) entry["states"] = dfa->size();
    properties.push_back(std::move(entry));
  }
  return {{"name", spec.name},         {"file", spec.file},
          {"severity", spec.severity}, {"message", spec::FirstSentence(spec.doc)},
          {"parameters", parameters},  {"events", spec.events.size()},
          {"java", spec.java.any()},   {"properties", properties}};
}

void PrintTable(const Context& context, const std::vector<spec::Spec>& specs) {
  std::vector<Row> rows = {{"NAME", "LOGIC", "PARAMETERS", "SEVERITY", "EVENTS", "STATES"}};
  for (const spec::Spec& spec : specs) rows.push_back(RowOf(spec));
  std::vector<size_t> widths(rows[0].size());
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i + 1 < row.size(); ++i) line += fmt::format("{:<{}}", row[i], widths[i] + 2);
    fmt::print(context.out, "{}{}\n", line, row.back());
  }
}

Result<int> List(const ListOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> paths, run::LibraryPaths(context.files, options.library));
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> files, run::FindSpecFiles(context.files, paths));
  run::SpecTypes types(context.files, "");
  std::vector<spec::Spec> specs;
  bool broken = false;
  for (const std::string& path : files) {
    REVMON_ASSIGN_OR_RETURN(spec::LoadedFile file, run::LoadSpecFile(context.files, path, types.oracle()));
    if (file.diagnostics.errors() > 0) {
      fmt::print(context.err, "revmon: {} has errors (revmon specs check shows them)\n", path);
      broken = true;
    }
    for (spec::Spec& spec : file.specs) specs.push_back(std::move(spec));
  }
  std::sort(specs.begin(), specs.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  if (options.json) {
    Json json = Json::array();
    for (const spec::Spec& spec : specs) json.push_back(ToJson(spec));
    fmt::print(context.out, "{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    PrintTable(context, specs);
  }
  return broken ? kExitDifferent : kExitOk;
}

}  // namespace

Run DeclareSpecsList(CLI::App& options) {
  auto values = std::make_shared<ListOptions>();
  options.add_option("--specs", values->library, "Files or folders of specs (default: the shipped ones)");
  options.add_flag("--json", values->json, "Print a JSON array instead of a table");
  return [values](const Context& context) { return List(*values, context); };
}

}  // namespace revmon::cli
