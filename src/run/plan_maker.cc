#include "run/plan_maker.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <string_view>

#include "base/suggest.h"
#include "run/spec_library.h"
#include "run/support.h"
#include "spec/doc.h"
#include "spec/plan_builder.h"
#include "wire/plan_io.h"

namespace revmon::run {
namespace {

// All specs of all files, and the text each one is from.
struct Loaded {
  std::deque<spec::LoadedFile> files;
  std::vector<spec::Spec> specs;
  std::vector<const spec::SourceText*> sources;
};

Status LoadPaths(const FileSystem& files, const std::vector<std::string>& paths,
                 const spec::TypeOracle* oracle, Loaded* out, MadePlan* made) {
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> found, FindSpecFiles(files, paths));
  for (const std::string& path : found) {
    REVMON_ASSIGN_OR_RETURN(spec::LoadedFile file, LoadSpecFile(files, path, oracle));
    made->errors += file.diagnostics.errors();
    made->events += file.declared_events;
    made->diagnostics += spec::Render(file.source, file.diagnostics);
    out->files.push_back(std::move(file));
    for (const spec::Spec& spec : out->files.back().specs) {
      out->specs.push_back(spec);
      out->sources.push_back(&out->files.back().source);
    }
  }
  return OkStatus();
}

// Keeps the specs whose place in `keep` is true.
void Filter(const std::vector<bool>& keep, Loaded* loaded) {
  size_t kept = 0;
  for (size_t i = 0; i < keep.size(); ++i) {
    if (!keep[i]) continue;
    if (kept != i) {
      loaded->specs[kept] = std::move(loaded->specs[i]);
      loaded->sources[kept] = loaded->sources[i];
    }
    ++kept;
  }
  loaded->specs.resize(kept);
  loaded->sources.resize(kept);
}

// Of two specs with one name, the later one where it comes from `more_paths`.
void ReplaceEarlier(size_t first_of_more, Loaded* loaded) {
  std::set<std::string_view> later;
  for (size_t i = first_of_more; i < loaded->specs.size(); ++i) later.insert(loaded->specs[i].name);
  std::vector<bool> keep(loaded->specs.size(), true);
  for (size_t i = 0; i < first_of_more; ++i) keep[i] = !later.contains(loaded->specs[i].name);
  Filter(keep, loaded);
}

int RankOf(std::string_view severity) {
  constexpr std::array<std::string_view, 3> kRanks = {"suggestion", "warning", "error"};
  auto at = std::find(kRanks.begin(), kRanks.end(), severity);
  return at == kRanks.end() ? 1 : static_cast<int>(at - kRanks.begin());  // no severity: as a warning
}

Status CheckNames(const std::vector<std::string>& names, const Loaded& loaded) {
  std::vector<std::string> known;
  for (const spec::Spec& spec : loaded.specs) known.push_back(spec.name);
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string hint = DidYouMean(name, known);
    return Error(ErrorCode::kNotFound, "no spec is called '" + name + "'")
        .Hint(hint.empty() ? "revmon specs list shows the names" : hint);
  }
  return OkStatus();
}

Status CheckProfile(const std::string& profile, const Loaded& loaded) {
  if (profile.empty() || profile == "all") return OkStatus();
  std::vector<std::string> known = ProfilesOf(loaded.specs);
  if (std::find(known.begin(), known.end(), profile) != known.end()) return OkStatus();
  std::string hint = DidYouMean(profile, known);
  if (hint.empty()) {
    hint = "profiles: all";
    for (const std::string& name : known) hint += ", " + name;
  }
  return Error(ErrorCode::kNotFound, "no spec is in a profile '" + profile + "'").Hint(hint);
}

// Who adds a rule that names no profile wants it monitored, whatever the profile; `added` are the last ones.
Status Choose(const PlanOptions& options, size_t added, Loaded* loaded) {
  REVMON_RETURN_IF_ERROR(CheckNames(options.names, *loaded));
  REVMON_RETURN_IF_ERROR(CheckNames(options.without, *loaded));
  if (options.names.empty()) REVMON_RETURN_IF_ERROR(CheckProfile(options.profile, *loaded));
  std::set<std::string_view> names(options.names.begin(), options.names.end());
  std::set<std::string_view> without(options.without.begin(), options.without.end());
  std::vector<bool> keep;
  for (const spec::Spec& spec : loaded->specs) {
    bool own = keep.size() + added >= loaded->specs.size() && spec::DocList(spec.doc, "profile").empty();
    bool chosen = names.empty() ? (own || IsInProfile(spec, options.profile)) &&
                                      (options.min_severity.empty() ||
                                       RankOf(spec.severity) >= RankOf(options.min_severity))
                                : names.contains(spec.name);
    keep.push_back(chosen && !without.contains(spec.name));
  }
  Filter(keep, loaded);
  if (!loaded->specs.empty()) return OkStatus();
  return Error(ErrorCode::kInvalid, "no spec is left to monitor")
      .Hint("another --profile, --min-severity or --without would leave some");
}

Status AddJava(FileSystem& files, const PlanOptions& options, const Loaded& loaded, MadePlan* made) {
  std::vector<SpecText> texts;
  for (size_t i = 0; i < loaded.specs.size(); ++i) texts.push_back({&loaded.specs[i], loaded.sources[i]});
  SupportOptions support{.jdk_home = options.jdk,
                         .class_path = SplitPath(options.class_path),
                         .cache_folder = options.java_cache,
                         .precompiled = options.precompiled};
  REVMON_ASSIGN_OR_RETURN(SupportClasses classes, CompileSupport(files, texts, support));
  for (const std::string& error : classes.errors) made->diagnostics += error;
  made->errors += classes.errors.size();
  if (made->errors > 0) return OkStatus();
  made->classes = std::move(classes.kept);
  for (size_t i = 0; i < made->plan.specs.size(); ++i) {
    Attach(std::move(classes.classes[i]), &made->plan.specs[i]);
  }
  return OkStatus();
}

}  // namespace

std::vector<std::string> ProfilesOf(const std::vector<spec::Spec>& specs) {
  std::set<std::string> names;
  for (const spec::Spec& spec : specs) {
    for (std::string& name : spec::DocList(spec.doc, "profile")) names.insert(std::move(name));
  }
  return {names.begin(), names.end()};
}

bool IsInProfile(const spec::Spec& spec, const std::string& profile) {
  if (profile.empty() || profile == "all") return true;
  std::vector<std::string> names = spec::DocList(spec.doc, "profile");
  return std::find(names.begin(), names.end(), profile) != names.end();
}

Result<MadePlan> MakePlan(FileSystem& files, const PlanOptions& options) {
  MadePlan made;
  Loaded loaded;
  SpecTypes types(files, options.class_path);
  made.notes = types.notes();
  REVMON_RETURN_IF_ERROR(LoadPaths(files, options.paths, types.oracle(), &loaded, &made));
  size_t first_of_more = loaded.specs.size();
  size_t added = 0;
  if (!options.more_paths.empty()) {
    REVMON_RETURN_IF_ERROR(LoadPaths(files, options.more_paths, types.oracle(), &loaded, &made));
    added = loaded.specs.size() - first_of_more;
    ReplaceEarlier(first_of_more, &loaded);
  }
  if (made.errors > 0) return made;
  REVMON_RETURN_IF_ERROR(Choose(options, added, &loaded));
  REVMON_ASSIGN_OR_RETURN(made.plan, spec::BuildPlan(loaded.specs, options.semantics));
  made.plan.include = options.include;
  made.plan.exclude = options.exclude;
  REVMON_RETURN_IF_ERROR(AddJava(files, options, loaded, &made));
  if (made.errors > 0) {
    made.plan = {};
    return made;
  }
  std::string flaw = wire::FindFlaw(made.plan);
  if (!flaw.empty()) return Error(ErrorCode::kInvalid, "the plan would be unsound: " + flaw);
  return made;
}

Result<size_t> WritePlanFile(FileSystem& files, const std::string& path, const wire::Plan& plan) {
  std::vector<uint8_t> bytes = wire::WritePlan(plan);
  REVMON_RETURN_IF_ERROR(files.WriteFileAtomically(path, Bytes(bytes)));
  ::chmod(path.c_str(), 0600);  // a umask that lets the group write would make the agent refuse it
  return bytes.size();
}

}  // namespace revmon::run
