// Answers: which edges do the facts of one program give? (Inside method_graph.cc.)
//
// First the types: supertypes, subtypes, which are instantiated, what the outside may call back. Then every
// reference of every class is resolved once, and members get edges to what their references mean.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/interner.h"
#include "classpath/hierarchy.h"
#include "graph/method_graph.h"

namespace revmon::graph {

// What both programs of a change share.
struct MethodNodes {
  Interner names;
  std::vector<bool> exists, library;
  std::vector<NodeKind> kinds;
  std::vector<NodeId> types, all;
  std::vector<bool> reflecting;
  std::vector<DependencyGraph::RawEdge> edges;

  NodeId Add(std::string_view name, NodeKind kind, NodeId type);
};

class MethodLinker {
 public:
  MethodLinker(const Program& program, MethodNodes& nodes, const classpath::Hierarchy* outer, bool fields,
               bool last)
      : program_(program), nodes_(nodes), outer_(outer), fields_(fields), last_(last) {}

  void Run(std::span<const CopiedConstant> copies);

 private:
  using TypeId = uint32_t;
  using KeyId = uint32_t;  // of "m(I)V" or "f:I"
  struct Type {
    const MethodFacts* facts = nullptr;  // null: not of the program, or cannot be read
    NodeId node = kNoNode;               // null for types outside
    TypeId super = ~TypeId{0};
    std::vector<TypeId> interfaces;
    std::vector<TypeId> supertypes;       // all, this one not included
    std::vector<TypeId> subtypes;         // all of the program, this one not included
    std::vector<NodeId> methods, fields;  // as in facts
    NodeId all = kNoNode, initializer = kNoNode;
    bool framework = false, instantiated = false, live = false, runs = false;
    bool outside_known = false, outside_asked = false;
    std::vector<KeyId> outside;  // virtual methods of a type outside, inherited ones too
  };
  struct Span {
    uint32_t first = 0, count = 0;
  };

  // Types and nodes.
  void AddTypes();
  void AddMembers(TypeId id);
  void AddSupertypes();
  [[nodiscard]] TypeId Id(std::string_view name);
  [[nodiscard]] KeyId Key(std::string_view name, std::string_view descriptor, bool field);
  [[nodiscard]] NodeId Member(TypeId type, KeyId key) const;
  // Which classes have objects?
  void FindInstantiated();
  void AskOutside(TypeId id);

  // Edges of a class apart from its code.
  void TypeEdges(TypeId id);
  void CallbackEdges(TypeId id);
  void RunEdges(TypeId id);
  void LambdaEdges(TypeId id);
  void CodeEdges(TypeId id);
  void CopyEdges(std::span<const CopiedConstant> copies);
  void ResourceEdges();

  // What a reference means, as a piece of targets_.
  Span Targets(TypeId from, const MethodFacts& facts, const MethodRef& ref);
  [[nodiscard]] NodeId Call(TypeId type, KeyId key);
  void Resolve(TypeId type, KeyId key, std::vector<NodeId>& out) const;
  [[nodiscard]] NodeId ResolveField(TypeId type, KeyId key) const;
  void Implementations(TypeId type, KeyId key, std::vector<NodeId>& out) const;
  [[nodiscard]] TypeId ClassNamed(std::string_view text);
  void TextTargets(TypeId from, std::string_view text, std::vector<NodeId>& out);
  void Edge(NodeId from, NodeId to, EdgeKind kind) {
    if (from != to && from != kNoNode && to != kNoNode) nodes_.edges.push_back({from, to, kind});
  }

  static constexpr TypeId kNoType = ~TypeId{0};
  const Program& program_;
  MethodNodes& nodes_;
  const classpath::Hierarchy* outer_;
  bool fields_, last_;
  Interner type_names_, keys_;
  std::vector<Type> types_;
  std::vector<TypeId> own_;  // those of the program
  std::unordered_map<uint64_t, NodeId> members_;
  std::unordered_map<uint64_t, NodeId> calls_;
  std::vector<NodeId> targets_;
  std::string scratch_;
  NodeId tests_ = kNoNode;
  bool default_package_ = false, bare_resources_ = false;
};

}  // namespace revmon::graph
