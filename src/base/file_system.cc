#include "base/file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>

#include "base/path.h"

namespace revmon {
namespace {

Error SystemError(std::string_view action, const std::string& path, int error_number) {
  char buffer[128];
  // glibc's and POSIX's strerror_r differ in their result; going through an overload takes either.
  struct Pick {
    static const char* Text(int, const char* filled) { return filled; }
    static const char* Text(const char* text, const char*) { return text; }
  };
  const char* reason = Pick::Text(strerror_r(error_number, buffer, sizeof buffer), buffer);
  ErrorCode code = error_number == ENOENT || error_number == ENOTDIR ? ErrorCode::kNotFound : ErrorCode::kIo;
  return Error(code, std::string(action) + ": " + reason).At(path);
}

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool ok() const { return fd_ >= 0; }
  int Close() { return close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

int OpenRetrying(const char* path, int flags, mode_t mode = 0) {
  int fd;
  do fd = open(path, flags | O_CLOEXEC, mode);
  while (fd < 0 && errno == EINTR);
  return fd;
}

FileType TypeOf(mode_t mode) {
  if (S_ISREG(mode)) return FileType::kFile;
  if (S_ISDIR(mode)) return FileType::kDirectory;
  if (S_ISLNK(mode)) return FileType::kSymlink;
  return FileType::kOther;
}

Status WriteAll(int fd, Bytes content, const std::string& path) {
  while (!content.empty()) {
    ssize_t n = write(fd, content.data(), std::min(content.size(), size_t{1} << 30));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return SystemError("cannot write", path, errno);
    content = content.subspan(static_cast<size_t>(n));
  }
  return OkStatus();
}

// Opens a regular file and tells its size; a folder is refused here rather than by a puzzling read error.
Result<size_t> OpenedSize(const Descriptor& file, const std::string& path) {
  struct stat status;
  if (fstat(file.get(), &status) != 0) return SystemError("cannot stat", path, errno);
  if (S_ISDIR(status.st_mode)) return SystemError("cannot read", path, EISDIR);
  return static_cast<size_t>(status.st_size);
}

std::string TemporaryNameFor(const std::string& path) {
  static std::atomic<uint32_t> counter{0};
  return path + ".tmp." + std::to_string(getpid()) + "." + std::to_string(counter.fetch_add(1));
}

Status WriteNewFile(const std::string& path, Bytes content) {
  Descriptor file(OpenRetrying(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666));
  if (!file.ok()) return SystemError("cannot create", path, errno);
  REVMON_RETURN_IF_ERROR(WriteAll(file.get(), content, path));
  if (fsync(file.get()) != 0) return SystemError("cannot sync", path, errno);
  if (file.Close() != 0) return SystemError("cannot close", path, errno);
  return OkStatus();
}

}  // namespace

MappedFile::MappedFile(std::vector<uint8_t> buffer) : buffer_(std::move(buffer)) { bytes_ = buffer_; }
MappedFile::MappedFile(void* mapping, size_t size)
    : bytes_(static_cast<const uint8_t*>(mapping), size), mapping_(mapping) {}
MappedFile::MappedFile(MappedFile&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})),
      buffer_(std::move(other.buffer_)),
      mapping_(std::exchange(other.mapping_, nullptr)) {}
MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  if (this != &other) {
    Release();
    bytes_ = std::exchange(other.bytes_, {});
    buffer_ = std::move(other.buffer_);
    mapping_ = std::exchange(other.mapping_, nullptr);
  }
  return *this;
}
MappedFile::~MappedFile() { Release(); }
void MappedFile::Release() {
  if (mapping_ != nullptr) munmap(mapping_, bytes_.size());
}

bool FileSystem::IsDirectory(const std::string& path) const {
  Result<FileInfo> info = Stat(path);
  return info.ok() && info->type == FileType::kDirectory;
}

Status FileSystem::RemoveTree(const std::string& path) {
  // Folders are listed on the way down and removed on the way up; a stack instead of recursion.
  std::vector<std::pair<std::string, bool>> pending = {{path, false}};
  while (!pending.empty()) {
    auto [current, listed] = std::move(pending.back());
    pending.pop_back();
    if (!listed) {
      Status removed = Remove(current);
      if (removed.ok() || removed.error().code() == ErrorCode::kNotFound) continue;
      pending.emplace_back(current, true);
      REVMON_ASSIGN_OR_RETURN(std::vector<DirectoryEntry> entries, List(current));
      for (const DirectoryEntry& entry : entries) pending.emplace_back(JoinPath(current, entry.name), false);
    } else {
      REVMON_RETURN_IF_ERROR(Remove(current));
    }
  }
  return OkStatus();
}

Result<std::vector<uint8_t>> RealFileSystem::ReadFile(const std::string& path, uint64_t limit) const {
  Descriptor file(OpenRetrying(path.c_str(), O_RDONLY));
  if (!file.ok()) return SystemError("cannot open", path, errno);
  REVMON_ASSIGN_OR_RETURN(size_t expected, OpenedSize(file, path));
  Error too_long =
      Error(ErrorCode::kLimit, "file is longer than " + std::to_string(limit) + " bytes").At(path);
  if (expected > limit) return too_long;
  // The size is only a hint: /proc says 0, and a file may grow while it is read.
  std::vector<uint8_t> content;
  size_t used = 0;
  for (size_t capacity = expected + 1;; capacity = capacity * 2 + 4096) {
    content.resize(capacity);
    while (used < capacity) {
      ssize_t n = read(file.get(), content.data() + used, capacity - used);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return SystemError("cannot read", path, errno);
      if (n == 0) {
        content.resize(used);
        return content;
      }
      used += static_cast<size_t>(n);
      if (used > limit) return too_long;
    }
  }
}

Result<MappedFile> RealFileSystem::Map(const std::string& path) const {
  Descriptor file(OpenRetrying(path.c_str(), O_RDONLY));
  if (!file.ok()) return SystemError("cannot open", path, errno);
  REVMON_ASSIGN_OR_RETURN(size_t size, OpenedSize(file, path));
  if (size == 0) return MappedFile();  // mmap refuses empty mappings
  void* mapping = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (mapping == MAP_FAILED) return SystemError("cannot map", path, errno);
  return MappedFile(mapping, size);
}

Status RealFileSystem::WriteFileAtomically(const std::string& path, Bytes content) {
  std::string temporary = TemporaryNameFor(path);
  Status written = WriteNewFile(temporary, content);
  if (written.ok()) written = Rename(temporary, path);
  if (written.ok()) return written;
  unlink(temporary.c_str());
  return Error(written.error()).At(path);  // nobody asked for the temporary name
}

Result<FileInfo> RealFileSystem::Stat(const std::string& path) const {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return SystemError("cannot stat", path, errno);
  FileInfo info;
  info.type = TypeOf(status.st_mode);
  info.size = static_cast<uint64_t>(status.st_size);
  info.modified_ns = int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  info.device = static_cast<uint64_t>(status.st_dev);
  info.inode = static_cast<uint64_t>(status.st_ino);
  return info;
}

Result<std::vector<DirectoryEntry>> RealFileSystem::List(const std::string& path) const {
  DIR* folder = opendir(path.c_str());
  if (folder == nullptr) return SystemError("cannot list", path, errno);
  std::vector<DirectoryEntry> entries;
  errno = 0;
  while (const dirent* item = readdir(folder)) {
    std::string_view name = item->d_name;
    if (name == "." || name == "..") continue;
    DirectoryEntry entry{.name = std::string(name), .type = FileType::kOther};
    struct stat status;
    if (item->d_type != DT_UNKNOWN) {
      entry.type = TypeOf(static_cast<mode_t>(DTTOIF(item->d_type)));
    } else if (fstatat(dirfd(folder), item->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
      entry.type = TypeOf(status.st_mode);
    }
    entries.push_back(std::move(entry));
    errno = 0;
  }
  int error_number = errno;
  closedir(folder);
  if (error_number != 0) return SystemError("cannot list", path, error_number);
  std::sort(entries.begin(), entries.end(),
            [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
  return entries;
}

Result<std::string> RealFileSystem::RealPath(const std::string& path) const {
  char* resolved = realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return SystemError("cannot resolve", path, errno);
  std::string text = resolved;
  free(resolved);
  return text;
}

Status RealFileSystem::CreateDirectories(const std::string& path) {
  for (size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    std::string prefix = path.substr(0, slash);
    if (mkdir(prefix.c_str(), 0777) != 0 && !(errno == EEXIST && IsDirectory(prefix))) {
      return SystemError("cannot create folder", prefix, errno);
    }
    if (slash == std::string::npos) return OkStatus();
  }
}

Status RealFileSystem::Rename(const std::string& from, const std::string& to) {
  if (rename(from.c_str(), to.c_str()) != 0) return SystemError("cannot rename to " + to, from, errno);
  return OkStatus();
}

Status RealFileSystem::Remove(const std::string& path) {
  if (unlink(path.c_str()) == 0) return OkStatus();
  int error_number = errno;
  // POSIX lets unlink of a folder fail with EPERM, Linux says EISDIR.
  if ((error_number == EISDIR || error_number == EPERM) && rmdir(path.c_str()) == 0) return OkStatus();
  if (error_number == EISDIR || error_number == EPERM) error_number = errno;
  return SystemError("cannot remove", path, error_number);
}

}  // namespace revmon
