#include "spec/plan_builder.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "spec/plan_machine.h"
#include "spec/plan_pattern.h"
#include "spec/plan_sets.h"
#include "spec/support_names.h"
#include "spec/value_test.h"

namespace revmon::spec {
namespace {

Error Named(const Spec& spec, const Error& error) {
  return Error(error.code(), "spec '" + spec.name + "': " + error.message()).At(spec.file).Hint(error.hint());
}

wire::Action PlanAction(const Action& action) {
  wire::Action out;
  out.kind = static_cast<wire::Action::Kind>(action.kind);
  out.to_stderr = action.to_stderr;
  out.level = action.level;
  for (const Action::Piece& piece : action.pieces) {
    out.pieces.push_back({static_cast<wire::Action::Piece::Kind>(piece.kind), piece.text});
  }
  return out;
}

// Fixed code needs no Java; the rest is a method of the support class.
wire::Code PlanCode(const JavaCode& code, std::string method) {
  wire::Code out;
  if (!code.fixed) out.method = std::move(method);
  for (const Action& action : code.actions) out.actions.push_back(PlanAction(action));
  return out;
}

wire::Variable PlanVariable(const Variable& variable) {
  wire::Variable out;
  out.name = variable.name;
  out.type = PlanType(variable.type);
  out.source = static_cast<wire::Variable::Source>(variable.binding);
  out.parameter = variable.parameter;
  return out;
}

Result<wire::Event> PlanEvent(const Event& event, uint32_t* patterns) {
  wire::Event out;
  out.name = event.name;
  out.symbol = event.symbol;
  out.advice = static_cast<wire::Event::Advice>(event.advice);
  out.trigger = static_cast<wire::Event::Trigger>(event.trigger);
  out.creation = event.creation;
  for (const Variable& variable : event.variables) out.variables.push_back(PlanVariable(variable));
  REVMON_ASSIGN_OR_RETURN(out.alternatives, PlanAlternatives(event, patterns));
  for (const ThreadTest& test : event.threads)
    out.threads.push_back({test.blocked, test.is_variable, test.name});
  for (size_t i = 0; i < event.guards.size(); ++i) out.guards.push_back(GuardMethod(event.id, i));
  for (const JavaCode& code : event.tests) {
    if (std::optional<wire::ValueTest> test = ReadValueTest(code.text, event.variables)) {
      out.tests.push_back(*std::move(test));
    }
  }
  for (size_t i = 0; i < event.conditions.size() + event.counts.size(); ++i) {
    out.conditions.push_back(ConditionMethod(event.id, i));
  }
  out.body = PlanCode(event.body, BodyMethod(event.id));
  return out;
}

void FillRaw(const Spec& spec, size_t position, wire::Property* out) {
  out->categories = {"raw"};
  out->machine.letters = static_cast<uint32_t>(spec.symbols.size());
  out->machine.next.assign(spec.symbols.size(), 0);
  out->machine.masks = {1};
  out->handlers = {{"raw", 1, PlanCode(spec.properties[position].raw, RawMethod(position))}};
}

void FillMachine(const Property& property, size_t position, wire::Property* out) {
  out->categories = property.machine->categories();
  out->machine = PlanMachine(*property.machine);
  for (const Handler& handler : property.handlers) {
    out->handlers.push_back({handler.category, property.machine->CategoryBit(handler.category),
                             PlanCode(handler.body, HandlerMethod(position, handler.category))});
  }
}

Result<wire::Property> PlanProperty(const Spec& spec, size_t position, const logic::Budget& budget) {
  const Property& property = spec.properties[position];
  wire::Property out;
  out.logic = property.logic;
  if (property.machine) {
    FillMachine(property, position, &out);
  } else {
    FillRaw(spec, position, &out);
  }
  REVMON_ASSIGN_OR_RETURN(PlanSets sets, ParameterSetsOf(spec, property, budget));
  out.enable = std::move(sets.enable);
  out.coenable = std::move(sets.coenable);
  out.live = std::move(sets.live);
  return out;
}

Status FillParts(const Spec& spec, const logic::Budget& budget, wire::Spec* out) {
  uint32_t patterns = kMaxPatterns;
  for (const Event& event : spec.events) {
    REVMON_ASSIGN_OR_RETURN(wire::Event planned, PlanEvent(event, &patterns));
    out->events.push_back(std::move(planned));
  }
  for (size_t i = 0; i < spec.properties.size(); ++i) {
    REVMON_ASSIGN_OR_RETURN(wire::Property planned, PlanProperty(spec, i, budget));
    out->properties.push_back(std::move(planned));
  }
  return OkStatus();
}

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

Result<wire::Spec> BuildSpec(const Spec& spec, const logic::Budget& budget) {
  wire::Spec out;
  out.name = spec.name;
  out.severity = spec.severity;
  out.message = FirstSentence(spec.doc);
  out.full_binding = spec.modifiers.full_binding;
  out.maximal_binding = spec.modifiers.maximal_binding;
  out.connected = spec.modifiers.connected;
  out.suffix = spec.modifiers.suffix;
  out.per_thread = spec.modifiers.perthread;
  for (const Parameter& parameter : spec.parameters) {
    out.parameters.push_back({parameter.name, PlanType(parameter.type)});
  }
  out.symbols = spec.symbols;
  if (Status filled = FillParts(spec, budget, &out); !filled.ok()) return Named(spec, filled.error());
  if (spec.java.any()) out.support_class = SupportClass(spec.name);
  if (std::string flaw = wire::FindFlawBeforeClasses(out); !flaw.empty()) {
    return Named(spec, Error(ErrorCode::kInvalid, "no sound plan: " + flaw));
  }
  return out;
}

Result<wire::Plan> BuildPlan(std::span<const Spec> specs, wire::Semantics semantics,
                             const logic::Budget& budget) {
  wire::Plan plan;
  plan.semantics = semantics;
  std::unordered_map<std::string_view, const Spec*> seen;
  for (const Spec& spec : specs) {
    auto [earlier, is_new] = seen.try_emplace(spec.name, &spec);
    if (!is_new) {
      return Error(ErrorCode::kInvalid, "spec '" + spec.name + "' is also in " + earlier->second->file)
          .At(spec.file);
    }
    REVMON_ASSIGN_OR_RETURN(wire::Spec planned, BuildSpec(spec, budget));
    plan.specs.push_back(std::move(planned));
  }
  return plan;
}

std::string FirstSentence(std::string_view doc) {
  std::string out;
  bool blank = false;
  for (size_t i = 0; i < doc.size(); ++i) {
    if (IsBlank(doc[i])) {
      bool paragraph = doc.substr(i, 2) == "\n\n" && !out.empty();
      if (paragraph) break;
      blank = true;
      continue;
    }
    bool tag = doc[i] == '@' && (i == 0 || doc[i - 1] == '\n');
    if (tag) break;
    if (blank && !out.empty()) out += ' ';
    blank = false;
    out += doc[i];
    bool stop = doc[i] == '.' || doc[i] == '!' || doc[i] == '?';
    if (stop && (i + 1 == doc.size() || IsBlank(doc[i + 1]))) break;
  }
  return out;
}

}  // namespace revmon::spec
