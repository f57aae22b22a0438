#include "spec/plan_pattern.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "spec/support_names.h"

namespace revmon::spec {
namespace {

constexpr std::array<std::pair<std::string_view, uint16_t>, 11> kFlags = {{
    {"public", 0x0001},
    {"private", 0x0002},
    {"protected", 0x0004},
    {"static", 0x0008},
    {"final", 0x0010},
    {"synchronized", 0x0020},
    {"volatile", 0x0040},
    {"transient", 0x0080},
    {"native", 0x0100},
    {"abstract", 0x0400},
    {"strictfp", 0x0800},
}};

uint16_t FlagOf(std::string_view modifier) {
  for (const auto& [name, flag] : kFlags) {
    if (name == modifier) return flag;
  }
  return 0;
}

// Join points, then tests, in the order of wire::Test::Kind; what has no row here never reaches a leaf.
wire::Test::Kind KindOf(Designator designator) {
  using Kind = wire::Test::Kind;
  switch (designator) {
    case Designator::kCall: return Kind::kCall;
    case Designator::kExecution: return Kind::kExecution;
    case Designator::kGet: return Kind::kGet;
    case Designator::kSet: return Kind::kSet;
    case Designator::kInitialization: return Kind::kInitialization;
    case Designator::kPreinitialization: return Kind::kPreinitialization;
    case Designator::kHandler: return Kind::kHandler;
    case Designator::kStaticInitialization: return Kind::kStaticInitialization;
    case Designator::kAdviceExecution: return Kind::kAdviceExecution;
    case Designator::kWithin: return Kind::kWithin;
    case Designator::kWithinCode: return Kind::kWithinCode;
    case Designator::kThis: return Kind::kThis;
    case Designator::kTarget: return Kind::kTarget;
    case Designator::kArgs: return Kind::kArgs;
    case Designator::kCflow: return Kind::kCflow;
    case Designator::kCflowBelow: return Kind::kCflowBelow;
    case Designator::kAtThis: return Kind::kAtThis;
    case Designator::kAtTarget: return Kind::kAtTarget;
    case Designator::kAtArgs: return Kind::kAtArgs;
    case Designator::kAtWithin: return Kind::kAtWithin;
    case Designator::kAtWithinCode: return Kind::kAtWithinCode;
    case Designator::kAtAnnotation: return Kind::kAtAnnotation;
    case Designator::kIf: return Kind::kGuard;
    default: return Kind::kTrue;
  }
}

std::vector<wire::TypePattern> PlanTypes(const std::vector<TypePattern>& types) {
  std::vector<wire::TypePattern> out;
  out.reserve(types.size());
  for (const TypePattern& type : types) out.push_back(PlanType(type));
  return out;
}

wire::TypePattern::Kind KindOf(const TypePattern& type) {
  using Kind = wire::TypePattern::Kind;
  switch (type.kind) {
    case TypePattern::Kind::kEllipsis: return Kind::kEllipsis;
    case TypePattern::Kind::kNot: return Kind::kNot;
    case TypePattern::Kind::kAnd: return Kind::kAnd;
    case TypePattern::Kind::kOr: return Kind::kOr;
    case TypePattern::Kind::kName: break;
  }
  if (type.name == "*") return Kind::kAny;
  return type.HasWildcard() ? Kind::kWildcard : Kind::kExact;
}

wire::SignaturePattern PlanSignature(const SignaturePattern& signature) {
  wire::SignaturePattern out;
  out.kind = static_cast<wire::SignaturePattern::Kind>(signature.kind);
  out.any_declaring = !signature.has_declaring;
  if (signature.has_declaring) out.declaring = PlanType(signature.declaring);
  if (signature.kind != SignaturePattern::Kind::kConstructor) out.type = PlanType(signature.type);
  out.name = signature.name;
  out.parameters = PlanTypes(signature.parameters);
  for (const ModifierPattern& modifier : signature.modifiers) {
    out.modifiers.push_back({modifier.negated, FlagOf(modifier.name)});
  }
  out.annotations = PlanTypes(signature.annotations);
  for (const ThrowsPattern& thrown : signature.throws) {
    out.throws.push_back({thrown.negated, PlanType(thrown.type)});
  }
  return out;
}

bool HasSignature(Designator designator) {
  switch (designator) {
    case Designator::kCall:
    case Designator::kExecution:
    case Designator::kGet:
    case Designator::kSet:
    case Designator::kInitialization:
    case Designator::kPreinitialization:
    case Designator::kWithinCode: return true;
    default: return false;
  }
}

uint32_t CountTypes(const TypePattern& type) {
  uint32_t count = 1;
  for (const TypePattern& operand : type.operands) count += CountTypes(operand);
  for (const TypePattern& annotation : type.annotations) count += CountTypes(annotation);
  return count;
}

// What the leaf will cost in the plan, counted before anything is copied.
uint32_t CountPatterns(const PointcutNode& leaf) {
  uint32_t count = 1;
  const SignaturePattern& signature = leaf.signature;
  for (const TypePattern& parameter : signature.parameters) count += CountTypes(parameter);
  for (const TypePattern& annotation : signature.annotations) count += CountTypes(annotation);
  for (const ThrowsPattern& thrown : signature.throws) count += CountTypes(thrown.type);
  if (HasSignature(leaf.kind)) count += CountTypes(signature.type) + CountTypes(signature.declaring);
  for (const ArgPattern& arg : leaf.args) count += CountTypes(arg.type);
  return count;
}

class AlternativesBuilder {
 public:
  AlternativesBuilder(const Event& event, uint32_t* budget) : event_(event), budget_(*budget) {}

  // `ids` are the nodes' indexes in the event's own pointcut: a part of it keeps the names of its Java.
  Result<std::vector<wire::Alternative>> Run(const Pointcut& tree,
                                             const std::vector<Alternative>& alternatives,
                                             const std::vector<uint32_t>& ids) {
    std::vector<wire::Alternative> out;
    for (const Alternative& alternative : alternatives) {
      wire::Alternative& tests = out.emplace_back();
      for (const Literal& literal : alternative) {
        REVMON_ASSIGN_OR_RETURN(wire::Test test, Leaf(tree, literal.node, ids));
        test.negated = literal.negated;
        tests.push_back(std::move(test));
      }
    }
    return out;
  }

 private:
  Result<wire::Test> Leaf(const Pointcut& tree, uint32_t index, const std::vector<uint32_t>& ids) {
    const PointcutNode& node = tree.nodes[index];
    uint32_t cost = CountPatterns(node);
    if (cost > budget_) {
      return Error(ErrorCode::kLimit, "event '" + event_.name +
                                          "': the pointcuts of the spec need more than " +
                                          std::to_string(kMaxPatterns) + " patterns in normal form");
    }
    budget_ -= cost;
    wire::Test test;
    test.kind = KindOf(node.kind);
    if (HasSignature(node.kind)) test.signature = PlanSignature(node.signature);
    for (const ArgPattern& arg : node.args) test.args.push_back(Arg(arg));
    if (node.kind == Designator::kIf) test.guard = NestedGuardMethod(event_.id, ids[index]);
    if (node.kind == Designator::kCflow || node.kind == Designator::kCflowBelow) {
      REVMON_ASSIGN_OR_RETURN(test.inner, Inner(tree, node.children.front(), ids));
    }
    return test;
  }

  wire::ArgPattern Arg(const ArgPattern& arg) const {
    for (size_t i = 0; i < event_.variables.size() && !arg.variable.empty(); ++i) {
      if (event_.variables[i].name != arg.variable) continue;
      return {static_cast<int32_t>(i), PlanType(event_.variables[i].type)};
    }
    return {wire::ArgPattern::kTypeOnly, PlanType(arg.type)};
  }

  // The pointcut below cflow, as a small tree of its own. Parsing bounds how deep these nest.
  Result<std::vector<wire::Alternative>> Inner(const Pointcut& tree, uint32_t root,
                                               const std::vector<uint32_t>& ids) {
    std::vector<uint32_t> reached = {root};
    for (size_t i = 0; i < reached.size(); ++i) {
      const std::vector<uint32_t>& children = tree.nodes[reached[i]].children;
      reached.insert(reached.end(), children.begin(), children.end());
    }
    std::sort(reached.begin(), reached.end());  // post-order again: children have smaller indexes
    Pointcut part;
    std::vector<uint32_t> part_ids;
    for (uint32_t index : reached) {
      PointcutNode& copy = part.nodes.emplace_back(tree.nodes[index]);
      for (uint32_t& child : copy.children) {
        auto at = std::lower_bound(reached.begin(), reached.end(), child);
        child = static_cast<uint32_t>(at - reached.begin());
      }
      part_ids.push_back(ids[index]);
    }
    std::optional<std::vector<Alternative>> alternatives = Disjoin(part, &normalize_budget_);
    if (!alternatives) {
      return Error(ErrorCode::kLimit, "event '" + event_.name +
                                          "': the pointcut inside cflow has more than " +
                                          std::to_string(kMaxAlternatives) + " alternatives");
    }
    return Run(part, *alternatives, part_ids);
  }

  const Event& event_;
  uint32_t& budget_;
  NormalizeBudget normalize_budget_;
};

}  // namespace

wire::TypePattern PlanType(const TypePattern& type) {
  wire::TypePattern out;
  out.kind = KindOf(type);
  out.subtypes = type.subtypes;
  out.varargs = type.varargs;
  out.dimensions = type.dimensions;
  if (out.kind == wire::TypePattern::Kind::kExact)
    out.name = type.resolved.empty() ? type.name : type.resolved;
  if (out.kind == wire::TypePattern::Kind::kWildcard) out.name = type.name;
  out.operands = PlanTypes(type.operands);
  out.annotations = PlanTypes(type.annotations);
  return out;
}

Result<std::vector<wire::Alternative>> PlanAlternatives(const Event& event, uint32_t* budget) {
  std::vector<uint32_t> ids(event.pointcut.tree.nodes.size());
  for (uint32_t i = 0; i < ids.size(); ++i) ids[i] = i;
  return AlternativesBuilder(event, budget).Run(event.pointcut.tree, event.pointcut.alternatives, ids);
}

}  // namespace revmon::spec
