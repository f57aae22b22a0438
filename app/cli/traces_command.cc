#include "app/cli/traces_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "app/cli/traces_input.h"
#include "run/session.h"
#include "trace/diff.h"
#include "trace/export.h"
#include "trace/runs.h"

namespace revmon::cli {
namespace {

struct TracesOptions {
  std::vector<std::string> paths = {run::kDefaultOut};
  std::string before, after;
  std::string project = ".";
  std::string from, to;
  std::string folder = "all-traces";
  std::vector<std::string> spec;
  size_t most = 10;
};

bool IsMeant(const TracesOptions& options, const std::string& spec) {
  return options.spec.empty() ||
         std::find(options.spec.begin(), options.spec.end(), spec) != options.spec.end();
}

// "next B.java:3, (hasNext B.java:2, next B.java:3) x500".
std::string Shown(const trace::TraceSet& set, const trace::SpecTraces& spec, trace::Position end) {
  auto token = [&](trace::Token t) {
    const trace::EventAt& at = spec.tokens[t];
    return spec.events[at.event] + " " + set.locations[at.location];
  };
  std::string text;
  for (const trace::Run& run : trace::RunsOf(spec.trie.TokensTo(end))) {
    text += "      ";
    for (size_t i = 0; i < run.block.size(); ++i) text += (i == 0 ? "" : ", ") + token(run.block[i]);
    if (run.times > 1) text += fmt::format("  x{}", run.times);
    text += '\n';
  }
  return text;
}

void ShowTraces(const TracesOptions& options, const Context& context, const trace::TraceSet& set,
                const trace::SpecTraces& spec, const std::vector<trace::UniqueTrace>& traces) {
  size_t shown = options.most == 0 ? traces.size() : std::min(options.most, traces.size());
  for (size_t i = 0; i < shown; ++i) {
    size_t events = spec.trie.LengthTo(traces[i].end);
    fmt::print(context.out, "  {} monitor{}, {} event{}\n{}", traces[i].monitors,
               traces[i].monitors == 1 ? "" : "s", events, events == 1 ? "" : "s",
               Shown(set, spec, traces[i].end));
  }
  if (shown < traces.size()) {
    fmt::print(context.out, "  ... and {} more (--most 0 shows all)\n", traces.size() - shown);
  }
}

Result<int> Show(const TracesOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(trace::TraceSet set, ReadTraces(context, options.paths));
  for (const trace::SpecTraces& spec : set.specs) {
    if (!IsMeant(options, spec.name) || spec.counts.empty()) continue;
    std::vector<trace::UniqueTrace> traces = trace::UniqueTraces(set, spec);
    std::stable_sort(
        traces.begin(), traces.end(),
        [](const trace::UniqueTrace& a, const trace::UniqueTrace& b) { return a.monitors > b.monitors; });
    fmt::print(context.out, "{}: {} unique trace{}\n", spec.name, traces.size(),
               traces.size() == 1 ? "" : "s");
    ShowTraces(options, context, set, spec, traces);
  }
  return kExitOk;
}

Result<int> Stats(const TracesOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(trace::TraceSet set, ReadTraces(context, options.paths));
  fmt::print(context.out, "{:>12} {:>10} {:>10} {:>14} {:>9}  spec\n", "monitors", "unique", "redundant",
             "events", "longest");
  trace::Totals all;
  auto row = [&](const trace::Totals& totals, const std::string& name) {
    double redundant = totals.monitors == 0 ? 0
                                            : 100.0 * static_cast<double>(totals.monitors - totals.unique) /
                                                  static_cast<double>(totals.monitors);
    fmt::print(context.out, "{:>12} {:>10} {:>9.2f}% {:>14} {:>9}  {}\n", totals.monitors, totals.unique,
               redundant, totals.events, totals.longest, name);
  };
  for (const trace::SpecTraces& spec : set.specs) {
    if (!IsMeant(options, spec.name) || spec.counts.empty()) continue;
    trace::Totals totals = trace::TotalsOf(spec);
    row(totals, spec.name);
    all.monitors += totals.monitors;
    all.unique += totals.unique;
    all.events += totals.events;
    all.longest = std::max(all.longest, totals.longest);
  }
  row(all, "all");
  return kExitOk;
}

Result<int> Compare(const TracesOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(trace::TraceSet before, ReadTraces(context, {options.before}));
  REVMON_ASSIGN_OR_RETURN(trace::TraceSet after, ReadTraces(context, {options.after}));
  trace::LocationMap map;
  if (options.from.empty() != options.to.empty())
    return Error(ErrorCode::kInvalid, "--from and --to name the two commits together");
  if (!options.from.empty()) {
    REVMON_ASSIGN_OR_RETURN(map, MovedLocations(options.project, options.from, options.to));
  }
  trace::TraceDiff diff = trace::Compare(before, after, map);
  size_t different = 0;
  for (const trace::SpecDiff& spec : diff.specs) {
    const trace::SpecTraces& traces = diff.both.specs[spec.spec];
    if (!IsMeant(options, traces.name)) continue;
    different += spec.added.size() + spec.gone.size();
    if (spec.added.empty() && spec.gone.empty()) continue;
    fmt::print(context.out, "{}: {} new, {} gone, {} as before\n", traces.name, spec.added.size(),
               spec.gone.size(), spec.common);
    if (!spec.added.empty()) fmt::print(context.out, " new:\n");
    ShowTraces(options, context, diff.both, traces, spec.added);
    if (!spec.gone.empty()) fmt::print(context.out, " gone:\n");
    ShowTraces(options, context, diff.both, traces, spec.gone);
  }
  if (diff.unplaced > 0)
    fmt::print(context.out, "{} old traces go through code that is gone\n", diff.unplaced);
  if (different == 0 && diff.unplaced == 0) fmt::print(context.out, "the same traces\n");
  return different == 0 && diff.unplaced == 0 ? kExitOk : kExitDifferent;
}

Result<int> ShowSelection(const TracesOptions& options, const Context& context) {
  std::vector<trace::SelectedAt> all;
  for (const std::string& path : options.paths) {
    REVMON_ASSIGN_OR_RETURN(std::vector<trace::SelectedAt> some, ReadSelection(context, path));
    all.insert(all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
  }
  std::erase_if(all, [&](const trace::SelectedAt& at) { return !IsMeant(options, at.spec); });
  std::stable_sort(all.begin(), all.end(), [](const trace::SelectedAt& a, const trace::SelectedAt& b) {
    return a.created + a.skipped > b.created + b.skipped;
  });
  trace::SelectedAt sum;
  for (const trace::SelectedAt& at : all) {
    sum.created += at.created;
    sum.necessary += at.necessary;
    sum.skipped += at.skipped;
  }
  fmt::print(context.out, "{:>12} {:>10} {:>12}  place\n", "made", "necessary", "skipped");
  size_t shown = options.most == 0 ? all.size() : std::min(options.most, all.size());
  for (size_t i = 0; i < shown; ++i) {
    fmt::print(context.out, "{:>12} {:>10} {:>12}  {} at {}{}\n", all[i].created, all[i].necessary,
               all[i].skipped, all[i].spec, all[i].location, all[i].converged ? ", decided" : "");
  }
  if (shown < all.size())
    fmt::print(context.out, "... and {} more places (--most 0 shows all)\n", all.size() - shown);
  fmt::print(context.out, "{:>12} {:>10} {:>12}  all\n", sum.created, sum.necessary, sum.skipped);
  return kExitOk;
}

// A file that is written piece by piece.
class OutFile {
 public:
  OutFile(const std::string& folder, const char* name)
      : path_(folder + "/" + name), file_(std::fopen(path_.c_str(), "wb")) {}
  OutFile(const OutFile&) = delete;
  OutFile& operator=(const OutFile&) = delete;
  ~OutFile() {
    if (file_ != nullptr) (void)std::fclose(file_);
  }
  trace::ExportFiles::Write Writer() {
    return [this](std::string_view text) {
      if (file_ != nullptr) (void)std::fwrite(text.data(), 1, text.size(), file_);
    };
  }
  Status Close() {
    bool well = file_ != nullptr && std::ferror(file_) == 0;
    if (file_ != nullptr) well = std::fclose(file_) == 0 && well;
    file_ = nullptr;
    if (well) return OkStatus();
    return Error(ErrorCode::kIo, std::string("cannot write: ") + std::strerror(errno)).At(path_);
  }

 private:
  std::string path_;
  std::FILE* file_;
};

Result<int> RunExport(const TracesOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(trace::TraceSet set, ReadTraces(context, options.paths));
  REVMON_RETURN_IF_ERROR(context.files.CreateDirectories(options.folder));
  OutFile traces(options.folder, "unique-traces.txt");
  OutFile frequency(options.folder, "specs-frequency.csv");
  OutFile tests(options.folder, "specs-test.csv");
  OutFile locations(options.folder, "locations.txt");
  OutFile events(options.folder, "events.txt");
  trace::Exported exported = trace::Export(
      set, {traces.Writer(), frequency.Writer(), tests.Writer(), locations.Writer(), events.Writer()});
  for (OutFile* file : {&traces, &frequency, &tests, &locations, &events})
    REVMON_RETURN_IF_ERROR(file->Close());
  fmt::print(context.out, "{} unique traces of {} monitors written to {}\n", exported.unique,
             exported.monitors, options.folder);
  return kExitOk;
}

void AddPaths(CLI::App* sub, TracesOptions* options) {
  sub->add_option("path", options->paths,
                  "Out folders (the newest run counts), folders with traces, or trace files")
      ->type_name("PATH")
      ->capture_default_str();
}

void AddSpec(CLI::App* sub, TracesOptions* options) {
  sub->add_option("--spec", options->spec, "Only this spec (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void AddMost(CLI::App* sub, TracesOptions* options) {
  sub->add_option("--most", options->most, "How many traces of each spec are shown; 0: all")
      ->type_name("N")
      ->capture_default_str();
}

void DeclareDiff(CLI::App* sub, TracesOptions* options) {
  sub->add_option("before", options->before, "Traces of the old revision")->type_name("PATH")->required();
  sub->add_option("after", options->after, "Traces of the new revision")->type_name("PATH")->required();
  sub->add_option("--from", options->from, "The old revision's commit: lines that moved since are the same")
      ->type_name("COMMIT");
  sub->add_option("--to", options->to, "The new revision's commit")->type_name("COMMIT");
  sub->add_option("--project", options->project, "Where the repository is")
      ->type_name("DIR")
      ->capture_default_str();
  AddSpec(sub, options);
  AddMost(sub, options);
}

}  // namespace

Run DeclareTraces(CLI::App& app) {
  auto options = std::make_shared<TracesOptions>();
  using Action = Result<int> (*)(const TracesOptions&, const Context&);
  auto actions = std::make_shared<std::vector<std::pair<CLI::App*, Action>>>();
  auto add = [&](const char* name, const char* help, Action action) {
    CLI::App* sub = app.add_subcommand(name, help);
    actions->emplace_back(sub, action);
    return sub;
  };
  CLI::App* show = add("show", "Show the unique traces of each spec, the most frequent ones first", Show);
  AddPaths(show, options.get());
  AddSpec(show, options.get());
  AddMost(show, options.get());
  CLI::App* stats = add("stats", "Count monitors and unique traces of each spec", Stats);
  AddPaths(stats, options.get());
  AddSpec(stats, options.get());
  CLI::App* selection =
      add("selection", "Show which monitors --select has made and skipped, by place", ShowSelection);
  AddPaths(selection, options.get());
  AddSpec(selection, options.get());
  AddMost(selection, options.get());
  DeclareDiff(add("diff", "Show which traces are new and which are gone", Compare), options.get());
  CLI::App* exported = add(
      "export", "Write unique-traces.txt, specs-frequency.csv, specs-test.csv and locations.txt", RunExport);
  AddPaths(exported, options.get());
  exported->add_option("--to", options->folder, "The folder to write to")
      ->type_name("DIR")
      ->capture_default_str();
  app.require_subcommand(1);
  return [options, actions](const Context& context) -> Result<int> {
    for (const auto& [sub, action] : *actions) {
      if (sub->parsed()) return action(*options, context);
    }
    return Error(ErrorCode::kInvalid, "show, stats, selection, diff or export?");
  };
}

}  // namespace revmon::cli
