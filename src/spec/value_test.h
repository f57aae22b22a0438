// Answers: can this condition be decided from the event's own values, without any Java?
//
// Most conditions ask for a boolean result, for null or for a number in a range: `b`, `!b`, `k == null`,
// `n < 0 || n > 255`. Those become a wire::ValueTest, which the agent decides itself; everything else (fields
// of the monitor, calls, constants of classes, strings, floating point, boxed numbers) stays Java and goes to
// javac. What is read here is exactly a subset of Java, so that both give the same answer; when in doubt: no.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "spec/model.h"
#include "wire/plan.h"

namespace revmon::spec {

// `expression` over `variables`, the variables of its event; nullopt: leave it to Java.
[[nodiscard]] std::optional<wire::ValueTest> ReadValueTest(const std::string& expression,
                                                           std::span<const Variable> variables);

}  // namespace revmon::spec
