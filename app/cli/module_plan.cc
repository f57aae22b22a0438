#include "app/cli/module_plan.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/path.h"
#include "run/session.h"
#include "wire/plan_io.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

std::string NameOf(const project::TestRun& run) {
  return run.execution.empty() ? run.module : run.module + " " + run.execution;
}

// Made by this build: any folder of it, and jars in the folders that build tools write to.
bool IsOwn(const std::string& path, const std::string& root) {
  if (!path.starts_with(root + "/")) return false;
  if (!path.ends_with(".jar")) return true;
  std::string_view below = std::string_view(path).substr(root.size());
  return below.find("/target/") != std::string_view::npos || below.find("/build/") != std::string_view::npos;
}

Result<std::string> ReadText(const FileSystem& files, const std::string& path) {
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(path));
  return std::string(AsText(bytes));
}

Json ToJson(const SelectionOptions& s) {
  return {{"variant", s.variant},     {"closure", s.closure},
          {"libraries", s.libraries}, {"unaffected", s.unaffected},
          {"published", s.published}, {"on_library_change", s.on_library_change},
          {"analysis", s.analysis},   {"fields", s.fields}};
}

SelectionOptions SelectionFrom(const Json& json) {
  SelectionOptions s;
  s.variant = json.value("variant", s.variant);
  s.closure = json.value("closure", s.closure);
  s.libraries = json.value("libraries", s.libraries);
  s.unaffected = json.value("unaffected", s.unaffected);
  s.published = json.value("published", s.published);
  s.on_library_change = json.value("on_library_change", s.on_library_change);
  s.analysis = json.value("analysis", s.analysis);
  s.fields = json.value("fields", s.fields);
  return s;
}

// One module, with the baseline's classes and those of today.
Result<std::unique_ptr<select::Evolution>> OpenModule(const FileSystem& files, const ModuleRequest& request,
                                                      const select::ModulePath& module) {
  select::EvolutionOptions options;
  options.root = request.root;
  options.store = request.store;
  options.containers = module.containers;
  options.jdk = JdkOf(files, request.java);
  options.module = module.name;
  options.baseline = request.baseline;
  REVMON_ASSIGN_OR_RETURN(select::Analysis analysis, AnalysisOf(request.selection));
  options.methods = NeedsMethods(analysis) || request.methods;
  return select::Evolution::Open(files, std::move(options));
}

Result<select::Coverage> Choose(const ModuleRequest& request, const wire::Plan& plan,
                                const std::string& module, select::Evolution* evolution) {
  if (!request.selects) return select::FullCoverage(plan, module, "");
  REVMON_ASSIGN_OR_RETURN(select::ChooseOptions choose,
                          ToChooseOptions(request.selection, request.include, request.exclude));
  const select::Selection& selection = evolution->Choose(plan, choose);
  return select::CoverageOf(selection, plan, module);
}

// Tests run in the folder of their module, and what is recorded of files is relative to it. Who opens others
// is not known.
void SortFiles(const std::string& folder, const graph::Program& program, select::TestChoiceOptions* options) {
  Names own, outside;
  for (std::string& file : options->changed_files) {
    bool below = folder.empty() || file.starts_with(folder + "/");
    (below ? own : outside).push_back(below && !folder.empty() ? file.substr(folder.size() + 1) : file);
  }
  options->changed_files = std::move(own);
  if (options->why_all.empty()) options->why_all = select::WhyAllFor(outside, program);
}

// Which of its tests the module leaves out, as lines of the answer; the choice is left beside the record.
Result<std::string> ChooseTests(const ModuleRequest& request, const project::TestRun& run,
                                const std::string& record, const Context& context,
                                select::Evolution* evolution) {
  std::string lines;
  if (!request.tests.active) return lines;
  REVMON_ASSIGN_OR_RETURN(select::TestChoiceOptions options, ToChoiceOptions(request.tests));
  options.package_needed = run.tool == "maven";
  bool below = run.folder.starts_with(request.root + "/");
  SortFiles(below ? run.folder.substr(request.root.size() + 1) : "", evolution->program(), &options);
  REVMON_ASSIGN_OR_RETURN(select::TestChoice choice,
                          evolution->ChooseTests(run.test_classes, std::move(options)));
  std::string json = select::ToJson(choice);
  REVMON_RETURN_IF_ERROR(context.files.WriteFileAtomically(record + ".tests", AsBytes(json)));
  if (request.tests.observe) return lines;
  for (const std::string& name : choice.LeftOut()) lines += "without\t" + name + "\n";
  return lines;
}

// Does the agent have to record what tests depend on, even where nothing is monitored?
bool Records(const std::vector<std::pair<std::string, std::string>>& extras) {
  return std::any_of(extras.begin(), extras.end(), [](const auto& one) { return one.first == "deps"; });
}

Result<int> PlanModule(const std::string& request_file, const std::string& record, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::string request_text, ReadText(context.files, request_file));
  REVMON_ASSIGN_OR_RETURN(ModuleRequest request, ParseModuleRequest(request_text));
  REVMON_ASSIGN_OR_RETURN(std::string record_text, ReadText(context.files, record));
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> plan_bytes, context.files.ReadFile(request.plan));
  REVMON_ASSIGN_OR_RETURN(wire::Plan plan, wire::ReadPlan(plan_bytes));
  project::TestRun run = project::ParseTestRun(record_text);
  select::ModulePath module = ModulesOf({run}, request.root)[0];
  REVMON_ASSIGN_OR_RETURN(std::unique_ptr<select::Evolution> evolution,
                          OpenModule(context.files, request, module));
  REVMON_ASSIGN_OR_RETURN(select::Coverage coverage, Choose(request, plan, module.name, evolution.get()));
  REVMON_ASSIGN_OR_RETURN(std::string left_out, ChooseTests(request, run, record, context, evolution.get()));
  const bool nothing = coverage.unchanged && coverage.specs.empty();
  if (request.split) select::Restrict(&coverage, request.now);
  std::string answer = request.skip_unchanged && nothing ? "skip" : "none";
  if (!coverage.specs.empty() || (answer == "none" && Records(request.extras))) {
    Names include = coverage.include.empty() ? request.include : coverage.include;
    Names exclude = request.exclude;
    exclude.insert(exclude.end(), coverage.exclude.begin(), coverage.exclude.end());
    run::NarrowPlan(&plan, coverage.specs, std::move(include), std::move(exclude), coverage.methods);
    std::string file = record + ".plan";
    REVMON_ASSIGN_OR_RETURN(size_t size, run::WritePlanFile(context.files, file, plan));
    static_cast<void>(size);
    answer = "agent\t" + run::AgentArgument(request.agent, file, request.out, request.extras);
  }
  std::string json = select::ToJson(coverage);
  REVMON_RETURN_IF_ERROR(context.files.WriteFileAtomically(record + ".selection", AsBytes(json)));
  fmt::print(context.out, "{}\n{}", answer, left_out);
  return kExitOk;
}

}  // namespace

std::string SelectionText(const SelectionOptions& options) { return ToJson(options).dump(); }

SelectionOptions SelectionOf(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? SelectionFrom(json) : SelectionOptions();
}

std::string ToJson(const ModuleRequest& request) {
  Json extras = Json::array();
  for (const auto& [key, value] : request.extras) extras.push_back({key, value});
  Json json = {{"root", request.root},
               {"store", request.store},
               {"java", request.java},
               {"plan", request.plan},
               {"agent", request.agent},
               {"out", request.out},
               {"extras", extras},
               {"baseline", request.baseline},
               {"selects", request.selects},
               {"tests", ToText(request.tests)},
               {"methods", request.methods},
               {"selection", ToJson(request.selection)},
               {"include", request.include},
               {"exclude", request.exclude},
               {"skip_unchanged", request.skip_unchanged},
               {"split", request.split},
               {"now", request.now}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ModuleRequest> ParseModuleRequest(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  ModuleRequest request;
  try {
    request.root = json.at("root");
    request.store = json.at("store");
    request.java = json.at("java");
    request.plan = json.at("plan");
    request.agent = json.at("agent");
    request.out = json.at("out");
    for (const Json& one : json.at("extras")) request.extras.emplace_back(one.at(0), one.at(1));
    request.baseline = json.at("baseline");
    request.selects = json.value("selects", true);
    request.tests = PolicyFrom(json.value("tests", ""));
    request.methods = json.value("methods", false);
    request.selection = SelectionFrom(json.at("selection"));
    request.include = json.value("include", Names());
    request.exclude = json.value("exclude", Names());
    request.skip_unchanged = json.value("skip_unchanged", false);
    request.split = json.value("split", false);
    request.now = json.value("now", Names());
  } catch (const Json::exception& e) {
    return Error(ErrorCode::kMalformed, std::string("this is no request for a module: ") + e.what());
  }
  return request;
}

std::vector<select::ModulePath> ModulesOf(const std::vector<project::TestRun>& runs,
                                          const std::string& root) {
  std::vector<select::ModulePath> modules;
  for (const project::TestRun& run : runs) {
    select::ModulePath module{NameOf(run), {}, run.obstacle.empty()};
    for (const std::string& path : run.classes) module.containers.push_back({path, false});
    for (const std::string& path : run.test_classes) module.containers.push_back({path, false});
    for (bool own : {true, false}) {
      for (const std::string& path : run.class_path) {
        if (IsOwn(path, root) == own) module.containers.push_back({path, !own});
      }
    }
    modules.push_back(std::move(module));
  }
  return modules;
}

std::vector<select::Coverage> CoverageOfRuns(const FileSystem& files,
                                             const std::vector<project::TestRun>& runs,
                                             const wire::Plan& plan, const std::string& why_full,
                                             bool selected) {
  std::vector<select::Coverage> all;
  for (const project::TestRun& run : runs) {
    if (!run.obstacle.empty()) {
      all.push_back({.module = NameOf(run)});
      continue;
    }
    std::string why = run.note.empty() ? why_full : "the change could not be analysed: " + run.note;
    if (!run.selection.empty() && selected) {
      Result<std::string> text = ReadText(files, run.selection);
      Result<select::Coverage> coverage =
          text.ok() ? select::ParseCoverage(*text) : Result<select::Coverage>(text.error());
      if (coverage.ok()) {
        all.push_back(std::move(coverage).value());
        continue;
      }
      all.push_back({.module = NameOf(run)});  // somebody removed it: nothing counts as looked for
      continue;
    }
    all.push_back(select::FullCoverage(plan, NameOf(run), why));
  }
  return all;
}

std::optional<classpath::Jdk> JdkOf(const FileSystem& files, const std::string& java) {
  Result<std::string> real = files.RealPath(java);
  if (!real.ok()) return std::nullopt;
  Result<classpath::Jdk> jdk = classpath::OpenJdk(files, std::string(DirName(DirName(*real))));
  return jdk.ok() ? std::optional(std::move(jdk).value()) : std::nullopt;
}

Run DeclarePlanModule(CLI::App& app) {
  auto paths = std::make_shared<std::pair<std::string, std::string>>();
  app.add_option("request", paths->first)->required();
  app.add_option("record", paths->second)->required();
  return [paths](const Context& context) { return PlanModule(paths->first, paths->second, context); };
}

}  // namespace revmon::cli
