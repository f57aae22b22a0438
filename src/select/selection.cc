#include "select/selection.h"

#include <algorithm>
#include <map>
#include <set>

#include "select/impacted.h"
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

class Selector {
 public:
  explicit Selector(const SelectionInput& input) : input_(input) {}

  Selection Run() {
    if (std::string why = WhyFull(); !why.empty()) return Full(std::move(why));
    out_.diff = graph::Compare(*input_.before, *input_.after);
    if (input_.full_on_library_change && LibrariesChanged()) return Full("a library changed");
    out_.unchanged = out_.diff.changes.empty();
    FindImpacted(input_, &out_);
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
    if (MapsToMethods(out_.analysis)) {
      SpecsOfMethods(entries, nodes, found);
    } else {
      std::vector<std::vector<uint32_t>> specs = input_.specs->SpecsOf(entries);
      for (size_t i = 0; i < entries.size(); ++i) {
        for (uint32_t spec : specs[i]) found.emplace(spec, nodes[i]);
      }
    }
    for (const auto& [spec, node] : found) out_.specs.push_back({spec, node});
  }

  void SpecsOfMethods(const std::vector<const ProgramEntry*>& entries, const std::vector<NodeId>& nodes,
                      std::map<uint32_t, NodeId>& found) {
    std::vector<std::vector<MethodSpecs>> specs = input_.specs->SpecsOfMethods(entries);
    for (size_t i = 0; i < entries.size(); ++i) {
      for (const MethodSpecs& method : specs[i]) {
        if (!IsImpacted(out_, nodes[i], method.method)) continue;
        NodeId because = out_.whole.contains(nodes[i]) ? nodes[i] : MethodNode(nodes[i], method.method);
        for (uint32_t spec : method.specs) found.emplace(spec, because);
      }
    }
  }
  NodeId MethodNode(NodeId type, std::string_view method) const {
    std::string name(out_.graph.Name(type));
    name.append(".").append(method);
    return out_.graph.FindClass(name).value_or(type);
  }

  // A place with events of a selected spec that remembers: a class, or by methods a method.
  struct Place {
    NodeId node = graph::kNoNode;
    std::string_view type;
    std::string method;
    bool woven = false;
  };

  // Classes (by methods: with the methods) of the program that can share an object with woven ones and raise
  // events of selected specs that remember. Whoever reaches a woven place may get an object from, or give it
  // to, anything else it reaches; and what is added to the woven places may share objects with others again.
  void FindNeighbours() {
    std::vector<Place> places = RememberingPlaces();
    for (bool more = true; more;) {
      std::vector<bool> woven(out_.graph.node_count(), false);
      for (const Place& place : places) {
        if (place.woven) woven[place.node] = true;
      }
      std::vector<bool> reaching = graph::Reaching(out_.graph, woven);
      for (NodeId id = 0; id < out_.kinds.size(); ++id) {
        if (graph::StandsForOthers(out_.kinds[id])) reaching[id] = false;
      }
      std::vector<bool> sharing = graph::ReachedFrom(out_.graph, reaching);
      more = false;
      for (Place& place : places) {
        if (place.woven || !sharing[place.node]) continue;
        place.woven = more = true;
        neighbours_.insert(place.type);
        if (!place.method.empty()) neighbour_methods_[place.type].insert(place.method);
      }
      if (out_.analysis == Analysis::kMthdFm) continue;
      for (Place& place : places) place.woven |= neighbours_.contains(place.type);
    }
  }

  std::vector<Place> RememberingPlaces() {
    std::vector<Place> places;
    std::set<uint32_t> remembering;
    for (const SelectedSpec& spec : out_.specs) {
      if (Remembers(input_.plan->specs[spec.index])) remembering.insert(spec.index);
    }
    if (remembering.empty()) return places;
    std::vector<const ProgramEntry*> entries;
    for (const ProgramEntry& entry : input_.after->entries()) {
      bool own = !entry.facts.is_resource && !input_.after->IsLibrary(entry);
      if (own && Watches(entry.facts.name)) entries.push_back(&entry);
    }
    std::set<NodeId> impacted(out_.impacted.begin(), out_.impacted.end());
    std::vector<std::vector<MethodSpecs>> specs = input_.specs->SpecsOfMethods(entries);
    for (size_t i = 0; i < entries.size(); ++i) {
      NodeId type = *out_.graph.FindClass(entries[i]->facts.name);
      for (const MethodSpecs& method : specs[i]) {
        bool needed = std::any_of(method.specs.begin(), method.specs.end(),
                                  [&](uint32_t spec) { return remembering.contains(spec); });
        if (!needed) continue;
        bool fm = out_.analysis == Analysis::kMthdFm;
        bool woven = fm ? IsImpacted(out_, type, method.method) : impacted.contains(type);
        bool by_methods = out_.by_methods();
        places.push_back({by_methods ? MethodNode(type, method.method) : type, entries[i]->facts.name,
                          by_methods ? method.method : "", woven});
      }
    }
    return places;
  }

  void FindPlaces() {
    const Variant& variant = input_.variant;
    // A spec that is new or edited has to be looked for everywhere.
    bool everywhere = variant.unaffected || !input_.changed_specs.empty();
    if (!everywhere && variant.safe() && !variant.published) FindNeighbours();
    std::set<NodeId> impacted(out_.impacted.begin(), out_.impacted.end());
    auto woven = [&](const ProgramEntry& entry) {
      return everywhere || impacted.contains(*out_.graph.FindClass(entry.facts.name)) ||
             neighbours_.contains(entry.facts.name);
    };
    if (!everywhere && out_.analysis == Analysis::kMthdFm) FindMethods();
    if (!variant.libraries) return IncludeProgram(woven);
    if (!everywhere) ExcludeProgram(woven);
  }

  // The methods that are woven, of those classes of the program that are.
  void FindMethods() {
    std::map<std::string_view, std::set<std::string>> wanted = neighbour_methods_;
    for (NodeId id : out_.impacted) {
      const ProgramEntry* entry = input_.after->FindClass(out_.graph.Name(id));
      if (!input_.after->IsLibrary(*entry)) wanted.try_emplace(entry->facts.name);
    }
    for (NodeId id : out_.impacted_methods) {
      std::string_view type = out_.graph.Name(out_.types[id]);
      if (auto at = wanted.find(type); at != wanted.end()) {
        at->second.emplace(out_.graph.Name(id).substr(type.size() + 1));
      }
    }
    for (const auto& [type, methods] : wanted) {
      out_.methods.push_back({std::string(type), {methods.begin(), methods.end()}});
    }
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
  std::set<std::string_view> neighbours_;
  std::map<std::string_view, std::set<std::string>> neighbour_methods_;
};

}  // namespace

Selection Select(const SelectionInput& input) { return Selector(input).Run(); }

std::vector<std::string> Selection::SpecNames(const wire::Plan& plan) const {
  std::vector<std::string> names;
  for (const SelectedSpec& spec : specs) names.push_back(plan.specs[spec.index].name);
  return names;
}

bool Selection::Covers(const wire::Plan& plan, const std::string& spec, std::string_view class_name,
                       std::string_view method) const {
  bool monitored = std::any_of(specs.begin(), specs.end(),
                               [&](const SelectedSpec& s) { return plan.specs[s.index].name == spec; });
  if (!monitored || MatchesAny(class_name, exclude)) return false;
  if (!include.empty() && !MatchesAny(class_name, include)) return false;
  return IsWoven(methods, class_name, method);
}

bool IsWoven(const std::vector<wire::ClassMethods>& classes, std::string_view class_name,
             std::string_view method) {
  for (const wire::ClassMethods& some : classes) {
    if (Dotted(some.name) != class_name) continue;
    return std::any_of(some.methods.begin(), some.methods.end(), [&](const std::string& key) {
      return method.empty() || std::string_view(key).substr(0, key.find('(')) == method;
    });
  }
  return true;
}

std::string Shown(const Selection& selection, graph::NodeId node) {
  return graph::ShownNode(selection.graph.Name(node));
}

namespace {

std::string Counted(size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

// The chain from a node to the change, over one graph.
std::string ReasonIn(const graph::DependencyGraph& graph, const graph::Impact& impact,
                     const graph::ProgramDiff& diff, NodeId node) {
  std::vector<graph::Step> chain = impact.Chain(node);
  std::string text;
  for (size_t i = 0; i + 1 < chain.size(); ++i) {
    std::string next = graph::ShownNode(graph.Name(chain[i + 1].node));
    // An edge downwards reads the other way round.
    text += chain[i].role == graph::Role::kDependent
                ? std::string(graph::ToString(chain[i].kind)) + " " + next
                : "may get other objects from " + next;
    text += ", which ";
  }
  std::string_view name = graph.Name(chain.back().node);
  bool resource = name.starts_with(':');
  if (resource) name.remove_prefix(1);
  for (const graph::EntryChange& change : diff.changes) {
    // Of a member: the class it is in.
    bool same = change.is_resource == resource &&
                (name == change.name || (!resource && name.starts_with(change.name) &&
                                         name.substr(change.name.size()).starts_with('.')));
    if (same && change.kind == graph::ChangeKind::kAdded) return text + "is new";
    if (same && change.kind == graph::ChangeKind::kRemoved) return text + "is gone";
  }
  return text + "changed";
}

}  // namespace

std::string Summary(const Selection& selection, size_t all_specs) {
  std::string head = std::to_string(selection.specs.size()) + " of " + Counted(all_specs, "spec", "specs");
  if (selection.full) return head + " monitored (" + selection.why_full + ")";
  head += " re-monitored (";
  if (selection.unchanged) return head + "nothing changed)";
  const std::vector<graph::EntryChange>& changes = selection.diff.changes;
  head += Dotted(changes[0].name);
  if (changes.size() > 1) head += " and " + std::to_string(changes.size() - 1) + " more";
  head += " changed: ";
  if (selection.by_methods()) {
    head += Counted(selection.impacted_methods.size(), "method", "methods") + " of ";
  }
  return head + Counted(selection.impacted.size(), "class", "classes") + " impacted)";
}

std::string Reason(const Selection& selection, graph::NodeId node) {
  if (auto at = selection.through.find(node); at != selection.through.end()) {
    std::string because = ReasonIn(selection.graph, selection.impact, selection.diff, at->second);
    return at->second == node ? because : "has " + Shown(selection, at->second) + ", which " + because;
  }
  bool as_class = selection.by_methods() && selection.whole.contains(node);
  if (!as_class) return ReasonIn(selection.graph, selection.impact, selection.diff, node);
  return ReasonIn(selection.class_graph, selection.class_impact, selection.diff,
                  *selection.class_graph.FindClass(selection.graph.Name(node)));
}

std::string Explain(const Selection& selection, graph::NodeId node) {
  std::string reason = Reason(selection, node);
  bool itself = reason == "changed" || reason == "is new" || reason == "is gone";
  return Shown(selection, node) + (itself ? " " : ": ") + reason;
}

}  // namespace revmon::select
