#include "graph/impact.h"

namespace revmon::graph {

Impact Impact::Compute(const DependencyGraph& graph, std::span<const NodeId> changed, Closure closure) {
  Impact impact;
  impact.role_.assign(graph.node_count(), Role::kUnaffected);
  impact.via_.assign(graph.node_count(), Edge{});
  std::vector<NodeId> start(changed.begin(), changed.end());
  for (NodeId id : start) impact.role_[id] = Role::kChanged;
  impact.Spread(graph, start, Role::kDependent);
  if (closure == Closure::kPs2) impact.Spread(graph, start, Role::kDependee);
  if (closure == Closure::kPs1) impact.Spread(graph, impact.Nodes(), Role::kDependee);
  return impact;
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

std::vector<bool> Reaching(const DependencyGraph& graph, const std::vector<bool>& targets) {
  std::vector<bool> reached = targets;
  std::vector<NodeId> queue;
  for (NodeId id = 0; id < reached.size(); ++id) {
    if (reached[id]) queue.push_back(id);
  }
  for (size_t next = 0; next < queue.size(); ++next) {
    for (const Edge& edge : graph.Dependents(queue[next])) {
      if (reached[edge.node]) continue;
      reached[edge.node] = true;
      queue.push_back(edge.node);
    }
  }
  return reached;
}

}  // namespace revmon::graph
