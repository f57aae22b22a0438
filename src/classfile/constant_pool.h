// Answers: what does constant number i of this class say?
//
// A view: one offset per entry into the class bytes, which must outlive it. Parse checks every
// cross-reference between entries (a Class names a Utf8, a Methodref names a Class and a NameAndType, ...),
// so after a successful Parse the composed accessors below are total. Every accessor is also safe for any
// index: asking for the wrong kind or an index out of range gives an empty value, never undefined behaviour.
// Text is the JVM's modified UTF-8, as stored.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::classfile {

enum class AttributeKind : uint8_t;  // attribute.h

enum class ConstantTag : uint8_t {
  kNone = 0,  // index 0, the second slot of a Long or Double, or out of range
  kUtf8 = 1,
  kInteger = 3,
  kFloat = 4,
  kLong = 5,
  kDouble = 6,
  kClass = 7,
  kString = 8,
  kFieldref = 9,
  kMethodref = 10,
  kInterfaceMethodref = 11,
  kNameAndType = 12,
  kMethodHandle = 15,
  kMethodType = 16,
  kDynamic = 17,
  kInvokeDynamic = 18,
  kModule = 19,
  kPackage = 20,
};

[[nodiscard]] std::string_view ToString(ConstantTag tag);

// Kinds that are alike in what they refer to.
enum class ConstantGroup : uint8_t {
  kText,         // Utf8
  kNumber,       // Integer, Float, Long, Double
  kName,         // Class, String, MethodType, Module, Package: one Utf8
  kNameAndType,  // two Utf8
  kMember,       // Fieldref, Methodref, InterfaceMethodref: a Class and a NameAndType
  kOther,        // MethodHandle, Dynamic, InvokeDynamic
};
inline constexpr size_t kConstantGroups = 6;

struct NameAndType {
  std::string_view name;
  std::string_view descriptor;
};

struct MemberRef {
  ConstantTag tag = ConstantTag::kNone;  // kFieldref, kMethodref or kInterfaceMethodref
  std::string_view owner;                // internal name, or an array descriptor such as [I
  std::string_view name;
  std::string_view descriptor;
};

struct MethodHandleRef {
  uint8_t kind = 0;           // JVMS table 5.4.3.5-A, 1 (REF_getField) to 9 (REF_invokeInterface)
  uint16_t member_index = 0;  // of the MemberRef
};

struct DynamicRef {
  uint16_t bootstrap_index = 0;  // into the BootstrapMethods attribute
  std::string_view name;
  std::string_view descriptor;
};

class ConstantPool {
 public:
  // Reads the pool (constant_pool_count onwards) from `reader`, which is over the whole class file `bytes`.
  [[nodiscard]] Status Parse(Bytes bytes, ByteReader& reader);

  // constant_pool_count: one more than the highest index.
  [[nodiscard]] uint16_t count() const { return static_cast<uint16_t>(offsets_.size()); }
  [[nodiscard]] ConstantTag tag(uint32_t index) const {
    return index < tags_.size() ? tags_[index] : ConstantTag::kNone;
  }
  [[nodiscard]] bool Is(uint32_t index, ConstantTag wanted) const { return tag(index) == wanted; }

  [[nodiscard]] std::string_view Utf8(uint32_t index) const;       // of a Utf8
  [[nodiscard]] std::string_view ClassName(uint32_t index) const;  // of a Class, Module or Package
  [[nodiscard]] std::string_view String(uint32_t index) const;     // of a String
  [[nodiscard]] std::string_view MethodType(uint32_t index) const;
  [[nodiscard]] uint32_t Bits32(uint32_t index) const;  // of an Integer or Float
  [[nodiscard]] uint64_t Bits64(uint32_t index) const;  // of a Long or Double
  [[nodiscard]] revmon::classfile::NameAndType NameAndType(uint32_t index) const;
  [[nodiscard]] MemberRef Member(uint32_t index) const;
  [[nodiscard]] MethodHandleRef MethodHandle(uint32_t index) const;
  [[nodiscard]] DynamicRef Dynamic(uint32_t index) const;  // of a Dynamic or InvokeDynamic
  // The two raw u2 operands of a compound entry (for a Class, String etc. the second is 0).
  [[nodiscard]] uint16_t First(uint32_t index) const;
  [[nodiscard]] uint16_t Second(uint32_t index) const;

  // The class file the offsets count in.
  [[nodiscard]] Bytes bytes() const { return bytes_; }
  // Which attribute a Utf8 names (AttributeKindOf), found when first asked for: attributes outnumber their
  // names by far. kUnknown for anything else. Threads may ask at the same time: they find the same.
  [[nodiscard]] AttributeKind AttributeNamed(uint32_t index) const {
    if (index >= attributes_.size()) return AttributeKind{};
    AttributeKind kind = std::atomic_ref(attributes_[index]).load(std::memory_order_relaxed);
    return kind != kNotAsked ? kind : FindAttributeNamed(index);
  }

  // All entries as stored, without the leading count.
  [[nodiscard]] Bytes raw() const { return raw_; }
  // The indexes of all constants of a group, ascending: loops over one kind need no branch on it, and whoever
  // looks for a method meets only those.
  [[nodiscard]] std::span<const uint16_t> IndexesOf(ConstantGroup group) const {
    auto g = static_cast<size_t>(group);
    return std::span(by_group_).subspan(g * tags_.size(), group_sizes_[g]);
  }
  // Tags and offsets of all entries by index, for loops over the whole pool.
  [[nodiscard]] std::span<const ConstantTag> tags() const { return tags_; }
  [[nodiscard]] std::span<const uint32_t> offsets() const { return offsets_; }
  // Where entry `index` starts in the class file; 0 if there is none.
  [[nodiscard]] uint32_t OffsetOf(uint32_t index) const {
    return index < offsets_.size() ? offsets_[index] : 0;
  }

 private:
  [[nodiscard]] AttributeKind FindAttributeNamed(uint32_t index) const;
  [[nodiscard]] Status ReadEntries(ByteReader& reader, uint32_t count);
  [[nodiscard]] Status CheckReferences() const;
  [[nodiscard]] bool AllReferencesAreRight() const;
  [[nodiscard]] bool ReferencesAreRight(uint32_t index, ConstantTag tag) const;
  [[nodiscard]] const uint8_t* Entry(uint32_t index, ConstantTag wanted) const {
    return tag(index) == wanted ? bytes_.data() + offsets_[index] + 1 : nullptr;
  }

  Bytes bytes_;
  Bytes raw_;
  std::vector<uint32_t> offsets_;  // of the tag byte; 0 = unusable
  std::vector<ConstantTag> tags_;  // the tag byte again: most questions end there
  static constexpr AttributeKind kNotAsked{0xFF};
  mutable std::vector<AttributeKind> attributes_;
  std::vector<uint16_t> by_group_;  // as many places for each group as there are constants
  std::array<uint32_t, kConstantGroups> group_sizes_ = {};
};

}  // namespace revmon::classfile
