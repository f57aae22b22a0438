// Answers: what does one class (or resource) say about itself and name of others, all that the graph needs?
//
// Facts depend on the bytes alone, so they are computed once and kept under the hash of the bytes; 1.5 kB a
// class. Names are recorded as written: whether they are nodes is decided when a graph is linked, so facts
// stay true when classes come and go. Names of the JDK (java/, jdk/, sun/) are left out: the JDK is no node.
//
// String constants are recorded if they could be the name of a class or a resource (no blanks, no control
// characters, at most 256 bytes). Names that a program puts together at run time are not found.
//
// Constants: javac copies `static final` constants of primitive or String type into their users and leaves no
// trace of the holder. So a class records the constants it declares and the values that its code loads.
// Numbers that fit a byte are left out, since nearly every class loads them; see program_diff.h for the rule.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"
#include "graph/edge.h"

namespace revmon::graph {

// Raised whenever extraction or the encoding changes; part of every key under which facts are kept.
inline constexpr uint32_t kFactsVersion = 1;

struct Reference {
  std::string_view name;  // internal
  EdgeKind kind = EdgeKind::kUses;
  friend bool operator==(const Reference&, const Reference&) = default;
};

struct ConstantField {
  std::string_view name;
  uint64_t value = 0;  // ConstantKey
  friend bool operator==(const ConstantField&, const ConstantField&) = default;
};

struct ClassFacts {
  std::string_view name;  // internal; of a resource its path
  bool is_resource = false;
  Hash128 content;  // everything but debug information
  Hash128 outline;  // what other classes' join points can depend on: header, shapes of members, annotations
  std::vector<Reference> references;     // each (name, kind) once
  std::vector<std::string_view> texts;   // strings that may name a class or a resource
  std::vector<ConstantField> constants;  // static finals with a value
  std::vector<uint64_t> loaded;          // ConstantKeys of values that code loads, ascending

  void Clear();
};

// Which value of which type; never 0. 0 for numbers that fit a byte.
[[nodiscard]] uint64_t IntegerKey(int64_t value, char type);
[[nodiscard]] uint64_t TextKey(std::string_view text);

// Little-endian, self-contained. Decode gives views into `bytes`.
void Encode(const ClassFacts& facts, ByteWriter& out);
[[nodiscard]] Status Decode(ByteReader& reader, ClassFacts& out);

}  // namespace revmon::graph
