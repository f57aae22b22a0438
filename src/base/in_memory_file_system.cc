#include "base/in_memory_file_system.h"

#include <utility>

#include "base/path.h"

namespace revmon {
namespace {

std::string Absolute(const std::string& path) { return NormalizePath(JoinPath("/", path)); }

Error NotFound(const std::string& path) {
  return Error(ErrorCode::kNotFound, "cannot open: No such file or directory").At(path);
}

// What lies below a folder sorts right after "folder/", before "folder0".
std::string ChildPrefix(const std::string& folder) { return folder == "/" ? folder : folder + "/"; }

}  // namespace

void InMemoryFileSystem::Put(const std::string& path, std::string_view content) {
  std::lock_guard lock(mutex_);
  std::string place = Absolute(path);
  for (std::string parent(DirName(place)); parent != "/"; parent = std::string(DirName(parent))) {
    nodes_[parent].is_directory = true;
  }
  Store(place, AsBytes(content));
}

void InMemoryFileSystem::Tick() {
  std::lock_guard lock(mutex_);
  now_ns_ += 1'000'000'000;
}

void InMemoryFileSystem::SetError(const std::string& path, Error error) {
  std::lock_guard lock(mutex_);
  errors_.insert_or_assign(Absolute(path), std::move(error));
}

std::vector<std::string> InMemoryFileSystem::Files() const {
  std::lock_guard lock(mutex_);
  std::vector<std::string> files;
  for (const auto& [path, node] : nodes_) {
    if (!node.is_directory) files.push_back(path);
  }
  return files;
}

Status InMemoryFileSystem::CheckPlace(const std::string& path) const {
  if (auto it = errors_.find(path); it != errors_.end()) return Error(it->second).At(path);
  return OkStatus();
}

Result<const InMemoryFileSystem::Node*> InMemoryFileSystem::Find(const std::string& path) const {
  REVMON_RETURN_IF_ERROR(CheckPlace(path));
  auto it = nodes_.find(path);
  if (it == nodes_.end()) return NotFound(path);
  return &it->second;
}

void InMemoryFileSystem::Store(const std::string& path, Bytes content) {
  Node& node = nodes_[path];
  node.content.assign(content.begin(), content.end());
  node.modified_ns = now_ns_;
  node.inode = next_inode_++;
}

Result<std::vector<uint8_t>> InMemoryFileSystem::ReadFile(const std::string& path, uint64_t limit) const {
  std::lock_guard lock(mutex_);
  REVMON_ASSIGN_OR_RETURN(const Node* node, Find(Absolute(path)));
  if (node->is_directory) return Error(ErrorCode::kIo, "cannot read: Is a directory").At(path);
  if (node->content.size() > limit) {
    return Error(ErrorCode::kLimit, "file is longer than " + std::to_string(limit) + " bytes").At(path);
  }
  return node->content;
}

Result<MappedFile> InMemoryFileSystem::Map(const std::string& path) const {
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> content, ReadFile(path));
  return MappedFile(std::move(content));
}

Status InMemoryFileSystem::WriteFileAtomically(const std::string& path, Bytes content) {
  std::lock_guard lock(mutex_);
  std::string place = Absolute(path);
  REVMON_RETURN_IF_ERROR(CheckPlace(place));
  REVMON_ASSIGN_OR_RETURN(const Node* parent, Find(std::string(DirName(place))));
  auto existing = nodes_.find(place);
  if (!parent->is_directory || (existing != nodes_.end() && existing->second.is_directory)) {
    return Error(ErrorCode::kIo, "cannot write: not a file in a folder").At(path);
  }
  Store(place, content);
  return OkStatus();
}

Result<FileInfo> InMemoryFileSystem::Stat(const std::string& path) const {
  std::lock_guard lock(mutex_);
  REVMON_ASSIGN_OR_RETURN(const Node* node, Find(Absolute(path)));
  return FileInfo{.type = node->is_directory ? FileType::kDirectory : FileType::kFile,
                  .size = node->content.size(),
                  .modified_ns = node->modified_ns,
                  .device = 1,
                  .inode = node->is_directory ? reinterpret_cast<uintptr_t>(node) : node->inode};
}

Result<std::vector<DirectoryEntry>> InMemoryFileSystem::List(const std::string& path) const {
  std::lock_guard lock(mutex_);
  std::string place = Absolute(path);
  REVMON_ASSIGN_OR_RETURN(const Node* folder, Find(place));
  if (!folder->is_directory) return Error(ErrorCode::kNotFound, "cannot list: Not a directory").At(path);
  std::string prefix = ChildPrefix(place);
  std::vector<DirectoryEntry> entries;
  for (auto it = nodes_.upper_bound(prefix); it != nodes_.end() && it->first.starts_with(prefix); ++it) {
    std::string name = it->first.substr(prefix.size());
    if (name.find('/') != std::string::npos) continue;
    entries.push_back({std::move(name), it->second.is_directory ? FileType::kDirectory : FileType::kFile});
  }
  return entries;
}

Result<std::string> InMemoryFileSystem::RealPath(const std::string& path) const {
  std::lock_guard lock(mutex_);
  std::string place = Absolute(path);
  REVMON_RETURN_IF_ERROR(Find(place));
  return place;
}

Status InMemoryFileSystem::CreateDirectories(const std::string& path) {
  std::lock_guard lock(mutex_);
  for (std::string place = Absolute(path); place != "/"; place = std::string(DirName(place))) {
    REVMON_RETURN_IF_ERROR(CheckPlace(place));
    auto it = nodes_.find(place);
    if (it != nodes_.end() && !it->second.is_directory) {
      return Error(ErrorCode::kIo, "cannot create folder: File exists").At(place);
    }
  }
  for (std::string place = Absolute(path); place != "/"; place = std::string(DirName(place))) {
    nodes_[place].is_directory = true;
  }
  return OkStatus();
}

Status InMemoryFileSystem::Rename(const std::string& from, const std::string& to) {
  std::lock_guard lock(mutex_);
  std::string source = Absolute(from);
  std::string target = Absolute(to);
  REVMON_RETURN_IF_ERROR(CheckPlace(target));
  REVMON_ASSIGN_OR_RETURN(const Node* node, Find(source));
  if (node->is_directory) return Error(ErrorCode::kUnsupported, "renaming folders in memory").At(from);
  REVMON_RETURN_IF_ERROR(Find(std::string(DirName(target))));
  if (auto it = nodes_.find(target); it != nodes_.end() && it->second.is_directory) {
    return Error(ErrorCode::kIo, "cannot rename: Is a directory").At(to);
  }
  auto taken = nodes_.extract(source);
  taken.key() = target;
  nodes_.erase(target);
  nodes_.insert(std::move(taken));
  return OkStatus();
}

Status InMemoryFileSystem::Remove(const std::string& path) {
  std::lock_guard lock(mutex_);
  std::string place = Absolute(path);
  REVMON_RETURN_IF_ERROR(Find(place));
  std::string prefix = ChildPrefix(place);
  auto child = nodes_.upper_bound(prefix);
  if (place == "/" || (child != nodes_.end() && child->first.starts_with(prefix))) {
    return Error(ErrorCode::kIo, "cannot remove: Directory not empty").At(path);
  }
  nodes_.erase(place);
  return OkStatus();
}

}  // namespace revmon
