// Answers: which facts (class_facts.h) do these bytes give?
//
// One pass over the constant pool, the attributes and the instructions. A class whose attributes break their
// format gives the facts that could be read before the fault; one whose code cannot be read is an error, and
// whoever asks treats the class as changed.
#pragma once
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "element/canonical.h"
#include "graph/class_facts.h"

namespace revmon::graph {

// Scratch that is used for class after class. One per thread.
class Extractor {
 public:
  // `out` has views into `bytes` and into this extractor: encode it before the next call.
  [[nodiscard]] Status Class(Bytes bytes, ClassFacts& out);
  // A resource: its checksum, and for kinds of files that name classes (services, XML, properties, ...) what
  // could be a class name in it.
  void Resource(std::string_view path, Bytes bytes, ClassFacts& out);
  // What the last Class was read from.
  [[nodiscard]] const classfile::ClassFile& file() const { return file_; }
  [[nodiscard]] const element::ClassChecksums& sums() const { return sums_; }
  [[nodiscard]] const element::ConstantHasher& constants() const { return canonicalizer_.constants(); }
  // Whether Resource would look inside.
  [[nodiscard]] static bool MayNameClasses(std::string_view path, uint64_t size);

 private:
  friend class ReferenceSink;
  void Header(ClassFacts& out);
  void Members(ClassFacts& out);
  [[nodiscard]] Status Code(const classfile::Attribute& attribute, ClassFacts& out);
  void Attributes(std::span<const classfile::Attribute> attributes, ClassFacts& out);
  void Bootstraps(const classfile::Attribute& attribute, ClassFacts& out);
  void Operand(uint16_t index, ClassFacts& out);
  void Loadable(uint16_t index, EdgeKind kind, ClassFacts& out);
  void Member(uint16_t index, EdgeKind kind, ClassFacts& out);
  void Handle(uint16_t index, ClassFacts& out);
  void Signature(std::string_view text, ClassFacts& out);
  void Name(std::string_view name, EdgeKind kind, ClassFacts& out);
  void Descriptor(std::string_view descriptor, EdgeKind kind, ClassFacts& out);
  void Text(std::string_view text, ClassFacts& out);
  void Load(uint64_t key, ClassFacts& out);
  void Tidy(ClassFacts& out);

  classfile::ClassFile file_;
  classfile::CodeView code_;
  element::Canonicalizer canonicalizer_;
  element::ClassChecksums sums_;
  std::vector<bool> seen_;  // constants that code has used already, by index
  Arena names_;
};

}  // namespace revmon::graph
