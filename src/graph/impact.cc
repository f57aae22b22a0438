#include "graph/impact.h"

namespace revmon::graph {

void Impact::Begin(uint32_t nodes, std::span<const NodeId> changed) {
  role_.assign(nodes, Role::kUnaffected);
  via_.assign(nodes, Edge{});
  for (NodeId id : changed) role_[id] = Role::kChanged;
}

Impact Impact::Compute(const DependencyGraph& graph, std::span<const NodeId> changed, Closure closure) {
  Impact impact;
  impact.Begin(graph.node_count(), changed);
  std::vector<NodeId> start(changed.begin(), changed.end());
  impact.Spread(graph, start, Role::kDependent);
  if (closure == Closure::kPs2) impact.Spread(graph, start, Role::kDependee);
  if (closure == Closure::kPs1) impact.Spread(graph, impact.Nodes(), Role::kDependee);
  return impact;
}

Impact Impact::Compute(const MethodGraph& graph, std::span<const NodeId> changed, Closure closure) {
  Impact impact;
  impact.Begin(graph.graph.node_count(), changed);
  std::vector<NodeId> start(changed.begin(), changed.end());
  impact.SpreadBack(graph, start);
  if (closure == Closure::kPs1) start = impact.Nodes();
  // What only stands for others does nothing itself: whoever depends on it is in the closure too.
  std::erase_if(start, [&](NodeId id) { return StandsForOthers(graph.kinds[id]); });
  if (closure != Closure::kPs3) impact.SpreadDown(graph, std::move(start));
  return impact;
}

// Dependents, and for each class with an affected member all that names it and reaches code that reflects.
void Impact::SpreadBack(const MethodGraph& methods, std::vector<NodeId> frontier) {
  const DependencyGraph& graph = methods.graph;
  std::vector<bool> reflecting = Reaching(graph, methods.is_reflecting);
  std::vector<bool> names(graph.node_count(), false);  // one of the classes with affected members
  std::vector<NodeId> naming;
  auto enter = [&](NodeId id, NodeId from, EdgeKind kind) {
    if (role_[id] != Role::kUnaffected) return;
    role_[id] = Role::kDependent;
    via_[id] = {from, kind};
    frontier.push_back(id);
  };
  for (size_t next = 0; next < frontier.size(); ++next) {
    NodeId at = frontier[next];
    for (const Edge& edge : graph.Dependents(at)) enter(edge.node, at, edge.kind);
    NodeId type = methods.types[at];
    bool member = methods.kinds[at] == NodeKind::kMethod || methods.kinds[at] == NodeKind::kField;
    if (!member || methods.reflects.empty() || type == kNoNode || names[type]) continue;
    names[type] = true;
    naming.assign(1, type);
    for (size_t i = 0; i < naming.size(); ++i) {
      if (reflecting[naming[i]]) enter(naming[i], at, EdgeKind::kReflection);
      for (const Edge& edge : graph.Dependents(naming[i])) {
        if (names[edge.node]) continue;
        names[edge.node] = true;
        naming.push_back(edge.node);
      }
    }
  }
}

// Dependees; once code that reflects is among them, all of every class that is named.
void Impact::SpreadDown(const MethodGraph& methods, std::vector<NodeId> frontier) {
  const DependencyGraph& graph = methods.graph;
  std::vector<bool> seen(graph.node_count(), false);
  for (NodeId id : frontier) seen[id] = true;
  bool reflecting = false;
  std::vector<NodeId> types;  // seen
  auto enter = [&](NodeId id, NodeId from, EdgeKind kind) {
    if (seen[id]) return;
    seen[id] = true;
    frontier.push_back(id);
    if (role_[id] != Role::kUnaffected) return;
    role_[id] = Role::kDependee;
    via_[id] = {from, kind};
  };
  for (size_t next = 0; next < frontier.size(); ++next) {
    NodeId at = frontier[next];
    for (const Edge& edge : graph.Dependees(at)) enter(edge.node, at, edge.kind);
    if (methods.kinds[at] == NodeKind::kType) {
      types.push_back(at);
      if (reflecting) enter(methods.all[at], at, EdgeKind::kReflection);
    }
    if (methods.is_reflecting[at] && !reflecting) {
      reflecting = true;
      for (NodeId type : types) enter(methods.all[type], at, EdgeKind::kReflection);
    }
  }
}

void Impact::Spread(const DependencyGraph& graph, std::vector<NodeId> frontier, Role role) {
  // `frontier` is the queue; what is in the closure already is not entered again. For ps2, dependents met on
  // the way down are left alone, but not what lies behind them: their own dependees are dependees too.
  std::vector<bool> seen(graph.node_count(), false);
  for (NodeId id : frontier) seen[id] = true;
  for (size_t next = 0; next < frontier.size(); ++next) {
    NodeId at = frontier[next];
    std::span<const Edge> edges = role == Role::kDependent ? graph.Dependents(at) : graph.Dependees(at);
    for (const Edge& edge : edges) {
      if (seen[edge.node]) continue;
      seen[edge.node] = true;
      frontier.push_back(edge.node);
      if (role_[edge.node] != Role::kUnaffected) continue;
      role_[edge.node] = role;
      via_[edge.node] = {at, edge.kind};
    }
  }
}

std::vector<NodeId> Impact::Nodes() const {
  std::vector<NodeId> nodes;
  for (NodeId id = 0; id < role_.size(); ++id) {
    if (role_[id] != Role::kUnaffected) nodes.push_back(id);
  }
  return nodes;
}

std::vector<Step> Impact::Chain(NodeId id) const {
  std::vector<Step> chain;
  // Each step was entered from one entered earlier, so this ends.
  while (role_[id] == Role::kDependent || role_[id] == Role::kDependee) {
    chain.push_back({id, role_[id], via_[id].kind});
    id = via_[id].node;
  }
  chain.push_back({id, role_[id], EdgeKind::kUses});
  return chain;
}

namespace {

template <typename Next>
std::vector<bool> Closed(std::vector<bool> reached, Next next_of) {
  std::vector<NodeId> queue;
  for (NodeId id = 0; id < reached.size(); ++id) {
    if (reached[id]) queue.push_back(id);
  }
  for (size_t next = 0; next < queue.size(); ++next) {
    for (const Edge& edge : next_of(queue[next])) {
      if (reached[edge.node]) continue;
      reached[edge.node] = true;
      queue.push_back(edge.node);
    }
  }
  return reached;
}

}  // namespace

std::vector<bool> Reaching(const DependencyGraph& graph, const std::vector<bool>& targets) {
  return Closed(targets, [&](NodeId id) { return graph.Dependents(id); });
}

std::vector<bool> ReachedFrom(const DependencyGraph& graph, const std::vector<bool>& sources) {
  return Closed(sources, [&](NodeId id) { return graph.Dependees(id); });
}

}  // namespace revmon::graph
