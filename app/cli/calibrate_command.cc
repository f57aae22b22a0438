#include "app/cli/calibrate_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

#include "app/cli/config.h"
#include "base/path.h"
#include "run/process.h"
#include "select/analysis.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;
using Milliseconds = std::chrono::milliseconds;

struct CalibrateOptions {
  std::string folder = ".";
  std::vector<std::string> analyses;  // besides class; none: all
  int rounds = 3;
  bool dry_run = false;
  std::vector<std::string> arguments;  // of revmon test
};

// What one run of the tests with one analysis was like.
struct Trial {
  Milliseconds wall{0};
  size_t specs = 0;
  std::set<std::string> fresh;  // new violations: spec and location
  std::string why_classes;      // not "": it had to follow classes, for this reason
};

struct Candidate {
  select::Analysis analysis = select::Analysis::kClass;
  Trial best;
};

constexpr int kNoise = 33;  // one part in: 3 % are no difference
constexpr std::string_view kClassesFollowed = "classes are followed, not methods: ";

Error NotATest(const run::Outcome& outcome, const std::string& command) {
  std::string_view err = outcome.err;
  while (err.ends_with('\n')) err.remove_suffix(1);
  size_t last = err.rfind('\n');
  return Error(ErrorCode::kInvalid,
               "the tests could not be run: " +
                   std::string(last == std::string_view::npos ? err : err.substr(last + 1)))
      .Hint("try it alone: " + command);
}

Result<Trial> ReadTrial(const run::Outcome& outcome, const std::string& command) {
  Json json = Json::parse(outcome.out, nullptr, false);
  if (json.is_discarded() || !json.contains("violations")) return NotATest(outcome, command);
  Trial trial;
  trial.wall = outcome.wall;
  for (const Json& one : json["violations"]) {
    if (one.value("new", true) && !one.value("unstable", false))
      trial.fresh.insert(one.value("spec", "") + " " + one.value("location", ""));
  }
  if (json.contains("run")) trial.specs = json["run"].value("specs", size_t{0});
  for (const Json& note : json.value("notes", Json::array())) {
    std::string text = note.get<std::string>();
    if (text.starts_with(kClassesFollowed)) trial.why_classes = text.substr(kClassesFollowed.size());
  }
  return trial;
}

Result<Trial> RunTests(const CalibrateOptions& options, const std::string& self, std::string_view analysis) {
  run::Command command;
  command.argv = {self,        "test",   "--project",  options.folder,
                  "--no-save", "--json", "--analysis", std::string(analysis)};
  command.argv.insert(command.argv.end(), options.arguments.begin(), options.arguments.end());
  REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, run::RunCommand(command));
  if (outcome.signal != 0) return Error(ErrorCode::kInvalid, "interrupted");
  return ReadTrial(outcome, ToShell(command));
}

// `class` is the first.
Result<std::vector<Candidate>> CandidatesOf(const CalibrateOptions& options) {
  std::vector<Candidate> candidates;
  std::set<select::Analysis> asked;
  for (const std::string& name : options.analyses) {
    REVMON_ASSIGN_OR_RETURN(select::NamedAnalysis named, select::ParseAnalysis(name));
    asked.insert(named.analysis);
  }
  for (select::Analysis analysis : select::AllAnalyses()) {
    if (asked.empty() || analysis == select::Analysis::kClass || asked.contains(analysis))
      candidates.push_back({analysis, {}});
  }
  return candidates;
}

Status RunRounds(const CalibrateOptions& options, const Context& context, const std::string& self,
                 std::vector<Candidate>* candidates) {
  for (int round = 0; round <= options.rounds; ++round) {
    for (Candidate& candidate : *candidates) {
      std::string_view name = ToString(candidate.analysis);
      fmt::print(
          context.err, "revmon: {} {}\n",
          round == 0 ? std::string("warming up") : fmt::format("round {} of {}", round, options.rounds),
          name);
      REVMON_ASSIGN_OR_RETURN(Trial trial, RunTests(options, self, name));
      if (round == 0) continue;
      if (round == 1 || trial.wall < candidate.best.wall) candidate.best.wall = trial.wall;
      candidate.best.specs = trial.specs;
      candidate.best.why_classes = trial.why_classes;
      candidate.best.fresh.merge(trial.fresh);
    }
  }
  return OkStatus();
}

std::string Remark(const Candidate& candidate, const Candidate& by_classes) {
  if (!candidate.best.why_classes.empty()) return "followed classes: " + candidate.best.why_classes;
  if (candidate.best.fresh != by_classes.best.fresh) return "shows other new violations than class";
  return "";
}

// The first of those that are as good as the fastest: what they differ by is noise.
const Candidate& Choose(const std::vector<Candidate>& candidates) {
  Milliseconds fastest = candidates.front().best.wall;
  for (const Candidate& one : candidates) {
    if (Remark(one, candidates.front()).empty()) fastest = std::min(fastest, one.best.wall);
  }
  return *std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& one) {
    return Remark(one, candidates.front()).empty() && one.best.wall <= fastest + fastest / kNoise;
  });
}

std::string Table(const std::vector<Candidate>& candidates, const Candidate& chosen) {
  std::string text = fmt::format("{:<12} {:>9} {:>7} {:>6}\n", "analysis", "best", "specs", "new");
  for (const Candidate& one : candidates) {
    std::string remark = Remark(one, candidates.front());
    if (&one == &chosen) remark = "chosen";
    text += fmt::format("{:<12} {:>6.2f} s {:>8} {:>6}{}\n", ToString(one.analysis),
                        static_cast<double>(one.best.wall.count()) / 1000, one.best.specs,
                        one.best.fresh.size(), remark.empty() ? "" : "  " + remark);
  }
  return text;
}

Status Record(const CalibrateOptions& options, const Context& context, std::string_view analysis) {
  std::string path = JoinPath(options.folder, kConfigFile);
  std::string text;
  if (context.files.Exists(path)) {
    REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, context.files.ReadFile(path, size_t{1} << 20));
    text = AsText(bytes);
  }
  text = WithAnalysis(text, analysis);
  REVMON_RETURN_IF_ERROR(context.files.WriteFileAtomically(path, AsBytes(text)));
  fmt::print(context.out, "{}: [test] analysis = \"{}\"\n", path, analysis);
  return OkStatus();
}

Result<int> Calibrate(const CalibrateOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::string self, context.files.RealPath("/proc/self/exe"));
  REVMON_ASSIGN_OR_RETURN(std::vector<Candidate> candidates, CandidatesOf(options));
  REVMON_RETURN_IF_ERROR(RunRounds(options, context, self, &candidates));
  const Candidate* chosen = &Choose(candidates);
  fmt::print(context.out, "{}", Table(candidates, *chosen));
  if (options.dry_run) return kExitOk;
  REVMON_RETURN_IF_ERROR(Record(options, context, ToString(chosen->analysis)));
  return kExitOk;
}

std::string_view Trimmed(std::string_view line) {
  size_t start = line.find_first_not_of(" \t");
  return start == std::string_view::npos ? std::string_view() : line.substr(start);
}

// "analysis = ...", as a whole key.
bool SetsAnalysis(std::string_view line) {
  constexpr std::string_view kKey = "analysis";
  line = Trimmed(line);
  return line.starts_with(kKey) && Trimmed(line.substr(kKey.size())).starts_with('=');
}

}  // namespace

std::string WithAnalysis(std::string_view text, std::string_view name) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  auto is_head = [](const std::string& line) { return Trimmed(line).starts_with('['); };
  auto head = std::find_if(lines.begin(), lines.end(),
                           [](const std::string& line) { return Trimmed(line).starts_with("[test]"); });
  if (head == lines.end()) {
    if (!lines.empty()) lines.emplace_back();
    head = lines.insert(lines.end(), "[test]");
  }
  std::string setting = fmt::format("analysis = \"{}\"", name);
  auto old = std::find_if(head + 1, std::find_if(head + 1, lines.end(), is_head), SetsAnalysis);
  if (old != lines.end() && SetsAnalysis(*old)) {
    *old = setting;
  } else {
    lines.insert(head + 1, setting);
  }
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

Run DeclareCalibrate(CLI::App& app) {
  auto options = std::make_shared<CalibrateOptions>();
  app.add_option("-C,--project", options->folder, "The project's folder")
      ->type_name("DIR")
      ->capture_default_str();
  app.add_option("--analysis", options->analyses, "Only this one and class (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--rounds", options->rounds, "How often each analysis runs; the best time counts")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app.add_flag("--dry-run", options->dry_run, "Show the times, leave revmon.toml alone");
  app.add_option("arguments", options->arguments, "Of revmon test, behind --")->type_name("ARG");
  return [options](const Context& context) { return Calibrate(*options, context); };
}

}  // namespace revmon::cli
