// Answers: who frees what libgit2 hands out, and what did it say when it failed?
#pragma once
#include <git2.h>

#include <memory>
#include <string>

#include "base/error.h"

namespace revmon::vcs {

template <typename T, void (*Free)(T*)>
struct Freer {
  void operator()(T* object) const { Free(object); }
};
template <typename T, void (*Free)(T*)>
using Handle = std::unique_ptr<T, Freer<T, Free>>;

using RepositoryHandle = Handle<git_repository, git_repository_free>;
using ObjectHandle = Handle<git_object, git_object_free>;
using CommitHandle = Handle<git_commit, git_commit_free>;
using TreeHandle = Handle<git_tree, git_tree_free>;
using TreeEntryHandle = Handle<git_tree_entry, git_tree_entry_free>;
using BlobHandle = Handle<git_blob, git_blob_free>;
using DiffHandle = Handle<git_diff, git_diff_free>;
using IndexHandle = Handle<git_index, git_index_free>;
using OdbHandle = Handle<git_odb, git_odb_free>;

// libgit2 counts starts; one for the life of the process is enough.
struct Library {
  Library() { git_libgit2_init(); }
  ~Library() { git_libgit2_shutdown(); }
};

[[nodiscard]] inline Error GitError(int code, const std::string& what) {
  const git_error* last = git_error_last();
  std::string text =
      what + ": git says: " + (last != nullptr ? last->message : "error " + std::to_string(code));
  return {code == GIT_ENOTFOUND ? ErrorCode::kNotFound : ErrorCode::kIo, std::move(text)};
}

}  // namespace revmon::vcs
