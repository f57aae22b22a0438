#include "classfile/frame_flow.h"

#include <algorithm>

#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "classfile/stack_effect.h"

namespace revmon::classfile {
namespace {

using Types = std::vector<VerificationType>;

constexpr std::string_view kObjectName = "java/lang/Object";
constexpr VerificationType kTop = {};
constexpr VerificationType kInteger = {.tag = TypeTag::kInteger};
constexpr VerificationType kFloat = {.tag = TypeTag::kFloat};
constexpr VerificationType kLong = {.tag = TypeTag::kLong};
constexpr VerificationType kDouble = {.tag = TypeTag::kDouble};
constexpr VerificationType kNull = {.tag = TypeTag::kNull};
// int, long, float, double, reference: the order of the opcode groups.
constexpr VerificationType kByGroup[] = {kInteger, kLong, kFloat, kDouble, kTop};

void Push(FrameState& state, const VerificationType& type) {
  state.stack.push_back(type);
  if (type.is_two_slots()) state.stack.push_back(kTop);
}

Status Underflow(const Instruction& instruction) {
  return Error(ErrorCode::kMalformed, "the stack ends early at pc " + std::to_string(instruction.pc));
}

int Op(const Instruction& instruction) { return static_cast<int>(instruction.opcode); }

// Result of instructions whose result type the opcode alone says; false for all others.
bool FixedResult(int op, VerificationType& type) {
  auto in = [op](int first, int last) { return op >= first && op <= last; };
  if (in(0x60, 0x83)) {  // arithmetic cycles int, long, float, double; shifts and logic int, long
    type = kByGroup[op < 0x78 ? op % 4 : op % 2];
    return true;
  }
  if (in(0x85, 0x90)) {  // conversions, in groups of three: from int, long, float, double
    constexpr VerificationType kConversions[] = {kLong,    kFloat, kDouble, kInteger, kFloat, kDouble,
                                                 kInteger, kLong,  kDouble, kInteger, kLong,  kFloat};
    type = kConversions[op - 0x85];
    return true;
  }
  if (in(0x02, 0x08) || in(0x10, 0x11) || in(0x91, 0x98) || op == 0xbe || op == 0xc1) {
    type = kInteger;  // iconst, bipush, sipush, i2b.., comparisons, arraylength, instanceof
    return true;
  }
  if (in(0x09, 0x0f)) {
    type = op < 0x0b ? kLong : op < 0x0e ? kFloat : kDouble;
    return true;
  }
  if (op == 0x01) type = kNull;
  return op == 0x01;
}

// Stack shuffles in slots: which of the slots taken, counted from the top, are left, bottom first.
std::string_view ShuffleOf(Opcode opcode) {
  switch (opcode) {
    case Opcode::kDup: return std::string_view("\0\0", 2);
    case Opcode::kDupX1: return std::string_view("\0\1\0", 3);
    case Opcode::kDupX2: return std::string_view("\0\2\1\0", 4);
    case Opcode::kDup2: return std::string_view("\1\0\1\0", 4);
    case Opcode::kDup2X1: return std::string_view("\1\0\2\1\0", 5);
    case Opcode::kDup2X2: return std::string_view("\1\0\3\2\1\0", 6);
    case Opcode::kSwap: return std::string_view("\0\1", 2);
    default: return {};
  }
}

void SetLocal(FrameState& state, size_t index, const VerificationType& type) {
  size_t end = index + (type.is_two_slots() ? 2 : 1);
  if (state.locals.size() < end) state.locals.resize(end);
  if (index > 0 && state.locals[index - 1].is_two_slots()) state.locals[index - 1] = kTop;
  state.locals[index] = type;
  if (type.is_two_slots()) state.locals[index + 1] = kTop;
}

bool IsReference(const VerificationType& type) {
  return type.tag == TypeTag::kObject || type.tag == TypeTag::kNull;
}

VerificationType MergeType(const VerificationType& a, const VerificationType& b) {
  if (a == b) return b;
  if (!IsReference(a) || !IsReference(b)) return kTop;
  if (a.tag == TypeTag::kNull) return b;
  if (b.tag == TypeTag::kNull) return a;
  return VerificationType::Object(kObjectName);
}

std::string_view PrimitiveArray(uint8_t code) {
  constexpr std::string_view kNames[] = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};  // codes 4 to 11
  return code >= 4 && code <= 11 ? kNames[code - 4] : std::string_view();
}

}  // namespace

VerificationType TypeOfDescriptor(std::string_view descriptor) {
  switch (descriptor.empty() ? 'V' : descriptor[0]) {
    case 'J': return kLong;
    case 'D': return kDouble;
    case 'F': return kFloat;
    case 'L': return VerificationType::Object(descriptor.substr(1, descriptor.size() - 2));
    case '[': return VerificationType::Object(descriptor);
    case 'V': return kTop;
    default: return kInteger;
  }
}

Result<std::vector<VerificationType>> EntryLocals(const MethodInfo& method) {
  Types locals;
  if ((method.access_flags & kAccStatic) == 0) {
    bool constructor = method.name == "<init>" && method.class_name != kObjectName;
    locals.push_back(constructor ? VerificationType{.tag = TypeTag::kUninitializedThis}
                                 : VerificationType::Object(method.class_name));
  }
  REVMON_ASSIGN_OR_RETURN(MethodDescriptor descriptor, MethodDescriptor::Parse(method.descriptor));
  for (TypeView type : descriptor) locals.push_back(TypeOfDescriptor(type.text));
  return locals;
}

FrameState StateOfFrame(std::span<const VerificationType> locals, std::span<const VerificationType> stack) {
  FrameState state;
  for (const VerificationType& type : locals) {
    state.locals.push_back(type);
    if (type.is_two_slots()) state.locals.push_back(kTop);
    state.this_uninitialized |= type.tag == TypeTag::kUninitializedThis;
  }
  for (const VerificationType& type : stack) Push(state, type);
  return state;
}

void AppendEntries(std::span<const VerificationType> slots, bool trim, std::vector<VerificationType>& out) {
  size_t start = out.size();
  for (size_t i = 0; i < slots.size(); ++i) {
    out.push_back(slots[i]);
    if (slots[i].is_two_slots()) ++i;
  }
  while (trim && out.size() > start && out.back().tag == TypeTag::kTop) out.pop_back();
}

void MergeLocals(const FrameState& from, FrameState& into, bool& changed, const FrameState* bound) {
  if (from.locals.size() < into.locals.size()) {
    // Slots that `from` does not know are kTop; so they become for both.
    changed |=
        std::any_of(into.locals.begin() + static_cast<ptrdiff_t>(from.locals.size()), into.locals.end(),
                    [](const VerificationType& type) { return type.tag != TypeTag::kTop; });
    into.locals.resize(from.locals.size());
  }
  for (size_t i = 0; i < into.locals.size(); ++i) {
    VerificationType merged = MergeType(from.locals[i], into.locals[i]);
    if (merged == into.locals[i]) continue;
    bool bounded = bound != nullptr && i < bound->locals.size() && merged.tag == TypeTag::kObject &&
                   merged.name == kObjectName && bound->locals[i].tag == TypeTag::kObject;
    if (bounded) merged = bound->locals[i];
    if (merged == into.locals[i]) continue;
    into.locals[i] = merged;
    changed = true;
  }
  // A long cut in two by the resize would have no second slot.
  if (!into.locals.empty() && into.locals.back().is_two_slots()) into.locals.back() = kTop;
  if (from.this_uninitialized && !into.this_uninitialized) {
    into.this_uninitialized = true;
    changed = true;
  }
}

Status MergeState(const FrameState& from, FrameState& into, bool& changed) {
  if (from.stack.size() != into.stack.size()) {
    return Error(ErrorCode::kInvalid, "paths with different stack depths meet");
  }
  MergeLocals(from, into, changed);
  for (size_t i = 0; i < into.stack.size(); ++i) {
    VerificationType merged = MergeType(from.stack[i], into.stack[i]);
    if (merged == into.stack[i]) continue;
    if (merged.tag == TypeTag::kTop) {
      return Error(ErrorCode::kInvalid, "paths with different types on the stack meet");
    }
    into.stack[i] = merged;
    changed = true;
  }
  return OkStatus();
}

std::string_view FrameFlow::ArrayOf(std::string_view class_name) {
  std::string name = class_name.empty() || class_name[0] == '[' ? "[" + std::string(class_name)
                                                                : "[L" + std::string(class_name) + ";";
  return names_.emplace_back(std::move(name));
}

Status FrameFlow::StepLoad(const Instruction& instruction, FrameState& state) {
  int op = Op(instruction);
  int group = op >= 0x1a ? (op - 0x1a) / 4 : op - 0x15;
  if (group != 4) {
    Push(state, kByGroup[group]);
    return OkStatus();
  }
  uint16_t index = instruction.local();
  if (index >= state.locals.size() || state.locals[index].tag == TypeTag::kTop) {
    return Error(ErrorCode::kMalformed, "aload of an unset local at pc " + std::to_string(instruction.pc));
  }
  state.stack.push_back(state.locals[index]);
  return OkStatus();
}

Status FrameFlow::StepStore(const Instruction& instruction, FrameState& state) {
  int op = Op(instruction);
  int group = op >= 0x3b ? (op - 0x3b) / 4 : op - 0x36;
  bool two = group == 1 || group == 3;
  if (state.stack.size() < (two ? 2u : 1u)) return Underflow(instruction);
  VerificationType type = group == 4 ? state.stack.back() : kByGroup[group];
  state.stack.resize(state.stack.size() - (two ? 2 : 1));
  SetLocal(state, instruction.local(), type);
  return OkStatus();
}

void FrameFlow::Initialize(const VerificationType& type, std::string_view name, FrameState& state) {
  VerificationType initialized = VerificationType::Object(name);
  std::replace(state.locals.begin(), state.locals.end(), type, initialized);
  std::replace(state.stack.begin(), state.stack.end(), type, initialized);
  if (type.tag == TypeTag::kUninitializedThis) state.this_uninitialized = false;
}

Status FrameFlow::StepInvoke(const Instruction& instruction, FrameState& state) {
  REVMON_ASSIGN_OR_RETURN(StackEffect effect, StackEffectOf(instruction, pool_));
  if (state.stack.size() < effect.pops) return Underflow(instruction);
  bool dynamic = instruction.opcode == Opcode::kInvokedynamic;
  MemberRef method = pool_.MemberAt(instruction.pool_index());
  VerificationType receiver = effect.pops == 0 ? kTop : state.stack[state.stack.size() - effect.pops];
  state.stack.resize(state.stack.size() - effect.pops);
  if (instruction.opcode == Opcode::kInvokespecial && method.name == "<init>") {
    if (receiver.tag == TypeTag::kUninitializedThis) Initialize(receiver, class_name_, state);
    if (receiver.tag == TypeTag::kUninitialized) Initialize(receiver, method.owner, state);
    return OkStatus();
  }
  std::string_view descriptor =
      dynamic ? pool_.DynamicAt(instruction.pool_index()).descriptor : method.descriptor;
  if (effect.pushes != 0) Push(state, TypeOfDescriptor(descriptor.substr(descriptor.rfind(')') + 1)));
  return OkStatus();
}

Status FrameFlow::StepConstant(const Instruction& instruction, FrameState& state) {
  VerificationType type;
  switch (pool_.tag(instruction.pool_index())) {
    case ConstantTag::kInteger: type = kInteger; break;
    case ConstantTag::kFloat: type = kFloat; break;
    case ConstantTag::kLong: type = kLong; break;
    case ConstantTag::kDouble: type = kDouble; break;
    case ConstantTag::kString: type = VerificationType::Object("java/lang/String"); break;
    case ConstantTag::kClass: type = VerificationType::Object("java/lang/Class"); break;
    case ConstantTag::kMethodHandle: type = VerificationType::Object("java/lang/invoke/MethodHandle"); break;
    case ConstantTag::kMethodType: type = VerificationType::Object("java/lang/invoke/MethodType"); break;
    case ConstantTag::kDynamic: {
      std::string_view descriptor = pool_.DynamicAt(instruction.pool_index()).descriptor;
      if (IsFieldDescriptor(descriptor)) type = TypeOfDescriptor(descriptor);
      break;
    }
    default: break;
  }
  if (type.tag == TypeTag::kTop) {
    return Error(ErrorCode::kMalformed,
                 "ldc of no loadable constant at pc " + std::to_string(instruction.pc));
  }
  Push(state, type);
  return OkStatus();
}

Status FrameFlow::StepArray(const Instruction& instruction, FrameState& state) {
  REVMON_ASSIGN_OR_RETURN(StackEffect effect, StackEffectOf(instruction, pool_));
  if (state.stack.size() < effect.pops) return Underflow(instruction);
  VerificationType array = effect.pops < 2 ? kTop : state.stack[state.stack.size() - 2];
  state.stack.resize(state.stack.size() - effect.pops);
  std::string_view name = pool_.ClassNameAt(instruction.pool_index());
  switch (instruction.opcode) {
    case Opcode::kAaload:
      if (array.tag == TypeTag::kNull) {
        state.stack.push_back(kNull);
        return OkStatus();
      }
      if (array.name.size() < 2 || array.name[0] != '[') return Underflow(instruction);
      state.stack.push_back(TypeOfDescriptor(array.name.substr(1)));
      return OkStatus();
    case Opcode::kNewarray: name = PrimitiveArray(instruction.raw[1]); break;
    case Opcode::kAnewarray: name = name.empty() ? name : ArrayOf(name); break;
    default: break;  // multianewarray and checkcast name their result
  }
  if (name.empty()) return Error(ErrorCode::kMalformed, "an array or cast names no type");
  state.stack.push_back(VerificationType::Object(name));
  return OkStatus();
}

Status FrameFlow::Step(const Instruction& instruction, uint32_t site, FrameState& state) {
  int op = Op(instruction);
  if (op >= 0x15 && op <= 0x2d) return StepLoad(instruction, state);
  if (op >= 0x36 && op <= 0x4e) return StepStore(instruction, state);
  if (op >= 0x12 && op <= 0x14) return StepConstant(instruction, state);
  if (op >= 0xb6 && op <= 0xba) return StepInvoke(instruction, state);
  switch (instruction.opcode) {
    case Opcode::kAaload:
    case Opcode::kNewarray:
    case Opcode::kAnewarray:
    case Opcode::kMultianewarray:
    case Opcode::kCheckcast: return StepArray(instruction, state);
    case Opcode::kNew:
      state.stack.push_back({.tag = TypeTag::kUninitialized, .site = site});
      return OkStatus();
    case Opcode::kJsr:
    case Opcode::kJsrW:
    case Opcode::kRet:
      return Error(ErrorCode::kUnsupported, "jsr or ret in code that needs stack map frames");
    default: break;
  }
  REVMON_ASSIGN_OR_RETURN(StackEffect effect, StackEffectOf(instruction, pool_));
  if (state.stack.size() < effect.pops) return Underflow(instruction);
  if (std::string_view shuffle = ShuffleOf(instruction.opcode); !shuffle.empty()) {
    Types taken(state.stack.end() - static_cast<ptrdiff_t>(effect.pops), state.stack.end());
    state.stack.resize(state.stack.size() - effect.pops);
    for (char from_top : shuffle)
      state.stack.push_back(taken[taken.size() - 1 - static_cast<size_t>(from_top)]);
    return OkStatus();
  }
  state.stack.resize(state.stack.size() - effect.pops);
  VerificationType result;
  if (FixedResult(op, result)) {
    Push(state, result);
  } else if (instruction.opcode == Opcode::kGetfield || instruction.opcode == Opcode::kGetstatic) {
    Push(state, TypeOfDescriptor(pool_.MemberAt(instruction.pool_index()).descriptor));
  } else if (op >= 0x2e &&
             op <= 0x35) {  // xaload but aaload: int, long, float, double, then byte, char, short
    Push(state, op <= 0x31 ? kByGroup[op - 0x2e] : kInteger);
  }
  return OkStatus();
}

}  // namespace revmon::classfile
