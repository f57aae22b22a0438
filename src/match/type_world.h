// Answers: what does the matcher know of a type that a class file only names?
//
// The matcher sees one class; the types it names may not be loaded yet, so what is known of them is read from
// class files, once each, when first asked for. A type that cannot be found or read is unknown, and whatever
// depends on it is kMaybe: the matcher then leaves a test to the running program rather than guess.
// Everything handed out stays valid as long as the world; everything may be called from many threads.
//
// Types are named as in Class constants: "java/util/Map", "[I", "[Ljava/lang/String;". Primitive types have
// no such name and are handled by pattern_match.h.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "base/concurrent_array.h"
#include "base/interner.h"
#include "classfile/class_file.h"
#include "classpath/class_path.h"

namespace revmon::match {

enum class Tri : uint8_t { kNo, kYes, kMaybe };

[[nodiscard]] inline Tri And(Tri a, Tri b) {
  if (a == Tri::kNo || b == Tri::kNo) return Tri::kNo;
  return a == Tri::kYes ? b : a;
}
[[nodiscard]] inline Tri Or(Tri a, Tri b) {
  if (a == Tri::kYes || b == Tri::kYes) return Tri::kYes;
  return a == Tri::kNo ? b : a;
}
[[nodiscard]] inline Tri Not(Tri a) { return a == Tri::kMaybe ? a : (a == Tri::kYes ? Tri::kNo : Tri::kYes); }

// A field or method as its class declares it.
struct MemberInfo {
  std::string_view name;
  std::string_view descriptor;
  std::string_view signature;  // generic; "" = none
  uint16_t flags = 0;
  std::vector<std::string_view> exceptions;   // internal names of the throws clause
  std::vector<std::string_view> annotations;  // internal names, visible and invisible ones
};

struct TypeInfo {
  std::string_view name;
  std::string_view super;      // "" for java/lang/Object
  std::string_view outer;      // the class around it, "" = none
  std::string_view signature;  // generic; "" = none
  uint16_t flags = 0;
  std::vector<std::string_view> interfaces;
  std::vector<std::string_view> annotations;
  std::vector<MemberInfo> fields;  // both by name, then descriptor: SortMembers
  std::vector<MemberInfo> methods;
  Arena texts;

  [[nodiscard]] bool is_interface() const { return (flags & classfile::kAccInterface) != 0; }
  [[nodiscard]] bool is_final() const { return (flags & classfile::kAccFinal) != 0; }
};

// Puts members in the order that MembersNamed needs.
void SortMembers(TypeInfo& info);
[[nodiscard]] std::span<const MemberInfo> MembersNamed(const std::vector<MemberInfo>& members,
                                                       std::string_view name);

// What the matcher wants to know of a parsed class. Damaged attributes count as absent.
[[nodiscard]] std::unique_ptr<const TypeInfo> DescribeType(const classfile::ClassFile& file);

// A type, then all its supertypes, breadth first.
struct Supertypes {
  std::vector<std::string_view> names;
  bool complete = true;  // false: one of them is unknown, so there may be more
};

class TypeWorld {
 public:
  TypeWorld() = default;
  TypeWorld(const TypeWorld&) = delete;
  TypeWorld& operator=(const TypeWorld&) = delete;
  virtual ~TypeWorld() { Clear(); }  // inline, so that code compiled with RTTI can derive

  // Null where the type is unknown, and for arrays.
  [[nodiscard]] const TypeInfo* Find(std::string_view name);
  // A class whose bytes are at hand; does nothing if the name was asked for before and found.
  void Learn(const classfile::ClassFile& file);

  [[nodiscard]] const Supertypes& SupertypesOf(std::string_view name);
  // Is every `sub` a `super`? A type is a subtype of itself.
  [[nodiscard]] Tri IsSubtype(std::string_view sub, std::string_view super);
  // Do two types themselves declare methods of the same name and parameters but with different results, so
  // that hardly any class is both? (AspectJ's rule, static methods included: no List is a Set.) Answers are
  // kept.
  [[nodiscard]] bool Contradict(std::string_view a, std::string_view b);

 protected:
  // Reads the class of this name; null if there is none that can be read. May be called twice for one name.
  [[nodiscard]] virtual std::unique_ptr<const TypeInfo> Read(std::string_view name) = 0;

 private:
  void Clear();
  const TypeInfo* Publish(uint32_t id, std::unique_ptr<const TypeInfo> info);
  [[nodiscard]] std::unique_ptr<Supertypes> Walk(std::string_view name);
  Tri IsArraySubtype(std::string_view sub, std::string_view super);
  bool FindContradiction(std::string_view a, std::string_view b);

  ConcurrentInterner names_;
  ConcurrentArray<std::atomic<const TypeInfo*>> infos_;
  ConcurrentArray<std::atomic<const Supertypes*>> supertypes_;
  std::mutex mutex_;  // guards contradictions_
  std::unordered_map<uint64_t, bool> contradictions_;
};

// The types of a class path.
class ClassPathWorld final : public TypeWorld {
 public:
  // `path` must outlive the world.
  explicit ClassPathWorld(const classpath::ClassPath& path) : path_(path) {}

 protected:
  std::unique_ptr<const TypeInfo> Read(std::string_view name) override;

 private:
  const classpath::ClassPath& path_;
};

}  // namespace revmon::match
