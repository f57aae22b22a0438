// Answers: which index does this constant have, adding it if the class has none yet?
//
// The original pool is kept byte for byte and only appended to, so no existing index ever moves and code that
// is not edited needs no rewriting. The lookup table (open addressing over the bytes of the entries) is built
// at the first question: classes that only get their code moved about never pay for it.
// The ConstantPool given must outlive the editor; views handed out live as long as the editor does not roll
// back past them.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/constant_pool.h"

namespace revmon::classfile {

class ConstantPoolEditor {
 public:
  explicit ConstantPoolEditor(const ConstantPool& original) : original_(&original), next_(original.count()) {}

  // Find or add. The error is kLimit: the pool is full (65535 entries) or a text is longer than 65535 bytes.
  [[nodiscard]] Result<uint16_t> Utf8(std::string_view text);
  [[nodiscard]] Result<uint16_t> Integer(int32_t value);
  [[nodiscard]] Result<uint16_t> Float(uint32_t bits);
  [[nodiscard]] Result<uint16_t> Long(int64_t value);
  [[nodiscard]] Result<uint16_t> Double(uint64_t bits);
  [[nodiscard]] Result<uint16_t> Class(std::string_view internal_name);
  [[nodiscard]] Result<uint16_t> String(std::string_view text);
  [[nodiscard]] Result<uint16_t> MethodType(std::string_view descriptor);
  [[nodiscard]] Result<uint16_t> Module(std::string_view name);
  [[nodiscard]] Result<uint16_t> Package(std::string_view name);
  [[nodiscard]] Result<uint16_t> NameAndType(std::string_view name, std::string_view descriptor);
  // `tag` is kFieldref, kMethodref or kInterfaceMethodref.
  [[nodiscard]] Result<uint16_t> Member(ConstantTag tag, std::string_view owner, std::string_view name,
                                        std::string_view descriptor);
  [[nodiscard]] Result<uint16_t> MethodHandle(uint8_t kind, uint16_t member_index);
  // `tag` is kDynamic or kInvokeDynamic; `bootstrap_index` counts in the BootstrapMethods attribute.
  [[nodiscard]] Result<uint16_t> Dynamic(ConstantTag tag, uint16_t bootstrap_index, std::string_view name,
                                         std::string_view descriptor);

  // Reading, over original and added entries alike; total, as ConstantPool's accessors are.
  [[nodiscard]] uint16_t count() const { return static_cast<uint16_t>(next_); }
  [[nodiscard]] ConstantTag tag(uint32_t index) const;
  [[nodiscard]] std::string_view Utf8At(uint32_t index) const;
  [[nodiscard]] std::string_view ClassNameAt(uint32_t index) const;
  [[nodiscard]] MemberRef MemberAt(uint32_t index) const;
  [[nodiscard]] DynamicRef DynamicAt(uint32_t index) const;

  // Rollback(mark) forgets everything added since Mark() gave it.
  [[nodiscard]] uint32_t Mark() const { return next_; }
  void Rollback(uint32_t mark);

  [[nodiscard]] bool changed() const { return next_ != original_->count(); }
  // constant_pool_count and all entries.
  void WriteTo(ByteWriter& out) const;

 private:
  // The whole entry, tag included; empty for an index that has none.
  [[nodiscard]] std::string_view Entry(uint32_t index) const;
  [[nodiscard]] std::string_view Operands(uint32_t index, ConstantTag wanted) const;
  [[nodiscard]] Result<uint16_t> FindOrAdd(std::string entry);
  [[nodiscard]] Result<uint16_t> Named(ConstantTag tag, std::string_view text);
  void Index(uint32_t index);
  void BuildTable(size_t capacity);

  struct Added {
    uint32_t index;
    std::string entry;
  };
  const ConstantPool* original_;
  uint32_t next_;                // 32 bits: a full pool must not wrap
  std::deque<Added> added_;      // ascending by index; a deque, so that views stay valid
  std::vector<uint16_t> table_;  // indexes by hash of the entry, 0 = free; size is a power of two
  size_t used_ = 0;
};

}  // namespace revmon::classfile
