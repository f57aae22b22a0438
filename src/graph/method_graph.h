// Answers: which method depends on which method, field or initialiser, and why?
//
// The graph is complete for execution: if a test can run a method, there is a path from one to the other.
// That is what makes ps1 safe (impact.h): a test that runs nothing that changed does what it did before; for
// one that does, everything it runs is reached from it.
//
// Nodes of a class X, named as they are shown below:
//   p/X            the type: superclass, interfaces, flags, annotations; what names X depends on it
//   p/X.m(I)V      each method, constructor and initialiser; every class has p/X.<clinit>()V
//   p/X.f:I        each field
//   p/X.*          all of X: what may look into X by reflection depends on it
//   p/X.<run>      what a framework runs around each test of X
// and besides:
//   p/X.m(I)V+     a call that may run m of X or of any subtype; only where there is more than one to run
//   :path          a resource
//   <tests>        what every test runs with: services and resources of the test framework
//
// Calls are resolved as the JVM does; virtual ones go to every implementation in subtypes of which some class
// of the program is instantiated (by new, a class constant, a name in a string or resource). What the JDK, a
// framework or a missing library may call back (equals, compare, run, ...) depends on nothing but the object:
// each constructor of X has edges to those of X's methods that override one of theirs.
// Static members and constructors lead to the class's initialiser, which leads to its supertypes'.
//
// Reflection: class constants and names in strings lead to p/X.*. Whoever reflects on objects of unknown
// class cannot be given edges without reaching everything; instead the closures (impact.h) hold that whoever
// both reaches such code and names X may run all of X. Such code is marked in `reflects`.
//
// Conservative: type arguments, casts and the like count as naming; a method of a test class is run with all
// that is annotated in it and is no test; a changed header changes all members. Not seen: what class-level
// graphs do not see either, names that a program puts together.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "classpath/hierarchy.h"
#include "graph/dependency_graph.h"
#include "graph/program.h"
#include "graph/program_diff.h"

namespace revmon::graph {

enum class NodeKind : uint8_t { kType, kMethod, kField, kAll, kRun, kCall, kResource, kTests };

// Nodes that only stand for others and run nothing themselves.
[[nodiscard]] constexpr bool StandsForOthers(NodeKind kind) {
  return kind == NodeKind::kAll || kind == NodeKind::kCall || kind == NodeKind::kRun ||
         kind == NodeKind::kTests;
}

struct MethodGraph {
  DependencyGraph graph;
  std::vector<NodeKind> kinds;      // by node
  std::vector<NodeId> types;        // by node: the type it belongs to; kNoNode for resources and tests
  std::vector<NodeId> all;          // by node: of a type, its p/X.*; kNoNode otherwise
  std::vector<NodeId> reflects;     // methods that look into objects they know nothing of
  std::vector<bool> is_reflecting;  // the same by node

  // `outer` knows the types of the JDK; null: whatever has a supertype there may be called back in every way.
  // Both programs must have facts of methods. Without `fields` as the literature has it by default: fields
  // are no nodes, and what changes in them is not seen.
  [[nodiscard]] static MethodGraph Link(std::span<const Program* const> programs,
                                        std::span<const CopiedConstant> copies,
                                        const classpath::Hierarchy* outer, bool fields = true);

  [[nodiscard]] std::optional<NodeId> Find(std::string_view name) const { return graph.FindClass(name); }
  // Nodes of one class, by type node.
  [[nodiscard]] std::vector<std::vector<NodeId>> NodesByType() const;
};

// "p/X.m(ILa/B;)V" -> "p.X.m(int, a.B)"; "p/X.<clinit>()V" -> "p.X's initialiser"; "p/X.*" -> "all of p.X".
[[nodiscard]] std::string ShownNode(std::string_view name);

}  // namespace revmon::graph
