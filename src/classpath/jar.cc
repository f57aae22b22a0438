#include "classpath/jar.h"

#include <algorithm>
#include <set>
#include <utility>

#include "classpath/modified_utf8.h"

namespace revmon::classpath {
namespace {

constexpr std::string_view kMetaInf = "META-INF/";
constexpr std::string_view kVersions = "META-INF/versions/";
constexpr uint64_t kLargestManifest = uint64_t{16} << 20;
constexpr int kFirstRelease = 9;  // that knows multi-release jars at all
constexpr int kFirstVersion = 8;  // the specification says 9, but JDK 17 and 25 do look into versions/8
constexpr int kLastVersion = 9999;

// The N of "META-INF/versions/N/..."; 0 where there is none that the JDK would look into.
int VersionOf(std::string_view entry_name) {
  if (!entry_name.starts_with(kVersions)) return 0;
  entry_name.remove_prefix(kVersions.size());
  int version = 0;
  size_t i = 0;
  for (; i < entry_name.size() && entry_name[i] >= '0' && entry_name[i] <= '9'; ++i) {
    version = version * 10 + (entry_name[i] - '0');
    if (version == 0 || version > kLastVersion) return 0;  // a leading zero is another folder to the JDK
  }
  const bool is_folder = i < entry_name.size() && entry_name[i] == '/';
  return is_folder && version >= kFirstVersion ? version : 0;
}

// The paths in BOOT-INF/classpath.idx: lines such as  - "BOOT-INF/lib/a.jar"
std::vector<std::string> ReadClassPathIndex(const ZipArchive& archive) {
  std::vector<std::string> paths;
  const ZipEntry* entry = archive.Find("BOOT-INF/classpath.idx");
  if (entry == nullptr) return paths;
  Result<Blob> content = archive.Read(*entry, kLargestManifest);
  if (!content.ok()) return paths;
  std::string_view text = AsText(content->bytes());
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t open = line.find('"');
    const size_t close = line.rfind('"');
    if (open < close && close != std::string_view::npos)
      paths.emplace_back(line.substr(open + 1, close - open - 1));
  }
  return paths;
}

}  // namespace

Result<std::shared_ptr<const Jar>> Jar::Open(MappedFile content, std::string name) {
  REVMON_ASSIGN_OR_RETURN(ZipArchive archive, ZipArchive::Open(content.bytes(), std::move(name)));
  std::shared_ptr<Jar> jar(new Jar(std::move(archive)));
  jar->content_ = std::move(content);
  REVMON_RETURN_IF_ERROR(jar->ReadManifest());
  return std::shared_ptr<const Jar>(std::move(jar));
}

Result<std::shared_ptr<const Jar>> Jar::OpenNested(std::shared_ptr<const Jar> outer, const ZipEntry& entry,
                                                   uint64_t& budget) {
  REVMON_ASSIGN_OR_RETURN(Blob content, outer->archive_.Read(entry, budget));
  if (content.owned()) budget -= content.bytes().size();
  std::string name = outer->name() + "!/" + std::string(entry.name);
  REVMON_ASSIGN_OR_RETURN(ZipArchive archive, ZipArchive::Open(content.bytes(), std::move(name)));
  std::shared_ptr<Jar> jar(new Jar(std::move(archive)));
  jar->nested_content_ = std::move(content);
  jar->outer_ = std::move(outer);
  REVMON_RETURN_IF_ERROR(jar->ReadManifest());
  return std::shared_ptr<const Jar>(std::move(jar));
}

Status Jar::ReadManifest() {
  const ZipEntry* entry = archive_.Find("META-INF/MANIFEST.MF");
  if (entry == nullptr) return OkStatus();
  REVMON_ASSIGN_OR_RETURN(Blob content, archive_.Read(*entry, kLargestManifest));
  manifest_ = Manifest::Parse(AsText(content.bytes()));
  return OkStatus();
}

std::vector<const ZipEntry*> Jar::LibrariesBelow(std::string_view root) const {
  std::vector<const ZipEntry*> libraries;
  std::set<std::string_view> seen;
  auto add = [&](std::string_view name) {
    const ZipEntry* entry = archive_.Find(name);
    if (entry != nullptr && name.starts_with(root) && name.ends_with(".jar") && seen.insert(name).second) {
      libraries.push_back(entry);
    }
  };
  for (const std::string& path : ReadClassPathIndex(archive_)) {
    if (const ZipEntry* entry = archive_.Find(path)) add(entry->name);  // the entry's name outlives the index
  }
  for (const ZipEntry& entry : archive_.entries()) add(entry.name);
  return libraries;
}

Jar::Layout Jar::FindLayout() const {
  Layout layout;
  if (!manifest_.classes_root.empty() || !manifest_.library_root.empty()) {
    layout.classes_root = manifest_.classes_root;
    if (!manifest_.library_root.empty()) layout.libraries = LibrariesBelow(manifest_.library_root);
    if (!layout.classes_root.empty() && layout.classes_root.back() != '/') layout.classes_root += '/';
    return layout;
  }
  for (std::string_view root : {"BOOT-INF/", "WEB-INF/"}) {
    std::string classes = std::string(root) + "classes/";
    std::string libraries = std::string(root) + "lib/";
    auto below = [&](const ZipEntry& entry) {
      return entry.name.starts_with(classes) || entry.name.starts_with(libraries);
    };
    if (std::none_of(archive_.entries().begin(), archive_.entries().end(), below)) continue;
    layout.classes_root = classes;
    layout.libraries = LibrariesBelow(libraries);
    break;
  }
  return layout;
}

JarContainer::JarContainer(std::shared_ptr<const Jar> jar, std::string root, int release,
                           std::vector<std::string> hidden_roots)
    : jar_(std::move(jar)),
      root_(std::move(root)),
      location_(root_.empty() ? jar_->name() : jar_->name() + "!/" + root_),
      hidden_roots_(std::move(hidden_roots)) {
  if (!root_.empty() || release < kFirstRelease || !jar_->manifest().multi_release) return;
  std::set<int, std::greater<>> versions;
  for (const ZipEntry& entry : jar_->archive().entries()) {
    const int version = VersionOf(entry.name);
    if (version != 0 && version <= release) versions.insert(version);
  }
  for (int version : versions)
    version_roots_.push_back(std::string(kVersions) + std::to_string(version) + "/");
}

bool JarContainer::IsHidden(std::string_view entry_name) const {
  return std::any_of(hidden_roots_.begin(), hidden_roots_.end(),
                     [&](const std::string& root) { return entry_name.starts_with(root); });
}

const ZipEntry* JarContainer::Lookup(std::string_view name) const {
  std::string path = HasSurrogates(name) ? FromModifiedUtf8(name) : std::string(name);
  path += kClassSuffix;
  if (IsHidden(path)) return nullptr;
  if (!path.starts_with(kMetaInf)) {
    for (const std::string& root : version_roots_) {
      if (const ZipEntry* entry = jar_->archive().Find(root + path)) return entry;
    }
  }
  return jar_->archive().Find(root_.empty() ? path : root_ + path);
}

std::string JarContainer::OriginOf(const ZipEntry& entry) const {
  return jar_->name() + "!/" + std::string(entry.name);
}

Result<std::optional<FoundClass>> JarContainer::Find(std::string_view name) const {
  const ZipEntry* entry = Lookup(name);
  if (entry == nullptr) return std::optional<FoundClass>();
  REVMON_ASSIGN_OR_RETURN(Blob content, jar_->archive().Read(*entry));
  return std::optional(FoundClass{std::move(content), OriginOf(*entry)});
}

std::string_view JarContainer::ClassNameOf(std::string_view entry_name) const {
  if (!entry_name.ends_with(kClassSuffix) || IsHidden(entry_name)) return {};
  entry_name.remove_suffix(kClassSuffix.size());
  if (!root_.empty()) {
    if (!entry_name.starts_with(root_)) return {};
    entry_name.remove_prefix(root_.size());
  } else if (entry_name.starts_with(kMetaInf)) {
    auto root = std::find_if(version_roots_.begin(), version_roots_.end(),
                             [&](const std::string& prefix) { return entry_name.starts_with(prefix); });
    if (root == version_roots_.end()) return {};
    entry_name.remove_prefix(root->size());
  }
  return entry_name == "module-info" ? std::string_view() : entry_name;
}

Status JarContainer::ForEach(const Visitor& visit) const {
  const std::span<const ZipEntry> entries = jar_->archive().entries();
  for (size_t i = 0; i < entries.size(); ++i) {
    const std::string_view plain = ClassNameOf(entries[i].name);
    if (plain.empty()) continue;
    std::string name = HasFourByteSequence(plain) ? ToModifiedUtf8(plain) : std::string(plain);
    // Of versions and duplicates, the one that a lookup finds is told; so each name is told once.
    if (Lookup(name) == &entries[i]) visit(name, i);
  }
  return OkStatus();
}

Result<Blob> JarContainer::Read(std::string_view, uint64_t token) const {
  return jar_->archive().Read(jar_->archive().entries()[token]);
}

std::string JarContainer::OriginOf(std::string_view, uint64_t token) const {
  return OriginOf(jar_->archive().entries()[token]);
}

}  // namespace revmon::classpath
