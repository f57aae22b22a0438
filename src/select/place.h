// Answers: which class, method and line does a violation's location name?
//
// "a.Outer$Inner.method(File.java:12)", as the agent writes it.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "wire/results.h"

namespace revmon::select {

struct Place {
  std::string class_name;  // dotted, '$' kept
  std::string method;
  std::string file;   // "" = unknown
  uint32_t line = 0;  // 0 = unknown
};

[[nodiscard]] Place PlaceOf(const wire::Violation& violation);
// The location as text.
[[nodiscard]] std::string ToString(const Place& place);

// Names without what compilers number: lambda$run$3 and run$lambda$3 -> run; a.B$1 -> a.B$; so that a lambda
// or anonymous class added before does not make those behind it look new.
[[nodiscard]] std::string StableMethod(std::string_view method);
[[nodiscard]] std::string StableClass(std::string_view class_name);

}  // namespace revmon::select
