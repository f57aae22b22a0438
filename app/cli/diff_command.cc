#include "app/cli/diff_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/evolution_options.h"
#include "graph/memory_cache.h"
#include "graph/method_graph.h"
#include "select/baseline.h"
#include "select/change_kinds.h"
#include "select/store_cache.h"
#include "vcs/repository.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

struct DiffOptions {
  std::string before, after;
  std::string store = ".revmon/store.db";
  bool kinds = false;
  bool json = false;
};

std::vector<graph::ContainerPath> PathsOf(const FileSystem& files, const std::string& state) {
  std::vector<graph::ContainerPath> paths;
  for (size_t at = 0; at <= state.size();) {
    size_t end = std::min(state.find(':', at), state.size());
    std::string path = state.substr(at, end - at);
    if (!files.Stat(path).ok()) return {};
    paths.push_back({std::move(path), false});
    at = end + 1;
  }
  return paths;
}

// The program of the run that is stored for a revision.
Result<graph::Program> Stored(const FileSystem& files, const DiffOptions& options,
                              const std::string& revision) {
  auto none = [&](const std::string& why) {
    return Error(ErrorCode::kNotFound, "'" + revision + "' is no folder or jar, and " + why)
        .Hint("give a folder of classes, or run `revmon test` at that revision first");
  };
  REVMON_ASSIGN_OR_RETURN(std::optional<vcs::Repository> repository, vcs::Repository::Open("."));
  if (!repository.has_value()) return none("there is no git here");
  if (!files.Stat(options.store).ok()) return none("there is no store " + options.store);
  std::vector<std::string> notes;
  REVMON_ASSIGN_OR_RETURN(store::Store store, store::Store::Open(options.store, &notes));
  Result<select::Baseline> run = select::FindRunOf(store, *repository, revision);
  if (!run.ok()) return none(run.error().message());
  if (!run->run.has_value()) return none(run->why);
  REVMON_ASSIGN_OR_RETURN(store::RunRecord record, store.Load(*run->run));
  std::vector<graph::ContainerSnapshot> snapshots;
  for (const store::Container& one : record.containers)
    snapshots.push_back({one.location, one.library, one.archive, one.keys});
  select::StoreCache cache(store);
  return graph::Program::Restore(snapshots, cache, graph::Detail::kMethods);
}

Result<graph::Program> Read(const FileSystem& files, const DiffOptions& options, const std::string& state) {
  std::vector<graph::ContainerPath> paths = PathsOf(files, state);
  Result<graph::Program> program =
      paths.empty() ? Stored(files, options, state)
                    : graph::Program::Read(files, paths, 0, nullptr, graph::Detail::kMethods);
  if (program.ok() && !program->has_methods())
    return Error(ErrorCode::kNotFound, "the run of '" + state + "' kept nothing about methods");
  return program;
}

std::string ShownRelink(const select::RelinkedUse& use) {
  std::string user(use.user);
  if (!use.user_key.empty()) user += "." + use.user_key;
  std::string meant = std::string(use.owner) + "." + use.key;
  return graph::ShownNode(user) + " means another " + graph::ShownNode(meant);
}

void PrintText(const Context& context, const DiffOptions& options, const graph::ProgramDiff& diff,
               const select::ChangeKinds& kinds) {
  for (const select::ClassChange& change : kinds.classes) {
    fmt::print(context.out, "{}\n", select::Shown(change));
    if (!options.kinds) continue;
    for (const select::MemberChange& member : change.members)
      fmt::print(context.out, "  {}\n", select::Shown(change, member));
    bool same_members =
        std::all_of(change.members.begin(), change.members.end(), [](const select::MemberChange& member) {
          return member.before != nullptr && member.after != nullptr;
        });
    if (change.looks && same_members) fmt::print(context.out, "  order of members, or nested classes\n");
  }
  for (const graph::EntryChange& change : diff.changes) {
    if (change.is_resource)
      fmt::print(context.out, "resource {} {}\n", change.name, graph::ToString(change.kind));
  }
  if (options.kinds) {
    for (const select::LookupChange& change : kinds.lookups)
      fmt::print(context.out, "{}\n", select::Shown(change));
    for (const select::RelinkedUse& use : kinds.relinked) fmt::print(context.out, "{}\n", ShownRelink(use));
  }
  if (diff.changes.empty()) fmt::print(context.out, "no class and no resource differs\n");
}

void PrintJson(const Context& context, const graph::ProgramDiff& diff, const select::ChangeKinds& kinds) {
  Json answer = {{"classes", Json::array()},
                 {"resources", Json::array()},
                 {"lookups", Json::array()},
                 {"relinked", Json::array()}};
  for (const select::ClassChange& change : kinds.classes) {
    Json members = Json::array();
    for (const select::MemberChange& member : change.members) {
      members.push_back({{"kind", std::string(ToString(member.kind))},
                         {"member", graph::ShownNode(std::string(change.name) + "." + member.key)}});
    }
    answer["classes"].push_back({{"kind", std::string(ToString(change.kind))},
                                 {"class", graph::ShownNode(change.name)},
                                 {"library", change.library},
                                 {"members", std::move(members)}});
  }
  for (const graph::EntryChange& change : diff.changes) {
    if (!change.is_resource) continue;
    answer["resources"].push_back(
        {{"name", std::string(change.name)}, {"change", std::string(graph::ToString(change.kind))}});
  }
  for (const select::LookupChange& change : kinds.lookups) answer["lookups"].push_back(select::Shown(change));
  for (const select::RelinkedUse& use : kinds.relinked) answer["relinked"].push_back(ShownRelink(use));
  fmt::print(context.out, "{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
}

Result<int> RunDiff(const DiffOptions& options, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(graph::Program before, Read(context.files, options, options.before));
  REVMON_ASSIGN_OR_RETURN(graph::Program after, Read(context.files, options, options.after));
  for (const graph::Program* program : {&before, &after}) {
    for (const Error& problem : program->problems()) fmt::print(context.err, "revmon: {}\n", problem.Text());
    if (!program->problems().empty()) return kExitError;
  }
  graph::ProgramDiff diff = graph::Compare(before, after);
  graph::MemberLookup old_lookup(before, nullptr), new_lookup(after, nullptr);
  select::ChangeKinds kinds = select::FindChangeKinds(old_lookup, new_lookup, before, after, diff);
  if (options.json) {
    PrintJson(context, diff, kinds);
  } else {
    PrintText(context, options, diff, kinds);
  }
  return diff.changes.empty() ? kExitOk : kExitDifferent;
}

}  // namespace

Run DeclareDiff(CLI::App& app) {
  auto options = std::make_shared<DiffOptions>();
  app.add_option("old", options->before,
                 "Folder of classes, jar, several with ':' between, or a git revision with a stored run")
      ->required()
      ->type_name("OLD");
  app.add_option("new", options->after, "The same, for what it is compared with")
      ->required()
      ->type_name("NEW");
  app.add_flag(
      "--kinds", options->kinds,
      "Show members too (DSI ASI CSI DI AI CI DSM ASM CSM DIM AIM CIM, DFL AFL CFL), changed lookups "
      "(LC) and references that mean another member now");
  app.add_flag("--json", options->json, "Answer in JSON, kinds included");
  DeclareStoreOption(app, &options->store);
  return [options](const Context& context) { return RunDiff(*options, context); };
}

}  // namespace revmon::cli
