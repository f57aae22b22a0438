#include "vcs/repository.h"

#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <sys/stat.h>

#include <algorithm>
#include <deque>
#include <set>

#include "vcs/git_handles.h"

namespace revmon::vcs {
namespace {

constexpr uint64_t kLargestUntracked = uint64_t{16} << 20;
constexpr int kMemoryFirst =
    1000;  // priority of objects in memory: above all others, so that writes go there

// Calls a libgit2 function that puts an object into its first argument.
template <typename H, typename... Args>
int Get(H& handle, int (*function)(typename H::pointer*, Args...), std::type_identity_t<Args>... args) {
  typename H::pointer raw = nullptr;
  int code = function(&raw, args...);
  handle.reset(raw);
  return code;
}

std::string ToText(const git_oid& id) {
  char text[GIT_OID_HEXSZ + 1] = {};
  git_oid_fmt(text, &id);
  return text;
}

Result<git_oid> ToId(const std::string& text) {
  git_oid id;
  if (git_oid_fromstr(&id, text.c_str()) == 0) return id;
  return Error(ErrorCode::kInvalid, "'" + text + "' is no git object id");
}

bool IsBelow(std::string_view path, std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  return !folder.empty() && path.starts_with(folder) &&
         (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

struct Repository::Data {
  RepositoryHandle repository;
  std::string root;

  Result<TreeHandle> Tree(const std::string& id) const {
    REVMON_ASSIGN_OR_RETURN(git_oid oid, ToId(id));
    TreeHandle tree;
    if (int code = Get(tree, git_tree_lookup, repository.get(), &oid)) return GitError(code, "tree " + id);
    return tree;
  }
  Result<CommitHandle> Commit(const std::string& id) const {
    REVMON_ASSIGN_OR_RETURN(git_oid oid, ToId(id));
    CommitHandle commit;
    if (int code = Get(commit, git_commit_lookup, repository.get(), &oid)) {
      return GitError(code, "commit " + id);
    }
    return commit;
  }
  Result<std::vector<std::string>> ChangedFiles(git_tree* head,
                                                const std::vector<std::string>& ignored) const;
  Result<std::string> TreeWith(git_tree* head, const std::vector<std::string>& changed) const;
};

Repository::Repository(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Repository::Repository(Repository&&) noexcept = default;
Repository& Repository::operator=(Repository&&) noexcept = default;
Repository::~Repository() = default;

Result<std::optional<Repository>> Repository::Open(const std::string& path) {
  REVMON_ASSIGN_OR_RETURN(std::optional<Repository> found, OpenWith(path, 0));
  if (found && found->root().empty()) return std::optional<Repository>();  // bare: there are no sources here
  return found;
}

Result<std::optional<Repository>> Repository::OpenBare(const std::string& path) {
  return OpenWith(path, GIT_REPOSITORY_OPEN_NO_SEARCH | GIT_REPOSITORY_OPEN_BARE);
}

Result<std::optional<Repository>> Repository::OpenWith(const std::string& path, uint32_t flags) {
  static const Library library;
  auto data = std::make_unique<Data>();
  int code = Get(data->repository, git_repository_open_ext, path.c_str(), flags, nullptr);
  if (code == GIT_ENOTFOUND) return std::optional<Repository>();
  if (code != 0) return GitError(code, path);
  if (const char* root = git_repository_workdir(data->repository.get())) data->root = root;
  while (data->root.size() > 1 && data->root.ends_with('/')) data->root.pop_back();
  OdbHandle objects;
  git_odb_backend* memory = nullptr;
  if ((code = Get(objects, git_repository_odb, data->repository.get())) != 0 ||
      (code = git_mempack_new(&memory)) != 0 ||
      (code = git_odb_add_backend(objects.get(), memory, kMemoryFirst)) != 0) {
    return GitError(code, path);
  }
  return std::optional<Repository>(Repository(std::move(data)));
}

const std::string& Repository::root() const { return data_->root; }

bool Repository::shallow() const { return git_repository_is_shallow(data_->repository.get()) == 1; }

Result<std::string> Repository::Resolve(const std::string& revision) const {
  ObjectHandle object;
  if (int code = Get(object, git_revparse_single, data_->repository.get(), revision.c_str())) {
    return GitError(code, "revision '" + revision + "'")
        .Hint("it must be a commit, branch or tag that is here");
  }
  ObjectHandle commit;
  if (int code = Get(commit, git_object_peel, object.get(), GIT_OBJECT_COMMIT)) {
    return GitError(code, "revision '" + revision + "' is no commit");
  }
  return ToText(*git_object_id(commit.get()));
}

Result<std::string> Repository::TreeOf(const std::string& commit) const {
  REVMON_ASSIGN_OR_RETURN(CommitHandle handle, data_->Commit(commit));
  return ToText(*git_commit_tree_id(handle.get()));
}

Result<std::vector<std::string>> Repository::Data::ChangedFiles(
    git_tree* head, const std::vector<std::string>& ignored) const {
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS | GIT_DIFF_INCLUDE_TYPECHANGE |
                  GIT_DIFF_IGNORE_SUBMODULES | GIT_DIFF_SKIP_BINARY_CHECK;
  DiffHandle diff;
  if (int code = Get(diff, git_diff_tree_to_workdir_with_index, repository.get(), head, &options)) {
    return GitError(code, root);
  }
  std::set<std::string> changed;
  for (size_t i = 0; i < git_diff_num_deltas(diff.get()); ++i) {
    const git_diff_delta* delta = git_diff_get_delta(diff.get(), i);
    std::string path = delta->new_file.path != nullptr ? delta->new_file.path : delta->old_file.path;
    bool below = std::any_of(ignored.begin(), ignored.end(), [&](const auto& f) { return IsBelow(path, f); });
    if (below || IsBelow(path, ".revmon")) continue;
    if (delta->status == GIT_DELTA_UNTRACKED && delta->new_file.size > kLargestUntracked) continue;
    changed.insert(std::move(path));
  }
  return std::vector<std::string>(changed.begin(), changed.end());
}

// The tree of HEAD with these files as they are on disk now. Objects go to memory.
Result<std::string> Repository::Data::TreeWith(git_tree* head,
                                               const std::vector<std::string>& changed) const {
  IndexHandle index;
  if (int code = Get(index, git_index_new)) return GitError(code, root);
  if (int code = head == nullptr ? 0 : git_index_read_tree(index.get(), head)) return GitError(code, root);
  for (const std::string& path : changed) {
    struct stat info = {};
    git_index_entry entry = {};
    if (lstat((root + "/" + path).c_str(), &info) != 0 || S_ISDIR(info.st_mode)) {
      git_index_remove(index.get(), path.c_str(), 0);
      continue;
    }
    if (int code = git_blob_create_from_workdir(&entry.id, repository.get(), path.c_str())) {
      return GitError(code, path);
    }
    entry.path = path.c_str();
    entry.mode = S_ISLNK(info.st_mode)           ? GIT_FILEMODE_LINK
                 : (info.st_mode & S_IXUSR) != 0 ? GIT_FILEMODE_BLOB_EXECUTABLE
                                                 : GIT_FILEMODE_BLOB;
    if (int code = git_index_add(index.get(), &entry)) return GitError(code, path);
  }
  git_oid tree;
  if (int code = git_index_write_tree_to(&tree, index.get(), repository.get())) return GitError(code, root);
  return ToText(tree);
}

Result<WorkState> Repository::State(const std::vector<std::string>& ignored) const {
  WorkState state;
  git_oid head_id;
  int code = git_reference_name_to_id(&head_id, data_->repository.get(), "HEAD");
  if (code != 0 && code != GIT_ENOTFOUND) return GitError(code, "HEAD");
  TreeHandle head;
  if (code == 0) {
    state.commit = ToText(head_id);
    REVMON_ASSIGN_OR_RETURN(state.tree, TreeOf(state.commit));
    REVMON_ASSIGN_OR_RETURN(head, data_->Tree(state.tree));
  }
  REVMON_ASSIGN_OR_RETURN(state.changed, data_->ChangedFiles(head.get(), ignored));
  if (state.dirty() || state.commit.empty()) {
    REVMON_ASSIGN_OR_RETURN(std::string tree, data_->TreeWith(head.get(), state.changed));
    // A file that was only touched, or whose line ends differ, is no change.
    if (tree == state.tree) state.changed.clear();
    state.tree = std::move(tree);
  }
  return state;
}

Result<std::vector<std::string>> Repository::Ancestors(const std::string& commit, size_t limit) const {
  std::vector<std::string> found;
  std::set<std::string> seen = {commit};
  std::deque<std::string> queue = {commit};
  while (!queue.empty() && found.size() < limit) {
    Result<CommitHandle> at = data_->Commit(queue.front());
    if (!at.ok() && queue.front() == commit) return std::move(at).error();
    queue.pop_front();
    if (!at.ok()) continue;  // history is cut off here
    for (unsigned i = 0; i < git_commit_parentcount(at->get()); ++i) {
      std::string parent = ToText(*git_commit_parent_id(at->get(), i));
      git_oid id = *git_commit_parent_id(at->get(), i);
      CommitHandle exists;
      if (Get(exists, git_commit_lookup, data_->repository.get(), &id) != 0) continue;
      if (!seen.insert(parent).second) continue;
      if (found.size() < limit) found.push_back(parent);
      queue.push_back(std::move(parent));
    }
  }
  return found;
}

Result<std::optional<std::string>> Repository::MergeBase(const std::string& a, const std::string& b) const {
  REVMON_ASSIGN_OR_RETURN(git_oid first, ToId(a));
  REVMON_ASSIGN_OR_RETURN(git_oid second, ToId(b));
  git_oid base;
  int code = git_merge_base(&base, data_->repository.get(), &first, &second);
  if (code == GIT_ENOTFOUND) return std::optional<std::string>();
  if (code != 0) return GitError(code, "merge base of " + a + " and " + b);
  return std::optional<std::string>(ToText(base));
}

Result<std::optional<std::string>> Repository::FileIn(const std::string& tree,
                                                      const std::string& path) const {
  REVMON_ASSIGN_OR_RETURN(TreeHandle handle, data_->Tree(tree));
  TreeEntryHandle entry;
  int code = Get(entry, git_tree_entry_bypath, handle.get(), path.c_str());
  if (code == GIT_ENOTFOUND) return std::optional<std::string>();
  if (code != 0) return GitError(code, path);
  BlobHandle blob;
  if (Get(blob, git_blob_lookup, data_->repository.get(), git_tree_entry_id(entry.get())) != 0) {
    return std::optional<std::string>();  // a folder or a submodule
  }
  const char* content = static_cast<const char*>(git_blob_rawcontent(blob.get()));
  return std::optional<std::string>(std::string(content, git_blob_rawsize(blob.get())));
}

Result<std::vector<std::string>> Repository::FilesOf(const std::string& tree) const {
  REVMON_ASSIGN_OR_RETURN(TreeHandle handle, data_->Tree(tree));
  std::vector<std::string> files;
  auto add = [](const char* folder, const git_tree_entry* entry, void* out) {
    if (git_tree_entry_type(entry) == GIT_OBJECT_BLOB) {
      static_cast<std::vector<std::string>*>(out)->push_back(std::string(folder) +
                                                             git_tree_entry_name(entry));
    }
    return 0;
  };
  if (int code = git_tree_walk(handle.get(), GIT_TREEWALK_PRE, add, &files)) return GitError(code, tree);
  return files;
}

Result<std::vector<FileChange>> Repository::Diff(const std::string& old_tree,
                                                 const std::string& new_tree) const {
  REVMON_ASSIGN_OR_RETURN(TreeHandle before, data_->Tree(old_tree));
  REVMON_ASSIGN_OR_RETURN(TreeHandle after, data_->Tree(new_tree));
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  options.flags = GIT_DIFF_IGNORE_SUBMODULES | GIT_DIFF_INDENT_HEURISTIC;
  options.context_lines = 0;
  DiffHandle diff;
  if (int code =
          Get(diff, git_diff_tree_to_tree, data_->repository.get(), before.get(), after.get(), &options)) {
    return GitError(code, "diff");
  }
  git_diff_find_options renames = GIT_DIFF_FIND_OPTIONS_INIT;
  renames.flags = GIT_DIFF_FIND_RENAMES;
  renames.rename_limit = 1000;
  if (int code = git_diff_find_similar(diff.get(), &renames)) return GitError(code, "renames");
  std::vector<FileChange> changes;
  auto file = [](const git_diff_delta* delta, float, void* out) {
    FileChange change;
    if (delta->status != GIT_DELTA_ADDED) change.old_path = delta->old_file.path;
    if (delta->status != GIT_DELTA_DELETED) change.new_path = delta->new_file.path;
    static_cast<std::vector<FileChange>*>(out)->push_back(std::move(change));
    return 0;
  };
  auto hunk = [](const git_diff_delta*, const git_diff_hunk* h, void* out) {
    static_cast<std::vector<FileChange>*>(out)->back().hunks.push_back(
        {static_cast<uint32_t>(h->old_start), static_cast<uint32_t>(h->old_lines),
         static_cast<uint32_t>(h->new_start), static_cast<uint32_t>(h->new_lines)});
    return 0;
  };
  if (int code = git_diff_foreach(diff.get(), file, nullptr, hunk, nullptr, &changes)) {
    return GitError(code, "diff");
  }
  std::sort(changes.begin(), changes.end(), [](const FileChange& a, const FileChange& b) {
    return std::tie(a.new_path, a.old_path) < std::tie(b.new_path, b.old_path);
  });
  return changes;
}

}  // namespace revmon::vcs
