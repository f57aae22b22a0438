// Answers: which few patterns name exactly these classes?
//
// The agent's class filter takes patterns with '*'. A package of which every class is meant becomes one
// pattern; the rest are named one by one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace revmon::select {

struct NamedClass {
  std::string_view name;  // internal
  bool chosen = false;
};

// Patterns (with dots) that match all chosen ones among `classes` and none of the others; sorted.
[[nodiscard]] std::vector<std::string> PatternsOf(std::vector<NamedClass> classes);

// Does one of the patterns match this dotted name? '*' at the end stands for any text, as in the agent's
// filter.
[[nodiscard]] bool MatchesAny(std::string_view name, const std::vector<std::string>& patterns);

}  // namespace revmon::select
