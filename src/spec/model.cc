#include "spec/model.h"

namespace revmon::spec {
namespace {

std::string List(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

std::string ParameterList(const Spec& spec) {
  std::vector<std::string> items;
  for (const Parameter& parameter : spec.parameters)
    items.push_back(JavaType(parameter.type) + " " + parameter.name);
  return List(items);
}

std::string VariableLine(const Spec& spec, const Variable& variable) {
  std::string type = variable.type.resolved.empty() ? JavaType(variable.type) : variable.type.resolved;
  for (int i = 0; i < variable.type.dimensions && !variable.type.resolved.empty(); ++i) type += "[]";
  std::string role = variable.parameter == Variable::kByValue
                         ? "value"
                         : "parameter " + spec.parameters[static_cast<size_t>(variable.parameter)].name;
  return "    " + variable.name + ": " + type + " from " + std::string(ToString(variable.binding)) + ", " +
         role + "\n";
}

std::string Expressions(std::string_view title, const std::vector<JavaCode>& expressions) {
  std::string out;
  for (const JavaCode& code : expressions) out += "    " + std::string(title) + " " + code.text + "\n";
  return out;
}

std::string Dump(const Spec& spec, const Event& event) {
  std::string out =
      "  " + std::to_string(event.id) + " " + event.name + ": " + std::string(ToString(event.advice));
  if (!event.around_type.empty()) out += " " + event.around_type;
  if (event.creation) out += ", creates";
  if (event.is_static) out += ", static";
  if (event.blocking) out += ", blocking";
  if (!event.body.fixed) out += ", Java body";
  out += "\n";
  for (const Variable& variable : event.variables) out += VariableLine(spec, variable);
  if (event.trigger != Trigger::kJoinPoint) out += "    at " + std::string(ToString(event.trigger)) + "\n";
  for (const Alternative& alternative : event.pointcut.alternatives) {
    std::string text = ToString(event.pointcut, alternative);
    if (text != "true") out += "    on " + text + "\n";
  }
  out += Expressions("if", event.guards) + Expressions("test", event.tests);
  out += Expressions("condition", event.conditions);
  out += Expressions("countCond", event.counts);
  for (const ThreadTest& test : event.threads) {
    out += std::string("    ") + (test.blocked ? "threadBlocked " : "threadName ") + test.name + "\n";
  }
  return out;
}

}  // namespace

std::string_view ToString(Binding binding) {
  switch (binding) {
    case Binding::kTarget: return "target";
    case Binding::kThis: return "this";
    case Binding::kArgs: return "args";
    case Binding::kReturning: return "returning";
    case Binding::kThrowing: return "throwing";
    case Binding::kThread: return "thread";
    case Binding::kEndedObject: return "endObject";
    case Binding::kAnnotation: return "annotation";
  }
  return "?";
}

std::string JavaType(const TypePattern& type) {
  TypePattern plain = type;
  plain.subtypes = false;
  plain.annotations.clear();
  return ToString(plain);
}

std::string DumpEvents(const Spec& spec) {
  std::string out = "spec " + spec.name + "(" + ParameterList(spec) + ")\n";
  if (!spec.severity.empty()) out += "  severity " + spec.severity + "\n";
  out += "  symbols " + List(spec.symbols) + "\n";
  out += std::string("  java ") + (spec.java.any() ? "needed" : "not needed") + "\n";
  for (const Event& event : spec.events) out += Dump(spec, event);
  for (const Property& property : spec.properties) {
    std::vector<std::string> categories;
    for (const Handler& handler : property.handlers) categories.push_back("@" + handler.category);
    out += "  " + property.logic + " " + List(categories) + "\n";
  }
  return out;
}

}  // namespace revmon::spec
