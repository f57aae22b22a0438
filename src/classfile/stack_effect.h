// Answers: how many stack slots does this instruction take and leave?
//
// A slot is one entry of max_stack: a long or double takes two.
#pragma once
#include <cstdint>

#include "base/result.h"
#include "classfile/code.h"
#include "classfile/constant_pool_editor.h"

namespace revmon::classfile {

struct StackEffect {
  uint32_t pops = 0;
  uint32_t pushes = 0;
};

// The slots `instruction` takes and leaves when it falls through. dup and its kin take what they look at. jsr
// counts the address it pushes for its target.
[[nodiscard]] Result<StackEffect> StackEffectOf(const Instruction& instruction,
                                                const ConstantPoolEditor& pool);

}  // namespace revmon::classfile
