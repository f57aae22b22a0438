#include "graph/program.h"

#include <algorithm>
#include <set>

#include "base/path.h"
#include "classpath/class_path.h"
#include "classpath/jar.h"
#include "graph/extract.h"
#include "graph/method_extract.h"

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

// Facts of methods lie beside those of classes.
std::vector<Hash128> MethodKeys(const std::vector<Hash128>& keys) {
  std::vector<Hash128> out;
  out.reserve(keys.size());
  for (const Hash128& key : keys) {
    out.push_back(Hasher().Put(key).Field("methods").U4(kMethodFactsVersion).Finish());
  }
  return out;
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
  Reader(const FileSystem& files, int release, FactsCache* cache, Detail detail, Program& program)
      : files_(files), release_(release), cache_(cache), detail_(detail), program_(program) {}

  Status Add(const ContainerPath& path) {
    REVMON_ASSIGN_OR_RETURN(FileInfo info, files_.Stat(path.path));
    ContainerSnapshot snapshot{path.path, path.library, info.type != FileType::kDirectory, {}};
    program_.containers_.push_back(std::move(snapshot));
    return info.type == FileType::kDirectory ? Folder(path.path) : Archive(path.path);
  }

 private:
  [[nodiscard]] uint32_t container() const { return static_cast<uint32_t>(program_.containers_.size() - 1); }
  using Blobs = std::vector<std::optional<std::vector<uint8_t>>>;
  struct Facts {
    ByteWriter classes, methods;
  };
  [[nodiscard]] Blobs Cached(const std::vector<Hash128>& keys) {
    return cache_ == nullptr ? Blobs(keys.size()) : cache_->Find(keys);
  }
  [[nodiscard]] Blobs CachedMethods(const std::vector<Hash128>& keys) {
    return detail_ == Detail::kClasses ? Blobs(keys.size()) : Cached(MethodKeys(keys));
  }
  // Adds what the cache had; false if that is not all that was asked for.
  [[nodiscard]] bool Take(std::optional<std::vector<uint8_t>>& classes,
                          std::optional<std::vector<uint8_t>>& methods) {
    if (!classes.has_value() || (detail_ == Detail::kMethods && !methods.has_value())) return false;
    return program_.AddBlob(std::move(*classes), std::move(methods), container()).ok();
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
    Blobs cached = Cached(keys);
    Blobs methods = CachedMethods(keys);
    for (size_t i = 0; i < keys.size(); ++i) {
      if (Take(cached[i], methods[i])) continue;
      Facts facts;
      One(read[i], contents[i], facts);
      Keep(keys[i], std::move(facts));
    }
    return OkStatus();
  }

  Status Archive(const std::string& path) {
    REVMON_ASSIGN_OR_RETURN(MappedFile content, files_.Map(path));
    Hash128 key = KeyOf("jar", "", HashBytes(content.bytes()), release_);
    program_.containers_.back().keys.push_back(key);
    Blobs cached = Cached({key});
    Blobs methods = CachedMethods({key});
    if (Take(cached[0], methods[0])) return OkStatus();
    REVMON_ASSIGN_OR_RETURN(std::shared_ptr<const classpath::Jar> jar,
                            classpath::Jar::Open(std::move(content), path));
    Facts facts;
    REVMON_RETURN_IF_ERROR(Classes(classpath::JarContainer(jar, "", release_), facts));
    for (const classpath::ZipEntry& entry : jar->archive().entries())
      ArchivedResource(*jar, entry, facts.classes);
    Keep(key, std::move(facts));
    return OkStatus();
  }

  Status Classes(const classpath::ClassContainer& jar, Facts& facts) {
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
  void One(const std::string& name, Bytes bytes, Facts& facts) {
    ++program_.parsed_;
    bool is_class = name.ends_with(".class") && !name.ends_with("module-info.class");
    if (is_class && extractor_.Class(bytes, scratch_).ok()) {
      if (detail_ == Detail::kMethods &&
          method_extractor_
              .Class(extractor_.file(), extractor_.sums(), extractor_.constants(), method_scratch_)
              .ok()) {
        Encode(method_scratch_, facts.methods);
      }
    } else {
      extractor_.Resource(name, bytes, scratch_);
      if (is_class) {
        scratch_.name = std::string_view(name).substr(0, name.size() - 6);
        scratch_.is_resource = false;
      }
    }
    Encode(scratch_, facts.classes);
  }

  void Keep(const Hash128& key, Facts facts) {
    bool methods = detail_ == Detail::kMethods;
    if (cache_ != nullptr) cache_->Put(key, facts.classes.bytes());
    if (cache_ != nullptr && methods) cache_->Put(MethodKeys({key})[0], facts.methods.bytes());
    // Just written: it can be read.
    static_cast<void>(program_.AddBlob(facts.classes.Release(),
                                       methods ? std::optional(facts.methods.Release()) : std::nullopt,
                                       container()));
  }

  const FileSystem& files_;
  int release_;
  FactsCache* cache_;
  Detail detail_;
  Program& program_;
  Extractor extractor_;
  MethodExtractor method_extractor_;
  ClassFacts scratch_;
  MethodFacts method_scratch_;
};

Program Program::Read(const FileSystem& files, const std::vector<ContainerPath>& paths, int release,
                      FactsCache* cache, Detail detail) {
  Program program;
  program.has_methods_ = detail == Detail::kMethods;
  Reader reader(files, release, cache, detail, program);
  std::set<std::string> seen;
  for (const ContainerPath& path : paths) {
    if (!seen.insert(NormalizePath(path.path)).second) continue;
    Status added = reader.Add(path);
    if (!added.ok()) program.problems_.push_back(std::move(added).error());
  }
  return program;
}

Result<Program> Program::Restore(const std::vector<ContainerSnapshot>& snapshots, FactsCache& cache,
                                 Detail detail) {
  Program program;
  program.has_methods_ = detail == Detail::kMethods;
  for (const ContainerSnapshot& snapshot : snapshots) {
    program.containers_.push_back(snapshot);
    auto container = static_cast<uint32_t>(program.containers_.size() - 1);
    std::vector<std::optional<std::vector<uint8_t>>> blobs = cache.Find(snapshot.keys);
    std::vector<std::optional<std::vector<uint8_t>>> methods(blobs.size());
    if (program.has_methods_) methods = cache.Find(MethodKeys(snapshot.keys));
    for (size_t i = 0; i < blobs.size(); ++i) {
      if (!blobs[i].has_value()) {
        return Error(ErrorCode::kNotFound, "facts of an earlier run are no longer in the store")
            .At(snapshot.location);
      }
      if (!methods[i].has_value()) program.has_methods_ = false;
      REVMON_RETURN_IF_ERROR(program.AddBlob(std::move(*blobs[i]), std::move(methods[i]), container));
    }
  }
  return program;
}

Status Program::AddBlob(std::vector<uint8_t> blob, std::optional<std::vector<uint8_t>> methods,
                        uint32_t container) {
  ByteReader reader{Bytes(blob)};
  std::vector<ProgramEntry> found;
  while (!reader.empty()) {
    ProgramEntry entry;
    entry.container = container;
    REVMON_RETURN_IF_ERROR(Decode(reader, entry.facts));
    found.push_back(std::move(entry));
  }
  std::vector<MethodFacts> facts;
  if (methods.has_value()) {
    ByteReader method_reader{Bytes(*methods)};
    while (!method_reader.empty()) REVMON_RETURN_IF_ERROR(Decode(method_reader, facts.emplace_back()));
    blobs_.push_back(std::move(*methods));
  }
  blobs_.push_back(std::move(blob));  // views stay valid: the buffer itself does not move
  // Both are in the same order; a class that could not be read has no facts of methods.
  size_t next = 0;
  for (ProgramEntry& entry : found) {
    bool has = !entry.facts.is_resource && next < facts.size() && facts[next].name() == entry.facts.name;
    MethodFacts* own = has ? &facts[next++] : nullptr;
    bool shadowed = !entry.facts.is_resource && classes_.Find(entry.facts.name).has_value();
    if (own != nullptr && !shadowed) {
      entry.methods = static_cast<int32_t>(method_facts_.size());
      method_facts_.push_back(std::move(*own));
    }
    AddEntry(std::move(entry));
  }
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
