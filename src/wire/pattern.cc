#include "wire/pattern.h"

namespace revmon::wire {
namespace {

template <typename T>
std::string Joined(const std::vector<T>& parts, std::string_view between) {
  std::string text;
  for (const T& part : parts) {
    if (!text.empty()) text += between;
    text += ToString(part);
  }
  return text;
}

std::string_view NameOfFlag(uint16_t flag) {
  switch (flag) {
    case 0x0001: return "public";
    case 0x0002: return "private";
    case 0x0004: return "protected";
    case 0x0008: return "static";
    case 0x0010: return "final";
    case 0x0020: return "synchronized";
    case 0x0040: return "volatile";
    case 0x0080: return "transient";
    case 0x0100: return "native";
    case 0x0400: return "abstract";
    case 0x0800: return "strictfp";
    default: return "?";
  }
}

}  // namespace

std::string_view ToString(Test::Kind kind) {
  switch (kind) {
    case Test::Kind::kTrue: return "true";
    case Test::Kind::kCall: return "call";
    case Test::Kind::kExecution: return "execution";
    case Test::Kind::kGet: return "get";
    case Test::Kind::kSet: return "set";
    case Test::Kind::kInitialization: return "initialization";
    case Test::Kind::kPreinitialization: return "preinitialization";
    case Test::Kind::kHandler: return "handler";
    case Test::Kind::kStaticInitialization: return "staticinitialization";
    case Test::Kind::kAdviceExecution: return "adviceexecution";
    case Test::Kind::kWithin: return "within";
    case Test::Kind::kWithinCode: return "withincode";
    case Test::Kind::kThis: return "this";
    case Test::Kind::kTarget: return "target";
    case Test::Kind::kArgs: return "args";
    case Test::Kind::kCflow: return "cflow";
    case Test::Kind::kCflowBelow: return "cflowbelow";
    case Test::Kind::kAtThis: return "@this";
    case Test::Kind::kAtTarget: return "@target";
    case Test::Kind::kAtArgs: return "@args";
    case Test::Kind::kAtWithin: return "@within";
    case Test::Kind::kAtWithinCode: return "@withincode";
    case Test::Kind::kAtAnnotation: return "@annotation";
    case Test::Kind::kGuard: return "if";
  }
  return "?";
}

std::string ToString(const TypePattern& type) {
  std::string text;
  for (const TypePattern& annotation : type.annotations) {
    bool absent = annotation.kind == TypePattern::Kind::kNot && !annotation.operands.empty();
    text += absent ? "!@" + ToString(annotation.operands[0]) + " " : "@" + ToString(annotation) + " ";
  }
  switch (type.kind) {
    case TypePattern::Kind::kAny: text += "*"; break;
    case TypePattern::Kind::kExact:
    case TypePattern::Kind::kWildcard: text += type.name; break;
    case TypePattern::Kind::kEllipsis: text += ".."; break;
    case TypePattern::Kind::kNot: text += "!" + Joined(type.operands, " "); break;
    case TypePattern::Kind::kAnd: text += "(" + Joined(type.operands, " && ") + ")"; break;
    case TypePattern::Kind::kOr: text += "(" + Joined(type.operands, " || ") + ")"; break;
  }
  for (int i = 0; i < type.dimensions; ++i) text += "[]";
  if (type.subtypes) text += "+";
  if (type.varargs) text += "...";
  return text;
}

std::string ToString(const SignaturePattern& signature) {
  std::string text;
  for (const TypePattern& annotation : signature.annotations) text += "@" + ToString(annotation) + " ";
  for (const ModifierPattern& modifier : signature.modifiers) {
    text += std::string(modifier.negated ? "!" : "") + std::string(NameOfFlag(modifier.flag)) + " ";
  }
  if (signature.kind != SignaturePattern::Kind::kConstructor) text += ToString(signature.type) + " ";
  if (!signature.any_declaring) text += ToString(signature.declaring) + ".";
  text += signature.kind == SignaturePattern::Kind::kConstructor ? "new" : signature.name;
  if (signature.kind != SignaturePattern::Kind::kField)
    text += "(" + Joined(signature.parameters, ", ") + ")";
  for (size_t i = 0; i < signature.throws.size(); ++i) {
    text += (i == 0 ? " throws " : ", ") + std::string(signature.throws[i].negated ? "!" : "") +
            ToString(signature.throws[i].type);
  }
  return text;
}

std::string ToString(const Test& test) {
  std::string text = (test.negated ? "!" : "") + std::string(ToString(test.kind)) + "(";
  switch (test.kind) {
    case Test::Kind::kCall:
    case Test::Kind::kExecution:
    case Test::Kind::kGet:
    case Test::Kind::kSet:
    case Test::Kind::kInitialization:
    case Test::Kind::kPreinitialization:
    case Test::Kind::kWithinCode: text += ToString(test.signature); break;
    case Test::Kind::kGuard: text += test.guard; break;
    default: break;
  }
  for (size_t i = 0; i < test.args.size(); ++i) {
    const ArgPattern& arg = test.args[i];
    if (i > 0) text += ", ";
    if (arg.variable != ArgPattern::kTypeOnly) text += "$" + std::to_string(arg.variable) + ": ";
    text += ToString(arg.type);
  }
  for (size_t i = 0; i < test.inner.size(); ++i)
    text += (i > 0 ? " || " : "") + Joined(test.inner[i], " && ");
  return text + ")";
}

}  // namespace revmon::wire
