#include "logic/buchi.h"

#include <algorithm>
#include <utility>

#include "logic/components.h"

namespace revmon::logic {
namespace {

constexpr size_t kMaxGuesses = 16;

}  // namespace

Buchi::Buchi(const TemporalFormula& formula, uint32_t events, const Budget& budget)
    : formula_(&formula), budget_(&budget), events_(events), obligations_(formula, budget) {
  for (uint32_t i = 0; i < formula.nodes.size(); ++i) {
    const TemporalNode& node = formula.nodes[i];
    const bool a = node.op > Op::kEvent && open_[node.a] != 0;
    const bool b = IsBinary(node.op) && open_[node.b] != 0;
    open_.push_back(IsFuture(node.op) || (!IsPast(node.op) && (a || b)) ? 1 : 0);
    if (!IsPast(node.op)) continue;
    past_.push_back(i);
    if (a) guessed_.push_back(node.a);
    if (b) guessed_.push_back(node.b);
  }
  std::sort(guessed_.begin(), guessed_.end());
  guessed_.erase(std::unique(guessed_.begin(), guessed_.end()), guessed_.end());
}

Result<Buchi> Buchi::Make(const TemporalFormula& formula, bool positive, uint32_t events,
                          const Budget& budget) {
  Buchi buchi(formula, events, budget);
  if (buchi.obligations_.spent()) return *buchi.obligations_.spent();
  if (buchi.guessed_.size() > kMaxGuesses) {
    return OverBudget("the formula", kMaxGuesses, "future operands of past operators", "guesses");
  }
  std::string memory;
  for (uint32_t past : buchi.past_) memory += InitialMemory(formula.nodes[past].op) ? '1' : '0';
  const auto root = static_cast<uint32_t>(formula.nodes.size() - 1);
  buchi.Intern({buchi.obligations_.Of(root, positive)}, std::move(memory));
  REVMON_RETURN_IF_ERROR(buchi.Explore());
  buchi.FindLive();
  return buchi;
}

Buchi::Id Buchi::Intern(ObligationSet obligations, std::string memory) {
  std::erase(obligations, obligations_.True());
  std::string key = memory;
  for (Obligation obligation : obligations) {
    for (int shift = 0; shift < 32; shift += 8) key += static_cast<char>(obligation >> shift & 0xff);
  }
  const auto [it, fresh] = index_.emplace(std::move(key), static_cast<Id>(nodes_.size()));
  if (fresh) {
    obligations_.Spend(1 + obligations.size());
    nodes_.push_back({std::move(obligations), std::move(memory), std::vector<std::vector<Edge>>(events_)});
  }
  return it->second;
}

Status Buchi::Explore() {
  for (Id id = 0; id < nodes_.size(); ++id) {
    for (Event event = 0; event < events_; ++event) {
      ExpandNode(id, event);
      if (obligations_.spent()) return *obligations_.spent();
    }
    if (nodes_.size() > budget_->max_states) {
      return OverBudget("the formula", budget_->max_states, "Buchi states", "max_states");
    }
  }
  return OkStatus();
}

void Buchi::ExpandNode(Id id, Event event) {
  for (uint64_t guess = 0; guess < uint64_t{1} << guessed_.size(); ++guess) {
    if (!obligations_.Spend(formula_->nodes.size())) return;
    ExpandGuess(id, event, guess);
  }
}

void Buchi::ExpandGuess(Id id, Event event, uint64_t guess) {
  ObligationSet now = nodes_[id].obligations;
  std::vector<char> values(formula_->nodes.size());
  const auto at = [&](uint32_t node) { return values[node] != 0; };
  std::string memory;
  size_t slot = 0;
  for (uint32_t i = 0; i < values.size(); ++i) {
    const TemporalNode& node = formula_->nodes[i];
    if (open_[i] != 0) {
      const auto it = std::lower_bound(guessed_.begin(), guessed_.end(), i);
      if (it == guessed_.end() || *it != i) continue;  // open, and nobody asks for its value
      values[i] = static_cast<char>(guess >> (it - guessed_.begin()) & 1);
      now.push_back(obligations_.Of(i, values[i] != 0));
    } else if (IsPast(node.op)) {
      values[i] = EvaluatePast(node, nodes_[id].memory[slot++] == '1', at) ? 1 : 0;
      memory += PastMemory(node, at(i), at) ? '1' : '0';
    } else {
      values[i] = Evaluate(node, event, at) ? 1 : 0;
    }
  }
  for (const Way& way : obligations_.Expand(now, event, values)) {
    const Id to = Intern(way.next, memory);
    nodes_[id].edges[event].push_back({to, way.postponed});
  }
}

// A component accepts if it has a cycle and, for every until, one of its own edges does not put it off. A
// state is live if it reaches such a component.
void Buchi::FindLive() {
  std::vector<std::vector<Id>> successors(nodes_.size());
  for (size_t i = 0; i < nodes_.size(); ++i) {
    for (const auto& list : nodes_[i].edges) {
      for (const Edge& edge : list) successors[i].push_back(edge.to);
    }
  }
  const std::vector<std::vector<Id>> components = StrongComponents(successors);
  std::vector<size_t> component_of(nodes_.size());
  for (size_t c = 0; c < components.size(); ++c) {
    for (Id id : components[c]) component_of[id] = c;
  }
  for (size_t c = 0; c < components.size(); ++c) {
    uint64_t always_postponed = ~uint64_t{0};
    bool cycle = false, live = false;
    for (Id id : components[c]) {
      for (const auto& list : nodes_[id].edges) {
        for (const Edge& edge : list) {
          const bool inside = component_of[edge.to] == c;
          if (inside) always_postponed &= edge.postponed;
          cycle = cycle || inside;
          live = live || nodes_[edge.to].live;  // components come after those that they reach
        }
      }
    }
    live = live || (cycle && always_postponed == 0);
    for (Id id : components[c]) nodes_[id].live = live;
  }
}

std::vector<Buchi::Id> Buchi::Initial() const {
  return nodes_[0].live ? std::vector<Id>{0} : std::vector<Id>();
}

Result<std::vector<Buchi::Id>> Buchi::Step(const std::vector<Id>& from, Event event) {
  std::vector<Id> reached;
  for (Id id : from) {
    for (const Edge& edge : nodes_[id].edges[event]) {
      if (nodes_[edge.to].live) reached.push_back(edge.to);
    }
  }
  std::sort(reached.begin(), reached.end());
  reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
  std::vector<Id> kept;
  for (Id id : reached) {
    if (!obligations_.Spend(1 + reached.size())) return *obligations_.spent();
    const Node& node = nodes_[id];
    const bool covered = std::any_of(reached.begin(), reached.end(), [&](Id other) {
      return other != id && nodes_[other].memory == node.memory &&
             Subset(nodes_[other].obligations, node.obligations);
    });
    if (!covered) kept.push_back(id);
  }
  return kept;
}

}  // namespace revmon::logic
