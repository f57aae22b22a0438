// Answers: what are the supertypes and subtypes of a class, and is one type a subtype of another?
//
// Lazy: a class is read from the class path when it is first asked about, and kept as ids (super, interfaces,
// members by name and descriptor) for good. Only subtypes need the whole path: the first such question reads
// every class, in parallel if there is a pool. A class that cannot be found or read is missing, and every
// answer that depends on it is "unknown" rather than a guess; why it is missing is kept in Problems().
//
// Thread-safe throughout, without a lock on the read path: classes are published by compare-and-swap, and of
// two threads reading the same class one throws its copy away. Walks are loops with visited sets, so a
// hierarchy that runs in circles ends too. Ids depend on the order of questions: never store or sort by them.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "base/concurrent_array.h"
#include "base/interner.h"
#include "base/result.h"
#include "base/thread_pool.h"
#include "classfile/class_file.h"
#include "classpath/class_path.h"

namespace revmon::classpath {

using ClassId = uint32_t;   // of a class or array name
using SymbolId = uint32_t;  // of a member name or descriptor
inline constexpr ClassId kNoClass = ~uint32_t{0};

enum class Answer : uint8_t { kNo, kYes, kUnknown };

struct MemberInfo {
  SymbolId name = 0;
  SymbolId descriptor = 0;
  uint16_t flags = 0;
};

struct ClassInfo {
  uint16_t flags = 0;
  uint16_t major_version = 0;
  uint32_t field_count = 0;
  ClassId super = kNoClass;  // of java/lang/Object; an interface has java/lang/Object
  std::vector<ClassId> interfaces;
  std::vector<MemberInfo> members;  // fields, then methods

  [[nodiscard]] bool is_interface() const { return (flags & classfile::kAccInterface) != 0; }
  [[nodiscard]] std::span<const MemberInfo> fields() const { return std::span(members).first(field_count); }
  [[nodiscard]] std::span<const MemberInfo> methods() const {
    return std::span(members).subspan(field_count);
  }
};

// All types that a walk met, each once, and those among them that are missing, so that more may follow.
struct TypeSet {
  std::vector<ClassId> types;
  std::vector<ClassId> missing;
};

class Hierarchy {
 public:
  // `path` and `pool` (may be null) must outlive the hierarchy.
  explicit Hierarchy(const ClassPath& path, ThreadPool* pool = nullptr);
  Hierarchy(const Hierarchy&) = delete;
  Hierarchy& operator=(const Hierarchy&) = delete;
  ~Hierarchy();

  // The id of an internal name ("java/util/List", "[I"), whether or not there is such a class.
  [[nodiscard]] ClassId Id(std::string_view name) const { return classes_.Intern(name); }
  [[nodiscard]] std::string_view Name(ClassId id) const { return classes_.Text(id); }
  [[nodiscard]] SymbolId Symbol(std::string_view text) const { return symbols_.Intern(text); }
  [[nodiscard]] std::string_view SymbolText(SymbolId id) const { return symbols_.Text(id); }
  // How many ids there are so far; for arrays indexed by id.
  [[nodiscard]] uint32_t id_count() const { return classes_.size(); }
  [[nodiscard]] ClassId object() const { return object_; }

  // The class, read now if need be; null if it is missing. Stays valid. Arrays are missing: they have no
  // file.
  [[nodiscard]] const ClassInfo* Load(ClassId id) const;

  // Superclass, then interfaces; of an array: Object, Cloneable, Serializable. Empty if missing.
  [[nodiscard]] std::vector<ClassId> DirectSupertypes(ClassId id) const;
  // Breadth first, the class itself left out.
  [[nodiscard]] TypeSet AllSupertypes(ClassId id) const;
  // Can a value of type `sub` stand where `super` is wanted? A class is a subtype of itself. kUnknown only
  // where a missing class could make it so.
  [[nodiscard]] Answer IsSubtype(ClassId sub, ClassId super) const;

  // Classes on the path that name `id` as superclass or interface, sorted by name. Reads the whole path once.
  [[nodiscard]] std::span<const ClassId> DirectSubtypes(ClassId id) const;
  // Breadth first, the class itself left out.
  [[nodiscard]] std::vector<ClassId> AllSubtypes(ClassId id) const;

  // Classes that were found but could not be read, or that are named otherwise than their file, so far.
  [[nodiscard]] std::vector<Error> Problems() const;

 private:
  struct SubtypeIndex {
    std::vector<uint32_t> starts;  // by class id; one more than there are classes
    std::vector<ClassId> subtypes;
  };
  const ClassInfo* Publish(ClassId id, std::unique_ptr<ClassInfo> info) const;
  std::unique_ptr<ClassInfo> Parse(std::string_view name, Bytes bytes, std::string_view origin) const;
  void LoadListed(const ClassEntry& entry) const;
  void Report(Error error) const;
  Answer IsArraySubtype(std::string_view sub, std::string_view super) const;
  const SubtypeIndex& Subtypes() const;
  std::unique_ptr<SubtypeIndex> BuildSubtypes() const;

  const ClassPath& path_;
  ThreadPool* pool_;
  mutable ConcurrentInterner classes_;
  mutable ConcurrentInterner symbols_;
  mutable ConcurrentArray<std::atomic<const ClassInfo*>> infos_;
  ClassId object_, cloneable_, serializable_;
  mutable std::mutex mutex_;  // guards problems_
  mutable std::vector<Error> problems_;
  mutable std::atomic<const SubtypeIndex*> subtypes_{nullptr};
};

}  // namespace revmon::classpath
