// Answers: which file of a git tree is the source of this class, and what stands on a line of it?
//
// By package and file name ("a/b/File.java" at the end of a path); several files may fit (modules with equal
// packages). Files that do not lie by package (Kotlin) are found by name if it is unique.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "select/place.h"
#include "vcs/repository.h"

namespace revmon::select {

// "a.b.C$D" -> "a/b/", "C" -> "".
[[nodiscard]] std::string PackagePath(std::string_view class_name);

class SourceFiles {
 public:
  // The repository must outlive this.
  [[nodiscard]] static Result<SourceFiles> Of(const vcs::Repository& repository, const std::string& tree);

  [[nodiscard]] std::vector<std::string> PathsOf(const Place& place) const;
  // Without blanks around; nothing where the file or the line is unknown.
  [[nodiscard]] std::optional<std::string> TextAt(const Place& place) const;

 private:
  SourceFiles(const vcs::Repository& repository, std::string tree)
      : repository_(&repository), tree_(std::move(tree)) {}
  const vcs::Repository* repository_;
  std::string tree_;
  std::map<std::string, std::vector<std::string>> by_name_;  // file name -> paths
};

}  // namespace revmon::select
