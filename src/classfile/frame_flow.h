// Answers: which types are in the locals and on the stack at this instruction?
//
// The work of the type-checking verifier (JVMS 4.10.1) without its checks: one linear pass, starting each
// basic block from its declared frame, gives the state before every instruction. The editor asks it only for
// frames that nobody declared: targets inside inserted code, handlers of wrapped ranges, and the points that
// widened jumps skip to. No class is ever loaded: where two different classes meet, the result is
// java/lang/Object, which is right for every use the verifier allows without knowing more.
// States are in slots: a long or double is followed by a kTop.
#pragma once
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/code.h"
#include "classfile/constant_pool_editor.h"
#include "classfile/stack_map.h"

namespace revmon::classfile {

struct FrameState {
  std::vector<VerificationType> locals;
  std::vector<VerificationType> stack;
  // In a constructor before super() or this(), even if no local holds `this` any more.
  bool this_uninitialized = false;
};

// Which method the frames belong to; it says what holds at its entry.
struct MethodInfo {
  std::string_view class_name;
  std::string_view name;
  std::string_view descriptor;
  uint16_t access_flags = 0;
  uint16_t major_version = 0;
};

// Locals at method entry, in entries (a long is one): `this`, then the parameters.
[[nodiscard]] Result<std::vector<VerificationType>> EntryLocals(const MethodInfo& method);

// The verification type of a field descriptor: Z, B, C, S and I are kInteger, "LA;" is Object A.
[[nodiscard]] VerificationType TypeOfDescriptor(std::string_view descriptor);

[[nodiscard]] FrameState StateOfFrame(std::span<const VerificationType> locals,
                                      std::span<const VerificationType> stack);
// Back to entries; trailing kTop locals are left out.
void AppendEntries(std::span<const VerificationType> slots, bool trim, std::vector<VerificationType>& out);

// Widens `into` so that it also covers `from`; `changed` is set if it had to move. Locals that do not fit
// become kTop; a stack that does not fit is an error.
[[nodiscard]] Status MergeState(const FrameState& from, FrameState& into, bool& changed);
// The same for locals only: what an exception handler sees. Where two classes meet, a class that `bound`
// names for that slot is taken instead of java/lang/Object: an enclosing handler's frame, which both are
// known to fit.
void MergeLocals(const FrameState& from, FrameState& into, bool& changed, const FrameState* bound = nullptr);

class FrameFlow {
 public:
  FrameFlow(const ConstantPoolEditor& pool, std::string_view class_name)
      : pool_(pool), class_name_(class_name) {}

  // The effect of one instruction on `state`; `site` identifies it if it is a `new`. An error where the state
  // cannot hold for any verified code (the stack ends early, jsr or ret, a constant of the wrong kind).
  [[nodiscard]] Status Step(const Instruction& instruction, uint32_t site, FrameState& state);

 private:
  [[nodiscard]] Status StepLoad(const Instruction& instruction, FrameState& state);
  [[nodiscard]] Status StepStore(const Instruction& instruction, FrameState& state);
  [[nodiscard]] Status StepInvoke(const Instruction& instruction, FrameState& state);
  [[nodiscard]] Status StepConstant(const Instruction& instruction, FrameState& state);
  [[nodiscard]] Status StepArray(const Instruction& instruction, FrameState& state);
  void Initialize(const VerificationType& type, std::string_view name, FrameState& state);
  [[nodiscard]] std::string_view ArrayOf(std::string_view class_name);

  const ConstantPoolEditor& pool_;
  std::string_view class_name_;
  std::deque<std::string> names_;  // of array types no constant names
};

}  // namespace revmon::classfile
