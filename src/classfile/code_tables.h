// Answers: where in this debug or annotation table are pcs, and which label does each stand for?
//
// LineNumberTable, LocalVariableTable, LocalVariableTypeTable and Code's type annotations have one thing in
// common: moving instructions changes the value of some u2 fields and never a length. So a table is kept as
// its bytes plus a list of fix-ups, and writing it is a copy and a few patches. Lines and variables must
// start and end at instructions, or the table is refused. javac is known to leave offsets of no instruction
// in type annotations, which only reflection reads: those stay as they are.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "classfile/attribute.h"
#include "classfile/code_model.h"

namespace revmon::classfile {

// Slot number by pc; kNone where no instruction starts. The last entry is the end of the code.
class SlotMap {
 public:
  static constexpr uint32_t kNone = ~0u;
  void Reset(size_t code_length) { slots_.assign(code_length + 1, kNone); }
  void Set(uint32_t pc, uint32_t slot) { slots_[pc] = slot; }
  [[nodiscard]] uint32_t At(uint64_t pc) const { return pc < slots_.size() ? slots_[pc] : kNone; }

 private:
  std::vector<uint32_t> slots_;
};

struct Fixup {
  enum class Kind : uint8_t {
    kPc,            // u2 pc of label a
    kRange,         // u2 pc of label a, u2 length up to label b
    kHandlerIndex,  // u2 index in the exception table; a is the original index
  };
  Kind kind = Kind::kPc;
  uint32_t at = 0;  // in the attribute's data
  uint32_t a = 0;
  uint32_t b = 0;
};

struct CodeTable {
  Attribute attribute;
  std::vector<Fixup> fixups;
};

// Does the editor know where this attribute of Code holds pcs (or that it holds none)?
[[nodiscard]] bool IsKnownCodeAttribute(AttributeKind kind);

[[nodiscard]] Result<CodeTable> ReadCodeTable(const Attribute& attribute, const SlotMap& slots);

}  // namespace revmon::classfile
