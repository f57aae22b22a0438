#include "app/cli/evolution_run.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
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

// Build output belongs to nobody's sources: "m/target/classes" -> "m/target".
std::string OutputRoot(const std::string& folder) {
  for (const char* name : {"/target/", "/build/"}) {
    if (size_t at = folder.rfind(name); at != std::string::npos) {
      return folder.substr(0, at + std::string(name).size() - 1);
    }
  }
  return folder;
}

std::optional<classpath::Jdk> JdkOf(const FileSystem& files, const std::string& java) {
  Result<std::string> real = files.RealPath(java);
  if (!real.ok()) return std::nullopt;
  Result<classpath::Jdk> jdk = classpath::OpenJdk(files, std::string(DirName(DirName(*real))));
  return jdk.ok() ? std::optional(std::move(jdk).value()) : std::nullopt;
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
  evolution.store = JoinPath(out, "store.db");
  evolution.containers = program.containers;
  evolution.jdk = JdkOf(context.files, program.java);
  evolution.base = BaseOf(options);
  for (const graph::ContainerPath& container : program.containers) {
    if (!container.library) evolution.outputs.push_back(OutputRoot(container.path));
  }
  evolution.outputs.push_back(out);
  REVMON_ASSIGN_OR_RETURN(run->evolution_, select::Evolution::Open(context.files, std::move(evolution)));
  return run;
}

Status EvolutionRun::Choose(wire::Plan plan, bool narrow, run::SessionOptions* session) {
  plan_ = std::move(plan);
  REVMON_ASSIGN_OR_RETURN(select::ChooseOptions choose,
                          ToChooseOptions(options_.selection, session->plan.include, session->plan.exclude));
  choose.rps = options_.rps && narrow;
  const select::Selection& selection = evolution_->Choose(plan_, choose);
  if (!narrow) return OkStatus();
  if (!selection.full) session->plan.names = selection.SpecNames(plan_);
  if (!selection.include.empty()) session->plan.include = selection.include;
  session->plan.exclude.insert(session->plan.exclude.end(), selection.exclude.begin(),
                               selection.exclude.end());
  return OkStatus();
}

std::string EvolutionRun::Summary() const { return select::Summary(selection(), plan_.specs.size()); }

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
  const select::Selection& selection = evolution_->selection();
  REVMON_ASSIGN_OR_RETURN(select::Variant variant, VariantOf(options_.selection));
  RealClock clock;
  REVMON_RETURN_IF_ERROR(evolution_->Begin(selection.full ? "full" : ToString(variant), clock));
  std::vector<store::Timing> timings = {{"run", findings->run.wall_ms}};
  REVMON_RETURN_IF_ERROR(evolution_->Finish(verdicts, TestsOf(*findings), timings, clock));
  return verdicts.fixed.size();
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
