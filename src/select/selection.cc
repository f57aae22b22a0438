#include "select/selection.h"

#include <algorithm>
#include <map>
#include <set>

#include "select/patterns.h"

namespace revmon::select {
namespace {

using graph::NodeId;
using graph::ProgramEntry;

// A pattern no class has: with it as the only include, nothing is woven.
constexpr const char* kNothing = "-";

std::string Dotted(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

// A node as users know it.
std::string Shown(const graph::DependencyGraph& graph, NodeId id) {
  return graph.IsResource(id) ? std::string(graph.Name(id).substr(1)) : Dotted(graph.Name(id));
}

class Selector {
 public:
  explicit Selector(const SelectionInput& input) : input_(input) {}

  Selection Run() {
    if (std::string why = WhyFull(); !why.empty()) return Full(std::move(why));
    out_.diff = graph::Compare(*input_.before, *input_.after);
    if (input_.full_on_library_change && LibrariesChanged()) return Full("a library changed");
    out_.unchanged = out_.diff.changes.empty();
    FindImpact();
    FindSpecs();
    FindPlaces();
    return std::move(out_);
  }

 private:
  std::string WhyFull() const {
    if (!input_.why_full.empty()) return input_.why_full;
    if (input_.before == nullptr) return "there is no earlier run to compare with";
    for (const Error& problem : input_.after->problems()) {
      if (problem.code() != ErrorCode::kNotFound) return "not everything could be read: " + problem.Text();
    }
    return "";
  }

  Selection Full(std::string why) {
    out_.full = true;
    out_.why_full = std::move(why);
    for (uint32_t i = 0; i < input_.plan->specs.size(); ++i) out_.specs.push_back({i, graph::kNoNode});
    if (!input_.variant.libraries) IncludeProgram([](const ProgramEntry&) { return true; });
    return std::move(out_);
  }

  bool LibrariesChanged() const {
    return std::any_of(out_.diff.changes.begin(), out_.diff.changes.end(),
                       [](const graph::EntryChange& change) { return change.library; });
  }

  void FindImpact() {
    const graph::Program* programs[] = {input_.before, input_.after};
    out_.graph = graph::DependencyGraph::Link(programs, out_.diff.copies, input_.edges);
    std::vector<NodeId> changed;
    for (const graph::EntryChange& change : out_.diff.changes) {
      std::optional<NodeId> node =
          change.is_resource ? out_.graph.FindResource(change.name) : out_.graph.FindClass(change.name);
      if (node.has_value()) changed.push_back(*node);
    }
    out_.impact = graph::Impact::Compute(out_.graph, changed, input_.variant.closure);
    for (NodeId id : out_.impact.Nodes()) {
      if (out_.graph.Exists(id) && !out_.graph.IsResource(id)) out_.impacted.push_back(id);
    }
    std::sort(out_.impacted.begin(), out_.impacted.end(),
              [&](NodeId a, NodeId b) { return out_.graph.Name(a) < out_.graph.Name(b); });
  }

  bool Watches(std::string_view name) const { return !input_.watches || input_.watches(name); }

  void FindSpecs() {
    std::map<uint32_t, NodeId> found;
    for (uint32_t i = 0; i < input_.plan->specs.size(); ++i) {
      const wire::Spec& spec = input_.plan->specs[i];
      bool changed = std::find(input_.changed_specs.begin(), input_.changed_specs.end(), spec.name) !=
                     input_.changed_specs.end();
      if (changed || (NeedsNoClass(spec) && !out_.impacted.empty())) found.emplace(i, graph::kNoNode);
    }
    std::vector<const ProgramEntry*> entries;
    std::vector<NodeId> nodes;
    for (NodeId id : out_.impacted) {
      const ProgramEntry* entry = input_.after->FindClass(out_.graph.Name(id));
      bool woven = input_.variant.libraries || !input_.after->IsLibrary(*entry);
      if (!woven || !Watches(entry->facts.name)) continue;
      entries.push_back(entry);
      nodes.push_back(id);
    }
    std::vector<std::vector<uint32_t>> specs = input_.specs->SpecsOf(entries);
    for (size_t i = 0; i < entries.size(); ++i) {
      for (uint32_t spec : specs[i]) found.emplace(spec, nodes[i]);
    }
    for (const auto& [spec, node] : found) out_.specs.push_back({spec, node});
  }

  // Classes of the program that share objects with woven ones and raise events of selected specs that
  // remember.
  std::set<std::string_view> Neighbours() {
    std::set<std::string_view> names;
    std::set<uint32_t> remembering;
    for (const SelectedSpec& spec : out_.specs) {
      if (Remembers(input_.plan->specs[spec.index])) remembering.insert(spec.index);
    }
    if (remembering.empty()) return names;
    std::vector<bool> affected(out_.graph.node_count(), false);
    for (NodeId id : out_.impact.Nodes()) affected[id] = true;
    std::vector<bool> reaching = graph::Reaching(out_.graph, affected);
    std::vector<const ProgramEntry*> entries;
    for (const ProgramEntry& entry : input_.after->entries()) {
      if (entry.facts.is_resource || input_.after->IsLibrary(entry) || !Watches(entry.facts.name)) continue;
      NodeId id = *out_.graph.FindClass(entry.facts.name);
      if (reaching[id] && !affected[id]) entries.push_back(&entry);
    }
    std::vector<std::vector<uint32_t>> specs = input_.specs->SpecsOf(entries);
    for (size_t i = 0; i < entries.size(); ++i) {
      bool needed = std::any_of(specs[i].begin(), specs[i].end(),
                                [&](uint32_t spec) { return remembering.contains(spec); });
      if (needed) names.insert(entries[i]->facts.name);
    }
    return names;
  }

  void FindPlaces() {
    const Variant& variant = input_.variant;
    // A spec that is new or edited has to be looked for everywhere.
    bool everywhere = variant.unaffected || !input_.changed_specs.empty();
    std::set<std::string_view> neighbours;
    if (!everywhere && variant.safe() && !variant.published) neighbours = Neighbours();
    auto woven = [&](const ProgramEntry& entry) {
      return everywhere || out_.impact.Has(*out_.graph.FindClass(entry.facts.name)) ||
             neighbours.contains(entry.facts.name);
    };
    if (!variant.libraries) return IncludeProgram(woven);
    if (!everywhere) ExcludeProgram(woven);
  }

  template <typename Woven>
  std::vector<NamedClass> Classes(Woven chosen) const {
    std::vector<NamedClass> classes;
    for (const ProgramEntry& entry : input_.after->entries()) {
      if (!entry.facts.is_resource) classes.push_back({entry.facts.name, chosen(entry)});
    }
    return classes;
  }
  void IncludeProgram(const std::function<bool(const ProgramEntry&)>& woven) {
    out_.include = PatternsOf(Classes([&](const ProgramEntry& e) {
      return !input_.after->IsLibrary(e) && Watches(e.facts.name) && woven(e);
    }));
    if (out_.include.empty()) out_.include.emplace_back(kNothing);
    Count(woven);
  }
  void ExcludeProgram(const std::function<bool(const ProgramEntry&)>& woven) {
    out_.exclude =
        PatternsOf(Classes([&](const ProgramEntry& e) { return !input_.after->IsLibrary(e) && !woven(e); }));
    Count(woven);
  }
  void Count(const std::function<bool(const ProgramEntry&)>& woven) {
    for (const ProgramEntry& entry : input_.after->entries()) {
      if (!entry.facts.is_resource && !input_.after->IsLibrary(entry) && !woven(entry)) ++out_.left_out;
    }
  }

  const SelectionInput& input_;
  Selection out_;
};

}  // namespace

Selection Select(const SelectionInput& input) { return Selector(input).Run(); }

std::vector<std::string> Selection::SpecNames(const wire::Plan& plan) const {
  std::vector<std::string> names;
  for (const SelectedSpec& spec : specs) names.push_back(plan.specs[spec.index].name);
  return names;
}

bool Selection::Covers(const wire::Plan& plan, const std::string& spec, std::string_view class_name) const {
  bool monitored = std::any_of(specs.begin(), specs.end(),
                               [&](const SelectedSpec& s) { return plan.specs[s.index].name == spec; });
  if (!monitored || MatchesAny(class_name, exclude)) return false;
  return include.empty() || MatchesAny(class_name, include);
}

std::string Summary(const Selection& selection, size_t all_specs) {
  std::string head = std::to_string(selection.specs.size()) + " of " + std::to_string(all_specs) +
                     (all_specs == 1 ? " spec" : " specs");
  if (selection.full) return head + " monitored (" + selection.why_full + ")";
  head += " re-monitored (";
  if (selection.unchanged) return head + "nothing changed)";
  const std::vector<graph::EntryChange>& changes = selection.diff.changes;
  head += Dotted(changes[0].name);
  if (changes.size() > 1) head += " and " + std::to_string(changes.size() - 1) + " more";
  size_t impacted = selection.impacted.size();
  return head + " changed: " + std::to_string(impacted) + (impacted == 1 ? " class" : " classes") +
         " impacted)";
}

std::string Reason(const Selection& selection, graph::NodeId node) {
  std::vector<graph::Step> chain = selection.impact.Chain(node);
  std::string text;
  for (size_t i = 0; i + 1 < chain.size(); ++i) {
    std::string next = Shown(selection.graph, chain[i + 1].node);
    // An edge downwards reads the other way round.
    text += chain[i].role == graph::Role::kDependent
                ? std::string(graph::ToString(chain[i].kind)) + " " + next
                : "may get other objects from " + next;
    text += ", which ";
  }
  std::string_view name = selection.graph.Name(chain.back().node);
  for (const graph::EntryChange& change : selection.diff.changes) {
    bool same =
        change.is_resource ? name.starts_with(':') && name.substr(1) == change.name : name == change.name;
    if (same && change.kind == graph::ChangeKind::kAdded) return text + "is new";
    if (same && change.kind == graph::ChangeKind::kRemoved) return text + "is gone";
  }
  return text + "changed";
}

std::string Explain(const Selection& selection, graph::NodeId node) {
  bool changed = selection.impact.role(node) == graph::Role::kChanged;
  return Shown(selection.graph, node) + (changed ? " " : ": ") + Reason(selection, node);
}

}  // namespace revmon::select
