#include "app/cli/select_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/evolution_options.h"
#include "app/cli/evolution_run.h"
#include "app/cli/module_plan.h"
#include "app/cli/rts_options.h"
#include "base/path.h"
#include "select/stored_dependencies.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

struct SelectOptions {
  ProgramOptions program;
  std::vector<std::string> tests;  // --tests: folders, where no build said which
  RtsRunOptions rts;
  std::string name;  // why, what
  bool why = false;
  bool json = false;
};

// One module as the last build said it was, or the folders of the command line.
struct Module {
  select::ModulePath path;
  std::vector<std::string> tests;  // folders
  std::string tool;
};

Result<std::vector<Module>> FindModules(const SelectOptions& options, const FileSystem& files,
                                        const select::EvolutionOptions& program) {
  if (!options.program.classes.empty() || !options.tests.empty()) {
    Module module;
    for (const std::string& folder : options.tests) module.path.containers.push_back({folder, false});
    for (const graph::ContainerPath& one : program.containers) module.path.containers.push_back(one);
    std::stable_partition(module.path.containers.begin(), module.path.containers.end(),
                          [](const graph::ContainerPath& one) { return !one.library; });
    module.tests = options.tests;
    return std::vector<Module>{std::move(module)};
  }
  REVMON_ASSIGN_OR_RETURN(std::string root, files.RealPath(program.root));
  std::string out(DirName(program.store));
  Result<std::vector<DirectoryEntry>> entries = files.List(JoinPath(out, "runs"));
  for (size_t i = entries.ok() ? entries->size() : 0; i > 0; --i) {  // names sort by time
    std::string folder = JoinPath(JoinPath(out, "runs/" + entries->at(i - 1).name), "build");
    Result<std::vector<project::TestRun>> runs = project::ReadTestRuns(files, folder);
    if (!runs.ok() || runs->empty()) continue;
    std::vector<select::ModulePath> paths = ModulesOf(*runs, root);
    std::vector<Module> modules;
    for (size_t k = 0; k < paths.size(); ++k) {
      modules.push_back({std::move(paths[k]), runs->at(k).test_classes, runs->at(k).tool});
    }
    return modules;
  }
  return Error(ErrorCode::kInvalid, "which tests? no run of this project's tests has left a record of them")
      .Hint("run revmon test first, or pass --classes target/classes --tests target/test-classes");
}

Result<std::vector<select::TestChoice>> Choose(const SelectOptions& options, const Context& context) {
  RtsRunOptions rts = options.rts;
  if (rts.technique.empty()) rts.technique = "starts";
  REVMON_ASSIGN_OR_RETURN(TestPolicy policy, PolicyOf(rts, false));
  REVMON_ASSIGN_OR_RETURN(select::EvolutionOptions program,
                          ToEvolutionOptions(context.files, options.program));
  REVMON_ASSIGN_OR_RETURN(std::vector<Module> modules, FindModules(options, context.files, program));
  for (const Module& module : modules) {
    for (const graph::ContainerPath& one : module.path.containers) {
      if (!one.library) program.outputs.push_back(OutputRoot(one.path));
    }
  }
  program.methods = NeedsMethodFacts(rts);
  program.rule = {.unmonitored = true, .same_commit = true};
  select::EvolutionOptions whole = program;
  whole.containers.clear();
  REVMON_ASSIGN_OR_RETURN(std::unique_ptr<select::Evolution> state,
                          select::Evolution::Open(context.files, std::move(whole)));
  REVMON_ASSIGN_OR_RETURN(select::ChangedInputs inputs, state->ChangedFiles());
  policy.why_all = inputs.why_all;
  policy.changed_files = std::move(inputs.data);
  std::vector<select::TestChoice> choices;
  for (const Module& module : modules) {
    select::EvolutionOptions one = program;
    one.containers = module.path.containers;
    one.module = module.path.name;
    one.baseline = state->baseline().run.value_or(0);
    REVMON_ASSIGN_OR_RETURN(std::unique_ptr<select::Evolution> evolution,
                            select::Evolution::Open(context.files, std::move(one)));
    REVMON_ASSIGN_OR_RETURN(select::TestChoiceOptions choose, ToChoiceOptions(policy));
    choose.package_needed = module.tool == "maven";
    REVMON_ASSIGN_OR_RETURN(select::TestChoice choice,
                            evolution->ChooseTests(module.tests, std::move(choose)));
    choices.push_back(std::move(choice));
  }
  return choices;
}

std::string Joined(const std::vector<std::string>& steps, const std::string& separator) {
  std::string out;
  for (const std::string& step : steps) out += (out.empty() ? "" : separator) + step;
  return out;
}

Result<int> RunSelect(const SelectOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::vector<select::TestChoice> choices, Choose(options, context));
  size_t run = 0, all = 0;
  Json modules = Json::array();
  for (const select::TestChoice& choice : choices) {
    modules.push_back(Json::parse(select::ToJson(choice)));
    for (const select::ChosenTest& test : choice.tests) {
      ++all;
      run += test.runs() ? 1 : 0;
      if (options.json || !test.runs()) continue;
      fmt::print(context.out, "{}{}\n", test.name, options.why ? ": " + Joined(test.why, " <- ") : "");
    }
  }
  if (options.json) {
    Json answer = {{"selected", run}, {"all", all}, {"modules", modules}};
    fmt::print(context.out, "{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
    return kExitOk;
  }
  std::string line = select::Summary(choices, run, all - run);
  if (size_t at = line.find(" run ("); at != std::string::npos) line.replace(at, 4, " selected");
  fmt::print(context.out, "{}\n", line);
  return kExitOk;
}

Result<int> RunWhy(const SelectOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::vector<select::TestChoice> choices, Choose(options, context));
  bool found = false;
  for (const select::TestChoice& choice : choices) {
    for (const select::ChosenTest& test : choice.tests) {
      bool meant = test.name == options.name || test.name.ends_with("." + options.name);
      if (!meant) continue;
      found = true;
      fmt::print(context.out, "{} {}:\n", test.name, test.selected ? "runs" : "is left out");
      for (const std::string& step : test.why) fmt::print(context.out, "  {}\n", step);
    }
  }
  if (found) return kExitOk;
  return Error(ErrorCode::kNotFound, "no test of this name is known: " + options.name)
      .Hint("revmon select --json lists all");
}

bool Names(std::string_view element, std::string_view wanted) {
  std::string dotted(element.substr(0, element.find('(')));
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  return dotted == wanted || dotted.ends_with("." + std::string(wanted)) ||
         std::string_view(dotted).starts_with(std::string(wanted) + "$");
}

// "src/main/java/a/B.java" is the class a.B wherever its source folder ends.
std::string AsName(const std::string& name) {
  size_t dot = name.rfind('.');
  bool source = name.ends_with(".java") || name.ends_with(".kt") || name.ends_with(".groovy");
  if (!source) return name;
  std::string path = name.substr(0, dot);
  for (const char* folder : {"/java/", "/kotlin/", "/groovy/"}) {
    if (size_t at = path.find(folder); at != std::string::npos)
      path = path.substr(at + std::string(folder).size());
  }
  std::replace(path.begin(), path.end(), '/', '.');
  return path;
}

Result<int> RunWhat(const SelectOptions& options, const Context& context) {
  std::vector<std::string> notes;
  REVMON_ASSIGN_OR_RETURN(store::Store store, store::Store::Open(options.program.store, &notes));
  REVMON_ASSIGN_OR_RETURN(std::optional<int64_t> run, store.FindNewest());
  if (!run.has_value()) {
    return Error(ErrorCode::kNotFound, "no run is known").Hint("revmon test --rts ekstazi records one");
  }
  REVMON_ASSIGN_OR_RETURN(std::vector<store::TestClass> tests, store.LoadTestClasses(*run));
  const std::string wanted = AsName(options.name);
  size_t recorded = 0, users = 0;
  for (const store::TestClass& test : tests) {
    if (!test.dependencies.has_value()) continue;
    REVMON_ASSIGN_OR_RETURN(auto blobs, store.FindFacts({*test.dependencies}));
    select::DependencyReader reader;
    if (!blobs[0].has_value() || !reader.Add(test.name, *blobs[0]).ok()) continue;
    ++recorded;
    const wire::TestDependencies& all = reader.all().tests.at(test.name);
    bool uses = all.everything || std::any_of(all.elements.begin(), all.elements.end(), [&](uint32_t one) {
                  return Names(reader.all().elements[one], wanted);
                });
    uses |= std::any_of(all.files.begin(), all.files.end(), [&](const std::string& file) {
      return file == options.name || file.ends_with("/" + options.name);
    });
    if (!uses) continue;
    ++users;
    fmt::print(context.out, "{}\n", test.name);
  }
  if (recorded == 0) {
    return Error(ErrorCode::kNotFound, "the newest run has not recorded what tests use")
        .Hint("revmon test --rts ekstazi does");
  }
  fmt::print(context.out, "{} of {} test classes use {}\n", users, recorded, options.name);
  return kExitOk;
}

void DeclareTestsOf(CLI::App& app, SelectOptions* options) {
  DeclareProgramOptions(app, &options->program);
  app.add_option("--tests", options->tests, "Folder of test classes (repeatable), with --classes")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  DeclareRtsOptions(app, &options->rts);
}

}  // namespace

Run DeclareSelect(CLI::App& app) {
  auto options = std::make_shared<SelectOptions>();
  DeclareTestsOf(app, options.get());
  app.add_flag("--why", options->why, "Say for each how the change gets there");
  app.add_flag("--json", options->json, "Answer in JSON, with tests that are left out, too");
  return [options](const Context& context) { return RunSelect(*options, context); };
}

Run DeclareWhy(CLI::App& app) {
  auto options = std::make_shared<SelectOptions>();
  app.add_option("test", options->name, "A class of tests: a.b.CTest, or CTest")->required();
  DeclareTestsOf(app, options.get());
  return [options](const Context& context) { return RunWhy(*options, context); };
}

Run DeclareWhat(CLI::App& app) {
  auto options = std::make_shared<SelectOptions>();
  app.add_option("name", options->name, "A source or data file, a class (a.B), or a method (a.B.m)")
      ->required();
  DeclareStoreOption(app, &options->program.store);
  return [options](const Context& context) { return RunWhat(*options, context); };
}

}  // namespace revmon::cli
