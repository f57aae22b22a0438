// Answers: what is the instruction sequence that will be written, and what does it need of the JVM's stack?
//
// The editor's slots and insertions laid out one after the other; labels are indexes into `nodes` (the number
// of nodes = the end). This is what frames and max_stack are computed on.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "classfile/code_model.h"
#include "classfile/constant_pool_editor.h"

namespace revmon::classfile {

struct FlatHandler {
  uint32_t start = 0;
  uint32_t end = 0;
  uint32_t handler = 0;
  uint16_t catch_type = 0;
};

struct FlatCode {
  static constexpr uint32_t kUnbound = ~0u;
  std::vector<CodeNode> nodes;     // instructions only
  std::vector<uint32_t> label_at;  // by label id
  std::span<const SwitchTable> switches;
  std::vector<FlatHandler> handlers;
  // The last of them, from this one on, cover the code of handlers of wrapped ranges (start is that handler).
  size_t first_nested = 0;

  [[nodiscard]] uint32_t TargetOf(const CodeNode& branch) const { return label_at[branch.target]; }
  // Calls visit(index) for every place a branch or switch can go to.
  template <typename Visit>
  void ForEachTarget(const CodeNode& node, Visit visit) const {
    if (node.is_branch()) visit(TargetOf(node));
    if (!node.is_switch()) return;
    const SwitchTable& table = switches[node.target];
    visit(label_at[table.default_label]);
    for (uint32_t label : table.labels) visit(label_at[label]);
  }
};

// The deepest stack on any path from the entry and the handlers. An error where code takes more than there
// is.
[[nodiscard]] Result<uint32_t> MaxStackOf(const FlatCode& code, const ConstantPoolEditor& pool);

// One more than the highest local that `node` names; 0 if it names none.
[[nodiscard]] uint32_t LocalsOf(const CodeNode& node);

}  // namespace revmon::classfile
