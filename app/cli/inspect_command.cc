#include "app/cli/inspect_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/class_input.h"
#include "app/cli/class_report.h"
#include "app/cli/class_text.h"
#include "app/cli/diff_rules.h"
#include "element/diff.h"
#include "element/snapshot.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> paths;
  std::string jdk;
  Sections sections;
  bool all = false;
  bool json = false;
  bool diff = false;
  bool debug = false;
};

std::string Dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }

// Says what could not be read, and remembers that something was.
class Problems {
 public:
  explicit Problems(const Context& context) : context_(context) {}
  void Add(const Error& error) {
    fmt::print(context_.err, "revmon: {}\n", error.Text());
    ++count_;
  }
  [[nodiscard]] bool any() const { return count_ != 0; }

 private:
  const Context& context_;
  size_t count_ = 0;
};

// Parses and hashes every class of a path. visit(file, origin, sums)
template <typename Visit>
Status ForEachHashed(const Context& context, const Options& options, const std::string& path,
                     Problems& problems, Visit visit) {
  classfile::ClassFile file;
  element::Canonicalizer canonicalizer;
  element::ClassChecksums sums;
  return ForEachClass(
      context.files, path, options.jdk,
      [&](const std::string& origin, Bytes bytes) {
        Status status = file.ParseFrom(bytes);
        if (status.ok()) status = canonicalizer.Run(file, sums);
        if (status.ok()) status = visit(file, origin, sums);
        if (!status.ok()) problems.Add(std::move(status).error().At(origin));
      },
      [&](const Error& error) { problems.Add(error); });
}

Result<int> Inspect(const Context& context, const Options& options) {
  Problems problems(context);
  Json classes = Json::array();
  bool first = true;
  for (const std::string& path : options.paths) {
    REVMON_RETURN_IF_ERROR(ForEachHashed(
        context, options, path, problems,
        [&](const classfile::ClassFile& file, const std::string& origin,
            const element::ClassChecksums& sums) {
          Json report =
              ReportClass(file, origin, options.sections.checksums ? &sums : nullptr, options.sections);
          if (options.json) {
            classes.push_back(std::move(report));
          } else {
            fmt::print(context.out, "{}{}", first ? "" : "\n", RenderClass(report));
          }
          first = false;
          return OkStatus();
        }));
  }
  if (options.json) fmt::print(context.out, "{}\n", Dump({{"classes", std::move(classes)}}));
  return problems.any() ? kExitError : kExitOk;
}

Result<element::Snapshot> Load(const Context& context, const Options& options, const std::string& path,
                               Problems& problems, element::ElementTable& table) {
  element::Snapshot snapshot(table);
  auto add = [&](const classfile::ClassFile& file, const std::string&,
                 const element::ClassChecksums& sums) -> Status {
    Result<bool> added = snapshot.Add(file, sums);
    return added.ok() ? OkStatus() : Status(added.error());
  };
  REVMON_RETURN_IF_ERROR(ForEachHashed(context, options, path, problems, add));
  snapshot.Finish();
  return snapshot;
}

struct Difference {
  std::vector<element::Change> shown;  // sorted by name
  size_t debug_only = 0;
  std::map<std::string, std::string> rules;  // diff_rules.h
};

Difference Sorted(std::vector<element::Change> changes, const element::ElementTable& table, bool with_debug) {
  Difference difference;
  for (element::Change change : changes) {
    if (change.aspects == element::kDebug) ++difference.debug_only;
    if (!with_debug) change.aspects &= static_cast<element::AspectSet>(~element::kDebug);
    if (change.aspects != 0) difference.shown.push_back(change);
  }
  std::sort(difference.shown.begin(), difference.shown.end(),
            [&](const element::Change& a, const element::Change& b) {
              return table.Name(a.id) < table.Name(b.id);
            });
  return difference;
}

std::string Counted(size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string RenderDifference(const Difference& difference, const element::ElementTable& table,
                             bool with_debug) {
  std::string text;
  for (const element::Change& change : difference.shown) {
    char mark = (change.aspects & element::kAdded) != 0     ? '+'
                : (change.aspects & element::kRemoved) != 0 ? '-'
                                                            : '~';
    std::vector<std::string> names = element::AspectNames(table.kind(change.id), change.aspects);
    text += fmt::format("{} {}  {}\n", mark, Printable(table.Name(change.id)), fmt::join(names, ", "));
  }
  for (const auto& [name, rule] : difference.rules) {
    text +=
        fmt::format("= {}  ignorable, going by these classes alone: {}\n", Printable(name), Printable(rule));
  }
  text += difference.shown.empty() ? "no element differs"
                                   : Counted(difference.shown.size(), "element") +
                                         (difference.shown.size() == 1 ? " differs" : " differ");
  if (!with_debug && difference.debug_only != 0) {
    text += fmt::format(" ({} in debug information only: --debug shows)",
                        Counted(difference.debug_only, "element"));
  }
  return text + "\n";
}

Json DifferenceJson(const Difference& difference, const element::ElementTable& table) {
  Json changes = Json::array();
  for (const element::Change& change : difference.shown) {
    element::ElementKind kind = table.kind(change.id);
    changes.push_back({{"element", Printable(table.Name(change.id))},
                       {"kind", std::string(ToString(kind))},
                       {"aspects", element::AspectNames(kind, change.aspects)}});
  }
  Json rules = Json::array();
  for (const auto& [name, rule] : difference.rules)
    rules.push_back({{"class", Printable(name)}, {"rule", Printable(rule)}});
  return {{"changes", std::move(changes)},
          {"debug_only", difference.debug_only},
          {"ignorable", std::move(rules)}};
}

Result<int> Diff(const Context& context, const Options& options) {
  if (options.paths.size() != 2)
    return Error(ErrorCode::kInvalid, "--diff takes two paths, before and after");
  Problems problems(context);
  element::ElementTable table;
  REVMON_ASSIGN_OR_RETURN(element::Snapshot before,
                          Load(context, options, options.paths[0], problems, table));
  REVMON_ASSIGN_OR_RETURN(element::Snapshot after, Load(context, options, options.paths[1], problems, table));
  Difference difference = Sorted(Compare(before, after), table, options.debug);
  if (!difference.shown.empty())
    difference.rules = RulesOfDiff(context.files, options.paths[0], options.paths[1]);
  if (options.json) {
    fmt::print(context.out, "{}\n", Dump(DifferenceJson(difference, table)));
  } else {
    fmt::print(context.out, "{}", RenderDifference(difference, table, options.debug));
  }
  if (problems.any()) return kExitError;
  return difference.shown.empty() ? kExitOk : kExitDifferent;
}

}  // namespace

Run DeclareInspect(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("path", options->paths, "Class files, folders, jars, or jrt:/MODULE for a module of a JDK")
      ->required()
      ->type_name("PATH");
  app.add_flag("--checksums", options->sections.checksums, "Show the checksum of every element, by aspect");
  app.add_flag("--attributes", options->sections.attributes, "Show the contents of all attributes");
  app.add_flag("--code", options->sections.code, "Show the instructions of all methods");
  app.add_flag("--all", options->all, "All of the above");
  app.add_flag("--diff", options->diff,
               "Compare two paths: which elements differ, in which aspect, and which changes fine "
               "analysis ignores, by which rule (exit code 1)");
  app.add_flag("--debug", options->debug, "With --diff: count differences in debug information too");
  app.add_flag("--json", options->json, "Answer in JSON");
  app.add_option("--jdk", options->jdk, "Home of the JDK that jrt: means")->type_name("FOLDER");
  return [options](const Context& context) -> Result<int> {
    if (options->all) options->sections = {.checksums = true, .attributes = true, .code = true};
    return options->diff ? Diff(context, *options) : Inspect(context, *options);
  };
}

}  // namespace revmon::cli
