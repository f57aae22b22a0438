#include "select/coverage.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "select/patterns.h"

namespace revmon::select {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

std::string Dotted(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

bool Has(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string Counted(size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

// What changed, for people: the first one, a class if there is any, and how many more.
std::string Shown(const std::set<std::string>& classes, const std::set<std::string>& resources) {
  size_t all = classes.size() + resources.size();
  if (all == 0) return "nothing";
  std::string text = classes.empty() ? *resources.begin() : *classes.begin();
  return all == 1 ? text : text + " and " + std::to_string(all - 1) + " more";
}

}  // namespace

bool Coverage::Covers(const std::string& spec, std::string_view class_name, std::string_view method) const {
  if (Has(deferred, spec)) return caught_up;
  // A spec that was not selected has no event in any impacted class: nothing there can violate it.
  if (!Has(specs, spec) && !(whole_classes && Has(impacted, class_name))) return false;
  if (MatchesAny(class_name, exclude)) return false;
  return (include.empty() || MatchesAny(class_name, include)) && IsWoven(methods, class_name, method);
}

Coverage CoverageOf(const Selection& selection, const wire::Plan& plan, std::string module) {
  Coverage out;
  out.module = std::move(module);
  out.full = selection.full;
  out.why_full = selection.why_full;
  out.unchanged = selection.unchanged;
  out.specs = selection.SpecNames(plan);
  for (const graph::EntryChange& change : selection.diff.changes) {
    if (change.is_resource) out.resources.emplace_back(change.name);
    if (!change.is_resource) out.changed.push_back(Dotted(change.name));
  }
  for (graph::NodeId id : selection.impacted) out.impacted.push_back(Dotted(selection.graph.Name(id)));
  out.include = selection.include;
  out.exclude = selection.exclude;
  out.methods = selection.methods;
  out.whole_classes = !(selection.by_methods() && MapsToMethods(selection.analysis));
  return out;
}

void Restrict(Coverage* coverage, const std::vector<std::string>& now) {
  std::set<std::string> wanted(now.begin(), now.end());
  Names kept;
  for (std::string& spec : coverage->specs) {
    (wanted.contains(spec) ? kept : coverage->deferred).push_back(std::move(spec));
  }
  coverage->specs = std::move(kept);
}

Coverage FullCoverage(const wire::Plan& plan, std::string module, std::string why) {
  Coverage out;
  out.module = std::move(module);
  out.full = true;
  out.why_full = std::move(why);
  for (const wire::Spec& spec : plan.specs) out.specs.push_back(spec.name);
  return out;
}

std::string ToJson(const Coverage& coverage) {
  Json json = {
      {"module", coverage.module},       {"full", coverage.full},           {"why", coverage.why_full},
      {"unchanged", coverage.unchanged}, {"specs", coverage.specs},         {"deferred", coverage.deferred},
      {"changed", coverage.changed},     {"resources", coverage.resources}, {"impacted", coverage.impacted},
      {"include", coverage.include},     {"exclude", coverage.exclude}};
  Json methods = Json::object();
  for (const wire::ClassMethods& one : coverage.methods) methods[one.name] = one.methods;
  json["methods"] = std::move(methods);
  json["whole_classes"] = coverage.whole_classes;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Coverage> ParseCoverage(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return Error(ErrorCode::kMalformed, "this is no record of a selection");
  Coverage out;
  try {
    out.module = json.value("module", "");
    out.full = json.value("full", false);
    out.why_full = json.value("why", "");
    out.unchanged = json.value("unchanged", false);
    out.specs = json.value("specs", Names());
    out.deferred = json.value("deferred", Names());
    out.changed = json.value("changed", Names());
    out.resources = json.value("resources", Names());
    out.impacted = json.value("impacted", Names());
    out.include = json.value("include", Names());
    out.exclude = json.value("exclude", Names());
    out.whole_classes = json.value("whole_classes", true);
    const Json by_class = json.value("methods", Json::object());
    for (const auto& [name, methods] : by_class.items()) {
      out.methods.push_back({name, methods.get<Names>()});
    }
  } catch (const Json::exception&) {
    return Error(ErrorCode::kMalformed, "this record of a selection is damaged");
  }
  return out;
}

std::string Summary(const std::vector<Coverage>& modules, size_t all_specs) {
  std::set<std::string> specs, deferred, changed, resources, impacted;
  size_t full = 0;
  std::string why;
  for (const Coverage& module : modules) {
    specs.insert(module.specs.begin(), module.specs.end());
    deferred.insert(module.deferred.begin(), module.deferred.end());
    changed.insert(module.changed.begin(), module.changed.end());
    resources.insert(module.resources.begin(), module.resources.end());
    impacted.insert(module.impacted.begin(), module.impacted.end());
    if (!module.full) continue;
    ++full;
    if (why.empty()) why = module.why_full;
  }
  std::string head = std::to_string(specs.size()) + " of " + Counted(all_specs, "spec", "specs");
  if (!deferred.empty()) head += ", " + std::to_string(deferred.size()) + " in the background,";
  if (full == modules.size() && full > 0) return head + " monitored (" + why + ")";
  head += " re-monitored (";
  if (changed.empty() && resources.empty() && full == 0) return head + "nothing changed)";
  head +=
      Shown(changed, resources) + " changed: " + Counted(impacted.size(), "class", "classes") + " impacted";
  if (full > 0) {
    head += "; everything in " + Counted(full, "module", "modules") + " of " +
            std::to_string(modules.size()) + ": " + why;
  }
  return head + ")";
}

}  // namespace revmon::select
