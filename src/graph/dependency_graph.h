// Answers: who depends on whom, and why?
//
// Nodes are the classes and resources of one program, or of two: for a change, edges of the old and the new
// program are united, so that the dependents of a deleted class are found. An edge goes from the one that
// depends to the one it depends on. Names that are no node (the JDK, optional libraries) are dropped here and
// nowhere earlier.
//
// Dense ids and two compressed arrays (forwards, backwards): 8 bytes an edge and direction. A resource is a
// node too; its name starts with ':' so that it cannot be mistaken for a class.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/interner.h"
#include "graph/edge.h"
#include "graph/program.h"
#include "graph/program_diff.h"

namespace revmon::graph {

using NodeId = uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};

struct Edge {
  NodeId node = kNoNode;  // the other end
  EdgeKind kind = EdgeKind::kUses;
  friend bool operator==(const Edge&, const Edge&) = default;
};

class DependencyGraph {
 public:
  struct RawEdge {
    NodeId from;
    NodeId to;
    EdgeKind kind;
  };

  DependencyGraph() = default;
  // Any graph; names are of nodes by id. Of several edges between two nodes the first kind is kept.
  DependencyGraph(Interner names, std::vector<bool> exists, std::vector<bool> library,
                  std::vector<RawEdge> edges);

  // All edges of the allowed kinds. The graph holds no views into the programs.
  [[nodiscard]] static DependencyGraph Link(std::span<const Program* const> programs,
                                            std::span<const CopiedConstant> copies = {},
                                            EdgeKindSet kinds = kAllEdges);

  [[nodiscard]] uint32_t node_count() const { return names_.size(); }
  [[nodiscard]] size_t edge_count() const { return forward_.edges.size(); }
  [[nodiscard]] std::string_view Name(NodeId id) const { return names_.Text(id); }
  [[nodiscard]] std::optional<NodeId> FindClass(std::string_view name) const { return names_.Find(name); }
  [[nodiscard]] std::optional<NodeId> FindResource(std::string_view path) const;
  [[nodiscard]] bool IsResource(NodeId id) const { return Name(id).starts_with(':'); }
  // In the last of the programs it was linked from? (The others are gone.)
  [[nodiscard]] bool Exists(NodeId id) const { return exists_[id]; }
  [[nodiscard]] bool IsLibrary(NodeId id) const { return library_[id]; }

  // Whom it depends on, and who depends on it; by id.
  [[nodiscard]] std::span<const Edge> Dependees(NodeId id) const { return forward_.Of(id); }
  [[nodiscard]] std::span<const Edge> Dependents(NodeId id) const { return backward_.Of(id); }

 private:
  struct Adjacency {
    std::vector<uint32_t> starts;  // one more than there are nodes
    std::vector<Edge> edges;
    [[nodiscard]] std::span<const Edge> Of(NodeId id) const {
      return std::span(edges).subspan(starts[id], starts[id + 1] - starts[id]);
    }
  };
  class Linker;
  void Take(std::vector<RawEdge> edges);
  [[nodiscard]] static Adjacency Compress(const std::vector<RawEdge>& edges, uint32_t nodes, bool backward);

  Interner names_;
  std::vector<bool> exists_;
  std::vector<bool> library_;
  Adjacency forward_;
  Adjacency backward_;
};

}  // namespace revmon::graph
