// Answers: what do reports say about a spec, besides its name?
//
// Its documentation, and its automaton in a form that can be drawn: without the states from which no verdict
// can come any more, since all they say is "nothing to see here".
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spec/doc.h"
#include "spec/model.h"

namespace revmon::report {

struct Automaton {
  struct State {
    std::string name;
    std::vector<std::string> categories;  // with a handler: the verdicts given here
    bool dead = false;                    // no verdict can be reached: left out of drawings
  };
  struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
    std::vector<std::string> events;
  };
  std::vector<State> states;  // 0 is initial
  std::vector<Edge> edges;    // parallel ones joined
  // The state after `event`; the same state when it has no such event.
  [[nodiscard]] uint32_t Next(uint32_t state, std::string_view event) const;
};

struct SpecInfo {
  std::string name;
  std::string file;  // where it was found; "" = unknown
  spec::SpecDoc doc;
  std::string logic;       // "ere", "ptltl"; "none" without a formula
  std::string parameters;  // "Collection c, Iterator i"
  std::string formula;     // of the first property, white space joined
  std::vector<std::string> events;
  std::vector<Automaton> automata;  // of the properties that have one
};

[[nodiscard]] SpecInfo MakeSpecInfo(const spec::Spec& spec);

// Which automaton a verdict of this category is from: its index, or none (size of the list).
[[nodiscard]] size_t AutomatonOf(const SpecInfo& info, std::string_view category);

}  // namespace revmon::report
