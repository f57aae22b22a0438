#include "match/evaluate.h"

#include <algorithm>
#include <utility>

#include "classfile/descriptor.h"

namespace revmon::match {
namespace {

using TestKind = wire::Test::Kind;
using PatternKind = wire::TypePattern::Kind;

std::string ToDescriptor(std::string_view class_constant) {
  if (class_constant.starts_with('[')) return std::string(class_constant);
  return "L" + std::string(class_constant) + ";";
}

// Positions of the arguments that each element of args(...) stands for; nothing if the number does not fit.
std::optional<std::vector<size_t>> PlaceArgs(const std::vector<wire::ArgPattern>& patterns, size_t count) {
  size_t dots = patterns.size();
  for (size_t i = 0; i < patterns.size(); ++i) {
    if (patterns[i].type.kind == PatternKind::kEllipsis &&
        patterns[i].variable == wire::ArgPattern::kTypeOnly) {
      dots = std::min(dots, i);
    }
  }
  const bool open = dots < patterns.size();
  const size_t fixed = patterns.size() - (open ? 1 : 0);
  if (open ? count < fixed : count != fixed) return std::nullopt;
  std::vector<size_t> places(patterns.size(), 0);
  for (size_t i = 0; i < patterns.size(); ++i) places[i] = i <= dots ? i : count - (patterns.size() - i);
  return places;
}

bool IsEllipsis(const wire::ArgPattern& arg) {
  return arg.type.kind == PatternKind::kEllipsis && arg.variable == wire::ArgPattern::kTypeOnly;
}

bool IsAfter(const PlanIndex::Entry& entry) {
  return entry.event != nullptr && entry.event->advice != wire::Event::Advice::kBefore &&
         entry.event->advice != wire::Event::Advice::kAround;
}

}  // namespace

Evaluator::Formula Evaluator::Both(const Formula& a, const Formula& b) {
  Formula out;
  for (const Conjunction& left : a) {
    for (const Conjunction& right : b) {
      if (out.size() == kMaxConjunctions) return out;
      Conjunction both = left;
      bool possible = true;
      for (const TypeTest& test : right) {
        TypeTest opposite = test;
        opposite.negated = !opposite.negated;
        possible = possible && std::find(both.begin(), both.end(), opposite) == both.end();
        if (std::find(both.begin(), both.end(), test) == both.end()) both.push_back(test);
      }
      if (possible && std::find(out.begin(), out.end(), both) == out.end()) out.push_back(std::move(both));
    }
  }
  return out;
}

Evaluator::Formula Evaluator::Either(Formula a, const Formula& b) {
  for (const Conjunction& tests : b) {
    if (a.size() == kMaxConjunctions) break;
    if (tests.empty()) return Constant(true);
    if (std::find(a.begin(), a.end(), tests) == a.end()) a.push_back(tests);
  }
  return a;
}

Evaluator::Formula Evaluator::Negation(const Formula& formula) {
  Formula out = Constant(true);
  for (const Conjunction& tests : formula) {
    Formula none;
    for (TypeTest test : tests) {
      test.negated = !test.negated;
      none.push_back({std::move(test)});
    }
    out = Both(out, none);
  }
  return out;
}

bool Evaluator::MayMatchOwner(uint32_t number, std::string_view owner) {
  for (const wire::Test& test : *index_.entry(number).tests) {
    if (test.negated || !IsKindTest(test.kind) || test.signature.any_declaring) continue;
    const std::string declaring = ClassConstantOf(test.signature.declaring);
    if (!declaring.empty() && world_.IsSubtype(owner, declaring) == Tri::kNo) return false;
  }
  return true;
}

bool Evaluator::MayMatch(uint32_t number, JoinPointKind kind, const Subject& subject) {
  for (const wire::Test& test : *index_.entry(number).tests) {
    if (!IsKindTest(test.kind)) continue;
    if (!Selects(test, kind)) {
      if (!test.negated) return false;
      continue;
    }
    if (kind == JoinPointKind::kHandler || kind == JoinPointKind::kStaticInitialization) continue;
    const Tri fits = patterns_.Signature(test.signature, subject.set, subject.name);
    if (fits == (test.negated ? Tri::kYes : Tri::kNo)) return false;
  }
  return true;
}

Evaluator::Formula Evaluator::KindTest(const wire::Test& test, const Shadow& shadow, bool after) {
  if (!Selects(test, shadow.kind)) return Constant(false);
  if (shadow.kind == JoinPointKind::kStaticInitialization) {
    return Constant(!test.args.empty() &&
                    patterns_.Class(test.args[0].type, shadow.within->name) == Tri::kYes);
  }
  if (shadow.kind == JoinPointKind::kHandler) {
    return Constant(!test.args.empty() &&
                    patterns_.Class(test.args[0].type, shadow.subject->owner) == Tri::kYes);
  }
  const Tri fits = patterns_.Signature(test.signature, shadow.subject->set, shadow.subject->name);
  if (fits != Tri::kMaybe) return Constant(fits == Tri::kYes);
  // The declaring type hangs on a class nobody could read: the object itself will know.
  TypeTest residue{.value = {}, .type = ClassConstantOf(test.signature.declaring)};
  if (residue.type.empty()) return Constant(false);
  if (shadow.has_target) {
    residue.value.kind = Value::Kind::kTarget;
  } else if (shadow.kind == JoinPointKind::kConstructorCall && after) {
    residue.value.kind = Value::Kind::kResult;
  } else {
    return Constant(false);
  }
  return {{std::move(residue)}};
}

Evaluator::Formula Evaluator::Instance(const wire::TypePattern& pattern, std::string_view descriptor,
                                       std::string_view generic, Value value, bool negated) {
  switch (pattern.kind) {
    case PatternKind::kAny:
    case PatternKind::kEllipsis: return Constant(true);
    case PatternKind::kWildcard: {
      wire::TypePattern open = pattern;
      open.subtypes = true;
      return Constant(patterns_.Type(open, generic) != Tri::kNo);
    }
    case PatternKind::kExact: {
      const Tri is = patterns_.StaticInstanceOf(generic, pattern);
      if (is == Tri::kNo) return Constant(false);
      const bool sure = is == Tri::kYes;
      if (sure && (negated || patterns_.StaticInstanceOf(descriptor, pattern) == Tri::kYes))
        return Constant(true);
      return {{TypeTest{
          .value = value, .type = ClassConstantOf(pattern), .negated = false, .null_passes = sure}}};
    }
    case PatternKind::kNot:
    case PatternKind::kAnd:
    case PatternKind::kOr: break;
  }
  const bool inner_negated = (pattern.kind == PatternKind::kNot) != negated;
  Formula out = Constant(pattern.kind != PatternKind::kOr);
  for (const wire::TypePattern& operand : pattern.operands) {
    Formula one = Instance(operand, descriptor, generic, value, inner_negated);
    if (pattern.kind == PatternKind::kNot) one = Negation(one);
    out = pattern.kind == PatternKind::kOr ? Either(std::move(out), one) : Both(out, one);
  }
  return out;
}

Evaluator::Formula Evaluator::Args(const wire::Test& test, const Shadow& shadow) {
  const std::vector<std::string>& types = shadow.subject->arguments;
  const std::optional<std::vector<size_t>> places = PlaceArgs(test.args, types.size());
  if (!places.has_value()) return Constant(false);
  Formula out = Constant(true);
  for (size_t i = 0; i < test.args.size(); ++i) {
    if (IsEllipsis(test.args[i])) continue;
    const size_t at = (*places)[i];
    const Value value{Value::Kind::kArgument, static_cast<uint16_t>(at)};
    if (test.kind == TestKind::kAtArgs) {
      const classfile::TypeView type{types[at]};
      wire::Test one;
      one.args = {test.args[i]};
      out = Both(out, AnnotatedInstance(one, type.is_class(), type.internal_name(), value));
    } else {
      const std::string& generic = shadow.subject->generic_arguments[at];
      out = Both(out, Instance(test.args[i].type, types[at], generic, value, test.negated));
    }
    if (out.empty()) return out;
  }
  return out;
}

// @this, @target, @args: the class of the object carries the annotation. Only a final class is sure to be it.
Evaluator::Formula Evaluator::AnnotatedInstance(const wire::Test& test, bool present, std::string_view type,
                                                Value value) {
  if (!present || test.args.empty()) return Constant(false);
  const wire::TypePattern& wanted = test.args[0].type;
  const TypeInfo* info = world_.Find(type);
  if (info != nullptr && info->is_final()) {
    return Constant(patterns_.Annotations({&wanted, 1}, info->annotations) == Tri::kYes);
  }
  TypeTest residue{.value = value, .type = ClassConstantOf(wanted), .negated = false, .annotation = true};
  if (residue.type.empty()) return Constant(false);
  return {{std::move(residue)}};
}

// within(T): the class or any class around it.
Tri Evaluator::Within(const wire::Test& test, const Shadow& shadow) {
  constexpr int kMaxNesting = 100;
  if (test.args.empty()) return Tri::kNo;
  Tri any = Tri::kNo;
  const TypeInfo* type = shadow.within;
  for (int depth = 0; type != nullptr && depth < kMaxNesting; ++depth) {
    if (test.kind == TestKind::kAtWithin) {
      any = Or(any, patterns_.Annotations({&test.args[0].type, 1}, type->annotations));
    } else {
      any = Or(any, patterns_.Class(test.args[0].type, type->name));
    }
    type = type->outer.empty() ? nullptr : world_.Find(type->outer);
  }
  return any;
}

Tri Evaluator::AnnotationTest(const wire::Test& test, const Shadow& shadow) {
  if (test.args.empty()) return Tri::kNo;
  const std::span<const wire::TypePattern> wanted(&test.args[0].type, 1);
  if (test.kind == TestKind::kAtAnnotation && shadow.kind == JoinPointKind::kStaticInitialization) {
    return patterns_.Annotations(wanted, shadow.within->annotations);
  }
  const Subject* subject = test.kind == TestKind::kAtWithinCode ? shadow.within_code : shadow.subject;
  if (subject == nullptr || subject->set.member == nullptr || shadow.kind == JoinPointKind::kHandler) {
    return Tri::kNo;
  }
  return patterns_.Annotations(wanted, subject->set.member->annotations);
}

Evaluator::Formula Evaluator::InstanceOf(const wire::Test& test, std::string_view type, Value value) {
  const std::string descriptor = ToDescriptor(type);
  return Instance(test.args[0].type, descriptor, descriptor, value, test.negated);
}

Evaluator::Formula Evaluator::Test(const wire::Test& test, const Shadow& shadow, bool after) {
  const Value self{Value::Kind::kThis, 0};
  const Value target{Value::Kind::kTarget, 0};
  switch (test.kind) {
    case TestKind::kTrue: return Constant(true);
    case TestKind::kAdviceExecution: return Constant(false);
    case TestKind::kWithin:
    case TestKind::kAtWithin: return Constant(Within(test, shadow) == Tri::kYes);
    case TestKind::kWithinCode: {
      if (shadow.within_code == nullptr) return Constant(false);
      const bool constructor = shadow.within_code->name == "<init>";
      if (constructor != (test.signature.kind == wire::SignaturePattern::Kind::kConstructor))
        return Constant(false);
      const Subject& code = *shadow.within_code;
      return Constant(patterns_.Signature(test.signature, code.set, code.name) == Tri::kYes);
    }
    case TestKind::kThis:
      if (!shadow.has_this || test.args.empty()) return Constant(false);
      return InstanceOf(test, shadow.within->name, self);
    case TestKind::kTarget:
      if (!shadow.has_target || test.args.empty()) return Constant(false);
      return InstanceOf(test, shadow.target, target);
    case TestKind::kArgs:
    case TestKind::kAtArgs: return Args(test, shadow);
    case TestKind::kAtThis: return AnnotatedInstance(test, shadow.has_this, shadow.within->name, self);
    case TestKind::kAtTarget: return AnnotatedInstance(test, shadow.has_target, shadow.target, target);
    case TestKind::kAtWithinCode:
    case TestKind::kAtAnnotation: return Constant(AnnotationTest(test, shadow) == Tri::kYes);
    default: return KindTest(test, shadow, after);
  }
}

Evaluator::Formula Evaluator::Returning(const wire::Event& event, const Shadow& shadow) {
  if (event.advice != wire::Event::Advice::kAfterReturning) return Constant(true);
  for (const wire::Variable& variable : event.variables) {
    if (variable.source != wire::Variable::Source::kReturning) continue;
    const std::string& result = shadow.subject->result;
    if (result == "V") return Constant(ClassConstantOf(variable.type) == "java/lang/Object");
    return Instance(variable.type, result, shadow.subject->generic_result, {Value::Kind::kResult, 0}, false);
  }
  return Constant(true);
}

// What is thrown is known only when it is thrown.
Evaluator::Formula Evaluator::Throwing(const wire::Event& event) {
  if (event.advice != wire::Event::Advice::kAfterThrowing) return Constant(true);
  for (const wire::Variable& variable : event.variables) {
    if (variable.source != wire::Variable::Source::kThrowing) continue;
    static constexpr std::string_view kThrowable = "Ljava/lang/Throwable;";
    return Instance(variable.type, kThrowable, kThrowable, {Value::Kind::kThrown, 0}, false);
  }
  return Constant(true);
}

// A checked exception comes only from members that declare it or a subclass of it.
bool Evaluator::MayThrow(const wire::Event& event, const Shadow& shadow) {
  if (event.advice != wire::Event::Advice::kAfterThrowing || shadow.subject->set.member == nullptr)
    return true;
  for (const wire::Variable& variable : event.variables) {
    if (variable.source != wire::Variable::Source::kThrowing) continue;
    const std::string type = ClassConstantOf(variable.type);
    if (type.empty() || type == "java/lang/Throwable" || type == "java/lang/Exception") return true;
    if (world_.IsSubtype(type, "java/lang/RuntimeException") != Tri::kNo) return true;
    if (world_.IsSubtype(type, "java/lang/Error") != Tri::kNo) return true;
    for (std::string_view declared : shadow.subject->set.member->exceptions) {
      if (world_.IsSubtype(declared, type) != Tri::kNo) return true;
    }
    return false;
  }
  return true;
}

void Evaluator::Bind(const wire::Event& event, const wire::Alternative& tests, const Shadow& shadow,
                     Residue& residue) {
  using Source = wire::Variable::Source;
  residue.variables.resize(event.variables.size());
  for (size_t i = 0; i < event.variables.size(); ++i) {
    Value& value = residue.variables[i];
    if (event.variables[i].source == Source::kReturning) value.kind = Value::Kind::kResult;
    if (event.variables[i].source == Source::kThrowing) value.kind = Value::Kind::kThrown;
    if (event.variables[i].source == Source::kThread) value.kind = Value::Kind::kThread;
  }
  for (const wire::Test& test : tests) {
    if (test.negated) continue;
    std::optional<std::vector<size_t>> places;
    if (test.kind == TestKind::kArgs) places = PlaceArgs(test.args, shadow.subject->arguments.size());
    for (size_t i = 0; i < test.args.size(); ++i) {
      const int32_t variable = test.args[i].variable;
      if (variable < 0 || static_cast<size_t>(variable) >= residue.variables.size()) continue;
      Value& value = residue.variables[static_cast<size_t>(variable)];
      if (test.kind == TestKind::kThis) value = {Value::Kind::kThis, 0};
      if (test.kind == TestKind::kTarget) value = {Value::Kind::kTarget, 0};
      if (places.has_value()) value = {Value::Kind::kArgument, static_cast<uint16_t>((*places)[i])};
    }
  }
}

std::vector<Residue> Evaluator::Evaluate(uint32_t number, const Shadow& shadow) {
  const PlanIndex::Entry& entry = index_.entry(number);
  Formula formula = Constant(true);
  Residue common;
  for (const wire::Test& test : *entry.tests) {
    if (test.kind == TestKind::kGuard) {
      common.guards.push_back({test.guard, test.negated});
      continue;
    }
    if (test.kind == TestKind::kCflow || test.kind == TestKind::kCflowBelow) {
      (test.negated ? common.not_cflows : common.cflows).push_back(index_.FlowOf(test));
      continue;
    }
    const Formula one = Test(test, shadow, IsAfter(entry));
    formula = Both(formula, test.negated ? Negation(one) : one);
    if (formula.empty()) return {};
  }
  if (entry.event != nullptr) {
    if (!MayThrow(*entry.event, shadow)) return {};
    formula = Both(formula, Both(Returning(*entry.event, shadow), Throwing(*entry.event)));
    Bind(*entry.event, *entry.tests, shadow, common);
  }
  std::vector<Residue> out;
  for (Conjunction& tests : formula) {
    Residue& residue = out.emplace_back(common);
    residue.types = std::move(tests);
  }
  return out;
}

}  // namespace revmon::match
