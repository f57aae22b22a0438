#include "logic/dfa.h"

#include <algorithm>
#include <map>
#include <queue>
#include <unordered_set>
#include <utility>

namespace revmon::logic {

Dfa::Dfa(Alphabet alphabet, std::vector<std::string> categories)
    : alphabet_(std::move(alphabet)), categories_(std::move(categories)) {}

StateId Dfa::AddState(CategoryMask mask, std::string name) {
  const StateId id = size();
  table_.insert(table_.end(), alphabet_.size(), id);
  masks_.push_back(mask);
  names_.push_back(std::move(name));
  return id;
}

std::string Dfa::Name(StateId state) const {
  return names_[state].empty() ? "s" + std::to_string(state) : names_[state];
}

std::optional<std::vector<Event>> Difference(const Dfa& a, CategoryMask mask_a, const Dfa& b,
                                             CategoryMask mask_b) {
  struct Visit {
    StateId a, b;
    size_t parent;
    Event event;
  };
  std::vector<Visit> visits = {{0, 0, 0, 0}};
  std::unordered_set<uint64_t> seen = {0};
  for (size_t i = 0; i < visits.size(); ++i) {
    const Visit at = visits[i];
    if (((a.Mask(at.a) & mask_a) != 0) != ((b.Mask(at.b) & mask_b) != 0)) {
      std::vector<Event> trace;
      for (size_t back = i; back != 0; back = visits[back].parent) trace.push_back(visits[back].event);
      std::reverse(trace.begin(), trace.end());
      return trace;
    }
    for (Event e = 0; e < a.alphabet().size(); ++e) {
      const StateId next_a = a.Next(at.a, e);
      const StateId next_b = b.Next(at.b, e);
      if (seen.insert(uint64_t{next_a} << 32 | next_b).second) visits.push_back({next_a, next_b, i, e});
    }
  }
  return std::nullopt;
}

bool Equivalent(const Dfa& a, const Dfa& b) {
  if (a.alphabet() != b.alphabet() || a.categories().size() != b.categories().size()) return false;
  for (size_t i = 0; i < a.categories().size(); ++i) {
    const CategoryMask bit = CategoryMask{1} << i;
    if (Difference(a, bit, b, bit)) return false;
  }
  return true;
}

std::vector<bool> CanReach(const Dfa& dfa, CategoryMask goal) {
  std::vector<std::vector<StateId>> before(dfa.size());
  std::vector<bool> reaches(dfa.size());
  std::vector<StateId> work;
  for (StateId s = 0; s < dfa.size(); ++s) {
    for (Event e = 0; e < dfa.alphabet().size(); ++e) {
      const StateId to = dfa.Next(s, e);
      if (before[to].empty() || before[to].back() != s) before[to].push_back(s);
    }
    if ((dfa.Mask(s) & goal) != 0) {
      reaches[s] = true;
      work.push_back(s);
    }
  }
  while (!work.empty()) {
    const StateId s = work.back();
    work.pop_back();
    for (StateId from : before[s]) {
      if (reaches[from]) continue;
      reaches[from] = true;
      work.push_back(from);
    }
  }
  return reaches;
}

namespace {

std::string CategoryList(const Dfa& dfa, StateId state) {
  std::string text;
  for (size_t i = 0; i < dfa.categories().size(); ++i) {
    if ((dfa.Mask(state) >> i & 1) == 0) continue;
    if (!text.empty()) text += ' ';
    text += dfa.categories()[i];
  }
  return text;
}

}  // namespace

std::string Dump(const Dfa& dfa) {
  std::string text;
  for (StateId s = 0; s < dfa.size(); ++s) {
    text += dfa.Name(s);
    if (const std::string list = CategoryList(dfa, s); !list.empty()) text += " [" + list + "]";
    text += ':';
    for (Event e = 0; e < dfa.alphabet().size(); ++e) {
      text += ' ';
      text += dfa.alphabet().name(e);
      text += "->";
      text += dfa.Name(dfa.Next(s, e));
    }
    text += '\n';
  }
  return text;
}

std::string ToDot(const Dfa& dfa, std::string_view title) {
  const auto quoted = [](std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    return out + "\"";
  };
  std::string text =
      "digraph " + quoted(title) + " {\n  rankdir=LR;\n  start [shape=point];\n  start -> n0;\n";
  for (StateId s = 0; s < dfa.size(); ++s) {
    const std::string list = CategoryList(dfa, s);
    const std::string id = "n" + std::to_string(s);
    text += "  " + id + " [label=" + quoted(list.empty() ? dfa.Name(s) : dfa.Name(s) + ": " + list) +
            (list.empty() ? ", shape=circle];\n" : ", shape=doublecircle];\n");
    std::map<StateId, std::string> labels;
    for (Event e = 0; e < dfa.alphabet().size(); ++e) {
      std::string& label = labels[dfa.Next(s, e)];
      if (!label.empty()) label += ", ";
      label += dfa.alphabet().name(e);
    }
    for (const auto& [to, label] : labels) {
      text += "  " + id + " -> n" + std::to_string(to) + " [label=" + quoted(label) + "];\n";
    }
  }
  return text + "}\n";
}

}  // namespace revmon::logic
