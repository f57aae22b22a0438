// Answers: how does everything that touches the disk do so, and how do tests do without one?
//
// All disk access of the product goes through FileSystem, so that each failure can be played in a test
// (InMemoryFileSystem, in_memory_file_system.h). Paths are plain strings with '/'. Every method may be called
// from any thread. Errors name the path and carry kNotFound where something does not exist and kIo otherwise.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon {

enum class FileType : uint8_t { kFile, kDirectory, kSymlink, kOther };

struct FileInfo {
  FileType type = FileType::kOther;
  uint64_t size = 0;
  int64_t modified_ns = 0;  // since the epoch
  uint64_t device = 0;      // (device, inode) is the identity of a file: two paths with the same pair are one
  uint64_t inode = 0;
};

struct DirectoryEntry {
  std::string name;  // without the folder
  FileType type = FileType::kOther;
  friend bool operator==(const DirectoryEntry&, const DirectoryEntry&) = default;
};

// The content of one file, read-only, owned: a mapping, or a buffer where there is none. Views of bytes()
// live as long as this object, also when it is moved. A mapped file that another process cuts short ends this
// process with SIGBUS when the lost part is touched: use ReadFile inside somebody else's JVM.
class MappedFile {
 public:
  MappedFile() = default;
  explicit MappedFile(std::vector<uint8_t> buffer);
  MappedFile(void* mapping, size_t size);  // takes over an mmap of this size
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  [[nodiscard]] Bytes bytes() const { return bytes_; }

 private:
  void Release();
  Bytes bytes_;
  std::vector<uint8_t> buffer_;
  void* mapping_ = nullptr;
};

class FileSystem {
 public:
  static constexpr uint64_t kDefaultReadLimit = uint64_t{1} << 31;

  virtual ~FileSystem() = default;

  // The whole file; kLimit when it is longer than `limit`.
  [[nodiscard]] virtual Result<std::vector<uint8_t>> ReadFile(const std::string& path,
                                                              uint64_t limit) const = 0;
  [[nodiscard]] Result<std::vector<uint8_t>> ReadFile(const std::string& path) const {
    return ReadFile(path, kDefaultReadLimit);
  }
  [[nodiscard]] virtual Result<MappedFile> Map(const std::string& path) const = 0;
  // Afterwards, and after a crash at any moment, the file holds either its old content or all of the new.
  [[nodiscard]] virtual Status WriteFileAtomically(const std::string& path, Bytes content) = 0;

  // What the path leads to, links followed.
  [[nodiscard]] virtual Result<FileInfo> Stat(const std::string& path) const = 0;
  // The names in a folder, sorted by byte value, links not followed.
  [[nodiscard]] virtual Result<std::vector<DirectoryEntry>> List(const std::string& path) const = 0;
  // Absolute, without links, "." or "..".
  [[nodiscard]] virtual Result<std::string> RealPath(const std::string& path) const = 0;

  // Makes the folder and its parents; no error where it exists.
  [[nodiscard]] virtual Status CreateDirectories(const std::string& path) = 0;
  [[nodiscard]] virtual Status Rename(const std::string& from, const std::string& to) = 0;
  // Removes a file, a link or an empty folder.
  [[nodiscard]] virtual Status Remove(const std::string& path) = 0;

  [[nodiscard]] bool Exists(const std::string& path) const { return Stat(path).ok(); }
  [[nodiscard]] bool IsDirectory(const std::string& path) const;
  // Removes a folder with all it holds (links are removed, not followed); no error where nothing is.
  [[nodiscard]] Status RemoveTree(const std::string& path);
};

// The disk of this machine.
class RealFileSystem final : public FileSystem {
 public:
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
};

}  // namespace revmon
