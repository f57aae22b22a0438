// Answers: by which name does a plan call a piece of embedded Java?
//
// javac turns a spec's Java into one support class; the plan refers to its methods by name. The builder of
// the plan and the writer of the class's source meet in these rules and nowhere else. Ids are the positions
// of spec::Event, spec::Property and of what they hold, so that names are unique without a table.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace revmon::spec {

// Internal name of the support class: "revmon/spec/Iterator_HasNextMonitor". All support classes share one
// package and are compiled together, and a class of the own package hides those imported with ".*": a spec
// called Lock must not hide java.util.concurrent.locks.Lock, hence the suffix.
[[nodiscard]] inline std::string SupportClassSimpleName(std::string_view spec) {
  return std::string(spec) + "Monitor";
}
[[nodiscard]] inline std::string SupportClass(std::string_view spec) {
  return "revmon/spec/" + SupportClassSimpleName(spec);
}

// Event::guards[index] of the event with that id: if(...) as a plain conjunct.
[[nodiscard]] inline std::string GuardMethod(uint32_t event, size_t index) {
  return "guard" + std::to_string(index) + "_" + std::to_string(event);
}

// An if(...) elsewhere in the pointcut: the node of that index in Event::pointcut.tree.
[[nodiscard]] inline std::string NestedGuardMethod(uint32_t event, size_t node) {
  return "test" + std::to_string(node) + "_" + std::to_string(event);
}

// Event::conditions[index]: condition(...); Event::counts are numbered behind them.
[[nodiscard]] inline std::string ConditionMethod(uint32_t event, size_t index) {
  return "condition" + std::to_string(index) + "_" + std::to_string(event);
}

// Event::body, when it is not fixed.
[[nodiscard]] inline std::string BodyMethod(uint32_t event) { return "body_" + std::to_string(event); }

// The handler of a category (lower case) of the spec's property with that position.
[[nodiscard]] inline std::string HandlerMethod(size_t property, std::string_view category) {
  return "handler_" + std::to_string(property) + "_" + std::string(category);
}

// Property::raw of the property with that position: runs at every event.
[[nodiscard]] inline std::string RawMethod(size_t property) { return "raw_" + std::to_string(property); }

}  // namespace revmon::spec
