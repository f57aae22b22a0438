#include "app/cli/rts_options.h"

#include <sys/utsname.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "weave/class_filter.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

Status ParseShard(const std::string& text, uint32_t* shard, uint32_t* shards) {
  const char* end = text.data() + text.size();
  auto first = std::from_chars(text.data(), end, *shard);
  bool ok = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  if (ok) {
    auto second = std::from_chars(first.ptr + 1, end, *shards);
    ok = second.ec == std::errc() && second.ptr == end && *shard >= 1 && *shard <= *shards && *shards <= 1000;
  }
  if (ok) return OkStatus();
  return Error(ErrorCode::kInvalid, "--shard " + text + " is no part of a whole")
      .Hint("--shard 1/3, 2/3, 3/3");
}

// "@a.Smoke" and "@Smoke" mean an annotation that the class or one of its tests has.
bool Means(const std::string& pattern, const graph::ClassFacts& facts) {
  std::string name(facts.name);
  std::replace(name.begin(), name.end(), '/', '.');
  if (!pattern.starts_with('@')) return weave::MatchesGlob(name, pattern);
  std::string wanted = pattern.substr(1);
  std::replace(wanted.begin(), wanted.end(), '.', '/');
  return std::any_of(facts.references.begin(), facts.references.end(), [&](const graph::Reference& one) {
    return one.name == wanted || (one.name.ends_with(wanted) && one.name.size() > wanted.size() &&
                                  one.name[one.name.size() - wanted.size() - 1] == '/');
  });
}

}  // namespace

void DeclareRtsOptions(CLI::App& app, RtsRunOptions* options) {
  app.add_option(
         "--rts", options->technique,
         "Run only tests that the change can affect: starts, finestarts, ekstazi, fineekstazi, hyrts, "
         "hyrts-f, hyrts-b, frts, all")
      ->type_name("NAME");
  app.add_option("--lift", options->lift,
                 "With --rts hyrts: kinds of change that count for the whole class: DSI,AIM")
      ->type_name("LIST");
  app.add_option("--always-run", options->always_run,
                 "With --rts: classes of tests that always run, a.b.* or @Annotation (repeatable)")
      ->type_name("PATTERN")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void DeclareRtsRunOptions(CLI::App& app, RtsRunOptions* options) {
  DeclareRtsOptions(app, options);
  app.add_flag_callback(
      "--no-rv", [options] { options->rv = false; }, "Monitor nothing: only choose and run tests");
  app.add_flag("--fail-first", options->fail_first, "No build tool: tests that failed last time run first");
  app.add_option("--shard", options->shard, "Run the I-th of N parts of the tests, of about equal time")
      ->type_name("I/N");
  app.add_flag("--observe", options->observe,
               "With --rts: run all tests, and say what would have been left out and missed");
  app.add_flag("--offline", options->offline,
               "With --rts: record nothing while the tests run (revmon collect does it later)");
}

Result<TestPolicy> PolicyOf(const RtsRunOptions& options, bool published) {
  TestPolicy policy;
  policy.active = options.active();
  if (!options.technique.empty()) policy.technique = options.technique;
  policy.lift = options.lift;
  policy.published = published;
  policy.always_run = options.always_run;
  policy.observe = options.observe;
  if (!options.shard.empty()) {
    REVMON_RETURN_IF_ERROR(ParseShard(options.shard, &policy.shard, &policy.shards));
  }
  if (options.observe && options.technique.empty()) {
    return Error(ErrorCode::kInvalid, "--observe without --rts").Hint("--rts starts --observe");
  }
  if (options.run_all) policy.why_all = "asked for";
  REVMON_ASSIGN_OR_RETURN(select::TestChoiceOptions checked, ToChoiceOptions(policy));
  static_cast<void>(checked);
  return policy;
}

Result<select::TestChoiceOptions> ToChoiceOptions(const TestPolicy& policy) {
  select::TestChoiceOptions out;
  REVMON_ASSIGN_OR_RETURN(out.rts.technique, select::ParseTechnique(policy.technique));
  if (!policy.lift.empty()) {
    REVMON_ASSIGN_OR_RETURN(out.rts.lifted, select::ParseLifted(policy.lift));
  }
  out.rts.published = policy.published;
  out.why_all = policy.why_all;
  out.changed_files = policy.changed_files;
  out.shard = policy.shard;
  out.shards = policy.shards;
  if (!policy.always_run.empty()) {
    out.always = [patterns = policy.always_run](const graph::ClassFacts& facts) {
      return std::any_of(patterns.begin(), patterns.end(),
                         [&](const std::string& pattern) { return Means(pattern, facts); });
    };
  }
  return out;
}

std::string ToText(const TestPolicy& policy) {
  Json json = {{"active", policy.active},
               {"technique", policy.technique},
               {"lift", policy.lift},
               {"published", policy.published},
               {"why_all", policy.why_all},
               {"changed_files", policy.changed_files},
               {"always_run", policy.always_run},
               {"shard", policy.shard},
               {"shards", policy.shards},
               {"observe", policy.observe}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

TestPolicy PolicyFrom(std::string_view text) {
  TestPolicy policy;
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return policy;
  policy.active = json.value("active", false);
  policy.technique = json.value("technique", policy.technique);
  policy.lift = json.value("lift", "");
  policy.published = json.value("published", false);
  policy.why_all = json.value("why_all", "");
  policy.changed_files = json.value("changed_files", Names());
  policy.always_run = json.value("always_run", Names());
  policy.shard = json.value("shard", 0U);
  policy.shards = json.value("shards", 0U);
  policy.observe = json.value("observe", false);
  return policy;
}

Result<std::vector<std::pair<std::string, std::string>>> RecordingOptions(const RtsRunOptions& options) {
  std::vector<std::pair<std::string, std::string>> extras;
  if (options.technique.empty() || options.offline) return extras;
  REVMON_ASSIGN_OR_RETURN(select::Technique technique, select::ParseTechnique(options.technique));
  if (!select::IsDynamic(technique)) return extras;
  const char* level = select::NeedsBlockRecords(technique)    ? "block"
                      : select::NeedsMethodRecords(technique) ? "method"
                                                              : "class";
  extras.emplace_back("deps", level);
  if (select::NeedsReceivers(technique)) extras.emplace_back("receivers", "");
  return extras;
}

bool NeedsMethodFacts(const RtsRunOptions& options) {
  Result<select::Technique> technique = select::ParseTechnique(options.technique);
  return !options.technique.empty() && technique.ok() && select::NeedsMethods(*technique);
}

std::string EnvironmentOf(const std::vector<std::string>& arguments) {
  std::string text;
  utsname system{};
  if (::uname(&system) == 0) {
    text += std::string("system=") + static_cast<const char*>(system.sysname) + " " +
            static_cast<const char*>(system.machine) + "\n";
  }
  auto value = [](const char* name) {
    const char* found = std::getenv(name);
    return std::string(found == nullptr ? "" : found);
  };
  for (const char* name : {"TZ", "LANG", "LC_ALL"}) {
    if (std::string found = value(name); !found.empty()) text += std::string(name) + "=" + found + "\n";
  }
  // May hold what nobody should read: only whether they differ is kept.
  for (const char* name :
       {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "MAVEN_OPTS", "MAVEN_ARGS", "GRADLE_OPTS", "JAVA_OPTS"}) {
    std::string found = value(name);
    if (!found.empty()) text += std::string(name) + "=#" + ToHex(HashBytes(AsBytes(found))) + "\n";
  }
  std::string given;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (!word.starts_with("-D") && !word.starts_with("-P") && word != "--activate-profiles") continue;
    given += " " + word;
    bool split = word == "-D" || word == "-P" || word == "--activate-profiles";
    if (split && i + 1 < arguments.size()) given += " " + arguments[++i];
  }
  std::replace(given.begin(), given.end(), '\n', ' ');
  if (!given.empty()) text += "arguments=" + given.substr(1) + "\n";
  return text;
}

}  // namespace revmon::cli
