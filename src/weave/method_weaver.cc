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
  if (!needs.Passes(kThisPosition) || is_static || too_early || this_is_lost_) return;
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

// The common call has no argument or one that takes one slot, and nothing has to be kept.
bool MethodWeaver::FireByDup(CodeBuilder& code, const SiteNeeds& needs, uint32_t site, bool has_target,
                             const MethodDescriptor& descriptor) const {
  const std::vector<int16_t>& positions = needs.before().positions;
  std::vector<TypeView> arguments;
  for (TypeView type : descriptor) arguments.push_back(type);
  for (int16_t position : positions) {
    if (position != kTargetPosition && position != kFirstArgumentPosition) return false;
  }
  if (arguments.size() > 1 || (arguments.size() == 1 && IsWide(arguments[0].text))) return false;
  bool target = has_target && needs.Passes(Moment::kBefore, kTargetPosition);
  bool argument = !arguments.empty() && needs.Passes(Moment::kBefore, kFirstArgumentPosition);
  // A value that is asked for and not there would have to be passed as null.
  if (positions.size() != size_t{target} + size_t{argument} || positions.empty()) return false;
  if (target && !arguments.empty()) {
    code.Op(Opcode::kDup2);
    if (!argument) code.Op(Opcode::kPop);
  } else {
    code.Op(Opcode::kDup);
  }
  if (argument) AppendBox(code, arguments[0].text);
  AppendFireOfStack(code, site, Moment::kBefore, positions.size());
  return true;
}

Status MethodWeaver::KeepAndFire(const SiteNeeds& needs, uint32_t site, bool has_target,
                                 const MethodDescriptor& descriptor, size_t slot, Values& kept) {
  CodeBuilder before(code_.pool());
  bool target = has_target && needs.Passes(kTargetPosition);
  int16_t lowest = kFirstArgumentPosition;  // of the arguments: only those from here on have to be moved
  bool later = needs.PassesLater(kTargetPosition) && has_target;
  bool any = false;
  for (int16_t index = 0; auto type : descriptor) {
    (void)type;
    auto position = static_cast<int16_t>(kFirstArgumentPosition + index++);
    any |= needs.Passes(position);
    later |= needs.PassesLater(position);
    if (!any && !target) lowest = static_cast<int16_t>(position + 1);
  }
  bool done = !later && needs.before().fires && FireByDup(before, needs, site, has_target, descriptor);
  if (!done) {
    Values arguments;
    if (any || target) {
      for (int16_t index = 0; auto type : descriptor) {
        auto position = static_cast<int16_t>(kFirstArgumentPosition + index++);
        if (position < lowest) continue;
        REVMON_ASSIGN_OR_RETURN(uint16_t local, Local(type.text));
        arguments.push_back({.position = position, .descriptor = std::string(type.text), .local = local});
        if (needs.Passes(position)) kept.push_back(arguments.back());
      }
    }
    for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument) {
      before.Store(KindOf(argument->descriptor), argument->local);
    }
    if (target) REVMON_RETURN_IF_ERROR(KeepTop(before, kTargetPosition, kObject, kept));
    if (needs.before().fires) AppendFire(before, site, Moment::kBefore, needs, kept);
    for (const KeptValue& argument : arguments) before.Load(KindOf(argument.descriptor), argument.local);
  }
  if (before.empty()) return OkStatus();
  return code_.InsertBefore(slot, std::move(before), Jumps::kRunInserted);
}

Status MethodWeaver::WeaveCall(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site) {
  const Instruction& instruction = code_.instruction(point.slot);
  MemberRef ref = file_.pool().Member(instruction.pool_index());
  REVMON_ASSIGN_OR_RETURN(MethodDescriptor descriptor, MethodDescriptor::Parse(ref.descriptor));
  bool constructs = ref.name == "<init>";
  bool has_target = instruction.opcode != Opcode::kInvokestatic && !constructs;

  Values kept;
  KeepThis(needs, point.slot, kept);
  REVMON_RETURN_IF_ERROR(KeepAndFire(needs, site, has_target, descriptor, point.slot, kept));
  if (needs.thrown().fires) REVMON_RETURN_IF_ERROR(FireOnThrow(needs, point.slot, point.slot, site, kept));
  if (!needs.returned().fires) return OkStatus();

  CodeBuilder after(code_.pool());
  std::string_view result = descriptor.result().is_void() ? "" : descriptor.result().text;
  if (constructs) {
    bool target = needs.Passes(Moment::kAfterReturning, kTargetPosition);
    if (target || needs.Passes(Moment::kAfterReturning, kResultPosition)) {
      if (!object_stays_[point.slot]) return Refuse("a new object is dropped at once");
      result = kObject;
    }
    // What was made is the target too.
    if (target) REVMON_RETURN_IF_ERROR(KeepTop(after, kTargetPosition, kObject, kept));
  }
  AppendFire(after, site, Moment::kAfterReturning, needs, kept, result);
  return code_.InsertAfter(point.slot, std::move(after));
}

Status MethodWeaver::WeaveFieldGet(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site) {
  const Instruction& instruction = code_.instruction(point.slot);
  MemberRef ref = file_.pool().Member(instruction.pool_index());
  Values kept;
  KeepThis(needs, point.slot, kept);
  CodeBuilder before(code_.pool());
  if (needs.Passes(kTargetPosition) && instruction.opcode == Opcode::kGetfield) {
    REVMON_RETURN_IF_ERROR(KeepTop(before, kTargetPosition, kObject, kept));
  }
  if (needs.before().fires) AppendFire(before, site, Moment::kBefore, needs, kept);
  if (!before.empty())
    REVMON_RETURN_IF_ERROR(code_.InsertBefore(point.slot, std::move(before), Jumps::kRunInserted));
  if (needs.thrown().fires) REVMON_RETURN_IF_ERROR(FireOnThrow(needs, point.slot, point.slot, site, kept));
  if (!needs.returned().fires) return OkStatus();
  CodeBuilder after(code_.pool());
  AppendFire(after, site, Moment::kAfterReturning, needs, kept, ref.descriptor);
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
  bool target = needs.Passes(kTargetPosition) && has_target;
  if (needs.Passes(kFirstArgumentPosition) || target) {
    REVMON_RETURN_IF_ERROR(KeepTop(before, kFirstArgumentPosition, ref.descriptor, kept));
    if (target && !early) {
      KeptValue value = kept.back();
      before.Op(IsWide(ref.descriptor) ? Opcode::kPop2 : Opcode::kPop);
      REVMON_RETURN_IF_ERROR(KeepTop(before, kTargetPosition, kObject, kept));
      before.Load(KindOf(value.descriptor), value.local);
    }
  }
  if (needs.before().fires) AppendFire(before, site, Moment::kBefore, needs, kept);
  if (!before.empty())
    REVMON_RETURN_IF_ERROR(code_.InsertBefore(point.slot, std::move(before), Jumps::kRunInserted));
  if (needs.thrown().fires) REVMON_RETURN_IF_ERROR(FireOnThrow(needs, point.slot, point.slot, site, kept));
  if (!needs.returned().fires) return OkStatus();
  CodeBuilder after(code_.pool());
  AppendFire(after, site, Moment::kAfterReturning, needs, kept);
  return code_.InsertAfter(point.slot, std::move(after));
}

Status MethodWeaver::WeaveHandler(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site) {
  Values kept;
  KeepThis(needs, point.slot, kept);
  CodeBuilder before(code_.pool());
  REVMON_RETURN_IF_ERROR(KeepTop(before, kFirstArgumentPosition, kThrowable, kept));
  kept.push_back(
      {.position = kThrownPosition, .descriptor = std::string(kThrowable), .local = kept.back().local});
  AppendFire(before, site, Moment::kBefore, needs, kept);
  return code_.InsertBefore(point.slot, std::move(before), Jumps::kRunInserted);
}

Status MethodWeaver::FireOnThrow(const SiteNeeds& needs, size_t first, size_t last, uint32_t site,
                                 const Values& kept) {
  CodeBuilder handler(code_.pool());
  Values with_exception = kept;
  if (needs.Passes(Moment::kAfterThrowing, kThrownPosition)) {
    REVMON_RETURN_IF_ERROR(KeepTop(handler, kThrownPosition, kThrowable, with_exception));
  }
  AppendFire(handler, site, Moment::kAfterThrowing, needs, with_exception);
  handler.Op(Opcode::kAthrow);
  return code_.Wrap(first, last, Cover::kInstructions, "", std::move(handler));
}

// Arguments of the body are kept as they were on entry: the body may assign to its parameters.
Status MethodWeaver::WeaveBody(const match::JoinPoint& point, const SiteNeeds& needs, uint32_t site) {
  bool is_static = (member_.access_flags & classfile::kAccStatic) != 0;
  bool constructs = member_.name == "<init>";
  if (constructs && !super_call_) return Refuse("a constructor without super(...) or this(...)");
  bool wants_this = needs.Passes(kThisPosition) || needs.Passes(kTargetPosition);
  if (this_is_lost_ && wants_this && !is_static) return Refuse("the method assigns to its `this`");
  size_t first = constructs ? *super_call_ + 1 : 0;
  Values kept;
  CodeBuilder entry(code_.pool());
  if (!is_static && wants_this) {
    kept.push_back({.position = kThisPosition, .descriptor = std::string(kObject), .local = 0});
    kept.push_back({.position = kTargetPosition, .descriptor = std::string(kObject), .local = 0});
  }
  if (point.kind == JoinPointKind::kStaticInitialization) kept = InitializedClass(file_);
  REVMON_ASSIGN_OR_RETURN(MethodDescriptor descriptor, MethodDescriptor::Parse(member_.descriptor));
  uint32_t local = is_static ? 0 : 1;
  uint32_t index = 0;
  for (TypeView type : descriptor) {
    auto position = static_cast<int16_t>(kFirstArgumentPosition + index);
    if (needs.Passes(position)) {
      REVMON_ASSIGN_OR_RETURN(
          uint16_t copy, code_.AddLocal(type.is_reference() ? kObject : type.text, LocalScope::kWholeMethod));
      entry.Load(KindOf(type.text), static_cast<uint16_t>(local)).Store(KindOf(type.text), copy);
      kept.push_back({.position = position, .descriptor = std::string(type.text), .local = copy});
    }
    local += type.slots();
    ++index;
  }
  if (needs.before().fires && point.kind != JoinPointKind::kStaticInitialization) {
    AppendFire(entry, site, Moment::kBefore, needs, kept);
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
  for (size_t slot = 0; needs.returned().fires && slot < code_.size(); ++slot) {
    if (!IsReturn(code_.instruction(slot).opcode)) continue;
    used_.clear();
    CodeBuilder exit(code_.pool());
    AppendFire(exit, site, Moment::kAfterReturning, needs, kept,
               descriptor.result().is_void() ? "" : descriptor.result().text);
    REVMON_RETURN_IF_ERROR(code_.InsertBefore(slot, std::move(exit), Jumps::kRunInserted));
  }
  if (!needs.thrown().fires || first >= code_.size()) return OkStatus();
  used_.clear();
  return FireOnThrow(needs, first, code_.size() - 1, site, kept);
}

}  // namespace revmon::weave
