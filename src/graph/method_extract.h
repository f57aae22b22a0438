// Answers: which facts (method_facts.h) about its members does this class give?
//
// One pass over members, their attributes and instructions. Names of the JDK give no references, as in
// extract.h, but calls of its reflective parts are noticed.
#pragma once
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "element/block_form.h"
#include "element/canonical.h"
#include "graph/method_facts.h"

namespace revmon::graph {

// The JDK is no part of a program.
[[nodiscard]] bool IsJdkName(std::string_view internal_name);
// Runs the tests, or stands in for objects in them: calls the program back, and its own reflection is about
// that. Logging too, which reflects on nothing but itself.
[[nodiscard]] bool IsFrameworkName(std::string_view internal_name);

// Scratch that is used for class after class. One per thread.
class MethodExtractor {
 public:
  // `sums` and `constants` are those of `file`. `out` has views into the file and into this extractor: encode
  // it before the next call.
  [[nodiscard]] Status Class(const classfile::ClassFile& file, const element::ClassChecksums& sums,
                             const element::ConstantHasher& constants, MethodFacts& out);

 private:
  friend class MemberAnnotationSink;
  void Type(const element::ClassChecksums& sums);
  void Nest(std::span<const classfile::Attribute> attributes);
  [[nodiscard]] Status Member(const classfile::Member& member, const element::Checksums& sums, bool method);
  [[nodiscard]] Status Code(const classfile::Attribute& attribute, MemberFacts& member);
  void Blocks(MemberFacts& member);
  void Instruction(const classfile::Instruction& instruction);
  void Invoke(classfile::Opcode opcode, uint16_t index);
  void Dynamic(uint16_t index, bool call);
  void Bootstrap(uint16_t bootstrap, std::string_view name, std::string_view descriptor, bool call);
  uint32_t Handle(uint16_t index);
  void Loadable(uint16_t index, bool dynamic);
  void EndLiteral(std::string_view owner, std::string_view name);
  void Attributes(std::span<const classfile::Attribute> attributes, MemberFacts& member);
  void Signature(std::string_view text);
  void Begin(MemberFacts& member);
  void End(MemberFacts& member);

  uint32_t Text(std::string_view text);
  uint32_t Use(MethodRef ref);  // the number of the reference, which the member at hand now uses
  void TypeUse(std::string_view name, RefKind kind = RefKind::kType, bool dynamic = false);
  void DescriptorUse(std::string_view descriptor, bool dynamic = false);
  void StringUse(std::string_view text, bool in_annotation);

  const classfile::ClassFile* file_ = nullptr;
  MethodFacts* out_ = nullptr;
  const element::ConstantHasher* constants_ = nullptr;
  classfile::CodeView code_;
  element::BlockForm block_form_;
  element::BlockList blocks_;
  std::unordered_map<std::string_view, uint32_t> texts_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> refs_;  // by hash
  std::vector<uint32_t> stamps_;                              // by ref: the member that used it last
  uint32_t stamp_ = 0;
  uint8_t bits_ = 0;
  std::vector<uint32_t> bootstraps_;  // offsets into the attribute
  Bytes bootstrap_data_;
  int depth_ = 0;             // of dynamic constants
  std::string_view literal_;  // a class constant that was loaded just now
  Arena names_;
};

}  // namespace revmon::graph
