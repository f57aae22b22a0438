// revmon specs show: one spec as its tree, its events, its automaton or its part of the plan.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/specs_command.h"
#include "logic/dfa.h"
#include "run/spec_library.h"
#include "spec/plan_builder.h"

namespace revmon::cli {
namespace {

struct ShowOptions {
  std::string spec;
  std::string stage = "events";
  std::vector<std::string> library;
  std::string class_path;
  bool dot = false;
};

Result<std::string> ShowAutomata(const spec::Spec& spec, bool dot) {
  if (spec.properties.empty()) {
    return Error(ErrorCode::kInvalid, "spec '" + spec.name + "' has no formula, hence no automaton");
  }
  std::string out;
  for (size_t i = 0; i < spec.properties.size(); ++i) {
    const spec::Property& property = spec.properties[i];
    std::string title = spec.name + (spec.properties.size() > 1 ? "#" + std::to_string(i + 1) : "");
    const logic::Dfa* dfa = property.machine ? property.machine->dfa() : nullptr;
    if (dot && dfa == nullptr) {
      return Error(ErrorCode::kUnsupported,
                   "--dot draws automata; a formula in " + property.logic + " has none")
          .Hint("--stage automaton shows its machine as text");
    }
    if (dot) {
      out += logic::ToDot(*dfa, title);
    } else {
      out += "# " + title + " " + property.logic + "\n";
      out += property.machine ? property.machine->Dump() : "runs its code after every event\n";
    }
  }
  return out;
}

Result<std::string> ShowStage(const spec::Spec& spec, const ShowOptions& options) {
  if (options.dot || options.stage == "automaton") return ShowAutomata(spec, options.dot);
  if (options.stage == "events") return spec::DumpEvents(spec);
  REVMON_ASSIGN_OR_RETURN(wire::Spec planned, spec::BuildSpec(spec));
  return wire::Dump(planned);
}

Result<int> Show(const ShowOptions& options, const Context& context) {
  run::SpecTypes types(context.files, options.class_path);
  REVMON_ASSIGN_OR_RETURN(run::FoundSpec found,
                          run::FindSpec(context.files, options.spec, options.library, types.oracle()));
  const spec::LoadedFile& file = found.file;
  bool meant = false;
  if (options.stage == "ast" && !options.dot) {
    for (const spec::SpecDecl& decl : file.ast.specs) {
      if (!found.spec.empty() && decl.name.text != found.spec) continue;
      fmt::print(context.out, "{}", spec::Dump(decl));
      meant = true;
    }
  } else {
    for (const spec::Spec& spec : file.specs) {
      if (!found.spec.empty() && spec.name != found.spec) continue;
      REVMON_ASSIGN_OR_RETURN(std::string text, ShowStage(spec, options));
      fmt::print(context.out, "{}", text);
      meant = true;
    }
  }
  if (file.diagnostics.errors() > 0)
    fmt::print(context.err, "{}", spec::Render(file.source, file.diagnostics));
  return meant && file.diagnostics.errors() == 0 ? kExitOk : kExitDifferent;
}

}  // namespace

Run DeclareSpecsShow(CLI::App& options) {
  auto values = std::make_shared<ShowOptions>();
  options.add_option("SPEC", values->spec, "Name of a spec in the library, or path of a .mop file")
      ->required();
  options.add_option("--stage", values->stage, "ast, events, automaton or plan")
      ->check(CLI::IsMember({"ast", "events", "automaton", "plan"}))
      ->capture_default_str();
  options.add_flag("--dot", values->dot, "The automaton as a Graphviz picture");
  options.add_option("--specs", values->library, "Files or folders of specs (default: the shipped ones)");
  options.add_option("--classpath", values->class_path, "Where types that are not in the JDK are looked up");
  return [values](const Context& context) { return Show(*values, context); };
}

}  // namespace revmon::cli
