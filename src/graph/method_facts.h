// Answers: what do the methods and fields of one class say, all that the graph of methods needs?
//
// Like class facts (class_facts.h) they depend on the bytes alone and are kept under their hash. A class's
// texts and references are stored once and named by number; a member lists the numbers it uses. So a
// reference is resolved once per class, however many methods use it. About 3 kB a class.
//
// Bodies of more than one basic block keep a checksum for each and where it goes on, so that two revisions
// can be compared by blocks without their class files.
//
// Calls of the JDK leave no reference: what the JDK calls back is found from the classes that are created
// (method_graph.h). Calls that look at classes and their members mark the method as one that reflects.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::graph {

// Raised whenever extraction or the encoding changes.
inline constexpr uint32_t kMethodFactsVersion = 2;

enum class RefKind : uint8_t {
  kType,         // the class is named: descriptors, casts, catch clauses, signatures, annotations
  kNew,          // an object of the class is made
  kLiteral,      // C.class, other than to ask for its name or a logger
  kStatic,       // invokestatic
  kSpecial,      // invokespecial: constructors, super calls
  kVirtual,      // invokevirtual, invokeinterface
  kRead,         // of a field
  kWrite,        // of a field
  kText,         // a string that may name a class or a resource
  kNamesMethod,  // a string in an annotation that may name a method of the same class
  kLast = kNamesMethod,
};

// Numbers are of MethodFacts::texts; what a kind does not have is 0, the empty text.
struct MethodRef {
  RefKind kind = RefKind::kType;
  bool dynamic = false;  // through invokedynamic, a method handle or a dynamic constant
  uint32_t owner = 0;
  uint32_t name = 0;
  uint32_t descriptor = 0;
  friend bool operator==(const MethodRef&, const MethodRef&) = default;
};

enum MemberBit : uint8_t {
  kReflects = 1,   // looks at members of classes, or deserialises
  kAnnotated = 2,  // has an annotation at run time by which a framework may find it
  kIsTest = 4,     // one that says: a test
  kReadsBack = 8,  // makes objects without a constructor (deserialisation)
};

// A field, a method, or the class itself.
struct MemberFacts {
  uint32_t name = 0;
  uint32_t descriptor = 0;  // of a class: its superclass
  uint16_t flags = 0;
  uint8_t bits = 0;
  uint64_t shape = 0;    // everything but body, annotations and debug information
  uint64_t rest = 0;     // the shape without flags, throws clause and nest; may differ where nothing differs
  uint64_t visible = 0;  // annotations that are there at run time
  uint64_t hidden = 0;   // all annotations
  uint64_t content = 0;  // body, constant; of a class: the order of its members
  uint32_t first_use = 0, use_count = 0;      // into MethodFacts::uses
  uint32_t first_block = 0, block_count = 0;  // into MethodFacts::blocks; none: the body is one
};

// A basic block (element/block_form.h).
struct BlockFacts {
  uint64_t content = 0;
  uint32_t first_next = 0, next_count = 0;  // into MethodFacts::nexts
};

// `P p = X::m` where P is no type of the JDK: P's method `name` may be `ref`.
struct LambdaFacts {
  uint32_t type = 0;
  uint32_t name = 0;
  uint32_t ref = 0;  // into MethodFacts::refs
};

struct MethodFacts {
  std::vector<std::string_view> texts;  // the first is empty
  std::vector<MethodRef> refs;
  std::vector<uint32_t> uses;        // numbers of refs
  std::vector<uint32_t> interfaces;  // texts
  std::vector<LambdaFacts> lambdas;
  std::vector<BlockFacts> blocks;
  std::vector<uint32_t> nexts;  // numbers of blocks, counted within their method
  MemberFacts type;
  uint64_t nest = 0;  // which classes are nested with it
  std::vector<MemberFacts> fields, methods;

  void Clear();
  [[nodiscard]] std::string_view Text(uint32_t id) const { return texts[id]; }
  [[nodiscard]] std::string_view name() const { return texts[type.name]; }
  [[nodiscard]] std::span<const uint32_t> UsesOf(const MemberFacts& member) const {
    return std::span(uses).subspan(member.first_use, member.use_count);
  }
};

// Little-endian, self-contained. Decode gives views into `bytes`, and checks every number.
void Encode(const MethodFacts& facts, ByteWriter& out);
[[nodiscard]] Status Decode(ByteReader& reader, MethodFacts& out);

}  // namespace revmon::graph
