// Test support: a Property written in one expression.
#pragma once
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "logic/compile.h"
#include "monitor/property.h"

namespace revmon::monitor {

// Events as {"next", mask of parameters, creates}; the formula is in `logic`, `category` is handled.
inline Property MakeProperty(std::vector<std::string> parameters, std::vector<EventDecl> events,
                             logic::Logic logic, std::string_view formula, const std::string& category) {
  logic::Alphabet alphabet;
  for (EventDecl& event : events) event.letter = alphabet.Add(event.name);
  std::vector<std::string> handled = {category};
  Result<logic::Machine> machine = logic::Compile(logic, formula, alphabet, handled);
  if (!machine.ok()) {
    ADD_FAILURE() << machine.error().Text();
    std::abort();
  }
  logic::CategoryMask bit = machine->CategoryBit(category);
  return Property{.name = "Test",
                  .parameters = std::move(parameters),
                  .events = std::move(events),
                  .machine = std::move(machine).value(),
                  .handlers = {{.category = category, .bit = bit, .resets = false}}};
}

}  // namespace revmon::monitor
