#include "app/cli/violations_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/evolution_options.h"
#include "base/path.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ViolationsOptions {
  std::string store = ".revmon/store.db";
  std::string since;
  bool all = false;
  bool known = false;
  bool fresh = false;  // --new
  bool json = false;
  std::vector<std::string> which;  // accept
  std::string reason;
};

// The violations to show, with what is known of each.
struct Shown {
  std::vector<select::Judged> all;
  std::string about;  // which run
};

std::string ShortCommit(const store::RunRecord& run) {
  if (run.commit.empty()) return "run " + std::to_string(run.id);
  return run.commit.substr(0, 10) + (run.dirty ? " with changes" : "");
}

Result<store::Store> OpenStore(const FileSystem& files, const Context& context, const std::string& path) {
  if (!files.Exists(path)) {
    return Error(ErrorCode::kNotFound, "there is no store here").At(path).Hint("run revmon test first");
  }
  std::vector<std::string> notes;
  Result<store::Store> store = store::Store::Open(path, &notes);
  for (const std::string& note : notes) fmt::print(context.err, "revmon: note: {}\n", note);
  return store;
}

Result<Shown> NewestRun(store::Store& store) {
  REVMON_ASSIGN_OR_RETURN(std::optional<int64_t> id, store.FindNewest());
  if (!id.has_value())
    return Error(ErrorCode::kNotFound, "no run is complete yet").Hint("run revmon test first");
  REVMON_ASSIGN_OR_RETURN(store::RunRecord run, store.Load(*id));
  REVMON_ASSIGN_OR_RETURN(store::Outcome outcome, store.LoadOutcome(*id));
  Shown shown;
  shown.about = ShortCommit(run);
  for (store::Finding& f : outcome.findings) {
    shown.all.push_back({std::move(f.violation), f.known, f.carried, false, ""});
  }
  return shown;
}

// --since A..B: what B's run has and A's has not, lines mapped.
Result<Shown> Between(store::Store& store, const vcs::Repository& repository, const std::string& range) {
  size_t dots = range.find("..");
  std::string from = range.substr(0, dots);
  std::string to = dots == std::string::npos ? "HEAD" : range.substr(dots + 2);
  if (to.empty()) to = "HEAD";
  Shown shown;
  shown.about = from + ".." + to;
  std::vector<store::Outcome> outcomes;
  std::vector<std::string> trees;
  for (const std::string& revision : {from, to}) {
    REVMON_ASSIGN_OR_RETURN(select::Baseline run, select::FindRunOf(store, repository, revision));
    if (!run.run.has_value())
      return Error(ErrorCode::kNotFound, run.why).Hint("check it out and run revmon test");
    REVMON_ASSIGN_OR_RETURN(store::Outcome outcome, store.LoadOutcome(*run.run));
    REVMON_ASSIGN_OR_RETURN(std::string tree, repository.TreeOf(run.commit));
    outcomes.push_back(std::move(outcome));
    trees.push_back(std::move(tree));
  }
  REVMON_ASSIGN_OR_RETURN(select::SourceLines lines,
                          select::SourceLines::Between(repository, trees[0], trees[1]));
  std::vector<wire::Violation> now;
  for (store::Finding& f : outcomes[1].findings) now.push_back(std::move(f.violation));
  select::Verdicts verdicts =
      select::Judge({.baseline = &outcomes[0].findings, .violations = &now, .lines = &lines});
  shown.all = std::move(verdicts.all);
  return shown;
}

struct Loaded {
  std::optional<vcs::Repository> repository;
  std::optional<select::SourceFiles> sources;
  select::AcceptedList accepted;
  Shown shown;
  std::string root = ".";

  [[nodiscard]] select::LineText text() const {
    return [this](const select::Place& place) { return sources ? sources->TextAt(place) : std::nullopt; };
  }
};

Status Load(const ViolationsOptions& options, const Context& context, Loaded* out) {
  REVMON_ASSIGN_OR_RETURN(store::Store store, OpenStore(context.files, context, options.store));
  // The store is <root>/.revmon/store.db.
  out->root = DirName(DirName(options.store));
  REVMON_ASSIGN_OR_RETURN(out->repository, vcs::Repository::Open(out->root));
  if (out->repository.has_value()) {
    REVMON_ASSIGN_OR_RETURN(vcs::WorkState state, out->repository->State());
    REVMON_ASSIGN_OR_RETURN(out->sources, select::SourceFiles::Of(*out->repository, state.tree));
  }
  REVMON_ASSIGN_OR_RETURN(out->accepted, select::ReadAccepted(context.files, out->root));
  if (options.since.empty()) {
    REVMON_ASSIGN_OR_RETURN(out->shown, NewestRun(store));
  } else if (!out->repository.has_value()) {
    return Error(ErrorCode::kInvalid, "there is no git here, so --since has no meaning");
  } else {
    REVMON_ASSIGN_OR_RETURN(out->shown, Between(store, *out->repository, options.since));
  }
  for (select::Judged& judged : out->shown.all) {
    if (const select::Acceptance* entry = out->accepted.Find(judged.violation, out->text())) {
      judged.accepted = true;
      judged.reason = entry->reason;
    }
  }
  return OkStatus();
}

std::string StateOf(const select::Judged& judged) {
  if (judged.accepted) return "accepted";
  if (judged.carried) return "known, not looked for in this run";
  return judged.known ? "known" : "new";
}

bool IsNew(const select::Judged& judged) { return !judged.known && !judged.accepted; }

bool Wanted(const ViolationsOptions& options, const select::Judged& judged) {
  if (options.all) return true;
  return options.known ? !IsNew(judged) : IsNew(judged);
}

Result<int> RunViolations(const ViolationsOptions& options, const Context& context) {
  Loaded loaded;
  REVMON_RETURN_IF_ERROR(Load(options, context, &loaded));
  size_t fresh = 0;
  Json items = Json::array();
  for (const select::Judged& judged : loaded.shown.all) {
    fresh += IsNew(judged) ? 1 : 0;
    if (!Wanted(options, judged)) continue;
    const wire::Violation& v = judged.violation;
    if (options.json) {
      items.push_back({{"spec", v.spec},
                       {"severity", v.severity},
                       {"location", v.location},
                       {"file", v.file},
                       {"line", v.line},
                       {"message", v.message},
                       {"count", v.count},
                       {"state", StateOf(judged)},
                       {"reason", judged.reason}});
      continue;
    }
    fmt::print(context.out, "{}: {}: {} [{}]\n", v.location, v.severity.empty() ? "violation" : v.severity,
               v.spec, StateOf(judged));
    if (!v.message.empty()) fmt::print(context.out, "    {}\n", v.message);
    if (!judged.reason.empty()) fmt::print(context.out, "    accepted: {}\n", judged.reason);
  }
  size_t total = loaded.shown.all.size();
  if (options.json) {
    Json answer = {{"run", loaded.shown.about}, {"new", fresh}, {"total", total}, {"violations", items}};
    fmt::print(context.out, "{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    fmt::print(context.out, "{} new of {} violations ({})\n", fresh, total, loaded.shown.about);
  }
  return fresh == 0 ? kExitOk : kExitDifferent;
}

// A spec's name, the beginning of a location, or File.java:12.
bool Means(const std::string& which, const wire::Violation& violation) {
  return which == violation.spec || violation.location.starts_with(which) ||
         which == violation.file + ":" + std::to_string(violation.line);
}

Result<int> RunAccept(const ViolationsOptions& options, const Context& context) {
  Loaded loaded;
  REVMON_RETURN_IF_ERROR(Load(options, context, &loaded));
  size_t added = 0;
  for (const std::string& which : options.which) {
    size_t found = 0;
    for (const select::Judged& judged : loaded.shown.all) {
      if (!Means(which, judged.violation)) continue;
      ++found;
      if (loaded.accepted.Add(judged.violation, loaded.text(), options.reason)) ++added;
    }
    if (found == 0) {
      return Error(ErrorCode::kNotFound, "no violation of the last run is meant by '" + which + "'")
          .Hint("name a spec, a.B.method or File.java:12; revmon violations --all lists them");
    }
  }
  std::string path = JoinPath(loaded.root, select::kAcceptedFile);
  std::string text = loaded.accepted.Print();
  REVMON_RETURN_IF_ERROR(context.files.WriteFileAtomically(path, AsBytes(text)));
  fmt::print(context.out, "{} accepted, {} in all: {}\n", added, loaded.accepted.entries().size(), path);
  return kExitOk;
}

}  // namespace

Run DeclareViolations(CLI::App& app) {
  auto options = std::make_shared<ViolationsOptions>();
  app.add_flag("--new", options->fresh, "Those that the run's baseline did not have (the default)");
  app.add_flag("--known", options->known, "Those that it had, and accepted ones")->excludes("--new");
  app.add_flag("--all", options->all, "Both");
  app.add_option("--since", options->since, "What is new between the runs of two revisions, A..B")
      ->type_name("A..B");
  DeclareStoreOption(app, &options->store);
  app.add_flag("--json", options->json, "Answer in JSON");
  return [options](const Context& context) { return RunViolations(*options, context); };
}

Run DeclareAccept(CLI::App& app) {
  auto options = std::make_shared<ViolationsOptions>();
  app.add_option("which", options->which, "A spec, the beginning of a location (a.B.method), or File.java:12")
      ->required()
      ->type_name("WHICH");
  app.add_option("--reason", options->reason, "Why it is right as it is")->required()->type_name("TEXT");
  DeclareStoreOption(app, &options->store);
  return [options](const Context& context) { return RunAccept(*options, context); };
}

}  // namespace revmon::cli
