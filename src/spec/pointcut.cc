#include "spec/pointcut.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace revmon::spec {
namespace {

struct DesignatorName {
  Designator designator;
  std::string_view name;
};

constexpr DesignatorName kNames[] = {
    {Designator::kAnd, "&&"},
    {Designator::kOr, "||"},
    {Designator::kNot, "!"},
    {Designator::kTrue, "true"},
    {Designator::kCall, "call"},
    {Designator::kExecution, "execution"},
    {Designator::kGet, "get"},
    {Designator::kSet, "set"},
    {Designator::kInitialization, "initialization"},
    {Designator::kPreinitialization, "preinitialization"},
    {Designator::kHandler, "handler"},
    {Designator::kAdviceExecution, "adviceexecution"},
    {Designator::kStaticInitialization, "staticinitialization"},
    {Designator::kWithin, "within"},
    {Designator::kWithinCode, "withincode"},
    {Designator::kThis, "this"},
    {Designator::kTarget, "target"},
    {Designator::kArgs, "args"},
    {Designator::kIf, "if"},
    {Designator::kCflow, "cflow"},
    {Designator::kCflowBelow, "cflowbelow"},
    {Designator::kAtThis, "@this"},
    {Designator::kAtTarget, "@target"},
    {Designator::kAtArgs, "@args"},
    {Designator::kAtWithin, "@within"},
    {Designator::kAtWithinCode, "@withincode"},
    {Designator::kAtAnnotation, "@annotation"},
    {Designator::kNamed, "named"},
    {Designator::kCondition, "condition"},
    {Designator::kCountCond, "countCond"},
    {Designator::kThread, "thread"},
    {Designator::kThreadName, "threadName"},
    {Designator::kThreadBlocked, "threadBlocked"},
    {Designator::kStartThread, "startThread"},
    {Designator::kEndThread, "endThread"},
    {Designator::kEndProgram, "endProgram"},
    {Designator::kEndObject, "endObject"},
};

bool IsOperator(Designator d) {
  return d == Designator::kAnd || d == Designator::kOr || d == Designator::kNot || d == Designator::kTrue ||
         d == Designator::kNamed;
}

bool HasSignature(Designator d) {
  switch (d) {
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

template <typename T, typename F>
std::string Join(const std::vector<T>& items, std::string_view separator, F&& text) {
  std::string out;
  for (const T& item : items) {
    if (&item != &items.front()) out += separator;
    out += text(item);
  }
  return out;
}

std::string TypeText(const TypePattern& type) { return ToString(type); }

std::string AnnotationText(const TypePattern& type) {
  if (type.kind == TypePattern::Kind::kNot) return "!" + AnnotationText(type.operands.front());
  return "@" + ToString(type);
}

std::string AnnotationPrefix(const std::vector<TypePattern>& annotations) {
  std::string out;
  for (const TypePattern& annotation : annotations) out += AnnotationText(annotation) + " ";
  return out;
}

std::string Suffix(const TypePattern& type) {
  std::string out;
  for (int i = 0; i < type.dimensions; ++i) out += "[]";
  if (type.subtypes) out += "+";
  if (type.varargs) out += "...";
  return out;
}

std::string ArgText(const ArgPattern& arg) {
  return arg.variable.empty() ? ToString(arg.type) : arg.variable;
}

}  // namespace

bool TypePattern::HasWildcard() const {
  return kind == Kind::kName && (name.find('*') != std::string::npos || name.find("..") != std::string::npos);
}

std::string_view ToString(Designator designator) {
  for (const DesignatorName& entry : kNames) {
    if (entry.designator == designator) return entry.name;
  }
  return "?";
}

bool FindDesignator(std::string_view word, Designator* out) {
  for (const DesignatorName& entry : kNames) {
    if (entry.name != word || IsOperator(entry.designator)) continue;
    *out = entry.designator;
    return true;
  }
  return false;
}

std::vector<std::string> DesignatorNames() {
  std::vector<std::string> out;
  for (const DesignatorName& entry : kNames) {
    if (!IsOperator(entry.designator)) out.emplace_back(entry.name);
  }
  return out;
}

bool IsJoinPointKind(Designator designator) {
  return designator >= Designator::kCall && designator <= Designator::kStaticInitialization;
}

std::string ToString(const TypePattern& type) {
  std::string prefix = AnnotationPrefix(type.annotations);
  switch (type.kind) {
    case TypePattern::Kind::kEllipsis: return "..";
    case TypePattern::Kind::kNot: return prefix + "!" + ToString(type.operands.front());
    case TypePattern::Kind::kAnd:
    case TypePattern::Kind::kOr: {
      std::string_view separator = type.kind == TypePattern::Kind::kAnd ? " && " : " || ";
      return prefix + "(" + Join(type.operands, separator, TypeText) + ")" + Suffix(type);
    }
    case TypePattern::Kind::kName: break;
  }
  std::string out = prefix + type.name;
  // "? extends T" keeps its bound as the one operand.
  if (!type.operands.empty()) out += " " + ToString(type.operands.front());
  if (!type.arguments.empty()) out += "<" + Join(type.arguments, ", ", TypeText) + ">";
  out += Suffix(type);
  return prefix.empty() ? out : "(" + out + ")";
}

std::string ToString(const SignaturePattern& signature) {
  std::string out = AnnotationPrefix(signature.annotations);
  for (const ModifierPattern& m : signature.modifiers) out += (m.negated ? "!" : "") + m.name + " ";
  if (signature.kind != SignaturePattern::Kind::kConstructor) out += ToString(signature.type) + " ";
  if (signature.has_declaring) {
    bool bare_not = signature.declaring.kind == TypePattern::Kind::kNot;
    out += bare_not ? "(" + ToString(signature.declaring) + ")." : ToString(signature.declaring) + ".";
  }
  out += signature.name;
  if (signature.kind == SignaturePattern::Kind::kField) return out;
  out += "(" + Join(signature.parameters, ", ", TypeText) + ")";
  if (signature.throws.empty()) return out;
  return out + " throws " + Join(signature.throws, ", ", [](const ThrowsPattern& t) {
           return (t.negated ? "!" : "") + ToString(t.type);
         });
}

std::string ToString(const PointcutNode& leaf) {
  std::string name(leaf.kind == Designator::kNamed ? leaf.text : ToString(leaf.kind));
  if (leaf.kind == Designator::kTrue) return "true";
  if (HasSignature(leaf.kind)) return name + "(" + ToString(leaf.signature) + ")";
  switch (leaf.kind) {
    case Designator::kIf:
    case Designator::kCondition:
    case Designator::kCountCond: return name + "(" + leaf.text + ")";
    case Designator::kThreadName:
    case Designator::kThreadBlocked:
      if (!leaf.text.empty()) return name + "(" + leaf.text + ")";
      break;
    default: break;
  }
  return name + "(" + Join(leaf.args, ", ", ArgText) + ")";
}

std::string ToString(const Pointcut& pointcut) {
  return pointcut.empty() ? "" : ToString(pointcut, static_cast<uint32_t>(pointcut.nodes.size() - 1));
}

std::string ToString(const Pointcut& pointcut, uint32_t root) {
  std::vector<uint32_t> below{root};
  for (size_t i = 0; i < below.size(); ++i) {
    const std::vector<uint32_t>& children = pointcut.nodes[below[i]].children;
    below.insert(below.end(), children.begin(), children.end());
  }
  // Ascending is post-order: every child's text exists when its parent is reached.
  std::sort(below.begin(), below.end());
  std::unordered_map<uint32_t, std::string> texts;
  for (uint32_t index : below) {
    const PointcutNode& node = pointcut.nodes[index];
    std::string parts = Join(node.children, node.kind == Designator::kAnd ? " && " : " || ",
                             [&](uint32_t child) { return std::move(texts[child]); });
    switch (node.kind) {
      case Designator::kAnd:
      case Designator::kOr: texts[index] = "(" + parts + ")"; break;
      case Designator::kNot: texts[index] = "!" + parts; break;
      case Designator::kCflow:
      case Designator::kCflowBelow:
        texts[index] = std::string(ToString(node.kind)) + "(" + parts + ")";
        break;
      default: texts[index] = ToString(node);
    }
  }
  return texts[root];
}

std::string Dump(const Pointcut& pointcut, int indent) {
  std::string out;
  if (pointcut.empty()) return out;
  std::vector<std::pair<uint32_t, int>> todo{{static_cast<uint32_t>(pointcut.nodes.size() - 1), indent}};
  while (!todo.empty()) {
    auto [index, depth] = todo.back();
    todo.pop_back();
    const PointcutNode& node = pointcut.nodes[index];
    bool inner = !node.children.empty();
    out += std::string(static_cast<size_t>(depth), ' ') +
           (inner ? std::string(ToString(node.kind)) : ToString(node)) + "\n";
    for (size_t i = node.children.size(); i-- > 0;) todo.emplace_back(node.children[i], depth + 2);
  }
  return out;
}

}  // namespace revmon::spec
