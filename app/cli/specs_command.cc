#include "app/cli/specs_command.h"

#include <CLI/CLI.hpp>
#include <array>
#include <utility>
#include <vector>

namespace revmon::cli {
namespace {

constexpr std::array<Command, 5> kParts = {{
    {"check", "Check spec files; exit 1 if any has errors", &DeclareSpecsCheck},
    {"list", "List the specs of the library", &DeclareSpecsList},
    {"show", "Show one spec at a stage of its compilation", &DeclareSpecsShow},
    {"run", "Run the reference engine on a recorded trace; exit 1 if there are verdicts", &DeclareSpecsRun},
    {"compile", "Compile spec files, with the Java in them, to a plan for the agent", &DeclareSpecsCompile},
}};

}  // namespace

Run DeclareSpecs(CLI::App& options) {
  std::vector<std::pair<CLI::App*, Run>> parts;
  for (const Command& part : kParts) {
    CLI::App* sub = options.add_subcommand(std::string(part.name), std::string(part.summary));
    parts.emplace_back(sub, part.declare(*sub));
  }
  options.require_subcommand(1);
  return [parts](const Context& context) -> Result<int> {
    for (const auto& [sub, run] : parts) {
      if (sub->parsed()) return run(context);
    }
    return Error(ErrorCode::kInvalid, "no part of 'specs' given");
  };
}

}  // namespace revmon::cli
