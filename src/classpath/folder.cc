#include "classpath/folder.h"

#include <set>
#include <utility>
#include <vector>

#include "base/path.h"
#include "classpath/modified_utf8.h"

namespace revmon::classpath {
namespace {

// Can this be a path below the folder, and nothing else?
bool IsPlainName(std::string_view name) {
  if (name.find('\0') != std::string_view::npos) return false;
  for (;;) {
    const size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    if (part.empty() || part == "." || part == "..") return false;
    if (slash == std::string_view::npos) return true;
    name.remove_prefix(slash + 1);
  }
}

}  // namespace

std::string FolderContainer::FileOf(std::string_view name) const {
  std::string relative = HasSurrogates(name) ? FromModifiedUtf8(name) : std::string(name);
  relative += kClassSuffix;
  return JoinPath(path_, relative);
}

Result<std::optional<FoundClass>> FolderContainer::Find(std::string_view name) const {
  if (!IsPlainName(name)) return std::optional<FoundClass>();
  std::string file = FileOf(name);
  Result<std::vector<uint8_t>> content = fs_.ReadFile(file, kLargestClass);
  if (!content.ok()) {
    if (content.error().code() == ErrorCode::kNotFound) return std::optional<FoundClass>();
    return std::move(content).error();
  }
  return std::optional(FoundClass{Blob::Own(std::move(content).value()), std::move(file)});
}

Status FolderContainer::ForEach(const Visitor& visit) const {
  struct Pending {
    std::string relative;
    size_t depth;
  };
  std::vector<Pending> pending = {{"", 0}};
  std::set<std::pair<uint64_t, uint64_t>> walked;
  while (!pending.empty()) {
    auto [relative, depth] = std::move(pending.back());
    pending.pop_back();
    const std::string folder = JoinPath(path_, relative);
    REVMON_ASSIGN_OR_RETURN(FileInfo info, fs_.Stat(folder));
    if (!walked.emplace(info.device, info.inode).second) continue;
    REVMON_ASSIGN_OR_RETURN(std::vector<DirectoryEntry> entries, fs_.List(folder));
    // Folders are walked in name order as well: the last one pushed comes first.
    for (size_t i = entries.size(); i-- > 0;) {
      std::string path = JoinPath(relative, entries[i].name);
      const bool is_folder =
          entries[i].type == FileType::kDirectory ||
          (entries[i].type == FileType::kSymlink && fs_.IsDirectory(JoinPath(path_, path)));
      if (is_folder && depth < kDeepest) pending.push_back({std::move(path), depth + 1});
    }
    for (const DirectoryEntry& entry : entries) {
      std::string_view name = entry.name;
      if (entry.type == FileType::kDirectory || !name.ends_with(kClassSuffix)) continue;
      name.remove_suffix(kClassSuffix.size());
      if (name.empty() || name == "module-info") continue;
      std::string full = JoinPath(relative, name);
      visit(HasFourByteSequence(full) ? ToModifiedUtf8(full) : full, 0);
    }
  }
  return OkStatus();
}

Result<Blob> FolderContainer::Read(std::string_view name, uint64_t) const {
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> content, fs_.ReadFile(FileOf(name), kLargestClass));
  return Blob::Own(std::move(content));
}

std::string FolderContainer::OriginOf(std::string_view name, uint64_t) const { return FileOf(name); }

}  // namespace revmon::classpath
