#include "weave/method_weaver.h"

#include <string>
#include <string_view>

#include "classfile/descriptor.h"

namespace revmon::weave {
namespace {

using classfile::CodeBuilder;
using classfile::Cover;
using classfile::Instruction;
using classfile::Jumps;
using classfile::LocalScope;
using classfile::MemberRef;
using classfile::MethodDescriptor;
using classfile::Opcode;
using classfile::TypeView;
using match::JoinPointKind;

constexpr std::string_view kObject = "Ljava/lang/Object;";
constexpr std::string_view kThrowable = "Ljava/lang/Throwable;";

bool IsWide(std::string_view descriptor) { return descriptor == "J" || descriptor == "D"; }

bool IsReturn(Opcode opcode) { return opcode >= Opcode::kIreturn && opcode <= Opcode::kReturn; }

Error Refuse(std::string_view why) { return Error(ErrorCode::kUnsupported, std::string(why)); }

}  // namespace

MethodWeaver::MethodWeaver(const classfile::ClassFile& file, const classfile::Member& member,
                           classfile::CodeEditor& code, const wire::Plan& plan, const SiteNumbers& numbers)
    : file_(file), member_(member), code_(code), plan_(plan), numbers_(numbers) {
  FindConstructors();
}

// Compilers emit `new; dup; arguments; invokespecial <init>`, nested like parentheses, so a stack of pending
// `new`s pairs them in one pass. A constructor call without a pending `new` of its class is super(...) or
// this(...).
void MethodWeaver::FindConstructors() {
  std::vector<std::pair<std::string_view, size_t>> pending;
  for (size_t slot = 0; slot < code_.size(); ++slot) {
    const Instruction& instruction = code_.instruction(slot);
    if (instruction.opcode == Opcode::kNew) {
      pending.emplace_back(file_.pool().ClassName(instruction.pool_index()), slot);
    } else if (instruction.opcode == Opcode::kInvokespecial) {
      MemberRef ref = file_.pool().Member(instruction.pool_index());
      if (ref.name != "<init>") continue;
      auto made = pending.rbegin();
      while (made != pending.rend() && made->first != ref.owner) ++made;
      if (made == pending.rend()) {
        if (!super_call_) super_call_ = slot;
        continue;
      }
      // Eclipse's compiler brings a value below the new object: new, dup_x1, swap.
      Opcode next = code_.instruction(made->second + 1).opcode;
      object_stays_[slot] = next == Opcode::kDup || next == Opcode::kDupX1 || next == Opcode::kDupX2;
      pending.erase(std::next(made).base(), pending.end());
    } else if (instruction.opcode == Opcode::kAstore || instruction.opcode == Opcode::kAstore0) {
      this_is_lost_ |= instruction.local() == 0;
    }
  }
}

Result<uint16_t> MethodWeaver::Local(std::string_view descriptor) {
  char kind = KindOf(descriptor);
  std::pair<char, uint32_t> key(kind, used_[kind]++);
  auto found = locals_.find(key);
  if (found != locals_.end()) return found->second;
  std::string_view type = kind == 'A' ? kObject : descriptor;
  REVMON_ASSIGN_OR_RETURN(uint16_t local, code_.AddLocal(type, LocalScope::kUntilJoin));
  locals_.emplace(key, local);
  return local;
}

Status MethodWeaver::KeepTop(CodeBuilder& code, int16_t position, std::string_view descriptor, Values& kept) {
  REVMON_ASSIGN_OR_RETURN(uint16_t local, Local(descriptor));
  code.Op(IsWide(descriptor) ? Opcode::kDup2 : Opcode::kDup).Store(KindOf(descriptor), local);
  kept.push_back({.position = position, .descriptor = std::string(descriptor), .local = local});
  return OkStatus();
}

// Before super(...) there is no `this` that could be passed on.
void MethodWeaver::KeepThis(const SiteNeeds& needs, size_t slot, Values& kept) const {
  bool is_static = (member_.access_flags & classfile::kAccStatic) != 0;
  bool too_early = member_.name == "<init>" && (!super_call_ || slot <= *super_call_);
  if (!needs.self || is_static || too_early || this_is_lost_) return;
  kept.push_back({.position = kThisPosition, .descriptor = std::string(kObject), .local = 0});
}

Status MethodWeaver::Weave(const match::JoinPoint& point) {
  used_.clear();
  SiteNeeds needs = NeedsOf(point, plan_);
  uint32_t site = numbers_(point);
  switch (point.kind) {
    case JoinPointKind::kMethodCall:
    case JoinPointKind::kConstructorCall: return WeaveCall(point, needs, site);
    case JoinPointKind::kFieldGet: return WeaveFieldGet(point, needs, site);
    case JoinPointKind::kFieldSet: return WeaveFieldSet(point, needs, site);
    case JoinPointKind::kHandler: return WeaveHandler(point, needs, site);
    case JoinPointKind::kMethodExecution:
    case JoinPointKind::kConstructorExecution:
    case JoinPointKind::kInitialization:
    case JoinPointKind::kStaticInitialization: return WeaveBody(point, needs, site);
    case JoinPointKind::kPreinitialization: return Refuse("preinitialization join points are not woven");
  }
  return Refuse("unknown kind of join point");
}

Status MethodWeaver::WeaveCall(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site) {
  const Instruction& instruction = code_.instruction(point.slot);
  MemberRef ref = file_.pool().Member(instruction.pool_index());
  REVMON_ASSIGN_OR_RETURN(MethodDescriptor descriptor, MethodDescriptor::Parse(ref.descriptor));
  bool constructs = ref.name == "<init>";
  bool has_target = instruction.opcode != Opcode::kInvokestatic && !constructs;

  Values kept;
  KeepThis(needs, point.slot, kept);
  CodeBuilder before(code_.pool());
  std::vector<KeptValue> arguments;
  if (needs.any_argument() || (needs.target && has_target)) {
    uint32_t index = 0;
    for (TypeView type : descriptor) {
      REVMON_ASSIGN_OR_RETURN(uint16_t local, Local(type.text));
      arguments.push_back({.position = static_cast<int16_t>(kFirstArgumentPosition + index++),
                           .descriptor = std::string(type.text),
                           .local = local});
    }
    for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument) {
      before.Store(KindOf(argument->descriptor), argument->local);
    }
    if (needs.target && has_target) REVMON_RETURN_IF_ERROR(KeepTop(before, kTargetPosition, kObject, kept));
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (needs.argument(i)) kept.push_back(arguments[i]);
    }
  }
  if (needs.before) AppendFire(before, site, Moment::kBefore, kept);
  for (const KeptValue& argument : arguments) before.Load(KindOf(argument.descriptor), argument.local);
  if (!before.empty())
    REVMON_RETURN_IF_ERROR(code_.InsertBefore(point.slot, std::move(before), Jumps::kRunInserted));

  if (needs.thrown) REVMON_RETURN_IF_ERROR(FireOnThrow(point.slot, point.slot, site, kept));
  if (!needs.returned) return OkStatus();
  CodeBuilder after(code_.pool());
  if (constructs && (needs.result || needs.target)) {
    if (!object_stays_[point.slot]) return Refuse("a new object is dropped at once");
    REVMON_RETURN_IF_ERROR(KeepTop(after, kResultPosition, kObject, kept));
    kept.push_back(
        {.position = kTargetPosition, .descriptor = std::string(kObject), .local = kept.back().local});
  } else if (needs.result && !descriptor.result().is_void()) {
    REVMON_RETURN_IF_ERROR(KeepTop(after, kResultPosition, descriptor.result().text, kept));
  }
  AppendFire(after, site, Moment::kAfterReturning, kept);
  return code_.InsertAfter(point.slot, std::move(after));
}

Status MethodWeaver::WeaveFieldGet(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site) {
  const Instruction& instruction = code_.instruction(point.slot);
  MemberRef ref = file_.pool().Member(instruction.pool_index());
  Values kept;
  KeepThis(needs, point.slot, kept);
  CodeBuilder before(code_.pool());
  if (needs.target && instruction.opcode == Opcode::kGetfield) {
    REVMON_RETURN_IF_ERROR(KeepTop(before, kTargetPosition, kObject, kept));
  }
  if (needs.before) AppendFire(before, site, Moment::kBefore, kept);
  if (!before.empty())
    REVMON_RETURN_IF_ERROR(code_.InsertBefore(point.slot, std::move(before), Jumps::kRunInserted));
  if (needs.thrown) REVMON_RETURN_IF_ERROR(FireOnThrow(point.slot, point.slot, site, kept));
  if (!needs.returned) return OkStatus();
  CodeBuilder after(code_.pool());
  if (needs.result) REVMON_RETURN_IF_ERROR(KeepTop(after, kResultPosition, ref.descriptor, kept));
  AppendFire(after, site, Moment::kAfterReturning, kept);
  return code_.InsertAfter(point.slot, std::move(after));
}

Status MethodWeaver::WeaveFieldSet(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site) {
  const Instruction& instruction = code_.instruction(point.slot);
  MemberRef ref = file_.pool().Member(instruction.pool_index());
  bool has_target = instruction.opcode == Opcode::kPutfield;
  // super(...) has not run where a constructor fills in captured variables: the target is no object yet.
  bool early = member_.name == "<init>" && (!super_call_ || point.slot <= *super_call_);
  Values kept;
  KeepThis(needs, point.slot, kept);
  CodeBuilder before(code_.pool());
  if (needs.any_argument() || (needs.target && has_target)) {
    REVMON_RETURN_IF_ERROR(KeepTop(before, kFirstArgumentPosition, ref.descriptor, kept));
    if (needs.target && has_target && !early) {
      KeptValue value = kept.back();
      before.Op(IsWide(ref.descriptor) ? Opcode::kPop2 : Opcode::kPop);
      REVMON_RETURN_IF_ERROR(KeepTop(before, kTargetPosition, kObject, kept));
      before.Load(KindOf(value.descriptor), value.local);
    }
  }
  if (needs.before) AppendFire(before, site, Moment::kBefore, kept);
  if (!before.empty())
    REVMON_RETURN_IF_ERROR(code_.InsertBefore(point.slot, std::move(before), Jumps::kRunInserted));
  if (needs.thrown) REVMON_RETURN_IF_ERROR(FireOnThrow(point.slot, point.slot, site, kept));
  if (!needs.returned) return OkStatus();
  CodeBuilder after(code_.pool());
  AppendFire(after, site, Moment::kAfterReturning, kept);
  return code_.InsertAfter(point.slot, std::move(after));
}

Status MethodWeaver::WeaveHandler(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site) {
  Values kept;
  KeepThis(needs, point.slot, kept);
  CodeBuilder before(code_.pool());
  REVMON_RETURN_IF_ERROR(KeepTop(before, kFirstArgumentPosition, kThrowable, kept));
  kept.push_back(
      {.position = kThrownPosition, .descriptor = std::string(kThrowable), .local = kept.back().local});
  AppendFire(before, site, Moment::kBefore, kept);
  return code_.InsertBefore(point.slot, std::move(before), Jumps::kRunInserted);
}

Status MethodWeaver::FireOnThrow(size_t first, size_t last, uint32_t site, const Values& kept) {
  CodeBuilder handler(code_.pool());
  Values with_exception = kept;
  REVMON_RETURN_IF_ERROR(KeepTop(handler, kThrownPosition, kThrowable, with_exception));
  AppendFire(handler, site, Moment::kAfterThrowing, with_exception);
  handler.Op(Opcode::kAthrow);
  return code_.Wrap(first, last, Cover::kInstructions, "", std::move(handler));
}

// Arguments of the body are kept as they were on entry: the body may assign to its parameters.
Status MethodWeaver::WeaveBody(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site) {
  bool is_static = (member_.access_flags & classfile::kAccStatic) != 0;
  bool constructs = member_.name == "<init>";
  if (constructs && !super_call_) return Refuse("a constructor without super(...) or this(...)");
  if (this_is_lost_ && (needs.self || needs.target)) return Refuse("the method assigns to its `this`");
  size_t first = constructs ? *super_call_ + 1 : 0;
  Values kept;
  CodeBuilder entry(code_.pool());
  if (!is_static && (needs.self || needs.target)) {
    kept.push_back({.position = kThisPosition, .descriptor = std::string(kObject), .local = 0});
    kept.push_back({.position = kTargetPosition, .descriptor = std::string(kObject), .local = 0});
  }
  if (point.kind == JoinPointKind::kStaticInitialization) kept = InitializedClass(file_);
  REVMON_ASSIGN_OR_RETURN(MethodDescriptor descriptor, MethodDescriptor::Parse(member_.descriptor));
  uint32_t local = is_static ? 0 : 1;
  uint32_t index = 0;
  for (TypeView type : descriptor) {
    if (needs.argument(index)) {
      REVMON_ASSIGN_OR_RETURN(
          uint16_t copy, code_.AddLocal(type.is_reference() ? kObject : type.text, LocalScope::kWholeMethod));
      entry.Load(KindOf(type.text), static_cast<uint16_t>(local)).Store(KindOf(type.text), copy);
      kept.push_back({.position = static_cast<int16_t>(kFirstArgumentPosition + index),
                      .descriptor = std::string(type.text),
                      .local = copy});
    }
    local += type.slots();
    ++index;
  }
  if (needs.before && point.kind != JoinPointKind::kStaticInitialization) {
    AppendFire(entry, site, Moment::kBefore, kept);
  }
  if (!entry.empty()) {
    Status inserted = constructs ? code_.InsertAfter(*super_call_, std::move(entry))
                                 : code_.InsertBefore(0, std::move(entry), Jumps::kSkipInserted);
    REVMON_RETURN_IF_ERROR(inserted);
  }
  return WeaveExits(needs, site, first, kept);
}

Status MethodWeaver::WeaveExits(const SiteNeeds& needs, uint32_t site, size_t first, const Values& kept) {
  REVMON_ASSIGN_OR_RETURN(MethodDescriptor descriptor, MethodDescriptor::Parse(member_.descriptor));
  for (size_t slot = 0; needs.returned && slot < code_.size(); ++slot) {
    if (!IsReturn(code_.instruction(slot).opcode)) continue;
    used_.clear();
    Values with_result = kept;
    CodeBuilder exit(code_.pool());
    if (needs.result && !descriptor.result().is_void()) {
      REVMON_RETURN_IF_ERROR(KeepTop(exit, kResultPosition, descriptor.result().text, with_result));
    }
    AppendFire(exit, site, Moment::kAfterReturning, with_result);
    REVMON_RETURN_IF_ERROR(code_.InsertBefore(slot, std::move(exit), Jumps::kRunInserted));
  }
  if (!needs.thrown || first >= code_.size()) return OkStatus();
  used_.clear();
  return FireOnThrow(first, code_.size() - 1, site, kept);
}

}  // namespace revmon::weave
