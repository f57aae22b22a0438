#include "wire/plan.h"

#include <algorithm>
#include <array>

namespace revmon::wire {
namespace {

constexpr size_t kMaxParameters = 62;
constexpr size_t kMaxCategories = 64;

bool AllBelow(const std::vector<uint32_t>& numbers, size_t limit) {
  return std::all_of(numbers.begin(), numbers.end(), [&](uint32_t n) { return n < limit; });
}

std::string FlawOfDfa(const Machine& machine) {
  if (machine.masks.empty()) return "automaton without states";
  if (machine.next.size() != machine.masks.size() * machine.letters)
    return "transition table of the wrong size";
  return AllBelow(machine.next, machine.masks.size()) ? "" : "transition to a state that does not exist";
}

std::string FlawOfStack(const Machine& machine) {
  if (machine.rows.empty() && !machine.empty_language) return "stack machine without symbols";
  for (const Machine::StackRow& row : machine.rows) {
    if (row.push.size() != machine.letters) return "stack machine row of the wrong size";
    if (row.absorbed != Machine::StackRow::kNone && row.absorbed >= machine.rows.size())
      return "unknown stack symbol";
    for (const auto& strings : row.push) {
      for (const auto& string : strings) {
        if (!AllBelow(string, machine.rows.size())) return "unknown stack symbol";
      }
    }
  }
  return "";
}

std::string FlawOfCaret(const Machine& machine) {
  if (machine.nodes.empty()) return "formula without nodes";
  for (size_t i = 0; i < machine.nodes.size(); ++i) {
    const Machine::CaretNode& node = machine.nodes[i];
    if ((node.left > i || node.right > i) || (i > 0 && (node.left == i || node.right == i))) {
      return "formula node that is its own part";
    }
    if (node.points > 3) return "formula about unknown points of the call stack";
    if (node.letter != Machine::kNoLetter && node.letter >= machine.letters)
      return "formula about an unknown event";
  }
  for (uint32_t letter : machine.caret_letters) {
    if (letter != Machine::kNoLetter && letter >= machine.letters)
      return "call structure of an unknown event";
  }
  return machine.caret_letters.size() == 4 ? "" : "call structure of the wrong size";
}

std::string FlawOfMachine(const Machine& machine) {
  switch (machine.kind) {
    case Machine::Kind::kDfa: return FlawOfDfa(machine);
    case Machine::Kind::kStack: return FlawOfStack(machine);
    case Machine::Kind::kCaret: return FlawOfCaret(machine);
    case Machine::Kind::kRewriter:
      for (const Machine::RewriteRule& rule : machine.rules) {
        if (rule.left.empty()) return "rewrite rule that rewrites nothing";
      }
      return "";
  }
  return "";
}

std::string FlawOfProperty(const Spec& spec, const Property& property) {
  if (property.machine.letters != spec.symbols.size()) return "machine over the wrong alphabet";
  if (property.categories.size() > kMaxCategories) return "too many categories";
  size_t symbols = spec.symbols.size();
  if (property.enable.size() != symbols || property.coenable.size() != symbols)
    return "parameter sets of the wrong size";
  bool dfa = property.machine.kind == Machine::Kind::kDfa;
  if (property.live.size() != (dfa ? property.machine.masks.size() : 0)) return "live sets of the wrong size";
  return FlawOfMachine(property.machine);
}

std::string FlawOfTests(const Event& event, const std::vector<Alternative>& alternatives) {
  for (const Alternative& alternative : alternatives) {
    for (const Test& test : alternative) {
      for (const ArgPattern& arg : test.args) {
        bool known = arg.variable >= ArgPattern::kTypeOnly &&
                     arg.variable < static_cast<int64_t>(event.variables.size());
        if (!known) return "binds an unknown variable";
      }
      if (std::string flaw = FlawOfTests(event, test.inner); !flaw.empty()) return flaw;
    }
  }
  return "";
}

// Does every step find its variables and answers, and does exactly one answer remain?
bool IsSound(const ValueTest& test, size_t variables) {
  using Op = ValueTest::Op;
  size_t answers = 0;
  for (const ValueTest::Step& step : test.steps) {
    if (step.op >= Op::kNot) {
      const size_t taken = step.op == Op::kNot ? 1 : 2;
      if (answers < taken) return false;
      answers -= taken - 1;
      continue;
    }
    const bool two = step.op >= Op::kSame;
    const bool constant = step.op >= Op::kEqual && step.right == ValueTest::kConstant;
    if (step.left >= variables || (two && !constant && step.right >= variables)) return false;
    ++answers;
  }
  return answers == 1 && test.steps.size() <= ValueTest::kMaxSteps;
}

std::string FlawOfEvent(const Spec& spec, const Event& event) {
  if (event.symbol >= spec.symbols.size()) return "has an unknown symbol";
  for (const Variable& variable : event.variables) {
    bool known = variable.parameter >= Variable::kByValue &&
                 variable.parameter < static_cast<int64_t>(spec.parameters.size());
    if (!known) return "binds an unknown parameter";
  }
  for (const ValueTest& test : event.tests) {
    if (!IsSound(test, event.variables.size())) return "has a test that cannot be decided";
  }
  bool needs_java = !event.guards.empty() || !event.conditions.empty() || !event.body.method.empty();
  if (needs_java && spec.support_class.empty()) return "needs a support class";
  return FlawOfTests(event, event.alternatives);
}

bool HasSupportClass(const Spec& spec) {
  return spec.support_class.empty() ||
         std::any_of(spec.classes.begin(), spec.classes.end(),
                     [&](const ClassBlob& c) { return c.name == spec.support_class; });
}

std::string FlawOf(const Spec& spec) {
  if (spec.name.empty()) return "a spec without a name";
  if (spec.parameters.size() > kMaxParameters) return spec.name + " has too many parameters";
  for (const Event& event : spec.events) {
    if (std::string flaw = FlawOfEvent(spec, event); !flaw.empty())
      return spec.name + "." + event.name + " " + flaw;
  }
  for (const Property& property : spec.properties) {
    if (std::string flaw = FlawOfProperty(spec, property); !flaw.empty()) return spec.name + " has a " + flaw;
  }
  return "";
}

std::string SetText(const Spec& spec, uint64_t set) {
  std::string text;
  for (size_t p = 0; p < spec.parameters.size(); ++p) {
    if ((set >> p & 1) != 0) text += (text.empty() ? "" : ",") + spec.parameters[p].name;
  }
  return "{" + text + "}";
}

std::string SetsText(const Spec& spec, const std::vector<uint64_t>& sets) {
  std::string text;
  for (uint64_t set : sets) text += " " + SetText(spec, set);
  return text.empty() ? " never" : text;
}

std::string_view ToString(Event::Advice advice) {
  switch (advice) {
    case Event::Advice::kBefore: return "before";
    case Event::Advice::kAfter: return "after";
    case Event::Advice::kAfterReturning: return "after returning";
    case Event::Advice::kAfterThrowing: return "after throwing";
    case Event::Advice::kAround: return "around";
  }
  return "?";
}

std::string_view ToString(Event::Trigger trigger) {
  switch (trigger) {
    case Event::Trigger::kJoinPoint: return "";
    case Event::Trigger::kStartThread: return " startThread()";
    case Event::Trigger::kEndThread: return " endThread()";
    case Event::Trigger::kEndProgram: return " endProgram()";
    case Event::Trigger::kEndObject: return " endObject()";
  }
  return "?";
}

// " $1 null not": postfix, as it is run.
std::string TestText(const Event& event, const ValueTest& test) {
  static constexpr std::array<std::string_view, 9> kNames = {"true", "null", "same", "=", "<",
                                                             "<=",   "not",  "and",  "or"};
  std::string text;
  for (const ValueTest::Step& step : test.steps) {
    auto variable = [&](uint16_t index) { text += " " + event.variables[index].name; };
    if (step.op < ValueTest::Op::kNot) variable(step.left);
    if (step.op >= ValueTest::Op::kSame && step.op < ValueTest::Op::kNot) {
      if (step.right == ValueTest::kConstant) {
        text += " " + std::to_string(step.constant);
      } else {
        variable(step.right);
      }
    }
    text += " " + std::string(kNames[static_cast<size_t>(step.op)]);
  }
  return text;
}

std::string DumpEvent(const Spec& spec, const Event& event) {
  std::string text = "  event " + event.name + " " + std::string(ToString(event.advice)) +
                     std::string(ToString(event.trigger)) + (event.creation ? " creates" : "") + "\n";
  for (size_t i = 0; i < event.variables.size(); ++i) {
    const Variable& variable = event.variables[i];
    text += "    $" + std::to_string(i) + " " + ToString(variable.type) + " " + variable.name;
    if (variable.parameter != Variable::kByValue) {
      text += " = parameter " + spec.parameters[static_cast<size_t>(variable.parameter)].name;
    }
    text += "\n";
  }
  for (const Alternative& alternative : event.alternatives) {
    text += "    when";
    for (const Test& test : alternative) text += " " + wire::ToString(test);
    text += "\n";
  }
  for (const std::string& guard : event.guards) text += "    if " + guard + "\n";
  for (const ValueTest& test : event.tests) text += "    test" + TestText(event, test) + "\n";
  for (const std::string& condition : event.conditions) text += "    condition " + condition + "\n";
  if (!event.body.method.empty()) text += "    body " + event.body.method + "\n";
  return text;
}

std::string DumpProperty(const Spec& spec, const Property& property) {
  std::string text = "  property " + property.logic + ": ";
  const Machine& machine = property.machine;
  switch (machine.kind) {
    case Machine::Kind::kDfa: text += std::to_string(machine.state_count()) + " states"; break;
    case Machine::Kind::kStack: text += std::to_string(machine.rows.size()) + " stack symbols"; break;
    case Machine::Kind::kRewriter: text += std::to_string(machine.rules.size()) + " rules"; break;
    case Machine::Kind::kCaret: text += std::to_string(machine.nodes.size()) + " subformulas"; break;
  }
  text += "\n";
  for (const Handler& handler : property.handlers) {
    text += "    @" + handler.category + (handler.code.method.empty() ? "" : " runs " + handler.code.method) +
            "\n";
  }
  for (size_t s = 0; s < spec.symbols.size(); ++s) {
    text += "    " + spec.symbols[s] + " enabled by" + SetsText(spec, property.enable[s]) + ", then needs" +
            SetsText(spec, property.coenable[s]) + "\n";
  }
  return text;
}

}  // namespace

std::string FindFlaw(const Plan& plan) {
  for (const Spec& spec : plan.specs) {
    if (std::string flaw = FlawOf(spec); !flaw.empty()) return flaw;
    if (!HasSupportClass(spec)) return spec.name + " lacks its support class";
  }
  return "";
}

std::string FindFlawBeforeClasses(const Spec& spec) { return FlawOf(spec); }

std::string Dump(const Spec& spec) {
  std::string text = "spec " + spec.name + (spec.severity.empty() ? "" : " (" + spec.severity + ")") + "\n";
  if (!spec.message.empty()) text += "  message " + spec.message + "\n";
  for (const Parameter& parameter : spec.parameters) {
    text += "  parameter " + ToString(parameter.type) + " " + parameter.name + "\n";
  }
  for (const Event& event : spec.events) text += DumpEvent(spec, event);
  for (const Property& property : spec.properties) text += DumpProperty(spec, property);
  if (!spec.support_class.empty()) text += "  support class " + spec.support_class + "\n";
  return text;
}

}  // namespace revmon::wire
