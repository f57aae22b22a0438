#include "select/impacted.h"

#include <algorithm>

#include "graph/method_diff.h"
#include "select/ignorable.h"

namespace revmon::select {
namespace {

using graph::NodeId;
using graph::NodeKind;
using graph::Role;

std::vector<NodeId> ClassNodes(const graph::DependencyGraph& graph,
                               const std::vector<graph::EntryChange>& changes,
                               const std::vector<bool>& wanted) {
  std::vector<NodeId> nodes;
  for (size_t i = 0; i < changes.size(); ++i) {
    if (!wanted[i]) continue;
    std::optional<NodeId> node =
        changes[i].is_resource ? graph.FindResource(changes[i].name) : graph.FindClass(changes[i].name);
    if (node.has_value()) nodes.push_back(*node);
  }
  return nodes;
}

void SortByName(const graph::DependencyGraph& graph, std::vector<NodeId>& nodes) {
  std::sort(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) { return graph.Name(a) < graph.Name(b); });
}

void ByClasses(const SelectionInput& input, Selection* out) {
  const graph::Program* programs[] = {input.before, input.after};
  if (out->analysis == Analysis::kFine) out->ignored = FindIgnorable(input, out->diff);
  std::vector<bool> wanted(out->diff.changes.size(), true);
  for (size_t i = 0; i < out->ignored.size(); ++i) wanted[i] = out->ignored[i].empty();
  out->graph = graph::DependencyGraph::Link(programs, out->diff.copies, input.edges);
  out->impact = graph::Impact::Compute(out->graph, ClassNodes(out->graph, out->diff.changes, wanted),
                                       input.variant.closure);
  for (NodeId id : out->impact.Nodes()) {
    if (out->graph.Exists(id) && !out->graph.IsResource(id)) out->impacted.push_back(id);
  }
  SortByName(out->graph, out->impacted);
}

// Changes that a hybrid follows by classes.
std::vector<bool> ClassLevelChanges(const SelectionInput& input, const graph::ProgramDiff& diff) {
  std::vector<bool> out(diff.changes.size(), false);
  for (size_t i = 0; i < diff.changes.size(); ++i) {
    if (diff.changes[i].is_resource) continue;
    const graph::ProgramEntry* before = input.before->FindClass(diff.changes[i].name);
    const graph::ProgramEntry* after = input.after->FindClass(diff.changes[i].name);
    const graph::MethodFacts* old_facts = before == nullptr ? nullptr : input.before->MethodsOf(*before);
    const graph::MethodFacts* new_facts = after == nullptr ? nullptr : input.after->MethodsOf(*after);
    out[i] = old_facts == nullptr || new_facts == nullptr || graph::HeaderDiffers(*old_facts, *new_facts);
  }
  return out;
}

// The member through which a class is impacted: rather one that changed than one that depends, rather a
// dependent than a dependee.
void Explaining(Selection* out, NodeId type, NodeId member) {
  auto [at, fresh] = out->through.try_emplace(type, member);
  if (!fresh && out->impact.role(member) < out->impact.role(at->second)) at->second = member;
}

void ByMethods(const SelectionInput& input, Selection* out) {
  const graph::Program* programs[] = {input.before, input.after};
  std::vector<bool> skip;
  std::set<NodeId> classes;
  graph::MethodGraph methods =
      graph::MethodGraph::Link(programs, out->diff.copies, input.outer, input.fields);
  if (IsHybrid(out->analysis)) {
    skip = ClassLevelChanges(input, out->diff);
    out->class_graph = graph::DependencyGraph::Link(programs, out->diff.copies, input.edges);
    out->class_impact = graph::Impact::Compute(
        out->class_graph, ClassNodes(out->class_graph, out->diff.changes, skip), input.variant.closure);
    for (NodeId id : out->class_impact.Nodes()) {
      if (!out->class_graph.Exists(id) || out->class_graph.IsResource(id)) continue;
      out->whole.insert(*methods.Find(out->class_graph.Name(id)));
    }
    classes = out->whole;
  }
  std::vector<NodeId> changed = ChangedNodes(methods, *input.before, *input.after, out->diff, skip);
  out->impact = graph::Impact::Compute(methods, changed, input.variant.closure);
  out->graph = std::move(methods.graph);
  out->kinds = std::move(methods.kinds);
  out->types = std::move(methods.types);
  for (NodeId id : out->impact.Nodes()) {
    NodeId type = out->types[id];
    if (type == graph::kNoNode || !out->graph.Exists(type)) continue;
    bool method = out->kinds[id] == NodeKind::kMethod;
    bool header = out->kinds[id] == NodeKind::kType && out->impact.role(id) != Role::kDependee;
    if (method && out->graph.Exists(id)) out->impacted_methods.push_back(id);
    if (!method && !header && out->kinds[id] != NodeKind::kField) continue;
    classes.insert(type);
    Explaining(out, type, id);
  }
  out->impacted.assign(classes.begin(), classes.end());
  SortByName(out->graph, out->impacted);
  SortByName(out->graph, out->impacted_methods);
}

}  // namespace

void FindImpacted(const SelectionInput& input, Selection* out) {
  out->analysis = input.analysis;
  if (NeedsMethods(input.analysis) && !(input.before->has_methods() && input.after->has_methods())) {
    out->analysis = Analysis::kClass;
    out->why_classes = "the earlier run kept nothing about methods";
  }
  if (IsByMethods(out->analysis)) {
    ByMethods(input, out);
  } else {
    ByClasses(input, out);
  }
}

bool IsImpacted(const Selection& selection, NodeId type, std::string_view method) {
  if (selection.whole.contains(type)) return true;
  std::string name(selection.graph.Name(type));
  name.append(".").append(method);
  std::optional<NodeId> node = selection.graph.FindClass(name);
  return !node.has_value() || selection.impact.Has(*node);
}

}  // namespace revmon::select
