#include "app/cli/evolution_run.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "base/clock.h"
#include "base/path.h"
#include "classpath/jdk.h"

namespace revmon::cli {
namespace {

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// In a pull request, CI servers say what it goes into.
std::string BaseOf(const EvolutionRunOptions& options) {
  if (!options.base.empty()) return options.base;
  for (const char* name : {"GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"}) {
    if (std::string branch = Variable(name); !branch.empty()) return "origin/" + branch;
  }
  return "";
}

using Key = std::tuple<std::string, std::string, std::string>;  // spec, location, category

std::vector<store::TestResult> TestsOf(const report::Findings& findings) {
  std::vector<store::TestResult> tests;
  for (const report::TestRun& test : findings.tests) {
    if (test.container) continue;
    tests.push_back({test.name, test.outcome, static_cast<int64_t>(test.duration_nanos / 1'000'000)});
  }
  return tests;
}

}  // namespace

void DeclareEvolutionRunOptions(CLI::App& app, EvolutionRunOptions* options) {
  app.add_flag_callback(
      "--no-rps", [options] { options->rps = false; },
      "Monitor everything, not only what a change can affect");
  app.add_flag_callback(
      "--no-vms", [options] { options->vms = false; }, "Show all violations, not only new ones");
  app.add_flag_callback(
      "--no-save", [options] { options->save = false; }, "Leave nothing for later runs to compare with");
  app.add_flag("--skip-unchanged", options->skip_unchanged, "Run no tests where no class changed");
  app.add_option("--base", options->base, "Compare with the merge base with this revision")->type_name("REV");
  DeclareSelectionOptions(app, &options->selection);
}

Result<std::unique_ptr<EvolutionRun>> EvolutionRun::Open(const Context& context,
                                                         const EvolutionRunOptions& options,
                                                         const TestedProgram& program) {
  auto run = std::unique_ptr<EvolutionRun>(new EvolutionRun(options));
  select::EvolutionOptions evolution;
  evolution.root = program.root;
  REVMON_ASSIGN_OR_RETURN(std::string out, context.files.RealPath(program.out));
  REVMON_ASSIGN_OR_RETURN(run->root_, context.files.RealPath(program.root));
  run->java_ = program.java;
  run->store_ = evolution.store = JoinPath(out, "store.db");
  evolution.containers = program.containers;
  evolution.jdk = JdkOf(context.files, program.java);
  evolution.base = BaseOf(options);
  for (const graph::ContainerPath& container : program.containers) {
    if (!container.library) evolution.outputs.push_back(OutputRoot(container.path));
  }
  evolution.outputs.insert(evolution.outputs.end(), program.outputs.begin(), program.outputs.end());
  evolution.outputs.push_back(out);
  REVMON_ASSIGN_OR_RETURN(run->evolution_, select::Evolution::Open(context.files, std::move(evolution)));
  return run;
}

Status EvolutionRun::Choose(wire::Plan plan, run::SessionOptions* session) {
  plan_ = std::move(plan);
  REVMON_ASSIGN_OR_RETURN(select::ChooseOptions choose,
                          ToChooseOptions(options_.selection, session->plan.include, session->plan.exclude));
  choose.rps = options_.rps;
  const select::Selection& selection = evolution_->Choose(plan_, choose);
  coverage_ = {select::CoverageOf(selection, plan_, "")};
  if (!selection.full) session->plan.names = selection.SpecNames(plan_);
  if (!selection.include.empty()) session->plan.include = selection.include;
  session->plan.exclude.insert(session->plan.exclude.end(), selection.exclude.begin(),
                               selection.exclude.end());
  return OkStatus();
}

std::string EvolutionRun::WhyFull() const {
  return options_.rps ? evolution_->baseline().why : std::string("asked for");
}

Result<std::vector<std::string>> EvolutionRun::PrepareModules(
    const Context& context, const run::Session& session, const run::SessionOptions& wanted,
    std::vector<std::pair<std::string, std::string>> extras, const std::string& folder) {
  const std::optional<int64_t>& baseline = evolution_->baseline().run;
  if (!options_.rps || !baseline.has_value()) return std::vector<std::string>();
  ModuleRequest request;
  request.root = root_;
  request.store = store_;
  request.java = java_;
  request.plan = session.plan_file();
  request.agent = session.agent();
  request.out = session.folder();
  request.extras = std::move(extras);
  request.baseline = *baseline;
  request.selection = options_.selection;
  request.include = wanted.plan.include;
  request.exclude = wanted.plan.exclude;
  request.skip_unchanged = options_.skip_unchanged;
  REVMON_RETURN_IF_ERROR(context.files.CreateDirectories(folder));
  std::string file = JoinPath(folder, "request.json");
  REVMON_RETURN_IF_ERROR(context.files.WriteFileAtomically(file, AsBytes(ToJson(request))));
  REVMON_ASSIGN_OR_RETURN(std::string program, context.files.RealPath("/proc/self/exe"));
  return std::vector<std::string>{program, "plan-module", file};
}

Status EvolutionRun::UseModules(const Context& context, wire::Plan plan, const run::SessionOptions& wanted,
                                const std::vector<project::TestRun>& runs) {
  plan_ = std::move(plan);
  REVMON_ASSIGN_OR_RETURN(select::ChooseOptions choose,
                          ToChooseOptions(options_.selection, wanted.plan.include, wanted.plan.exclude));
  coverage_ = CoverageOfRuns(context.files, runs, plan_, WhyFull());
  REVMON_RETURN_IF_ERROR(evolution_->Use(ModulesOf(runs, root_)));
  evolution_->Adopt(plan_, choose, coverage_);
  return OkStatus();
}

size_t EvolutionRun::MonitoredSpecs() const {
  std::set<std::string> specs;
  for (const select::Coverage& module : coverage_) specs.insert(module.specs.begin(), module.specs.end());
  return specs.size();
}

bool EvolutionRun::Unchanged() const {
  return !Monitors() && std::all_of(coverage_.begin(), coverage_.end(),
                                    [](const select::Coverage& module) { return module.unchanged; });
}

std::string EvolutionRun::Summary() const { return select::Summary(coverage_, plan_.specs.size()); }

Result<size_t> EvolutionRun::Finish(const std::vector<run::JvmResults>& jvms, bool passed,
                                    report::Findings* findings) {
  std::vector<wire::Results> results;
  for (const run::JvmResults& jvm : jvms) results.push_back(jvm.results);
  REVMON_ASSIGN_OR_RETURN(select::Verdicts verdicts, evolution_->Judge(select::Merge(results), options_.vms));
  std::map<Key, bool> known;
  for (const select::Judged& judged : verdicts.all) {
    const wire::Violation& v = judged.violation;
    known[{v.spec, v.location, v.category}] = judged.known || judged.accepted;
  }
  for (report::Finding& finding : findings->all) {
    auto at = known.find({finding.spec, finding.location, finding.category});
    finding.known = at != known.end() && at->second;
  }
  if (!options_.save || !passed) return verdicts.fixed.size();
  const bool full = std::all_of(coverage_.begin(), coverage_.end(),
                                [](const select::Coverage& module) { return module.full; });
  REVMON_ASSIGN_OR_RETURN(select::Variant variant, VariantOf(options_.selection));
  RealClock clock;
  REVMON_RETURN_IF_ERROR(evolution_->Begin(full ? "full" : ToString(variant), clock));
  std::vector<store::Timing> timings = {{"run", findings->run.wall_ms}};
  REVMON_RETURN_IF_ERROR(evolution_->Finish(verdicts, TestsOf(*findings), timings, clock));
  return verdicts.fixed.size();
}

std::string OutputRoot(const std::string& folder) {
  for (const char* name : {"/target/", "/build/"}) {
    if (size_t at = folder.rfind(name); at != std::string::npos) {
      return folder.substr(0, at + std::string(name).size() - 1);
    }
  }
  return folder;
}

bool LeavesOutTests(const std::vector<std::string>& arguments) {
  constexpr std::array<std::string_view, 12> kBeginnings = {
      "-Dtest=",           "-Dit.test=", "-Dgroups=", "-DexcludedGroups=", "-DskipTests", "-DskipITs",
      "-Dmaven.test.skip", "--tests",    "-pl",       "--projects",        "-rf",         "--resume-from"};
  return std::any_of(arguments.begin(), arguments.end(), [&](const std::string& word) {
    bool task = word.starts_with(':');  // one task of a Gradle build
    return task || std::any_of(kBeginnings.begin(), kBeginnings.end(),
                               [&](std::string_view b) { return word.starts_with(b); });
  });
}

size_t KeepNew(report::Findings* findings) {
  size_t before = findings->all.size();
  std::erase_if(findings->all, [](const report::Finding& finding) { return finding.known; });
  return before - findings->all.size();
}

}  // namespace revmon::cli
