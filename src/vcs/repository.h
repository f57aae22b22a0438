// Answers: which state of the sources is this, where does it come from, and what differs from another state?
//
// A view of one git repository through libgit2; nothing in it is ever written, not even unreachable objects:
// what has to be made (the tree that committing everything now would give) lives in memory. That tree is the
// identity of a dirty working tree, so that committing it changes nothing, and all questions are about trees.
//
// Where there is no git, Open gives nothing, and callers do without. In a shallow clone history ends early:
// Ancestors gives what is there, and shallow() says so.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "vcs/line_map.h"

namespace revmon::vcs {

// The state of a working tree.
struct WorkState {
  std::string commit;                // HEAD; "" before the first commit
  std::string tree;                  // what `git add -A && git write-tree` would give
  std::vector<std::string> changed;  // files that differ from HEAD, untracked ones too; by name
  [[nodiscard]] bool dirty() const { return !changed.empty(); }
};

// One file that differs between two trees.
struct FileChange {
  std::string old_path;  // "" = added
  std::string new_path;  // "" = deleted
  std::vector<Hunk> hunks;
  [[nodiscard]] bool renamed() const {
    return !old_path.empty() && !new_path.empty() && old_path != new_path;
  }
};

class Repository {
 public:
  // The repository around `path`; nothing where there is none.
  [[nodiscard]] static Result<std::optional<Repository>> Open(const std::string& path);
  // A bare one at `path` itself, for what is committed: it has no root and no State.
  [[nodiscard]] static Result<std::optional<Repository>> OpenBare(const std::string& path);
  Repository(Repository&&) noexcept;
  Repository& operator=(Repository&&) noexcept;
  ~Repository();

  // The working tree, without a slash at the end.
  [[nodiscard]] const std::string& root() const;
  [[nodiscard]] bool shallow() const;

  // Full ids. `revision` is anything git rev-parse takes and means a commit.
  [[nodiscard]] Result<std::string> Resolve(const std::string& revision) const;
  [[nodiscard]] Result<std::string> TreeOf(const std::string& commit) const;
  // Leaves out files below `ignored` (paths from the root, for build output that nobody told git to ignore),
  // below .revmon, and untracked files of more than 16 MB.
  [[nodiscard]] Result<WorkState> State(const std::vector<std::string>& ignored = {}) const;

  // Nearest first (by number of steps, then first parents first), the commit itself left out.
  [[nodiscard]] Result<std::vector<std::string>> Ancestors(const std::string& commit, size_t limit) const;
  // The best common ancestor; nothing where histories are unrelated or cut off.
  [[nodiscard]] Result<std::optional<std::string>> MergeBase(const std::string& a,
                                                             const std::string& b) const;

  // The content of a file in a tree (as in WorkState::tree and TreeOf); nothing where there is none.
  [[nodiscard]] Result<std::optional<std::string>> FileIn(const std::string& tree,
                                                          const std::string& path) const;
  // All files of a tree.
  [[nodiscard]] Result<std::vector<std::string>> FilesOf(const std::string& tree) const;
  // What differs, renames found, by new path. Hunks have no context lines; binary files have none.
  [[nodiscard]] Result<std::vector<FileChange>> Diff(const std::string& old_tree,
                                                     const std::string& new_tree) const;

 private:
  struct Data;
  [[nodiscard]] static Result<std::optional<Repository>> OpenWith(const std::string& path, uint32_t flags);
  explicit Repository(std::unique_ptr<Data> data);
  std::unique_ptr<Data> data_;
};

}  // namespace revmon::vcs
