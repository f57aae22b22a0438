// revmon specs check: every file is loaded and compiled down to its part of a plan.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/specs_command.h"
#include "run/spec_library.h"
#include "spec/plan_builder.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CheckOptions {
  std::vector<std::string> paths;
  std::string class_path;
  bool json = false;
};

struct Totals {
  size_t specs = 0;
  size_t events = 0;
  size_t ok = 0;
  size_t errors = 0;
  size_t warnings = 0;
};

// The name of the spec in its file, for what is wrong with the spec as a whole.
spec::Span NameSpan(const spec::LoadedFile& file, const std::string& name) {
  for (const spec::SpecDecl& decl : file.ast.specs) {
    if (decl.name.text == name) return decl.name.span;
  }
  return {};
}

// Compiles what loaded well; what fails there is one more diagnostic of the file.
size_t CompileAll(spec::LoadedFile* file, std::map<std::string, std::string>* seen) {
  size_t ok = 0;
  for (const spec::Spec& spec : file->specs) {
    Result<wire::Spec> built = spec::BuildSpec(spec);
    auto [earlier, is_new] = seen->try_emplace(spec.name, spec.file);
    if (!is_new) {
      file->diagnostics.Warning(NameSpan(*file, spec.name),
                                "spec '" + spec.name + "' is also in " + earlier->second,
                                "only one of the two can be monitored at a time");
    }
    if (built.ok()) {
      ++ok;
    } else {
      file->diagnostics.Error(NameSpan(*file, spec.name), built.error().message(), built.error().hint());
    }
  }
  file->diagnostics.Sort();
  return ok;
}

Json ToJson(const spec::SourceText& source, const spec::Diagnostic& diagnostic) {
  spec::Position begin = source.At(diagnostic.span.begin);
  Json json = {{"file", source.name()},
               {"line", begin.line},
               {"column", begin.column},
               {"level", spec::ToString(diagnostic.level)},
               {"message", diagnostic.message}};
  if (!diagnostic.hint.empty()) json["hint"] = diagnostic.hint;
  return json;
}

void PrintSummary(const Context& context, const Totals& totals) {
  fmt::print(context.out, "{} specs, {} events: {} ok, {} errors\n", totals.specs, totals.events, totals.ok,
             totals.errors);
}

void PrintJson(const Context& context, const Totals& totals, Json diagnostics) {
  Json json = {
      {"specs", totals.specs},   {"events", totals.events},     {"ok", totals.ok},
      {"errors", totals.errors}, {"warnings", totals.warnings}, {"diagnostics", std::move(diagnostics)}};
  // Spec files need not be UTF-8; what is not is replaced rather than thrown at.
  fmt::print(context.out, "{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

Result<int> Check(const CheckOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> files, run::FindSpecFiles(context.files, options.paths));
  run::SpecTypes types(context.files, options.class_path);
  for (const std::string& note : types.notes()) fmt::print(context.err, "revmon: note: {}\n", note);
  Totals totals;
  Json diagnostics = Json::array();
  std::map<std::string, std::string> seen;
  for (const std::string& path : files) {
    REVMON_ASSIGN_OR_RETURN(spec::LoadedFile file, run::LoadSpecFile(context.files, path, types.oracle()));
    totals.ok += CompileAll(&file, &seen);
    totals.specs += file.ast.specs.size();
    totals.events += file.declared_events;
    totals.errors += file.diagnostics.errors();
    totals.warnings += file.diagnostics.warnings();
    if (!options.json) fmt::print(context.err, "{}", spec::Render(file.source, file.diagnostics));
    for (const spec::Diagnostic& diagnostic : file.diagnostics.list()) {
      if (options.json) diagnostics.push_back(ToJson(file.source, diagnostic));
    }
  }
  if (options.json) {
    PrintJson(context, totals, std::move(diagnostics));
  } else {
    PrintSummary(context, totals);
  }
  return totals.errors == 0 ? kExitOk : kExitDifferent;
}

}  // namespace

Run DeclareSpecsCheck(CLI::App& options) {
  auto values = std::make_shared<CheckOptions>();
  options.add_option("PATH", values->paths, "Spec files, or folders to search for *.mop")->required();
  options.add_option("--classpath", values->class_path, "Where types that are not in the JDK are looked up");
  options.add_flag("--json", values->json, "Print one JSON object instead of text");
  return [values](const Context& context) { return Check(*values, context); };
}

}  // namespace revmon::cli
