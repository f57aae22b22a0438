// Answers: how does the store keep what one class of tests depended on?
//
// A blob that needs nothing else, kept under its content hash: a test that did not run keeps the blob it had,
// at no cost. Names are sorted and written as what differs from the name before (about 12 bytes a name
// instead of 50).
#pragma once
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"
#include "wire/test_dependencies.h"

namespace revmon::select {

// Of one test of `all`, which must have it.
[[nodiscard]] std::vector<uint8_t> EncodeTest(const wire::Dependencies& all, const std::string& test);

// Puts records of several tests together again. The level is the coarsest of all.
class DependencyReader {
 public:
  // kMalformed: nothing was added.
  [[nodiscard]] Status Add(const std::string& test, Bytes blob);
  [[nodiscard]] const wire::Dependencies& all() const { return all_; }

 private:
  uint32_t Element(const std::string& name);
  wire::Dependencies all_;
  std::map<std::string, uint32_t> numbers_;
};

// Tests of nested classes are those of their top class.
void JoinNested(wire::Dependencies* all);

}  // namespace revmon::select
