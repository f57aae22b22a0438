// Answers: what does constant number i mean, as a number that does not depend on where it stands?
//
// Each constant becomes 64 bits of its content: a Methodref those of owner, name and descriptor; a dynamic
// constant those of its bootstrap method with all arguments, so that the order of the constant pool and of
// BootstrapMethods cannot show. Kinds are told apart: the String "I" and the Class "I" differ. Texts are
// hashed (XXH3, or its mixing step for short ones), compounds are sums of their parts with one odd factor per
// place. A change of one constant goes unseen with a chance of 2^-64; the checksums over forms that contain
// these numbers have 128 bits.
//
// All of a class are done at once, one plain loop per kind: nearly every constant is used, and reading
// classes spends more time on constants than on code, so this is written for few instructions and no
// surprises.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/class_file.h"

namespace revmon::element {

class ConstantHasher {
 public:
  ConstantHasher();

  // Does the constants of a class. An error if one cannot be done: a dynamic constant without a bootstrap
  // method, or one that needs itself.
  [[nodiscard]] Status Reset(const classfile::ClassFile& file);
  // The number of a constant; for 0 and an index out of range, a fixed one.
  [[nodiscard]] uint64_t Of(uint16_t index) const { return contents_[index]; }
  // The same as an array over all 65,536 indexes there can be: no use needs a check.
  [[nodiscard]] const uint64_t* all() const { return contents_.data(); }

 private:
  [[nodiscard]] Status Dynamics();
  [[nodiscard]] Status Dynamic(uint32_t index, uint32_t depth);
  void FindBootstraps();

  const classfile::ClassFile* file_ = nullptr;
  uint32_t count_ = 0;
  std::vector<uint64_t> contents_;  // 65,536
  std::vector<uint16_t> dynamics_;  // indexes of Dynamic and InvokeDynamic constants
  std::vector<Bytes> bootstraps_;   // BootstrapMethods entries, method_ref onwards
};

}  // namespace revmon::element
