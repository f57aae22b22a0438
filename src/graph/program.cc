#include "graph/program.h"

#include <algorithm>
#include <set>

#include "base/path.h"
#include "classpath/class_path.h"
#include "classpath/jar.h"
#include "graph/extract.h"

namespace revmon::graph {
namespace {

constexpr size_t kDeepestFolder = 256;
constexpr uint64_t kLargestResource = uint64_t{64} << 20;

Hash128 KeyOf(std::string_view what, std::string_view name, const Hash128& content, int release) {
  return Hasher()
      .U4(kFactsVersion)
      .U4(element::kCanonicalVersion)
      .Field(what)
      .Field(name)
      .Put(content)
      .U4(static_cast<uint32_t>(release))
      .Finish();
}

Status ListFiles(const FileSystem& files, const std::string& root, const std::string& below, size_t depth,
                 std::vector<std::string>& out) {
  if (depth > kDeepestFolder) return Error(ErrorCode::kLimit, "folders are nested too deeply").At(root);
  REVMON_ASSIGN_OR_RETURN(std::vector<DirectoryEntry> entries, files.List(JoinPath(root, below)));
  for (const DirectoryEntry& entry : entries) {
    std::string path = below.empty() ? entry.name : below + "/" + entry.name;
    if (entry.type == FileType::kDirectory) {
      REVMON_RETURN_IF_ERROR(ListFiles(files, root, path, depth + 1, out));
    } else {
      out.push_back(std::move(path));
    }
  }
  return OkStatus();
}

}  // namespace

// Reads one container after the other into a program.
class Program::Reader {
 public:
  Reader(const FileSystem& files, int release, FactsCache* cache, Program& program)
      : files_(files), release_(release), cache_(cache), program_(program) {}

  Status Add(const ContainerPath& path) {
    REVMON_ASSIGN_OR_RETURN(FileInfo info, files_.Stat(path.path));
    ContainerSnapshot snapshot{path.path, path.library, info.type != FileType::kDirectory, {}};
    program_.containers_.push_back(std::move(snapshot));
    return info.type == FileType::kDirectory ? Folder(path.path) : Archive(path.path);
  }

 private:
  [[nodiscard]] uint32_t container() const { return static_cast<uint32_t>(program_.containers_.size() - 1); }
  [[nodiscard]] std::vector<std::optional<std::vector<uint8_t>>> Cached(const std::vector<Hash128>& keys) {
    if (cache_ == nullptr) return std::vector<std::optional<std::vector<uint8_t>>>(keys.size());
    return cache_->Find(keys);
  }

  Status Folder(const std::string& root) {
    std::vector<std::string> names;
    REVMON_RETURN_IF_ERROR(ListFiles(files_, root, "", 0, names));
    std::vector<std::vector<uint8_t>> contents;
    std::vector<Hash128>& keys = program_.containers_.back().keys;
    std::vector<std::string> read;
    for (std::string& name : names) {
      Result<std::vector<uint8_t>> bytes = files_.ReadFile(JoinPath(root, name), kLargestResource);
      if (!bytes.ok()) {
        program_.problems_.push_back(std::move(bytes).error());
        continue;
      }
      keys.push_back(KeyOf("file", name, HashBytes(*bytes), 0));
      contents.push_back(std::move(bytes).value());
      read.push_back(std::move(name));
    }
    std::vector<std::optional<std::vector<uint8_t>>> cached = Cached(keys);
    for (size_t i = 0; i < keys.size(); ++i) {
      if (!cached[i].has_value() || !program_.AddBlob(std::move(*cached[i]), container()).ok()) {
        ByteWriter facts;
        One(read[i], contents[i], facts);
        Keep(keys[i], std::move(facts));
      }
    }
    return OkStatus();
  }

  Status Archive(const std::string& path) {
    REVMON_ASSIGN_OR_RETURN(MappedFile content, files_.Map(path));
    Hash128 key = KeyOf("jar", "", HashBytes(content.bytes()), release_);
    program_.containers_.back().keys.push_back(key);
    std::vector<std::optional<std::vector<uint8_t>>> cached = Cached({key});
    if (cached[0].has_value() && program_.AddBlob(std::move(*cached[0]), container()).ok()) return OkStatus();
    REVMON_ASSIGN_OR_RETURN(std::shared_ptr<const classpath::Jar> jar,
                            classpath::Jar::Open(std::move(content), path));
    ByteWriter facts;
    REVMON_RETURN_IF_ERROR(Classes(classpath::JarContainer(jar, "", release_), facts));
    for (const classpath::ZipEntry& entry : jar->archive().entries()) ArchivedResource(*jar, entry, facts);
    Keep(key, std::move(facts));
    return OkStatus();
  }

  Status Classes(const classpath::ClassContainer& jar, ByteWriter& facts) {
    return jar.ForEach([&](std::string_view name, uint64_t token) {
      Result<classpath::Blob> bytes = jar.Read(name, token);
      if (bytes.ok()) {
        One(std::string(name) + ".class", bytes->bytes(), facts);
      } else {
        program_.problems_.push_back(std::move(bytes).error());
      }
    });
  }

  void ArchivedResource(const classpath::Jar& jar, const classpath::ZipEntry& entry, ByteWriter& facts) {
    if (entry.name.ends_with('/') || entry.name.ends_with(".class")) return;
    ++program_.parsed_;
    if (Extractor::MayNameClasses(entry.name, entry.size)) {
      if (Result<classpath::Blob> bytes = jar.archive().Read(entry); bytes.ok()) {
        extractor_.Resource(entry.name, bytes->bytes(), scratch_);
        return Encode(scratch_, facts);
      }
    }
    scratch_.Clear();
    scratch_.name = entry.name;
    scratch_.is_resource = true;
    scratch_.content = Hasher().U4(entry.crc32).U8(entry.size).Finish();
    Encode(scratch_, facts);
  }

  // The facts of one file, appended to `facts`. What is no class counts as a resource of that name, so that
  // its change is seen; module-info is one too.
  void One(const std::string& name, Bytes bytes, ByteWriter& facts) {
    ++program_.parsed_;
    bool is_class = name.ends_with(".class") && !name.ends_with("module-info.class");
    if (!is_class || !extractor_.Class(bytes, scratch_).ok()) {
      extractor_.Resource(name, bytes, scratch_);
      if (is_class) {
        scratch_.name = std::string_view(name).substr(0, name.size() - 6);
        scratch_.is_resource = false;
      }
    }
    Encode(scratch_, facts);
  }

  void Keep(const Hash128& key, ByteWriter facts) {
    if (cache_ != nullptr) cache_->Put(key, facts.bytes());
    static_cast<void>(program_.AddBlob(facts.Release(), container()));  // just written: it can be read
  }

  const FileSystem& files_;
  int release_;
  FactsCache* cache_;
  Program& program_;
  Extractor extractor_;
  ClassFacts scratch_;
};

Program Program::Read(const FileSystem& files, const std::vector<ContainerPath>& paths, int release,
                      FactsCache* cache) {
  Program program;
  Reader reader(files, release, cache, program);
  std::set<std::string> seen;
  for (const ContainerPath& path : paths) {
    if (!seen.insert(NormalizePath(path.path)).second) continue;
    Status added = reader.Add(path);
    if (!added.ok()) program.problems_.push_back(std::move(added).error());
  }
  return program;
}

Result<Program> Program::Restore(const std::vector<ContainerSnapshot>& snapshots, FactsCache& cache) {
  Program program;
  for (const ContainerSnapshot& snapshot : snapshots) {
    program.containers_.push_back(snapshot);
    for (std::optional<std::vector<uint8_t>>& blob : cache.Find(snapshot.keys)) {
      if (!blob.has_value()) {
        return Error(ErrorCode::kNotFound, "facts of an earlier run are no longer in the store")
            .At(snapshot.location);
      }
      REVMON_RETURN_IF_ERROR(
          program.AddBlob(std::move(*blob), static_cast<uint32_t>(program.containers_.size() - 1)));
    }
  }
  return program;
}

Status Program::AddBlob(std::vector<uint8_t> blob, uint32_t container) {
  ByteReader reader{Bytes(blob)};
  std::vector<ProgramEntry> found;
  while (!reader.empty()) {
    ProgramEntry entry;
    entry.container = container;
    REVMON_RETURN_IF_ERROR(Decode(reader, entry.facts));
    found.push_back(std::move(entry));
  }
  blobs_.push_back(std::move(blob));  // views stay valid: the buffer itself does not move
  for (ProgramEntry& entry : found) AddEntry(std::move(entry));
  return OkStatus();
}

void Program::AddEntry(ProgramEntry entry) {
  Interner& names = entry.facts.is_resource ? resources_ : classes_;
  uint32_t known = names.size();
  bool first = names.Intern(entry.facts.name) == known;
  if (!first && !entry.facts.is_resource) return;  // shadowed; resources of one name may all be read
  if (first) {
    (entry.facts.is_resource ? resource_entries_ : class_entries_)
        .push_back(static_cast<uint32_t>(entries_.size()));
  }
  if (!entry.facts.is_resource) ++class_count_;
  entries_.push_back(std::move(entry));
}

const ProgramEntry* Program::FindClass(std::string_view name) const {
  std::optional<uint32_t> id = classes_.Find(name);
  return id.has_value() ? &entries_[class_entries_[*id]] : nullptr;
}

const ProgramEntry* Program::FindResource(std::string_view path) const {
  std::optional<uint32_t> id = resources_.Find(path);
  return id.has_value() ? &entries_[resource_entries_[*id]] : nullptr;
}

}  // namespace revmon::graph
