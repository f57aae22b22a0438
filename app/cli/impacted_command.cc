#include "app/cli/impacted_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/evolution_options.h"
#include "app/cli/evolution_run.h"
#include "app/cli/module_plan.h"
#include "base/path.h"
#include "graph/memory_cache.h"
#include "run/installation.h"
#include "run/javac.h"
#include "run/plan_maker.h"
#include "run/spec_library.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ImpactedOptions {
  ProgramOptions program;
  SelectionOptions selection;
  std::vector<std::string> before;  // class folders to compare with, instead of an earlier run
  run::PlanOptions plan;            // affected-specs only
  bool specs = false;
  bool methods = false;
  bool why = false;
  bool json = false;
};

// Everything an answer has views into.
struct Analysis {
  wire::Plan plan;
  std::unique_ptr<select::Evolution> evolution;
  graph::MemoryCache cache;
  std::unique_ptr<graph::Program> before, after;
  std::unique_ptr<classpath::ClassPath> path;
  select::Selection own;  // of CompareFolders

  [[nodiscard]] const select::Selection& selection() const {
    return evolution != nullptr ? evolution->selection() : own;
  }
};

std::string Dotted(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

// Two sets of classes, no store and no git.
void CompareFolders(const ImpactedOptions& options, const FileSystem& files,
                    const select::EvolutionOptions& program, const select::ChooseOptions& choose,
                    Analysis* out) {
  int release = program.jdk.has_value() ? program.jdk->feature : 0;
  graph::Detail detail = program.methods ? graph::Detail::kMethods : graph::Detail::kClasses;
  std::vector<graph::ContainerPath> before;
  for (const std::string& folder : options.before) before.push_back({folder, false});
  for (const graph::ContainerPath& path : program.containers) {
    if (path.library) before.push_back(path);
  }
  auto read = [&](const std::vector<graph::ContainerPath>& paths) {
    return std::make_unique<graph::Program>(graph::Program::Read(files, paths, release, &out->cache, detail));
  };
  out->before = read(before);
  out->after = read(program.containers);
  out->path = std::make_unique<classpath::ClassPath>(files, classpath::ClassPathOptions{.release = release});
  if (program.jdk.has_value()) out->path->AddJdk(*program.jdk);
  for (const graph::ContainerPath& path : program.containers) out->path->AddElement(path.path);
  select::SpecMap map(out->plan, *out->after, *out->path, "", nullptr);
  select::SelectionInput input;
  input.before = out->before.get();
  input.after = out->after.get();
  input.plan = &out->plan;
  input.specs = &map;
  input.variant = choose.variant;
  input.full_on_library_change = choose.full_on_library_change;
  input.watches = choose.watches;
  input.analysis = choose.analysis;
  input.fields = choose.fields;
  classpath::Hierarchy outer(*out->path);
  input.outer = &outer;
  out->own = select::Select(input);
}

// What the modules of the project's build consist of, as its last run of tests said.
Result<std::vector<select::ModulePath>> ModulesOfLastRun(const FileSystem& files, const std::string& root,
                                                         const std::string& out) {
  Result<std::vector<DirectoryEntry>> entries = files.List(JoinPath(out, "runs"));
  for (size_t i = entries.ok() ? entries->size() : 0; i > 0; --i) {  // names sort by time
    std::string folder = JoinPath(JoinPath(out, "runs/" + entries->at(i - 1).name), "build");
    Result<std::vector<project::TestRun>> runs = project::ReadTestRuns(files, folder);
    if (runs.ok() && !runs->empty()) return ModulesOf(*runs, root);
  }
  return Error(ErrorCode::kInvalid, "which classes? no run of this project's tests has left a record of them")
      .Hint("run revmon test first, or pass --classes target/classes --classes target/test-classes");
}

Status Analyse(const ImpactedOptions& options, const Context& context, Analysis* out) {
  REVMON_ASSIGN_OR_RETURN(select::EvolutionOptions program,
                          ToEvolutionOptions(context.files, options.program));
  std::vector<select::ModulePath> modules;
  if (options.program.classes.empty()) {
    if (!options.before.empty()) {
      return Error(ErrorCode::kInvalid, "--before without --classes").Hint("give the folder to compare");
    }
    REVMON_ASSIGN_OR_RETURN(std::string root, context.files.RealPath(program.root));
    REVMON_ASSIGN_OR_RETURN(modules,
                            ModulesOfLastRun(context.files, root, std::string(DirName(program.store))));
    for (const select::ModulePath& module : modules) {
      for (const graph::ContainerPath& container : module.containers) {
        if (!container.library) program.outputs.push_back(OutputRoot(container.path));
      }
    }
  }
  REVMON_ASSIGN_OR_RETURN(select::ChooseOptions choose,
                          ToChooseOptions(options.selection, options.plan.include, options.plan.exclude));
  // Methods are asked about: the analysis that follows them with the fewest specs.
  if (options.methods && !select::IsByMethods(choose.analysis)) choose.analysis = select::Analysis::kMthdNop;
  program.methods = NeedsMethods(choose.analysis);
  if (options.specs) {
    run::PlanOptions plan = options.plan;
    REVMON_ASSIGN_OR_RETURN(plan.paths, run::LibraryPaths(context.files, plan.paths));
    plan.java_cache = run::DefaultJavaCache();
    if (Result<run::Installation> here = run::FindInstallation(context.files); here.ok()) {
      plan.precompiled = here->precompiled;
    }
    REVMON_ASSIGN_OR_RETURN(run::MadePlan made, run::MakePlan(context.files, plan));
    fmt::print(context.err, "{}", made.diagnostics);
    if (made.errors > 0) return Error(ErrorCode::kInvalid, "the specs have errors (see above)");
    out->plan = std::move(made.plan);
  }
  if (!options.before.empty()) {
    CompareFolders(options, context.files, program, choose, out);
    return OkStatus();
  }
  REVMON_ASSIGN_OR_RETURN(out->evolution, select::Evolution::Open(context.files, std::move(program)));
  if (!modules.empty()) REVMON_RETURN_IF_ERROR(out->evolution->Use(modules));
  static_cast<void>(out->evolution->Choose(out->plan, choose));
  for (const std::string& note : out->evolution->notes()) fmt::print(context.err, "revmon: note: {}\n", note);
  return OkStatus();
}

std::string WhySpec(const select::Selection& selection, const select::SelectedSpec& spec) {
  if (selection.full) return selection.why_full;
  if (spec.because == graph::kNoNode) return "it is new or has changed itself";
  return "has events in " + select::Shown(selection, spec.because) + ", which " +
         select::Reason(selection, spec.because);
}

std::string WhyClass(const select::Selection& selection, graph::NodeId id) {
  return select::Explain(selection, id);
}

Json ChangesOf(const select::Selection& selection) {
  Json changes = Json::array();
  for (const graph::EntryChange& change : selection.diff.changes) {
    changes.push_back({{"name", change.is_resource ? std::string(change.name) : Dotted(change.name)},
                       {"change", std::string(graph::ToString(change.kind))},
                       {"resource", change.is_resource},
                       {"library", change.library}});
  }
  return changes;
}

Json MethodsOf(const select::Selection& selection) {
  Json methods = Json::array();
  for (graph::NodeId id : selection.impacted_methods) {
    methods.push_back({{"method", select::Shown(selection, id)}, {"why", select::Explain(selection, id)}});
  }
  return methods;
}

void PrintJson(const ImpactedOptions& options, const Context& context, const Analysis& analysis) {
  const select::Selection& selection = analysis.selection();
  Json answer = {{"full", selection.full}, {"why", selection.why_full}, {"changed", ChangesOf(selection)}};
  Json items = Json::array();
  if (options.specs) {
    for (const select::SelectedSpec& spec : selection.specs) {
      items.push_back({{"spec", analysis.plan.specs[spec.index].name}, {"why", WhySpec(selection, spec)}});
    }
    answer["specs"] = items;
    answer["include"] = selection.include;
    answer["exclude"] = selection.exclude;
  } else {
    for (graph::NodeId id : selection.impacted) {
      items.push_back({{"class", Dotted(selection.graph.Name(id))}, {"why", WhyClass(selection, id)}});
    }
    answer["impacted"] = items;
    if (selection.by_methods()) answer["methods"] = MethodsOf(selection);
  }
  fmt::print(context.out, "{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
}

void PrintText(const ImpactedOptions& options, const Context& context, const Analysis& analysis) {
  const select::Selection& selection = analysis.selection();
  if (options.specs) {
    for (const select::SelectedSpec& spec : selection.specs) {
      const std::string& name = analysis.plan.specs[spec.index].name;
      fmt::print(context.out, "{}{}\n", name, options.why ? ": " + WhySpec(selection, spec) : "");
    }
    fmt::print(context.out, "{}\n", select::Summary(selection, analysis.plan.specs.size()));
    return;
  }
  if (selection.full) {
    fmt::print(context.out, "all classes ({})\n", selection.why_full);
    return;
  }
  const std::vector<graph::NodeId>& listed =
      options.methods && selection.by_methods() ? selection.impacted_methods : selection.impacted;
  for (graph::NodeId id : listed) {
    fmt::print(context.out, "{}\n",
               options.why ? select::Explain(selection, id) : select::Shown(selection, id));
  }
  for (size_t i = 0; i < selection.ignored.size(); ++i) {
    if (selection.ignored[i].empty()) continue;
    fmt::print(context.out, "{} cannot matter: {}\n", Dotted(selection.diff.changes[i].name),
               selection.ignored[i]);
  }
  size_t classes =
      analysis.after != nullptr ? analysis.after->class_count() : analysis.evolution->program().class_count();
  std::string methods =
      selection.by_methods() ? fmt::format("{} methods of ", selection.impacted_methods.size()) : "";
  fmt::print(context.out, "{} changed, {}{} of {} classes impacted\n", selection.diff.changes.size(), methods,
             selection.impacted.size(), classes);
}

Result<int> RunImpacted(const ImpactedOptions& options, const Context& context) {
  Analysis analysis;
  REVMON_RETURN_IF_ERROR(Analyse(options, context, &analysis));
  if (options.json) {
    PrintJson(options, context, analysis);
  } else {
    PrintText(options, context, analysis);
  }
  return kExitOk;
}

Run Declare(CLI::App& app, bool specs) {
  auto options = std::make_shared<ImpactedOptions>();
  options->specs = specs;
  DeclareProgramOptions(app, &options->program);
  app.add_option("--before", options->before,
                 "Compare with the classes of this folder instead of an earlier run (repeatable)")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  DeclareSelectionOptions(app, &options->selection);
  if (specs) {
    app.add_option("--specs", options->plan.paths, "Specs to use instead of the shipped ones (repeatable)")
        ->type_name("PATH")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_option("--profile", options->plan.profile, "Only the specs of a profile")->type_name("NAME");
  }
  app.add_flag("--methods", options->methods, "By methods instead of classes (--analysis mthd-nop)");
  app.add_flag("--why", options->why, "Say for each how the change gets there");
  app.add_flag("--json", options->json, "Answer in JSON");
  return [options](const Context& context) { return RunImpacted(*options, context); };
}

}  // namespace

Run DeclareImpacted(CLI::App& app) { return Declare(app, false); }
Run DeclareAffectedSpecs(CLI::App& app) { return Declare(app, true); }

}  // namespace revmon::cli
