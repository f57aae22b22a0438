#include "report/spec_info.h"

#include <algorithm>
#include <map>

#include "logic/dfa.h"

namespace revmon::report {
namespace {

std::string Joined(std::string_view text) {
  std::string out;
  bool blank = false;
  for (char c : text) {
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      blank = !out.empty();
      continue;
    }
    if (blank) out += ' ';
    blank = false;
    out += c;
  }
  return out;
}

// Those categories that somebody handles; without handlers, all.
logic::CategoryMask HandledMask(const spec::Property& property, const logic::Dfa& dfa) {
  logic::CategoryMask mask = 0;
  for (size_t i = 0; i < dfa.categories().size(); ++i) {
    bool handled =
        std::any_of(property.handlers.begin(), property.handlers.end(),
                    [&](const spec::Handler& handler) { return handler.category == dfa.categories()[i]; });
    if (handled) mask |= logic::CategoryMask{1} << i;
  }
  return mask;
}

Automaton MakeAutomaton(const spec::Property& property, const logic::Dfa& dfa) {
  Automaton out;
  logic::CategoryMask handled = HandledMask(property, dfa);
  std::vector<bool> alive = logic::CanReach(dfa, handled);
  for (logic::StateId state = 0; state < dfa.size(); ++state) {
    Automaton::State& next = out.states.emplace_back();
    next.name = dfa.Name(state);
    next.dead = !alive[state];
    for (size_t i = 0; i < dfa.categories().size(); ++i) {
      logic::CategoryMask bit = logic::CategoryMask{1} << i;
      if ((dfa.Mask(state) & handled & bit) != 0) next.categories.push_back(dfa.categories()[i]);
    }
  }
  std::map<std::pair<uint32_t, uint32_t>, size_t> joined;
  for (logic::StateId state = 0; state < dfa.size(); ++state) {
    for (logic::Event event = 0; event < dfa.alphabet().size(); ++event) {
      logic::StateId to = dfa.Next(state, event);
      auto [at, fresh] = joined.try_emplace({state, to}, out.edges.size());
      if (fresh) out.edges.push_back({state, to, {}});
      out.edges[at->second].events.push_back(dfa.alphabet().name(event));
    }
  }
  return out;
}

}  // namespace

uint32_t Automaton::Next(uint32_t state, std::string_view event) const {
  for (const Edge& edge : edges) {
    if (edge.from != state) continue;
    if (std::find(edge.events.begin(), edge.events.end(), event) != edge.events.end()) return edge.to;
  }
  return state;
}

SpecInfo MakeSpecInfo(const spec::Spec& spec) {
  SpecInfo info;
  info.name = spec.name;
  info.file = spec.file;
  info.doc = spec::ParseDoc(spec.doc);
  info.events = spec.symbols;
  for (const spec::Parameter& parameter : spec.parameters) {
    info.parameters +=
        (info.parameters.empty() ? "" : ", ") + spec::JavaType(parameter.type) + " " + parameter.name;
  }
  for (const spec::Property& property : spec.properties) {
    info.logic += (info.logic.empty() ? "" : "+") + property.logic;
    if (info.formula.empty()) info.formula = Joined(property.formula);
    const logic::Dfa* dfa = property.machine ? property.machine->dfa() : nullptr;
    if (dfa != nullptr) info.automata.push_back(MakeAutomaton(property, *dfa));
  }
  if (info.logic.empty()) info.logic = "none";
  return info;
}

size_t AutomatonOf(const SpecInfo& info, std::string_view category) {
  for (size_t i = 0; i < info.automata.size(); ++i) {
    for (const Automaton::State& state : info.automata[i].states) {
      if (std::find(state.categories.begin(), state.categories.end(), category) != state.categories.end()) {
        return i;
      }
    }
  }
  return info.automata.size();
}

}  // namespace revmon::report
