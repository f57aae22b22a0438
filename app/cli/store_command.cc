#include "app/cli/store_command.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/evolution_options.h"
#include "base/clock.h"
#include "store/transfer.h"

namespace revmon::cli {
namespace {

struct StoreOptions {
  std::string store = ".revmon/store.db";
  std::string file;
  int64_t keep = 50;
};

Result<store::Store> OpenStore(const StoreOptions& options, const Context& context, bool must_exist) {
  if (must_exist && !context.files.Exists(options.store)) {
    return Error(ErrorCode::kNotFound, "there is no store here").At(options.store).Hint("pass --store FILE");
  }
  std::vector<std::string> notes;
  Result<store::Store> store = store::Store::Open(options.store, &notes);
  for (const std::string& note : notes) fmt::print(context.err, "revmon: note: {}\n", note);
  return store;
}

std::string Time(int64_t ms) {
  return fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(static_cast<time_t>(ms / 1000)));
}

Result<int> Show(const StoreOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(store::Store store, OpenStore(options, context, true));
  REVMON_ASSIGN_OR_RETURN(std::vector<store::RunRecord> runs, store.Runs());
  for (const store::RunRecord& run : runs) {
    REVMON_ASSIGN_OR_RETURN(store::Outcome outcome, store.LoadOutcome(run.id));
    size_t carried = 0;
    for (const store::Finding& f : outcome.findings) carried += f.carried ? 1 : 0;
    fmt::print(context.out, "{}  {} UTC  {}{}  {}  {}\n", run.id, Time(run.started_ms),
               run.commit.empty() ? "no commit" : run.commit.substr(0, 10), run.dirty ? " with changes" : "",
               run.technique,
               run.completed
                   ? fmt::format("{} violations, {} of them carried", outcome.findings.size(), carried)
                   : "not complete");
  }
  REVMON_ASSIGN_OR_RETURN(FileInfo info, context.files.Stat(options.store));
  fmt::print(context.out, "{} runs, {} kB\n", runs.size(), info.size / 1024);
  return kExitOk;
}

Result<int> RunExport(const StoreOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(store::Store store, OpenStore(options, context, true));
  REVMON_ASSIGN_OR_RETURN(store::Moved moved, store::Export(store, options.file));
  fmt::print(context.out, "{} runs written to {}\n", moved.runs, options.file);
  return kExitOk;
}

Result<int> RunImport(const StoreOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(store::Store store, OpenStore(options, context, false));
  REVMON_ASSIGN_OR_RETURN(store::Moved moved, store::Import(store, options.file));
  fmt::print(context.out, "{} runs are new here\n", moved.runs);
  return kExitOk;
}

Result<int> RunGc(const StoreOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(store::Store store, OpenStore(options, context, true));
  int64_t now_ms = RealClock().WallNs() / 1'000'000;
  REVMON_ASSIGN_OR_RETURN(store::Moved moved, store::Collect(store, options.keep, now_ms));
  fmt::print(context.out, "{} runs and the facts of {} classes dropped\n", moved.runs, moved.facts);
  return kExitOk;
}

}  // namespace

Run DeclareStore(CLI::App& app) {
  auto options = std::make_shared<StoreOptions>();
  using Action = Result<int> (*)(const StoreOptions&, const Context&);
  auto actions = std::make_shared<std::vector<std::pair<CLI::App*, Action>>>();
  auto add = [&](const char* name, const char* help, Action action) {
    CLI::App* sub = app.add_subcommand(name, help);
    DeclareStoreOption(*sub, &options->store);
    actions->emplace_back(sub, action);
    return sub;
  };
  add("show", "List the runs", Show);
  add("export", "Write all complete runs into one file, for another machine", RunExport)
      ->add_option("file", options->file, "The file to write")
      ->required()
      ->type_name("FILE");
  add("import", "Take over the runs of an exported file", RunImport)
      ->add_option("file", options->file, "The file to read")
      ->required()
      ->type_name("FILE");
  add("gc", "Drop old runs and what only they needed", RunGc)
      ->add_option("--keep", options->keep, "How many of the newest runs stay")
      ->type_name("N")
      ->check(CLI::Range(int64_t{1}, int64_t{1'000'000}))
      ->capture_default_str();
  app.require_subcommand(1);
  return [options, actions](const Context& context) -> Result<int> {
    for (const auto& [sub, action] : *actions) {
      if (sub->parsed()) return action(*options, context);
    }
    return Error(ErrorCode::kInvalid, "show, export, import or gc?");
  };
}

}  // namespace revmon::cli
