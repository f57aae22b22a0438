#include "graph/dependency_graph.h"

#include <algorithm>

namespace revmon::graph {
namespace {

constexpr std::string_view kServices = "META-INF/services/";

}  // namespace

// Turns facts into edges. Scratch strings are kept, so that a hundred thousand lookups allocate nothing.
class DependencyGraph::Linker {
 public:
  Linker(DependencyGraph& graph, EdgeKindSet kinds) : graph_(graph), kinds_(kinds) {}

  void AddNodes(const Program& program, bool last) {
    for (const ProgramEntry& entry : program.entries()) {
      NodeId id = graph_.names_.Intern(NodeName(entry.facts));
      if (id == graph_.exists_.size()) {
        graph_.exists_.push_back(false);
        graph_.library_.push_back(false);
      }
      graph_.library_[id] = program.IsLibrary(entry);
      if (last) graph_.exists_[id] = true;
      if (!entry.facts.is_resource && entry.facts.name.find('/') == std::string_view::npos) {
        default_package_ = true;
      }
      if (entry.facts.is_resource && entry.facts.name.find_first_of("./") == std::string_view::npos) {
        bare_resources_ = true;
      }
    }
  }

  void AddEdges(const Program& program) {
    for (const ProgramEntry& entry : program.entries()) {
      NodeId from = *graph_.names_.Find(NodeName(entry.facts));
      for (const Reference& reference : entry.facts.references) {
        if (!Has(kinds_, reference.kind)) continue;
        if (std::optional<NodeId> to = graph_.FindClass(reference.name)) Add(from, *to, reference.kind);
      }
      if (entry.facts.is_resource) {
        ResourceTexts(from, entry.facts);
      } else {
        ClassTexts(from, entry.facts);
      }
    }
  }

  void AddCopies(std::span<const CopiedConstant> copies) {
    for (const CopiedConstant& copy : copies) {
      std::optional<NodeId> user = graph_.FindClass(copy.user);
      std::optional<NodeId> holder = graph_.FindClass(copy.holder);
      if (user.has_value() && holder.has_value()) Add(*user, *holder, EdgeKind::kConstant);
    }
  }

  std::vector<RawEdge> Finish() { return std::move(edges_); }

 private:
  std::string_view NodeName(const ClassFacts& facts) {
    if (!facts.is_resource) return facts.name;
    node_name_.assign(":").append(facts.name);
    return node_name_;
  }
  void Add(NodeId from, NodeId to, EdgeKind kind) {
    if (from != to && Has(kinds_, kind)) edges_.push_back({from, to, kind});
  }

  // The class of this name in dots or slashes, arrays taken apart.
  std::optional<NodeId> ClassNamed(std::string_view text) {
    while (text.starts_with('[')) text.remove_prefix(1);
    if (text.ends_with(';') && text.starts_with('L')) text = text.substr(1, text.size() - 2);
    if (text.ends_with(".class")) text.remove_suffix(6);
    bool qualified = text.find_first_of("./") != std::string_view::npos;
    if (text.empty() || (!qualified && !default_package_)) return std::nullopt;
    class_name_.assign(text);
    std::replace(class_name_.begin(), class_name_.end(), '.', '/');
    return graph_.FindClass(class_name_);
  }

  void ClassTexts(NodeId from, const ClassFacts& facts) {
    std::string_view package = facts.name.substr(0, facts.name.rfind('/') + 1);
    for (std::string_view text : facts.texts) {
      if (std::optional<NodeId> to = ClassNamed(text)) Add(from, *to, EdgeKind::kReflection);
      if (!bare_resources_ && text.find_first_of("./") == std::string_view::npos) continue;
      if (text.starts_with('/')) text.remove_prefix(1);
      for (std::string_view folder : {std::string_view(), package}) {
        path_.assign(":").append(folder).append(text);
        if (std::optional<NodeId> to = graph_.names_.Find(path_)) Add(from, *to, EdgeKind::kResource);
      }
    }
  }

  void ResourceTexts(NodeId from, const ClassFacts& facts) {
    bool service = facts.name.starts_with(kServices);
    if (service) {
      std::string_view type = facts.name.substr(kServices.size());
      if (std::optional<NodeId> of = ClassNamed(type)) Add(*of, from, EdgeKind::kService);
    }
    for (std::string_view text : facts.texts) {
      std::optional<NodeId> to = ClassNamed(text);
      if (to.has_value()) Add(from, *to, service ? EdgeKind::kService : EdgeKind::kResource);
    }
  }

  DependencyGraph& graph_;
  EdgeKindSet kinds_;
  std::vector<RawEdge> edges_;
  bool default_package_ = false;  // some class has no package, so that any word may name one
  bool bare_resources_ = false;   // the same for resources
  std::string node_name_, class_name_, path_;
};

DependencyGraph DependencyGraph::Link(std::span<const Program* const> programs,
                                      std::span<const CopiedConstant> copies, EdgeKindSet kinds) {
  DependencyGraph graph;
  Linker linker(graph, kinds);
  for (const Program* program : programs) linker.AddNodes(*program, program == programs.back());
  for (const Program* program : programs) linker.AddEdges(*program);
  linker.AddCopies(copies);
  graph.Take(linker.Finish());
  return graph;
}

DependencyGraph::DependencyGraph(Interner names, std::vector<bool> exists, std::vector<bool> library,
                                 std::vector<RawEdge> edges)
    : names_(std::move(names)), exists_(std::move(exists)), library_(std::move(library)) {
  Take(std::move(edges));
}

// One edge a pair: the kind that comes first. Counted into place by one end, then sorted a node at a time:
// several times faster than sorting a million edges at once.
void DependencyGraph::Take(std::vector<RawEdge> unsorted) {
  std::vector<uint32_t> next(size_t{node_count()} + 1, 0);
  for (const RawEdge& edge : unsorted) ++next[edge.from + 1];
  for (size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  std::vector<RawEdge> edges(unsorted.size());
  for (const RawEdge& edge : unsorted) edges[next[edge.from]++] = edge;
  unsorted = {};
  auto begin = edges.begin();
  for (NodeId node = 0; node < node_count(); ++node) {
    auto end = edges.begin() + next[node];  // by now where the node's edges end
    std::sort(begin, end, [](const RawEdge& a, const RawEdge& b) {
      return a.to != b.to ? a.to < b.to : a.kind < b.kind;
    });
    begin = end;
  }
  edges.erase(
      std::unique(edges.begin(), edges.end(),
                  [](const RawEdge& a, const RawEdge& b) { return a.from == b.from && a.to == b.to; }),
      edges.end());
  forward_ = Compress(edges, node_count(), false);
  backward_ = Compress(edges, node_count(), true);
}

std::optional<NodeId> DependencyGraph::FindResource(std::string_view path) const {
  std::string name = ":";
  name += path;
  return names_.Find(name);
}

// Counting sort by one end: edges come sorted by (from, to), so both directions end up sorted by id.
DependencyGraph::Adjacency DependencyGraph::Compress(const std::vector<RawEdge>& edges, uint32_t nodes,
                                                     bool backward) {
  Adjacency out;
  out.starts.assign(size_t{nodes} + 1, 0);
  out.edges.resize(edges.size());
  for (const RawEdge& edge : edges) ++out.starts[(backward ? edge.to : edge.from) + 1];
  for (size_t i = 1; i < out.starts.size(); ++i) out.starts[i] += out.starts[i - 1];
  std::vector<uint32_t> next(out.starts.begin(), out.starts.end() - 1);
  for (const RawEdge& edge : edges) {
    NodeId at = backward ? edge.to : edge.from;
    out.edges[next[at]++] = {backward ? edge.from : edge.to, edge.kind};
  }
  return out;
}

}  // namespace revmon::graph
