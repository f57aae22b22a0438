// Answers: which types does the verifier expect in locals and on the stack, and where?
//
// A StackMapTable stores frames as differences; here they are absolute, one after the other, all types of a
// method in one vector. Encoding picks the smallest form, as javac does, so decoding and encoding javac's
// tables gives the same bytes. Differences start from the frame at method entry, which the descriptor
// implies. A hostile table can describe 65535 frames of 65535 locals: kMaxTypes is the budget for
// one method.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/constant_pool_editor.h"

namespace revmon::classfile {

enum class TypeTag : uint8_t {
  kTop = 0,
  kInteger = 1,
  kFloat = 2,
  kDouble = 3,
  kLong = 4,
  kNull = 5,
  kUninitializedThis = 6,
  kObject = 7,
  kUninitialized = 8,
};

struct VerificationType {
  TypeTag tag = TypeTag::kTop;
  uint16_t index = 0;          // kObject: its Class constant if known, else 0
  uint32_t site = 0;           // kUninitialized: where its `new` is (a pc in a table, a label in an editor)
  std::string_view name = {};  // kObject: internal name or array descriptor; lives as long as the pool

  static VerificationType Object(std::string_view name) { return {.tag = TypeTag::kObject, .name = name}; }
  [[nodiscard]] bool is_two_slots() const { return tag == TypeTag::kLong || tag == TypeTag::kDouble; }
  // Objects of one name are one type, whatever constant names them.
  friend bool operator==(const VerificationType& a, const VerificationType& b) {
    return a.tag == b.tag && (a.tag != TypeTag::kObject || a.name == b.name) &&
           (a.tag != TypeTag::kUninitialized || a.site == b.site);
  }
};

// Locals and stack of one frame, a Long or Double counting as one entry (as in the class file).
struct FrameView {
  uint32_t pc = 0;
  std::span<const VerificationType> locals;
  std::span<const VerificationType> stack;
};

class StackMap {
 public:
  static constexpr size_t kMaxTypes = 1 << 20;

  // `data` is the attribute's content, at `offset` in the class file. Frames come in ascending pc order, by
  // construction of the format. Sites and pcs are not checked against the code.
  [[nodiscard]] Status Decode(Bytes data, uint32_t offset, std::span<const VerificationType> entry_locals,
                              const ConstantPoolEditor& pool);
  // Appends a frame; `pc` must ascend.
  void Add(uint32_t pc, std::span<const VerificationType> locals, std::span<const VerificationType> stack);
  // The attribute's content. Objects without a constant get one in `pool`.
  [[nodiscard]] Result<std::vector<uint8_t>> Encode(std::span<const VerificationType> entry_locals,
                                                    ConstantPoolEditor& pool) const;

  [[nodiscard]] size_t size() const { return frames_.size(); }
  [[nodiscard]] FrameView frame(size_t i) const;
  [[nodiscard]] std::span<VerificationType> types() { return types_; }
  [[nodiscard]] size_t type_count() const { return types_.size(); }

 private:
  struct Entry {
    uint32_t pc;
    uint32_t first;
    uint32_t locals;
    uint32_t stack;
  };
  [[nodiscard]] Status ReadTypes(ByteReader& reader, uint32_t n, const ConstantPoolEditor& pool);
  [[nodiscard]] Status ReadFrame(ByteReader& reader, std::span<const VerificationType> entry_locals,
                                 const ConstantPoolEditor& pool);

  std::vector<Entry> frames_;
  std::vector<VerificationType> types_;
};

}  // namespace revmon::classfile
