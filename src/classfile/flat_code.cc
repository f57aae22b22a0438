#include "classfile/flat_code.h"

#include <algorithm>
#include <string>

#include "classfile/stack_effect.h"

namespace revmon::classfile {

Result<uint32_t> MaxStackOf(const FlatCode& code, const ConstantPoolEditor& pool) {
  constexpr uint32_t kUnseen = ~0u;
  std::vector<uint32_t> depth_at(code.nodes.size() + 1, kUnseen);
  std::vector<uint32_t> work;
  auto reach = [&](uint32_t index, uint32_t depth) {
    if (index >= code.nodes.size() || depth_at[index] != kUnseen) return;
    depth_at[index] = depth;
    work.push_back(index);
  };
  uint32_t deepest = code.handlers.empty() ? 0 : 1;
  reach(0, 0);
  for (const FlatHandler& handler : code.handlers) reach(handler.handler, 1);
  while (!work.empty()) {
    uint32_t index = work.back();
    work.pop_back();
    const CodeNode& node = code.nodes[index];
    uint32_t depth = depth_at[index];
    REVMON_ASSIGN_OR_RETURN(StackEffect effect, StackEffectOf(node.AsInstruction(index), pool));
    if (effect.pops > depth) {
      return Error(ErrorCode::kMalformed, "code takes more from the stack than there is (instruction " +
                                              std::to_string(index) + ")");
    }
    uint32_t after = depth - effect.pops + effect.pushes;
    deepest = std::max(deepest, after);
    code.ForEachTarget(node, [&](uint32_t target) { reach(target, after); });
    bool subroutine = node.opcode == Opcode::kJsr || node.opcode == Opcode::kJsrW;
    if (FallsThrough(node.opcode)) reach(index + 1, subroutine ? depth : after);
  }
  return deepest;
}

uint32_t LocalsOf(const CodeNode& node) {
  auto op = static_cast<uint32_t>(node.opcode);
  auto in = [op](Opcode first, Opcode last) {
    return op >= static_cast<uint32_t>(first) && op <= static_cast<uint32_t>(last);
  };
  bool load = in(Opcode::kIload, Opcode::kAload3);
  bool store = in(Opcode::kIstore, Opcode::kAstore3);
  bool other = node.opcode == Opcode::kIinc || node.opcode == Opcode::kRet;
  if (!load && !store && !other) return 0;
  uint32_t group = 0;  // 1 and 3 are long and double
  if (!other) {
    uint32_t general = load ? 0x15 : 0x36;
    group = op >= general + 5 ? (op - general - 5) / 4 : op - general;
  }
  return node.AsInstruction(0).local() + (group == 1 || group == 3 ? 2u : 1u);
}

}  // namespace revmon::classfile
