// Answers: which small number stands for this type, field or method?
//
// Elements are named as `a/B`, `a/B.f:I` and `a/B.m(I)V`; ids are dense, from 0, in order of first
// appearance, and are never taken back, so that snapshots sharing a table can be compared id by id and graphs
// can use ids as array indexes. An id depends on what was read before: store names, not ids.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interner.h"

namespace revmon::element {

using Id = uint32_t;
inline constexpr Id kNoId = ~Id{0};

enum class ElementKind : uint8_t { kType, kField, kMethod };

[[nodiscard]] std::string_view ToString(ElementKind kind);  // "type", "field", "method"

class ElementTable {
 public:
  // The id of an element, a new one if it was never seen. A type is an internal name.
  Id Type(std::string_view type);
  Id Field(Id type, std::string_view name, std::string_view descriptor);
  Id Method(Id type, std::string_view name, std::string_view descriptor);

  [[nodiscard]] std::optional<Id> Find(ElementKind kind, std::string_view name) const;

  [[nodiscard]] ElementKind kind(Id id) const { return infos_[id].kind; }
  // The type that declares a field or method; of a type, itself.
  [[nodiscard]] Id owner(Id id) const { return infos_[id].owner; }
  [[nodiscard]] std::string_view Name(Id id) const { return keys_.Text(id).substr(1); }
  // Without the type: `f:I`, `m(I)V`; of a type, its whole name.
  [[nodiscard]] std::string_view MemberName(Id id) const;
  [[nodiscard]] uint32_t size() const { return keys_.size(); }

 private:
  struct Info {
    ElementKind kind;
    Id owner;
  };
  Id Intern(ElementKind kind, Id owner);

  // A name with a letter for its kind in front: nothing in the JVM keeps a field's name from looking like a
  // method's.
  Interner keys_;
  std::vector<Info> infos_;
  std::string key_;  // scratch
};

}  // namespace revmon::element
