// Answers: what does constant number i mean, as a hash that does not depend on where it stands?
//
// Each constant is hashed by content: a Methodref is the hash of owner, name and descriptor; a dynamic
// constant that of its bootstrap method with all arguments, so the order of the constant pool and of
// BootstrapMethods cannot show. Kinds are told apart: the String "I" and the Class "I" differ. All of a class
// are hashed at once, in two plain loops: nearly every constant is used, and a loop over independent hashes
// runs several at a time.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "element/canonical_buffer.h"

namespace revmon::element {

// How bytes become a checksum: HashBytes, or another function where a benchmark compares like with like.
using HashFunction = Hash128 (*)(Bytes);

class ConstantHasher {
 public:
  explicit ConstantHasher(HashFunction hash) : hash_(hash) {}

  // Hashes the constants of a class. An error if one cannot be: a dynamic constant without a bootstrap
  // method, or one that needs itself.
  [[nodiscard]] Status Reset(const classfile::ClassFile& file);
  // The hash of a constant; of 0 and of an index out of range, a fixed value.
  [[nodiscard]] const Hash128& Of(uint32_t index) const { return hashes_[index < count_ ? index : 0]; }

 private:
  // The bytes of a constant after its tag; the index is in range.
  [[nodiscard]] const uint8_t* Operands(uint32_t index) const {
    return file_->bytes().data() + file_->pool().OffsetOf(index) + 1;
  }
  [[nodiscard]] Hash128 Compound(uint32_t index, classfile::ConstantTag tag) const;
  [[nodiscard]] Status Dynamics();
  [[nodiscard]] Status Dynamic(uint32_t index, uint32_t depth);
  void FindBootstraps();

  HashFunction hash_;
  const classfile::ClassFile* file_ = nullptr;
  uint32_t count_ = 0;
  std::vector<Hash128> hashes_;
  std::vector<uint16_t> dynamics_;  // indexes of Dynamic and InvokeDynamic constants
  std::vector<Bytes> bootstraps_;   // BootstrapMethods entries, method_ref onwards
};

}  // namespace revmon::element
