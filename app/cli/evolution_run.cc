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
#include "select/priority.h"

namespace revmon::cli {
namespace {

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

using Key = std::tuple<std::string, std::string, std::string>;  // spec, location, category

template <typename Violation>  // wire::Violation or report::Finding
Key KeyOf(const Violation& violation) {
  return {violation.spec, violation.location, violation.category};
}

Result<std::optional<std::vector<std::string>>> ReadList(const FileSystem& files, const std::string& path) {
  if (path.empty()) return std::optional<std::vector<std::string>>();
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(path));
  return std::optional(select::ParseSpecList(AsText(bytes)));
}

std::vector<store::TestResult> TestsOf(const report::Findings& findings) {
  std::vector<store::TestResult> tests;
  for (const report::TestRun& test : findings.tests) {
    if (test.container) continue;
    tests.push_back({test.name, test.outcome, static_cast<int64_t>(test.duration_nanos / 1'000'000)});
  }
  return tests;
}

}  // namespace

std::string BaseRevision(const std::string& given) {
  if (!given.empty()) return given;
  for (const char* name : {"GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"}) {
    if (std::string branch = Variable(name); !branch.empty()) return "origin/" + branch;
  }
  return "";
}

void DeclareEvolutionRunOptions(CLI::App& app, EvolutionRunOptions* options) {
  app.add_flag_callback(
      "--no-rps", [options] { options->rps = false; },
      "Monitor everything, not only what a change can affect");
  app.add_flag_callback(
      "--no-vms", [options] { options->vms = false; }, "Show all violations, not only new ones");
  app.add_flag_callback(
      "--no-save", [options] { options->save = false; }, "Leave nothing for later runs to compare with");
  app.add_flag("--skip-unchanged", options->skip_unchanged, "Run no tests where no class changed");
  app.add_flag("--rpp,!--no-rpp", options->rpp,
               "Monitor critical specs now, and the others in the background (revmon background)");
  app.add_flag("--wait", options->wait, "With --rpp: wait until the background is done, too");
  app.add_flag("--demote", options->demote,
               "With --rpp: specs without a violation that is left are no longer critical");
  app.add_option("--critical-specs", options->critical_specs,
                 "With --rpp: names of critical specs, a line each")
      ->type_name("FILE");
  app.add_option("--background-specs", options->background_specs,
                 "With --rpp: names of specs for the background, a line each")
      ->type_name("FILE");
  app.add_option("--base", options->base, "Compare with the merge base with this revision")->type_name("REV");
  DeclareSelectionOptions(app, &options->selection);
  DeclareRtsRunOptions(app, &options->rts);
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
  run->out_ = out;
  run->store_ = evolution.store = JoinPath(out, "store.db");
  evolution.containers = program.containers;
  evolution.jdk = JdkOf(context.files, program.java);
  evolution.base = BaseRevision(options.base);
  REVMON_ASSIGN_OR_RETURN(select::Analysis analysis, AnalysisOf(options.selection));
  evolution.methods = NeedsMethods(analysis) || NeedsMethodFacts(options.rts);
  if (!options.rts.rv) evolution.rule = {.unmonitored = true, .same_commit = true};
  for (const graph::ContainerPath& container : program.containers) {
    if (!container.library) evolution.outputs.push_back(OutputRoot(container.path));
  }
  evolution.outputs.insert(evolution.outputs.end(), program.outputs.begin(), program.outputs.end());
  evolution.outputs.push_back(out);
  run->outputs_ = evolution.outputs;
  REVMON_ASSIGN_OR_RETURN(run->evolution_, select::Evolution::Open(context.files, std::move(evolution)));
  run->evolution_->SetEnvironment(program.environment);
  return run;
}

Status EvolutionRun::PrepareTests(const run::SessionOptions& wanted, bool chosen) {
  REVMON_ASSIGN_OR_RETURN(policy_, PolicyOf(options_.rts, options_.selection.published));
  if (!policy_.active) return OkStatus();
  if (chosen) {
    policy_.why_all = "the arguments name the tests that run";
    policy_.shard = policy_.shards = 0;
  }
  if (!policy_.why_all.empty() || options_.rts.technique.empty()) return OkStatus();
  REVMON_ASSIGN_OR_RETURN(select::ChangedInputs inputs, evolution_->ChangedFiles());
  policy_.why_all = inputs.why_all;
  policy_.changed_files = std::move(inputs.data);
  if (policy_.why_all.empty()) {
    REVMON_ASSIGN_OR_RETURN(policy_.why_all, evolution_->WhyOtherEnvironment());
  }
  if (!policy_.why_all.empty() || !options_.rts.rv) return OkStatus();
  REVMON_ASSIGN_OR_RETURN(select::ChooseOptions choose,
                          ToChooseOptions(options_.selection, wanted.plan.include, wanted.plan.exclude));
  REVMON_ASSIGN_OR_RETURN(policy_.why_all, evolution_->WhyAllTests(plan_, choose));
  return OkStatus();
}

Result<select::TestChoice> EvolutionRun::ChooseTests(const std::vector<std::string>& folders) {
  REVMON_ASSIGN_OR_RETURN(select::TestChoiceOptions options, ToChoiceOptions(policy_));
  return evolution_->ChooseTests(folders, std::move(options));
}

Status EvolutionRun::Take(const Context& context, wire::Plan plan) {
  plan_ = std::move(plan);
  if (!options_.rpp) return OkStatus();
  select::PriorityInput input;
  for (const wire::Spec& spec : plan_.specs) input.specs.push_back(spec.name);
  REVMON_ASSIGN_OR_RETURN(input.critical, ReadList(context.files, options_.critical_specs));
  REVMON_ASSIGN_OR_RETURN(input.background, ReadList(context.files, options_.background_specs));
  input.remembered = remembered_ = ReadCritical(context.files, out_);
  critical_ = select::CriticalOf(input);
  split_ = true;
  return OkStatus();
}

Status EvolutionRun::Choose(run::SessionOptions* session) {
  REVMON_ASSIGN_OR_RETURN(select::ChooseOptions choose,
                          ToChooseOptions(options_.selection, session->plan.include, session->plan.exclude));
  choose.rps = options_.rps;
  const select::Selection& selection = evolution_->Choose(plan_, choose);
  coverage_ = {select::CoverageOf(selection, plan_, "")};
  if (split_) {
    select::Restrict(&coverage_[0], critical_);
    evolution_->Adopt(plan_, choose, coverage_);
  }
  if (!selection.full || split_) session->plan.names = coverage_[0].specs;
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
  if (!Selects() && !policy_.active) return std::vector<std::string>();
  ModuleRequest request;
  request.root = root_;
  request.store = store_;
  request.java = java_;
  request.plan = session.plan_file();
  request.agent = session.agent();
  request.out = session.folder();
  request.extras = std::move(extras);
  request.baseline = evolution_->baseline().run.value_or(0);
  request.selects = Selects();
  request.tests = policy_;
  request.methods = NeedsMethodFacts(options_.rts);
  request.selection = options_.selection;
  request.include = wanted.plan.include;
  request.exclude = wanted.plan.exclude;
  request.skip_unchanged = options_.skip_unchanged;
  request.split = split_;
  request.now = critical_;
  REVMON_RETURN_IF_ERROR(context.files.CreateDirectories(folder));
  std::string file = JoinPath(folder, "request.json");
  REVMON_RETURN_IF_ERROR(context.files.WriteFileAtomically(file, AsBytes(ToJson(request))));
  REVMON_ASSIGN_OR_RETURN(std::string program, context.files.RealPath("/proc/self/exe"));
  return std::vector<std::string>{program, "plan-module", file};
}

Status EvolutionRun::UseModules(const Context& context, const run::SessionOptions& wanted,
                                const std::vector<project::TestRun>& runs) {
  REVMON_ASSIGN_OR_RETURN(select::ChooseOptions choose,
                          ToChooseOptions(options_.selection, wanted.plan.include, wanted.plan.exclude));
  coverage_ = CoverageOfRuns(context.files, runs, plan_, WhyFull(), Selects());
  if (split_ && !Selects()) {
    for (select::Coverage& module : coverage_) select::Restrict(&module, critical_);
  }
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

Result<size_t> EvolutionRun::Judge(const std::vector<run::JvmResults>& jvms, report::Findings* findings,
                                   const TestsOutcome& tests) {
  evolution_->SetUnrun(UnrunReach(tests, *evolution_));
  std::vector<wire::Results> results;
  for (const run::JvmResults& jvm : jvms) results.push_back(jvm.results);
  REVMON_ASSIGN_OR_RETURN(verdicts_, evolution_->Judge(select::Merge(results), options_.vms));
  std::map<Key, bool> known;
  for (const select::Judged& judged : verdicts_.all) {
    standing_.insert(judged.violation.spec);
    known[KeyOf(judged.violation)] = judged.known || judged.accepted;
  }
  for (report::Finding& finding : findings->all) {
    auto at = known.find(KeyOf(finding));
    finding.known = at != known.end() && at->second;
  }
  return verdicts_.fixed.size();
}

Status EvolutionRun::Keep(const report::Findings& findings, const TestsOutcome& tests) {
  if (!options_.save) return OkStatus();
  std::set<Key> unstable;
  for (const report::Finding& finding : findings.all) {
    if (!finding.known && finding.Unstable()) unstable.insert(KeyOf(finding));
  }
  std::erase_if(verdicts_.all,
                [&](const select::Judged& judged) { return unstable.contains(KeyOf(judged.violation)); });
  const bool full = std::all_of(coverage_.begin(), coverage_.end(),
                                [](const select::Coverage& module) { return module.full; });
  REVMON_ASSIGN_OR_RETURN(std::string technique, TechniqueOf(options_.selection));
  if (full) technique = "full";
  if (!options_.rts.rv) technique = select::kUnmonitored;
  RealClock clock;
  evolution_->Owe(Deferred());
  REVMON_RETURN_IF_ERROR(evolution_->Begin(technique, clock));
  std::vector<store::Timing> timings = {{"run", findings.run.wall_ms}};
  return evolution_->Finish(verdicts_, TestsOf(findings), timings, clock, tests.classes);
}

std::string OutputRoot(const std::string& folder) {
  for (const char* name : {"/target/", "/build/"}) {
    if (size_t at = folder.rfind(name); at != std::string::npos) {
      return folder.substr(0, at + std::string(name).size() - 1);
    }
  }
  return folder;
}

std::vector<std::string> EvolutionRun::Deferred() const {
  std::set<std::string> specs;
  for (const select::Coverage& module : coverage_) {
    specs.insert(module.deferred.begin(), module.deferred.end());
  }
  return {specs.begin(), specs.end()};
}

Result<std::optional<BackgroundJob>> EvolutionRun::PutOff(const Context& context, const run::Session& session,
                                                          const run::SessionOptions& wanted) {
  std::optional<int64_t> run = evolution_->run();
  if (!split_ || !run.has_value()) return std::optional<BackgroundJob>();
  std::vector<std::string> put_off = Deferred();
  select::Monitored monitored{{}, {standing_.begin(), standing_.end()}};
  for (const wire::Spec& spec : plan_.specs) {
    bool later = std::find(put_off.begin(), put_off.end(), spec.name) != put_off.end();
    if (!later) monitored.specs.push_back(spec.name);
  }
  std::vector<std::string> next = select::Remember(remembered_, monitored, options_.demote);
  REVMON_RETURN_IF_ERROR(WriteCritical(context.files, out_, next));
  if (put_off.empty()) return std::optional<BackgroundJob>();
  BackgroundJob job;
  job.root = root_;
  job.out = out_;
  job.store = store_;
  job.java = java_;
  job.run = *run;
  job.baseline = evolution_->baseline().run.value_or(0);
  job.outputs = outputs_;
  job.selection = options_.selection;
  job.include = wanted.plan.include;
  job.exclude = wanted.plan.exclude;
  for (const select::Coverage& module : coverage_) job.coverage.push_back(select::ToJson(module));
  job.results = session.folder();
  job.plan = JoinPath(BackgroundFolder(out_), "plan");
  REVMON_RETURN_IF_ERROR(context.files.CreateDirectories(BackgroundFolder(out_)));
  REVMON_ASSIGN_OR_RETURN(size_t size, run::WritePlanFile(context.files, job.plan, plan_));
  static_cast<void>(size);
  return std::optional<BackgroundJob>(std::move(job));
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
