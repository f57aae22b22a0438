// Answers: which types does a class path know, asked one name at a time?
//
// Resolving a simple name asks for it in every imported package, so most questions are answered "no". The
// JDK's module index says so by two hash lookups in the mapped file, without listing anything; answers are
// remembered, since specs keep asking for the same few hundred names.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>

#include "classpath/class_path.h"
#include "spec/resolve.h"

namespace revmon::spec {

// For one thread. The class path must outlive it.
class ClassPathTypes final : public TypeOracle {
 public:
  explicit ClassPathTypes(const classpath::ClassPath& path) : path_(path) {}
  // A class that cannot be read exists all the same.
  [[nodiscard]] bool Exists(std::string_view binary_name) const override;

 private:
  const classpath::ClassPath& path_;
  mutable std::unordered_map<std::string, bool> known_;
};

}  // namespace revmon::spec
