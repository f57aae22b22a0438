// Answers: in which ways can one class, or one method, depend on another?
//
// What class-level analyses usually read is kInherits and kUses. The other kinds are what they lose, and what
// RevMon's graphs have too (decision 7); each edge carries its kind, so that every answer can be asked why.
#pragma once
#include <cstdint>
#include <string_view>

namespace revmon::graph {

// Of several reasons for one edge the first in this order is kept.
enum class EdgeKind : uint8_t {
  kInherits,    // superclass, interfaces, permitted subclasses
  kUses,        // instructions, descriptors, exceptions, record components
  kDynamic,     // bootstrap methods and their arguments: lambdas, method references, dynamic constants
  kSignature,   // generic signatures: type arguments that erasure takes away
  kAnnotation,  // annotation types; class literals and enum constants in their values and defaults
  kNest,        // the classes around and inside it
  kReflection,  // a string constant that is the name of a class
  kResource,    // a string constant that names a resource; a class that a resource names
  kService,     // META-INF/services: service type -> file -> providers
  kConstant,    // a constant of another class that javac has copied into this one
  // Between members only (method_graph.h):
  kCalls,        // as the JVM resolves it
  kDispatches,   // a call through a type may run this method of a subtype
  kReads,        // a field
  kWrites,       // a field
  kInitializes,  // may be the first use of a class; a field is set by its class's constructors
  kCallsBack,    // makes an object that the JDK or a framework may call back
  kHas,          // all of a class: its members
  kNames,        // names the type; is declared in it
  kRunsWith,     // a test and what its framework runs around it
};
inline constexpr int kEdgeKinds = static_cast<int>(EdgeKind::kConstant) + 1;  // between classes

// Sets of kinds, one bit each.
using EdgeKindSet = uint32_t;
inline constexpr EdgeKindSet kAllEdges = (EdgeKindSet{1} << kEdgeKinds) - 1;
[[nodiscard]] constexpr EdgeKindSet Only(EdgeKind kind) { return EdgeKindSet{1} << static_cast<int>(kind); }
[[nodiscard]] constexpr bool Has(EdgeKindSet set, EdgeKind kind) { return (set & Only(kind)) != 0; }

// As a sentence has it: "a.B <uses> a.C".
[[nodiscard]] constexpr std::string_view ToString(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kInherits: return "inherits";
    case EdgeKind::kUses: return "uses";
    case EdgeKind::kDynamic: return "invokes dynamically";
    case EdgeKind::kSignature: return "has in a generic signature";
    case EdgeKind::kAnnotation: return "has in an annotation";
    case EdgeKind::kNest: return "is nested with";
    case EdgeKind::kReflection: return "names in a string";
    case EdgeKind::kResource: return "names the resource";
    case EdgeKind::kService: return "is served by";
    case EdgeKind::kConstant: return "may have a copy of a constant of";
    case EdgeKind::kCalls: return "calls";
    case EdgeKind::kDispatches: return "may run";
    case EdgeKind::kReads: return "reads";
    case EdgeKind::kWrites: return "writes";
    case EdgeKind::kInitializes: return "may initialise by";
    case EdgeKind::kCallsBack: return "makes an object that others may ask for";
    case EdgeKind::kHas: return "has";
    case EdgeKind::kNames: return "names";
    case EdgeKind::kRunsWith: return "is run with";
  }
  return "";
}

}  // namespace revmon::graph
