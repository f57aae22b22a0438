// Answers: what does one .class file contain?
//
// A zero-copy view: parsing allocates four small vectors (constant offsets, fields, methods, attributes) and
// everything else points into the caller's bytes, which must outlive the ClassFile. A ClassFile can be parsed
// into again and again to reuse its storage; that is how thousands of classes are read without allocating.
// After a successful Parse the shape is sound: every length fits, every name and descriptor index is a Utf8,
// this/super/interfaces are Class constants. The *contents* of attributes are checked by whoever reads them
// (code.h, attribute_walk.h, stack_map.h). Class versions 45 to 69 and later are read; unknown attributes are
// kept, an unknown constant tag is an error, since its length cannot be known.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/attribute.h"
#include "classfile/constant_pool.h"

namespace revmon::classfile {

inline constexpr uint32_t kMagic = 0xCAFEBABE;

enum AccessFlag : uint16_t {
  kAccPublic = 0x0001,
  kAccPrivate = 0x0002,
  kAccProtected = 0x0004,
  kAccStatic = 0x0008,
  kAccFinal = 0x0010,
  kAccSynchronized = 0x0020,  // method
  kAccSuper = 0x0020,         // class
  kAccTransitive = 0x0020,    // module requires
  kAccOpen = 0x0020,          // module
  kAccVolatile = 0x0040,      // field
  kAccBridge = 0x0040,        // method
  kAccTransient = 0x0080,     // field
  kAccVarargs = 0x0080,       // method
  kAccNative = 0x0100,
  kAccInterface = 0x0200,
  kAccAbstract = 0x0400,
  kAccStrict = 0x0800,
  kAccSynthetic = 0x1000,
  kAccAnnotation = 0x2000,
  kAccEnum = 0x4000,
  kAccMandated = 0x8000,
  kAccModule = 0x8000,  // class
};

// A field or a method.
struct Member {
  uint16_t access_flags = 0;
  uint16_t name_index = 0;
  uint16_t descriptor_index = 0;
  uint32_t first_attribute = 0;  // into ClassFile's attribute vector
  uint32_t attribute_count = 0;
  uint32_t offset = 0;  // in the class file
  std::string_view name;
  std::string_view descriptor;
};

class ClassFile {
 public:
  [[nodiscard]] static Result<ClassFile> Parse(Bytes bytes);
  // The same into an existing object, reusing its storage. After an error the object is empty.
  [[nodiscard]] Status ParseFrom(Bytes bytes);

  [[nodiscard]] uint16_t minor_version() const { return minor_version_; }
  [[nodiscard]] uint16_t major_version() const { return major_version_; }
  [[nodiscard]] uint16_t access_flags() const { return access_flags_; }
  [[nodiscard]] uint16_t this_index() const { return this_index_; }
  [[nodiscard]] uint16_t super_index() const {
    return super_index_;
  }  // 0 for java/lang/Object and module-info
  [[nodiscard]] std::string_view name() const { return pool_.ClassName(this_index_); }
  [[nodiscard]] std::string_view super_name() const { return pool_.ClassName(super_index_); }
  [[nodiscard]] size_t interface_count() const { return interfaces_.size() / 2; }
  [[nodiscard]] uint16_t interface_index(size_t i) const { return LoadBe16(interfaces_.data() + 2 * i); }
  [[nodiscard]] std::string_view interface_name(size_t i) const {
    return pool_.ClassName(interface_index(i));
  }

  [[nodiscard]] const ConstantPool& pool() const { return pool_; }
  [[nodiscard]] std::span<const Member> fields() const { return fields_; }
  [[nodiscard]] std::span<const Member> methods() const { return methods_; }
  [[nodiscard]] std::span<const Attribute> attributes() const {
    return std::span(attributes_).subspan(class_attributes_);
  }
  [[nodiscard]] std::span<const Attribute> attributes(const Member& member) const {
    return std::span(attributes_).subspan(member.first_attribute, member.attribute_count);
  }
  // The first attribute of that kind, or null.
  [[nodiscard]] const Attribute* Find(AttributeKind kind) const;
  [[nodiscard]] const Attribute* Find(const Member& member, AttributeKind kind) const;

  [[nodiscard]] Bytes bytes() const { return bytes_; }

 private:
  [[nodiscard]] Status ParseAll(Bytes bytes);
  [[nodiscard]] Status ParseHeader(ByteReader& reader);
  [[nodiscard]] Status ParseMembers(ByteReader& reader, std::string_view what, std::vector<Member>& out);

  Bytes bytes_;
  uint16_t minor_version_ = 0;
  uint16_t major_version_ = 0;
  uint16_t access_flags_ = 0;
  uint16_t this_index_ = 0;
  uint16_t super_index_ = 0;
  Bytes interfaces_;  // u2 each
  ConstantPool pool_;
  std::vector<Member> fields_;
  std::vector<Member> methods_;
  std::vector<Attribute> attributes_;  // of all fields, then all methods, then the class
  uint32_t class_attributes_ = 0;
};

[[nodiscard]] const Attribute* FindAttribute(std::span<const Attribute> attributes, AttributeKind kind);

}  // namespace revmon::classfile
