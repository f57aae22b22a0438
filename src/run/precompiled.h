// Answers: which classes did the build make of the Java inside the shipped specs?
//
// One file beside the program, made at build time, so that the shipped library needs no javac at run time:
//   "RVMPREC1", u32 count, per entry: key (XXH3-128 of the support source and of the runtime classes it was
//   compiled against, two little-endian words), u32 count of classes, each u32 length and name, u32 length
//   and bytes; then the XXH3-128 of all that.
// It is part of the program and trusted like it; a damaged or foreign file is as good as none.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/hash.h"
#include "run/javac.h"

namespace revmon::run {

class Precompiled {
 public:
  // What the source's classes are filed under.
  [[nodiscard]] static Hash128 KeyOf(std::string_view source, const std::vector<JavaClass>& library);
  // Empty when there is no such file, or none that can be used.
  [[nodiscard]] static Precompiled Read(const FileSystem& files, const std::string& path);

  // Null when it is not there.
  [[nodiscard]] const std::vector<JavaClass>* Find(const Hash128& key) const;
  void Add(const Hash128& key, std::vector<JavaClass> classes) { entries_[key] = std::move(classes); }
  [[nodiscard]] size_t size() const { return entries_.size(); }
  [[nodiscard]] Status Write(FileSystem& files, const std::string& path) const;

 private:
  std::map<Hash128, std::vector<JavaClass>> entries_;
};

}  // namespace revmon::run
