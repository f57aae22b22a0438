// Answers: what does code under test see as its disk?
//
// A tree of files in memory behind the FileSystem interface, with a clock that only moves by Tick() and with
// failures on demand: SetError(path, error) makes every later use of that path fail so. Thread-safe.
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace revmon {

class InMemoryFileSystem final : public FileSystem {
 public:
  InMemoryFileSystem() { nodes_["/"].is_directory = true; }

  // Creates or replaces a file, with its folders. For setting up a test.
  void Put(const std::string& path, std::string_view content);
  void Put(const std::string& path, Bytes content) { Put(path, AsText(content)); }
  // Later writes get a newer modification time.
  void Tick();
  // From now on every operation on this path returns the error.
  void SetError(const std::string& path, Error error);
  // All file paths, sorted.
  [[nodiscard]] std::vector<std::string> Files() const;

  Result<std::vector<uint8_t>> ReadFile(const std::string& path, uint64_t limit) const override;
  using FileSystem::ReadFile;
  Result<MappedFile> Map(const std::string& path) const override;
  Status WriteFileAtomically(const std::string& path, Bytes content) override;
  Result<FileInfo> Stat(const std::string& path) const override;
  Result<std::vector<DirectoryEntry>> List(const std::string& path) const override;
  Result<std::string> RealPath(const std::string& path) const override;
  Status CreateDirectories(const std::string& path) override;
  Status Rename(const std::string& from, const std::string& to) override;
  Status Remove(const std::string& path) override;

 private:
  struct Node {
    bool is_directory = false;
    std::vector<uint8_t> content;
    int64_t modified_ns = 0;
    uint64_t inode = 0;
  };
  // All below: mutex_ is held; paths are normalized and absolute ("a" is "/a").
  Result<const Node*> Find(const std::string& path) const;
  Status CheckPlace(const std::string& path) const;
  void Store(const std::string& path, Bytes content);

  mutable std::mutex mutex_;
  std::map<std::string, Node, std::less<>> nodes_;
  std::map<std::string, Error> errors_;
  int64_t now_ns_ = 1'000'000'000;
  uint64_t next_inode_ = 1;
};

}  // namespace revmon
