#include "monitor/spec_property.h"

#include <algorithm>

namespace revmon::monitor {
namespace {

static_assert(spec::kMaxParameters <= kMaxParameters);

std::vector<EventDecl> EventsOf(const spec::Spec& spec) {
  std::vector<EventDecl> events;
  for (const spec::Event& event : spec.events) {
    EventDecl decl{.name = event.name, .letter = event.symbol, .parameters = 0, .creates = event.creation};
    for (uint32_t parameter : event.binds) decl.parameters |= ParameterMask{1} << parameter;
    events.push_back(std::move(decl));
  }
  return events;
}

Handler HandlerOf(const spec::Handler& handler, const logic::Machine& machine) {
  bool resets = std::any_of(handler.body.macros.begin(), handler.body.macros.end(),
                            [](const spec::MacroUse& use) { return use.macro == spec::Macro::kReset; });
  return {.category = handler.category, .bit = machine.CategoryBit(handler.category), .resets = resets};
}

}  // namespace

std::vector<Property> PropertiesOf(const spec::Spec& spec) {
  std::vector<std::string> parameters;
  for (const spec::Parameter& parameter : spec.parameters) parameters.push_back(parameter.name);
  std::vector<Property> out;
  for (size_t i = 0; i < spec.properties.size(); ++i) {
    const spec::Property& from = spec.properties[i];
    if (!from.machine) continue;
    std::string number = spec.properties.size() > 1 ? "#" + std::to_string(i + 1) : "";
    Property property{.name = spec.name + number,
                      .parameters = parameters,
                      .events = EventsOf(spec),
                      .machine = *from.machine,
                      .handlers = {},
                      .full_binding = spec.modifiers.full_binding,
                      .maximal_binding = spec.modifiers.maximal_binding,
                      .connected = spec.modifiers.connected,
                      .suffix = spec.modifiers.suffix,
                      .per_thread = spec.modifiers.perthread};
    for (const spec::Handler& handler : from.handlers) {
      property.handlers.push_back(HandlerOf(handler, *from.machine));
    }
    out.push_back(std::move(property));
  }
  return out;
}

}  // namespace revmon::monitor
