#include "app/cli/results_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/path.h"
#include "wire/results.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ResultsOptions {
  std::vector<std::string> paths;
  bool json = false;
  bool stats = false;
};

// Everything that several JVMs found: the same violation of two JVMs is one, with the counts added up.
struct Merged {
  using Key = std::tuple<std::string, std::string, std::string>;  // spec, location, category
  std::map<Key, wire::Violation> violations;
  std::vector<std::string> notes;
  wire::WeaveStats stats;
  size_t files = 0;
  size_t unfinished = 0;
};

void Add(const wire::Results& results, Merged& merged) {
  ++merged.files;
  if (!results.complete) ++merged.unfinished;
  for (const wire::Violation& violation : results.violations) {
    Merged::Key key(violation.spec, violation.location, violation.category);
    auto [entry, fresh] = merged.violations.try_emplace(key, violation);
    if (!fresh) entry->second.count += violation.count;
  }
  merged.notes.insert(merged.notes.end(), results.notes.begin(), results.notes.end());
  merged.stats.classes_seen += results.stats.classes_seen;
  merged.stats.classes_woven += results.stats.classes_woven;
  merged.stats.sites += results.stats.sites;
  merged.stats.methods_refused += results.stats.methods_refused;
  merged.stats.weave_nanos += results.stats.weave_nanos;
}

Status AddFile(const FileSystem& files, const std::string& path, Merged& merged) {
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(path));
  Result<wire::Results> results = wire::ReadResults(bytes);
  if (!results.ok()) return std::move(results.error().At(path));
  Add(*results, merged);
  return OkStatus();
}

Status AddPath(const FileSystem& files, const std::string& path, Merged& merged) {
  Result<std::vector<DirectoryEntry>> entries = files.List(path);
  if (!entries.ok()) return AddFile(files, path, merged);
  for (const DirectoryEntry& entry : *entries) {
    if (entry.name.ends_with(".results")) {
      REVMON_RETURN_IF_ERROR(AddFile(files, JoinPath(path, entry.name), merged));
    }
  }
  return OkStatus();
}

void PrintText(const Context& context, const ResultsOptions& options, const Merged& merged) {
  for (const auto& [key, violation] : merged.violations) {
    fmt::print(context.out, "{}: {}: {}{}\n", violation.location,
               violation.severity.empty() ? "violation" : violation.severity, violation.spec,
               violation.count == 1 ? "" : fmt::format(" ({} times)", violation.count));
    if (!violation.message.empty()) fmt::print(context.out, "    {}\n", violation.message);
  }
  for (const std::string& note : merged.notes) fmt::print(context.err, "note: {}\n", note);
  fmt::print(context.out, "{} {} in {} {}{}\n", merged.violations.size(),
             merged.violations.size() == 1 ? "violation" : "violations", merged.files,
             merged.files == 1 ? "JVM" : "JVMs",
             merged.unfinished == 0 ? "" : fmt::format(", {} ended without saying so", merged.unfinished));
  if (options.stats) {
    fmt::print(context.out,
               "{} of {} classes woven, {} sites, {} methods left as they were, {:.1f} ms weaving\n",
               merged.stats.classes_woven, merged.stats.classes_seen, merged.stats.sites,
               merged.stats.methods_refused, static_cast<double>(merged.stats.weave_nanos) / 1e6);
  }
}

void PrintJson(const Context& context, const Merged& merged) {
  Json violations = Json::array();
  for (const auto& [key, v] : merged.violations) {
    violations.push_back({{"spec", v.spec},
                          {"severity", v.severity},
                          {"category", v.category},
                          {"message", v.message},
                          {"location", v.location},
                          {"file", v.file},
                          {"line", v.line},
                          {"thread", v.thread},
                          {"count", v.count},
                          {"firstMs", v.first_ms},
                          {"lastMs", v.last_ms}});
  }
  Json answer = {{"violations", violations},
                 {"notes", merged.notes},
                 {"jvms", merged.files},
                 {"unfinishedJvms", merged.unfinished},
                 {"classesSeen", merged.stats.classes_seen},
                 {"classesWoven", merged.stats.classes_woven},
                 {"sites", merged.stats.sites},
                 {"methodsRefused", merged.stats.methods_refused},
                 {"weaveNanos", merged.stats.weave_nanos}};
  fmt::print(context.out, "{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
}

Result<int> RunResults(const ResultsOptions& options, const Context& context) {
  Merged merged;
  for (const std::string& path : options.paths) REVMON_RETURN_IF_ERROR(AddPath(context.files, path, merged));
  if (merged.files == 0) {
    return Error(ErrorCode::kNotFound, "no results here")
        .At(options.paths[0])
        .Hint("the agent writes them into the folder of its option out=DIR");
  }
  if (options.json) {
    PrintJson(context, merged);
  } else {
    PrintText(context, options, merged);
  }
  return merged.violations.empty() ? kExitOk : kExitDifferent;
}

}  // namespace

Run DeclareResults(CLI::App& app) {
  auto options = std::make_shared<ResultsOptions>();
  app.add_option("path", options->paths, "Folders that the agent wrote into, or single results files")
      ->required()
      ->type_name("PATH");
  app.add_flag("--stats", options->stats, "Say what was woven, too");
  app.add_flag("--json", options->json, "Answer in JSON");
  return [options](const Context& context) { return RunResults(*options, context); };
}

}  // namespace revmon::cli
