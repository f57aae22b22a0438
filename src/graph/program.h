// Answers: which classes and resources does a program consist of, and what are their facts?
//
// A program is an ordered list of containers: its own class folders (tests too), then its libraries; the JDK
// is none of it. The first class of a name wins, as in the JVM. Reading asks a cache by content first: per
// file for folders, per archive for jars (20 jars are 20 lookups, not 20,000), so only what changed is
// parsed.
//
// A program can be written down as snapshots (16 bytes a class) and restored from the cache alone: that is
// how the program of an earlier run comes back without its class files.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/hash.h"
#include "base/interner.h"
#include "base/result.h"
#include "graph/class_facts.h"
#include "graph/method_facts.h"

namespace revmon::graph {

// Where facts are kept between runs. Keys are content hashes: an entry never changes.
class FactsCache {
 public:
  virtual ~FactsCache() = default;
  // The blobs of many keys, nothing for those that are not there.
  [[nodiscard]] virtual std::vector<std::optional<std::vector<uint8_t>>> Find(
      const std::vector<Hash128>& keys) = 0;
  virtual void Put(const Hash128& key, Bytes blob) = 0;
};

struct ContainerPath {
  std::string path;      // folder or jar
  bool library = false;  // third party: not compiled from the project's sources
};

// One container as it is stored. `keys`: one per class and resource of a folder; of a jar only its own.
struct ContainerSnapshot {
  std::string location;  // as shown to users, not used to find anything
  bool library = false;
  bool archive = false;
  std::vector<Hash128> keys;
  friend bool operator==(const ContainerSnapshot&, const ContainerSnapshot&) = default;
};

struct ProgramEntry {
  ClassFacts facts;  // views into the program
  uint32_t container = 0;
  int32_t methods = -1;  // number of its method facts; -1: none
};

// Facts of methods are read only when asked for: three times the bytes.
enum class Detail : uint8_t { kClasses, kMethods };

class Program {
 public:
  // Reads all containers. One that is missing or damaged is left out and kept as a problem. `release` is the
  // Java release for multi-release jars.
  [[nodiscard]] static Program Read(const FileSystem& files, const std::vector<ContainerPath>& paths,
                                    int release, FactsCache* cache, Detail detail = Detail::kClasses);
  // The program of an earlier run; kNotFound when the cache has lost some of it.
  [[nodiscard]] static Result<Program> Restore(const std::vector<ContainerSnapshot>& snapshots,
                                               FactsCache& cache, Detail detail = Detail::kClasses);

  // In order of containers; of classes the first of each name, of resources all: META-INF/services of every
  // jar counts.
  [[nodiscard]] const std::vector<ProgramEntry>& entries() const { return entries_; }
  [[nodiscard]] const ProgramEntry* FindClass(std::string_view name) const;
  // Null for resources, for classes that cannot be read, and where has_methods() is false.
  [[nodiscard]] const MethodFacts* MethodsOf(const ProgramEntry& entry) const {
    return entry.methods < 0 ? nullptr : &method_facts_[static_cast<size_t>(entry.methods)];
  }
  // Have facts of methods been asked for, and found? (The cache may hold those of classes only.)
  [[nodiscard]] bool has_methods() const { return has_methods_; }
  // The first of this path.
  [[nodiscard]] const ProgramEntry* FindResource(std::string_view path) const;
  [[nodiscard]] const std::vector<ContainerSnapshot>& containers() const { return containers_; }
  [[nodiscard]] bool IsLibrary(const ProgramEntry& entry) const {
    return containers_[entry.container].library;
  }
  [[nodiscard]] size_t class_count() const { return class_count_; }
  [[nodiscard]] const std::vector<Error>& problems() const { return problems_; }
  // How many classes and resources had to be parsed because no cache had them.
  [[nodiscard]] size_t parsed() const { return parsed_; }

 private:
  class Reader;
  [[nodiscard]] Status AddBlob(std::vector<uint8_t> blob, std::optional<std::vector<uint8_t>> methods,
                               uint32_t container);
  void AddEntry(ProgramEntry entry);

  std::vector<ProgramEntry> entries_;
  std::vector<ContainerSnapshot> containers_;
  std::vector<std::vector<uint8_t>> blobs_;  // entries point into them
  Interner classes_;                         // ids are indexes into class_entries_
  Interner resources_;
  std::vector<MethodFacts> method_facts_;
  bool has_methods_ = false;
  std::vector<uint32_t> class_entries_;
  std::vector<uint32_t> resource_entries_;
  size_t class_count_ = 0;
  size_t parsed_ = 0;
  std::vector<Error> problems_;
};

}  // namespace revmon::graph
