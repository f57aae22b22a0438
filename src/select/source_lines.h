// Answers: where is the source line of an old violation now?
//
// Classes are matched to files of git's trees by package and file name ("a/b/File.java" at the end of a
// path); where several fit (modules with equal packages) they are all asked, and only an answer on which they
// agree counts. Files that do not lie by package (Kotlin) are found by name if it is unique. Renamed files
// rename their classes. Line maps are made when first asked for.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "select/place.h"
#include "select/source_files.h"
#include "vcs/repository.h"

namespace revmon::select {

class SourceLines {
 public:
  // Both trees as in vcs::Repository; the repository must outlive this.
  [[nodiscard]] static Result<SourceLines> Between(const vcs::Repository& repository,
                                                   const std::string& old_tree, const std::string& new_tree);

  // Has the old class a source file in git?
  [[nodiscard]] bool Knows(const Place& old_place) const;
  // Is it the same place, edits considered?
  [[nodiscard]] bool Same(const Place& old_place, const Place& new_place);
  // The place as it is now, as well as that can be said; nothing if the file is gone.
  [[nodiscard]] std::optional<Place> Carry(const Place& old_place);

 private:
  struct File {
    std::string old_path;
    std::string new_path;                     // "" = gone
    const vcs::FileChange* change = nullptr;  // null = unchanged
    std::unique_ptr<vcs::LineMap> lines;
  };
  SourceLines(const vcs::Repository& repository, SourceFiles sources)
      : repository_(&repository), sources_(std::move(sources)) {}
  [[nodiscard]] File& FileOf(const std::string& old_path);
  // The class (and file name) that an old place has in the new path.
  [[nodiscard]] static Place Renamed(const Place& place, const File& file);

  const vcs::Repository* repository_;
  SourceFiles sources_;  // of the old tree
  std::string old_tree_, new_tree_;
  std::vector<vcs::FileChange> changes_;
  std::map<std::string, const vcs::FileChange*> changed_;  // by old path
  std::map<std::string, File> files_;                      // by old path
};

}  // namespace revmon::select
