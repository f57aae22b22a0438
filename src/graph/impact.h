// Answers: which classes can behave differently after a change, and through what?
//
// The three closures of Legunsen et al. (ICST 2019) over "depends on" edges E and changed nodes D:
//   ps3  D and everything that depends on it                        D o (E^-1)*
//   ps2  ps3, and everything that D depends on                      D o ((E^-1)* u E*)
//   ps1  ps3, and everything that any class of ps3 depends on       D o (E^-1)* o E*
// ps1 is the safe one: a changed class may hand other objects to anything its dependents use.
//
// Over methods the same, and one rule more: whoever reaches code that looks into objects of unknown class,
// and names class X, may run any member of X.
//
// Breadth first, so the chain kept for each node is a shortest one. Linear in nodes and edges.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graph/dependency_graph.h"
#include "graph/method_graph.h"

namespace revmon::graph {

enum class Closure : uint8_t { kPs1 = 1, kPs2 = 2, kPs3 = 3 };

// How a node came into the closure.
enum class Role : uint8_t {
  kUnaffected,
  kChanged,
  kDependent,  // depends on the node that Impact::via names
  kDependee,   // the node that Impact::via names depends on it
};

struct Step {
  NodeId node = kNoNode;
  Role role = Role::kUnaffected;
  EdgeKind kind = EdgeKind::kUses;  // of the edge to the next step; of no meaning in the last
};

class Impact {
 public:
  [[nodiscard]] static Impact Compute(const DependencyGraph& graph, std::span<const NodeId> changed,
                                      Closure closure);
  [[nodiscard]] static Impact Compute(const MethodGraph& graph, std::span<const NodeId> changed,
                                      Closure closure);

  [[nodiscard]] Role role(NodeId id) const { return role_[id]; }
  [[nodiscard]] bool Has(NodeId id) const { return role_[id] != Role::kUnaffected; }
  // All of them, deleted nodes and resources too; by id.
  [[nodiscard]] std::vector<NodeId> Nodes() const;
  // From a node of the closure to the change that brought it in.
  [[nodiscard]] std::vector<Step> Chain(NodeId id) const;

 private:
  void Begin(uint32_t nodes, std::span<const NodeId> changed);
  void Spread(const DependencyGraph& graph, std::vector<NodeId> frontier, Role role);
  void SpreadBack(const MethodGraph& graph, std::vector<NodeId> frontier);
  void SpreadDown(const MethodGraph& graph, std::vector<NodeId> frontier);

  std::vector<Role> role_;
  std::vector<Edge> via_;
};

// Everything from which one of `targets` can be reached along "depends on" edges, the targets included.
[[nodiscard]] std::vector<bool> Reaching(const DependencyGraph& graph, const std::vector<bool>& targets);
// Everything that can be reached from one of `sources`, the sources included.
[[nodiscard]] std::vector<bool> ReachedFrom(const DependencyGraph& graph, const std::vector<bool>& sources);

}  // namespace revmon::graph
