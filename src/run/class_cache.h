// Answers: have these sources been compiled before?
//
//   <folder>/<32 hex digits>.classes:
//   offset  bytes  content
//        0      8  "RVMJAVA1"
//        8     16  XXH3-128 of the rest, high word first (little-endian words)
//       24      n  u32 count, then per class: u32 length and name, u32 length and bytes
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/hash.h"
#include "run/javac.h"

namespace revmon::run {

class ClassCache {
 public:
  // Makes the folder (mode 0700) when it is missing. A folder that is a link, belongs to somebody else or can
  // be written by others is not used: Find finds nothing and Store stores nothing.
  ClassCache(FileSystem& files, std::string folder);

  [[nodiscard]] bool usable() const { return usable_; }
  [[nodiscard]] std::optional<std::vector<JavaClass>> Find(const Hash128& key) const;
  // A failure to write is no failure: the next run compiles again.
  void Store(const Hash128& key, const std::vector<JavaClass>& classes);

 private:
  [[nodiscard]] std::string PathOf(const Hash128& key) const;
  FileSystem& files_;
  std::string folder_;
  bool usable_ = false;
};

}  // namespace revmon::run
