#include "app/cli/traces_input.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "run/session.h"
#include "select/place.h"
#include "select/source_lines.h"

namespace revmon::cli {
namespace {

constexpr std::string_view kEnding = ".traces";

// Of "a.B.m(B.java:12)".
select::Place PlaceOf(const std::string& location) {
  wire::Violation violation;
  violation.location = location;
  size_t open = location.find('(');
  size_t colon = location.rfind(':');
  if (open != std::string::npos && colon != std::string::npos && colon > open) {
    violation.file = location.substr(open + 1, colon - open - 1);
    std::from_chars(location.data() + colon + 1, location.data() + location.size(), violation.line);
  }
  return select::PlaceOf(violation);
}

struct Moves {
  vcs::Repository repository;
  std::unique_ptr<select::SourceLines> lines;
};

void SayCuts(const Context& context, const trace::TraceSet& set) {
  for (const trace::SpecTraces& spec : set.specs) {
    if (spec.cut_monitors == 0) continue;
    fmt::print(context.err,
               "revmon: note: {}: the traces of {} monitors ({} events) are left out, the memory for traces "
               "was used up\n",
               spec.name, spec.cut_monitors, spec.cut_events);
  }
}

}  // namespace

Result<std::vector<std::string>> TraceFilesAt(const Context& context, const std::string& path) {
  if (path.ends_with(kEnding)) return std::vector<std::string>{path};
  std::string folder = run::NewestRun(context.files, path);
  REVMON_ASSIGN_OR_RETURN(std::vector<DirectoryEntry> entries, context.files.List(folder));
  std::vector<std::string> files;
  for (const DirectoryEntry& entry : entries) {
    if (entry.name.ends_with(kEnding)) files.push_back(folder + "/" + entry.name);
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    return Error(ErrorCode::kNotFound, "no traces here")
        .At(folder)
        .Hint("revmon run --traces and revmon test --traces collect them");
  }
  return files;
}

Result<trace::TraceSet> ReadTraces(const Context& context, const std::vector<std::string>& paths) {
  trace::Merger merger;
  for (const std::string& path : paths) {
    REVMON_ASSIGN_OR_RETURN(std::vector<std::string> files, TraceFilesAt(context, path));
    for (const std::string& file : files) {
      REVMON_ASSIGN_OR_RETURN(MappedFile mapped, context.files.Map(file));
      Result<trace::TraceFile> read = trace::ReadTraceFile(mapped.bytes());
      if (!read.ok()) return read.error().At(file);
      if (!read->complete) fmt::print(context.err, "revmon: note: {} is incomplete\n", file);
      merger.Add(read->set);
    }
  }
  trace::TraceSet set = merger.Finish();
  SayCuts(context, set);
  return set;
}

Result<std::vector<trace::SelectedAt>> ReadSelection(const Context& context, const std::string& path) {
  std::vector<trace::SelectedAt> all;
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> files, TraceFilesAt(context, path));
  for (const std::string& file : files) {
    REVMON_ASSIGN_OR_RETURN(MappedFile mapped, context.files.Map(file));
    Result<trace::TraceFile> read = trace::ReadTraceFile(mapped.bytes());
    if (!read.ok()) return read.error().At(file);
    all.insert(all.end(), std::make_move_iterator(read->selection.begin()),
               std::make_move_iterator(read->selection.end()));
  }
  return all;
}

Result<trace::LocationMap> MovedLocations(const std::string& project, const std::string& from,
                                          const std::string& to) {
  REVMON_ASSIGN_OR_RETURN(std::optional<vcs::Repository> repository, vcs::Repository::Open(project));
  if (!repository)
    return Error(ErrorCode::kNotFound, "no git repository").At(project).Hint("pass --project DIR");
  auto moves = std::make_shared<Moves>(Moves{std::move(*repository), nullptr});
  REVMON_ASSIGN_OR_RETURN(std::string old_tree, moves->repository.TreeOf(from));
  REVMON_ASSIGN_OR_RETURN(std::string new_tree, moves->repository.TreeOf(to));
  REVMON_ASSIGN_OR_RETURN(select::SourceLines lines,
                          select::SourceLines::Between(moves->repository, old_tree, new_tree));
  moves->lines = std::make_unique<select::SourceLines>(std::move(lines));
  return trace::LocationMap([moves](const std::string& location) {
    select::Place place = PlaceOf(location);
    if (!moves->lines->Knows(place)) return location;
    std::optional<select::Place> carried = moves->lines->Carry(place);
    return carried ? select::ToString(*carried) : std::string();
  });
}

}  // namespace revmon::cli
