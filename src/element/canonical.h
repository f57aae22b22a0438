// Answers: has this class, field or method changed, and in which respect?
//
// A class becomes one canonical form per element and aspect, and each form one 128-bit checksum. Equal for
// recompiles that move lines, reorder the constant pool, BootstrapMethods, InnerClasses or attributes, or
// change debug information; different for anything else. What belongs where:
//
//   shape        type: version, flags, superclass, interfaces in order, Signature, Record, NestHost,
//                NestMembers as a set, PermittedSubclasses, EnclosingMethod, Module*, Deprecated, unknown
//                attributes, and those InnerClasses entries that are about this class (as inner or as outer):
//                the others only say which nested classes the code mentions.
//                field and method: flags, Signature, Exceptions, MethodParameters, AnnotationDefault, ...
//   annotations  all six kinds, visible or not, those of record components too
//   content      field: ConstantValue. Method: the body (body_form.h) with its type annotations. Type: the
//                digest of everything in the class but debug information, order of members included
//   debug        LineNumberTable, LocalVariable(Type)Table; SourceFile, SourceDebugExtension
//
// An aspect with nothing in it is all zero. Names identify elements and are not part of their checksums.
// Compiler-made names (lambda$f$0, access$000, A$1) are names like any other: renumbering them shows.
// An attribute that breaks its own format (the JVM reads many of them late or never) is taken byte by byte.
//
// The canonical form is private to one version of this code: kCanonicalVersion changes with it, and whoever
// stores checksums stores that too.
#pragma once
#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "element/body_form.h"
#include "element/canonical_buffer.h"
#include "element/constant_hash.h"

namespace revmon::element {

inline constexpr uint32_t kCanonicalVersion = 1;

// How a form becomes a checksum; another one than HashBytes only where a benchmark compares like with like.
using HashFunction = Hash128 (*)(Bytes);

struct Checksums {
  Hash128 shape;
  Hash128 annotations;
  Hash128 content;
  Hash128 debug;
  friend bool operator==(const Checksums&, const Checksums&) = default;
};

struct ClassChecksums {
  Checksums type;
  std::vector<Checksums> fields;   // as in ClassFile::fields()
  std::vector<Checksums> methods;  // as in ClassFile::methods()
  uint64_t instruction_count = 0;
};

// Reusable scratch: one per thread, used for class after class without allocating.
class Canonicalizer {
 public:
  explicit Canonicalizer(HashFunction hash = HashBytes) : hash_(hash) {}
  // Leaves the debug checksums zero, which saves reading the tables.
  void set_skip_debug(bool skip) { skip_debug_ = skip; }

  // An error only where bytecode or a dynamic constant cannot be read; it names the offset.
  [[nodiscard]] Status Run(const classfile::ClassFile& file, ClassChecksums& out);

  // Of the class that was done last.
  [[nodiscard]] const ConstantHasher& constants() const { return constants_; }

 private:
  enum class Destination : uint8_t { kShape, kAnnotations, kContent, kDebug, kSpecial, kNone };
  static Destination DestinationOf(classfile::AttributeKind kind);

  void Begin();
  [[nodiscard]] Checksums End();
  void Type(const classfile::ClassFile& file);
  void Field(const classfile::ClassFile& file, const classfile::Member& field);
  [[nodiscard]] Status Method(const classfile::ClassFile& file, const classfile::Member& method);
  [[nodiscard]] Status Body(const classfile::ClassFile& file, const classfile::Attribute& attribute);
  [[nodiscard]] Hash128 Digest(const classfile::ClassFile& file, const ClassChecksums& sums);
  // Appends every attribute to the form it belongs to, in an order that does not depend on the file's.
  void Attributes(const classfile::ClassFile& file, std::span<const classfile::Attribute> attributes,
                  bool in_code);
  void Whole(const classfile::ClassFile& file, const classfile::Attribute& attribute, CanonicalBuffer& out,
             bool in_code);
  void Special(const classfile::ClassFile& file, const classfile::Attribute& attribute);
  void InnerClasses(const classfile::ClassFile& file, const classfile::Attribute& attribute);
  void NestMembers(const classfile::Attribute& attribute);
  void Record(const classfile::ClassFile& file, const classfile::Attribute& attribute);
  void SortedSet(classfile::AttributeKind kind);
  [[nodiscard]] CanonicalBuffer& BufferOf(Destination destination);

  HashFunction hash_;
  bool skip_debug_ = false;
  ConstantHasher constants_;
  BodyForm body_;
  classfile::CodeView code_;
  CanonicalBuffer shape_, annotations_, content_, debug_;
  std::vector<const classfile::Attribute*> sorted_;
  std::vector<uint64_t> set_;
  uint64_t instruction_count_ = 0;
};

}  // namespace revmon::element
