#include "match/matcher.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "classfile/code_tables.h"
#include "classfile/descriptor.h"

namespace revmon::match {
namespace {

using classfile::AttributeKind;
using classfile::ClassFile;
using classfile::Instruction;
using classfile::Opcode;

MemberKind MemberKindOf(JoinPointKind kind) {
  switch (kind) {
    case JoinPointKind::kFieldGet:
    case JoinPointKind::kFieldSet: return MemberKind::kField;
    case JoinPointKind::kConstructorCall:
    case JoinPointKind::kConstructorExecution:
    case JoinPointKind::kInitialization:
    case JoinPointKind::kPreinitialization: return MemberKind::kConstructor;
    default: return MemberKind::kMethod;
  }
}

// Lines by pc.
class LineMap {
 public:
  void Read(const classfile::CodeView& code) {
    lines_.clear();
    for (const classfile::Attribute& attribute : code.attributes) {
      if (attribute.kind != AttributeKind::kLineNumberTable) continue;
      ByteReader reader(attribute.data);
      const uint16_t count = reader.U2();
      for (uint16_t i = 0; i < count && reader.ok(); ++i) {
        const uint16_t pc = reader.U2();
        const uint16_t line = reader.U2();
        if (reader.ok()) lines_.emplace_back(pc, line);
      }
    }
    std::stable_sort(lines_.begin(), lines_.end(), [](auto a, auto b) { return a.first < b.first; });
  }
  [[nodiscard]] uint32_t At(uint32_t pc) const {
    auto after = std::upper_bound(lines_.begin(), lines_.end(), pc,
                                  [](uint32_t wanted, const auto& entry) { return wanted < entry.first; });
    return after == lines_.begin() ? 0 : std::prev(after)->second;
  }

 private:
  std::vector<std::pair<uint32_t, uint32_t>> lines_;
};

}  // namespace

// One walk over one class.
class ClassWalk {
 public:
  ClassWalk(Matcher& matcher, const ClassFile& file, const TypeInfo& type)
      : matcher_(matcher), file_(file), type_(type) {}

  Result<std::vector<JoinPoint>> Run() {
    bool has_static_initializer = false;
    for (uint32_t i = 0; i < file_.methods().size(); ++i) {
      if (file_.methods()[i].name == "<clinit>") has_static_initializer = true;
      REVMON_RETURN_IF_ERROR(WalkMethod(i));
    }
    if (!has_static_initializer && (type_.flags & classfile::kAccModule) == 0) {
      StaticInitialization(JoinPoint::kNoMethod, 0);
    }
    return std::move(found_);
  }

 private:
  Status WalkMethod(uint32_t method) {
    const classfile::Member& member = file_.methods()[method];
    const classfile::Attribute* attribute = file_.Find(member, AttributeKind::kCode);
    if (attribute == nullptr || (member.access_flags & classfile::kAccBridge) != 0) return OkStatus();
    REVMON_RETURN_IF_ERROR(code_.ParseFrom(*attribute, file_.pool()));
    lines_.Read(code_);
    method_ = method;
    const bool is_static = (member.access_flags & classfile::kAccStatic) != 0;
    is_constructor_ = member.name == "<init>";
    has_this_ = !is_static;
    code_subject_ = nullptr;
    if (matcher_.index_.asks_within_code()) {
      code_subject_ = &matcher_.SubjectOf(
          is_constructor_ ? JoinPointKind::kConstructorExecution : JoinPointKind::kMethodExecution,
          file_.name(), member.name, member.descriptor, true);
    }
    Bodies(member);
    return WalkCode();
  }

  void Bodies(const classfile::Member& member) {
    const uint32_t line = lines_.At(0);
    if (member.name == "<clinit>") return StaticInitialization(method_, line);
    if (is_constructor_) {
      Body(JoinPointKind::kConstructorExecution, line);
      return;
    }
    Body(JoinPointKind::kMethodExecution, line);
  }

  void Body(JoinPointKind kind, uint32_t line) {
    const classfile::Member& member = file_.methods()[method_];
    const Subject& subject = matcher_.SubjectOf(kind, file_.name(), member.name, member.descriptor);
    const bool object = has_this_ && kind != JoinPointKind::kPreinitialization;
    Add(Shadow{.kind = kind,
               .subject = &subject,
               .within_code = code_subject_,
               .within = &type_,
               .has_this = object,
               .has_target = object,
               .target = type_.name},
        0, line);
  }

  void StaticInitialization(uint32_t method, uint32_t line) {
    if (matcher_.index_.Empty(JoinPointKind::kStaticInitialization)) return;
    method_ = method;
    const Subject& subject =
        matcher_.SubjectOf(JoinPointKind::kStaticInitialization, file_.name(), "<clinit>", "()V");
    Add(Shadow{.kind = JoinPointKind::kStaticInitialization, .subject = &subject, .within = &type_}, 0, line);
  }

  Status WalkCode() {
    const bool handlers = !matcher_.index_.Empty(JoinPointKind::kHandler);
    if (handlers) slots_.Reset(code_.code.size());
    news_.clear();
    initialized_ = !is_constructor_;
    classfile::InstructionReader reader(code_);
    Instruction instruction;
    for (uint32_t slot = 0; reader.Next(instruction); ++slot) {
      if (handlers) slots_.Set(instruction.pc, slot);
      Visit(instruction, slot);
    }
    REVMON_RETURN_IF_ERROR(reader.status());
    if (handlers) Handlers();
    return OkStatus();
  }

  void Visit(const Instruction& instruction, uint32_t slot) {
    switch (instruction.opcode) {
      case Opcode::kNew: news_.push_back(file_.pool().ClassName(instruction.pool_index())); return;
      case Opcode::kGetfield:
      case Opcode::kGetstatic: return Field(JoinPointKind::kFieldGet, instruction, slot);
      case Opcode::kPutfield:
      case Opcode::kPutstatic: return Field(JoinPointKind::kFieldSet, instruction, slot);
      case Opcode::kInvokevirtual:
      case Opcode::kInvokeinterface:
      case Opcode::kInvokestatic: return Call(instruction, slot);
      case Opcode::kInvokespecial: return Special(instruction, slot);
      default: return;
    }
  }

  // invokespecial is three things: a constructor with or without its `new`, a call of one's own private
  // method (before Java 11), and a super call.
  void Special(const Instruction& instruction, uint32_t slot) {
    const classfile::MemberRef member = file_.pool().Member(instruction.pool_index());
    if (member.name != "<init>") {
      if (member.owner == file_.name() && !IsSuperCall(member)) Call(instruction, slot);
      return;
    }
    // Objects are initialised in the order opposite to that of their `new`; what has none is this(...) or
    // super(...).
    if (news_.empty() || news_.back() != member.owner) {
      if (!initialized_ && (member.owner == file_.name() || member.owner == file_.super_name())) {
        initialized_ = true;
        ObjectInitialization(member.owner == file_.name());
      }
      return;
    }
    news_.pop_back();
    Place(JoinPointKind::kConstructorCall, member, instruction, slot, false);
  }

  // By its own name a class reaches with invokespecial what it declares itself; anything else is inherited.
  bool IsSuperCall(const classfile::MemberRef& member) {
    if (own_methods_.empty()) {
      for (const classfile::Member& own : file_.methods()) own_methods_.emplace(own.name, own.descriptor);
    }
    return own_methods_.find({member.name, member.descriptor}) == own_methods_.end();
  }

  void ObjectInitialization(bool by_this) {
    const uint32_t line = lines_.At(0);
    if (!matcher_.index_.Empty(JoinPointKind::kPreinitialization)) {
      Body(JoinPointKind::kPreinitialization, line);
    }
    if (!by_this && !matcher_.index_.Empty(JoinPointKind::kInitialization)) {
      Body(JoinPointKind::kInitialization, line);
    }
  }

  void Call(const Instruction& instruction, uint32_t slot) {
    Place(JoinPointKind::kMethodCall, file_.pool().Member(instruction.pool_index()), instruction, slot,
          instruction.opcode != Opcode::kInvokestatic);
  }

  void Field(JoinPointKind kind, const Instruction& instruction, uint32_t slot) {
    const bool object = instruction.opcode == Opcode::kGetfield || instruction.opcode == Opcode::kPutfield;
    Place(kind, file_.pool().Member(instruction.pool_index()), instruction, slot, object);
  }

  void Place(JoinPointKind kind, const classfile::MemberRef& member, const Instruction& instruction,
             uint32_t slot, bool has_target) {
    const Subject* subject = SubjectAt(kind, instruction.pool_index(), member);
    if (subject == nullptr || subject->candidates.empty()) return;
    Add(Shadow{.kind = kind,
               .subject = subject,
               .within_code = code_subject_,
               .within = &type_,
               .has_this = has_this_ && initialized_,
               .has_target = has_target,
               .target = member.owner},
        slot, lines_.At(instruction.pc));
  }

  // Subjects by constant: most references occur many times in a class.
  const Subject* SubjectAt(JoinPointKind kind, uint16_t constant, const classfile::MemberRef& member) {
    const bool set = kind == JoinPointKind::kFieldSet;  // the one kind that shares its constants with another
    std::vector<const Subject*>& cache = set ? set_subjects_ : subjects_;
    if (cache.empty()) cache.resize(file_.pool().count());
    if (constant >= cache.size() || member.owner.empty()) return nullptr;
    if (cache[constant] == nullptr) {
      cache[constant] = &matcher_.SubjectOf(kind, member.owner, member.name, member.descriptor);
    }
    return cache[constant];
  }

  void Handlers() {
    std::vector<std::tuple<uint32_t, uint32_t, std::string_view>> seen;  // slot, pc, caught type
    for (size_t i = 0; i < code_.handler_count(); ++i) {
      const classfile::ExceptionHandler handler = code_.handler(i);
      const uint32_t slot = slots_.At(handler.handler_pc);
      if (handler.catch_type == 0 || slot == classfile::SlotMap::kNone) continue;
      seen.emplace_back(slot, handler.handler_pc, file_.pool().ClassName(handler.catch_type));
    }
    // javac splits the range of a try; the handler is one place all the same.
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    for (const auto& [slot, pc, caught] : seen) {
      const Subject& subject = matcher_.SubjectOf(JoinPointKind::kHandler, caught, "", "()V");
      Add(Shadow{.kind = JoinPointKind::kHandler,
                 .subject = &subject,
                 .within_code = code_subject_,
                 .within = &type_,
                 .has_this = has_this_,
                 .has_target = has_this_,
                 .target = type_.name},
          slot, lines_.At(pc));
    }
  }

  void Add(const Shadow& shadow, uint32_t slot, uint32_t line) {
    JoinPoint point{.kind = shadow.kind, .method = method_, .slot = slot, .line = line};
    if (matcher_.Decide(shadow, point)) found_.push_back(std::move(point));
  }

  Matcher& matcher_;
  const ClassFile& file_;
  const TypeInfo& type_;
  std::vector<JoinPoint> found_;
  std::vector<const Subject*> subjects_;
  std::vector<const Subject*> set_subjects_;
  std::set<std::pair<std::string_view, std::string_view>> own_methods_;  // name, descriptor; when needed
  // Of the method at hand:
  classfile::CodeView code_;
  LineMap lines_;
  classfile::SlotMap slots_;
  std::vector<std::string_view> news_;
  const Subject* code_subject_ = nullptr;
  uint32_t method_ = 0;
  bool is_constructor_ = false;
  bool initialized_ = true;  // super(...) or this(...) is behind us
  bool has_this_ = false;
};

const Subject& Matcher::SubjectOf(JoinPointKind kind, std::string_view owner, std::string_view name,
                                  std::string_view descriptor, bool always) {
  static const Subject kNothing;
  std::vector<uint32_t> candidates = index_.Candidates(kind, name);
  std::erase_if(candidates, [&](uint32_t number) { return !evaluator_.MayMatchOwner(number, owner); });
  if (candidates.empty() && !always) return kNothing;
  std::string key(1, static_cast<char>('0' + static_cast<int>(kind)));
  key.append(owner).append(".").append(name).append(":").append(descriptor);
  {
    std::lock_guard lock(mutex_);
    auto found = subjects_.find(key);
    if (found != subjects_.end()) return *found->second;
  }
  std::unique_ptr<const Subject> subject = Describe(kind, owner, name, descriptor, candidates);
  std::lock_guard lock(mutex_);
  return *subjects_.try_emplace(std::move(key), std::move(subject)).first->second;
}

std::unique_ptr<const Subject> Matcher::Describe(JoinPointKind kind, std::string_view owner,
                                                 std::string_view name, std::string_view descriptor,
                                                 const std::vector<uint32_t>& candidates) {
  auto subject = std::make_unique<Subject>();
  subject->owner = owner;
  subject->name = name;
  const MemberKind member_kind = MemberKindOf(kind);
  if (kind != JoinPointKind::kHandler && kind != JoinPointKind::kStaticInitialization) {
    subject->set = SignaturesOf(world_, member_kind, owner, name, descriptor);
  }
  if (member_kind == MemberKind::kField) {
    (kind == JoinPointKind::kFieldSet ? subject->arguments.emplace_back() : subject->result) = descriptor;
  } else if (kind == JoinPointKind::kHandler) {
    subject->arguments.push_back("L" + std::string(owner) + ";");
  } else if (auto parsed = classfile::MethodDescriptor::Parse(descriptor); parsed.ok()) {
    for (classfile::TypeView type : *parsed) subject->arguments.emplace_back(type.text);
    subject->result = parsed->result().text;
    if (kind == JoinPointKind::kConstructorCall) subject->result = "L" + std::string(owner) + ";";
  }
  subject->generic_arguments = subject->arguments;
  subject->generic_result = subject->result;
  if (member_kind == MemberKind::kMethod && !subject->set.signatures.empty()) {
    const MemberSignature& own = subject->set.signatures.front();
    if (own.parameters.size() == subject->arguments.size()) subject->generic_arguments = own.parameters;
    subject->generic_result = own.result;
  }
  for (uint32_t number : candidates) {
    if (evaluator_.MayMatch(number, kind, *subject)) subject->candidates.push_back(number);
  }
  return subject;
}

bool Matcher::Decide(const Shadow& shadow, JoinPoint& join_point) {
  for (uint32_t number : shadow.subject->candidates) {
    const PlanIndex::Entry& entry = index_.entry(number);
    std::vector<Residue>* residues = nullptr;
    if (entry.event != nullptr) {
      std::vector<match::Match>& matches = join_point.matches;
      const bool known = !matches.empty() && matches.back().spec == entry.spec_index &&
                         matches.back().event == entry.event_index;
      if (known && matches.back().residues.back().IsStatic())
        continue;  // an earlier alternative always holds
      std::vector<Residue> found = evaluator_.Evaluate(number, shadow);
      if (found.empty()) continue;
      if (!known) matches.push_back({entry.spec_index, entry.event_index, {}});
      residues = &matches.back().residues;
      for (Residue& residue : found) {
        if (std::find(residues->begin(), residues->end(), residue) == residues->end()) {
          residues->push_back(std::move(residue));
        }
      }
      continue;
    }
    std::vector<Residue> found = evaluator_.Evaluate(number, shadow);
    if (found.empty()) continue;
    std::vector<Flow>& flows = join_point.flows;
    if (flows.empty() || flows.back().id != entry.flow) {
      flows.push_back({entry.flow, index_.flows()[entry.flow].below, {}});
    }
    residues = &flows.back().residues;
    residues->insert(residues->end(), found.begin(), found.end());
  }
  return !join_point.matches.empty() || !join_point.flows.empty();
}

bool Matcher::MayMatchBodies(const ClassFile& file) {
  using Kind = JoinPointKind;
  if (!index_.Empty(Kind::kStaticInitialization)) {
    const TypeInfo* type = world_.Find(file.name());
    const Subject& subject = SubjectOf(Kind::kStaticInitialization, file.name(), "<clinit>", "()V");
    const Shadow shadow{.kind = Kind::kStaticInitialization, .subject = &subject, .within = type};
    JoinPoint point;
    if (type != nullptr && Decide(shadow, point)) return true;
  }
  for (const classfile::Member& method : file.methods()) {
    auto possible = [&](Kind kind) {
      return !index_.Empty(kind) &&
             !SubjectOf(kind, file.name(), method.name, method.descriptor).candidates.empty();
    };
    if (method.name != "<init>") {
      if (possible(Kind::kMethodExecution)) return true;
    } else if (possible(Kind::kConstructorExecution) || possible(Kind::kInitialization) ||
               possible(Kind::kPreinitialization)) {
      return true;
    }
  }
  return false;
}

bool Matcher::MayMatchMember(const classfile::MemberRef& member) {
  using Kind = JoinPointKind;
  auto possible = [&](Kind kind) {
    return !index_.Empty(kind) &&
           !SubjectOf(kind, member.owner, member.name, member.descriptor).candidates.empty();
  };
  if (member.owner.empty()) return false;
  if (member.tag == classfile::ConstantTag::kFieldref)
    return possible(Kind::kFieldGet) || possible(Kind::kFieldSet);
  return possible(member.name == "<init>" ? Kind::kConstructorCall : Kind::kMethodCall);
}

bool Matcher::MayMatch(const ClassFile& file) {
  world_.Learn(file);
  if (!index_.Empty(JoinPointKind::kHandler) || MayMatchBodies(file)) return true;
  for (uint32_t i = 1; i < file.pool().count(); ++i) {
    if (MayMatchMember(file.pool().Member(i))) return true;
  }
  return false;
}

Result<std::vector<JoinPoint>> Matcher::Match(const ClassFile& file) {
  world_.Learn(file);
  const TypeInfo* type = world_.Find(file.name());
  if (type == nullptr) return Error(ErrorCode::kMalformed, "class has no name");
  if (!MayMatch(file)) return std::vector<JoinPoint>();
  return ClassWalk(*this, file, *type).Run();
}

}  // namespace revmon::match
