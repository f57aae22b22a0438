// Answers: how is a class changed and written back?
//
// A ClassEditor is a list of changes over a ClassFile, which it only reads (and which must outlive it).
// Write() serialises header, pool, members and attributes one by one; with no changes the result equals the
// input byte for byte, since everything is kept in order and unknown attributes are copied. Nothing is
// checked that the JVM checks (the editor's user is trusted to add what makes sense), but no limit of the
// format is passed silently.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/code_editor.h"
#include "classfile/constant_pool_editor.h"

namespace revmon::classfile {

class ClassEditor {
 public:
  explicit ClassEditor(const ClassFile& file);
  ClassEditor(const ClassEditor&) = delete;  // CodeEditors point into the pool
  ClassEditor& operator=(const ClassEditor&) = delete;

  [[nodiscard]] const ClassFile& file() const { return file_; }
  [[nodiscard]] ConstantPoolEditor& pool() { return pool_; }
  [[nodiscard]] bool changed() const { return changed_ || pool_.changed(); }

  void SetAccessFlags(uint16_t flags);
  [[nodiscard]] Status SetSuper(std::string_view internal_name);
  // No change if the class names that interface already.
  [[nodiscard]] Status AddInterface(std::string_view internal_name);
  // Members are numbered as in the ClassFile, added ones after those. An error if there is one of that name
  // and descriptor.
  [[nodiscard]] Result<size_t> AddField(uint16_t access, std::string_view name, std::string_view descriptor);
  [[nodiscard]] Result<size_t> AddMethod(uint16_t access, std::string_view name, std::string_view descriptor);
  [[nodiscard]] Status SetFieldAccess(size_t field, uint16_t access);
  [[nodiscard]] Status SetMethodAccess(size_t method, uint16_t access);

  // Replaces the attribute of that name, or adds it.
  [[nodiscard]] Status SetAttribute(std::string_view name, std::vector<uint8_t> data);
  [[nodiscard]] Status SetFieldAttribute(size_t field, std::string_view name, std::vector<uint8_t> data);
  [[nodiscard]] Status SetMethodAttribute(size_t method, std::string_view name, std::vector<uint8_t> data);

  // What the frames of a method start from.
  [[nodiscard]] MethodInfo InfoOfMethod(size_t method) const;
  // An editor of the method's original body; kNotFound if it has none.
  [[nodiscard]] Result<CodeEditor> EditCode(size_t method);
  // An editor of an empty body, for an added method.
  [[nodiscard]] Result<CodeEditor> NewCode(size_t method);
  // Encodes the body and makes it the method's. On an error the method stays as it was.
  [[nodiscard]] Status SetCode(size_t method, const CodeEditor& code);

  [[nodiscard]] Result<std::vector<uint8_t>> Write() const;

 private:
  struct NewAttribute {
    uint16_t name_index;
    std::string_view name;
    std::vector<uint8_t> data;
  };
  struct EditedMember {
    uint16_t access_flags;
    uint16_t name_index;
    uint16_t descriptor_index;
    const Member* original;  // null if added
    std::vector<NewAttribute> attributes;
  };
  using Members = std::vector<EditedMember>;

  [[nodiscard]] Result<size_t> AddMember(Members& members, uint16_t access, std::string_view name,
                                         std::string_view descriptor);
  [[nodiscard]] Status Set(std::vector<NewAttribute>& attributes, std::string_view name,
                           std::vector<uint8_t> data);
  [[nodiscard]] Status WriteMembers(const Members& members, ByteWriter& out) const;
  [[nodiscard]] Status WriteAttributes(std::span<const Attribute> original,
                                       const std::vector<NewAttribute>& changes, ByteWriter& out) const;

  const ClassFile& file_;
  ConstantPoolEditor pool_;
  uint16_t access_flags_;
  uint16_t super_index_;
  std::vector<uint16_t> interfaces_;
  Members fields_;
  Members methods_;
  std::vector<NewAttribute> attributes_;
  bool changed_ = false;
};

}  // namespace revmon::classfile
