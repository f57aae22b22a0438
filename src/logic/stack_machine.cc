#include "logic/stack_machine.h"

#include <utility>

#include "logic/left_corner.h"
#include "logic/stack_set.h"

namespace revmon::logic {
namespace {

constexpr char32_t kExhausted = 0xffffffff;

// The cells that can be on top once nullable symbols are skipped, the root first.
std::vector<StackSets::Cell> Tops(const StackSets& sets, StackSets::Cell root,
                                  const std::vector<StackRow>& rows) {
  std::vector<StackSets::Cell> tops = {root};
  std::unordered_map<StackSets::Cell, bool> seen = {{root, true}};
  for (size_t i = 0; i < tops.size(); ++i) {
    for (const auto& [symbol, below] : sets.EdgesOf(tops[i])) {
      if (rows[symbol].nullable && seen.emplace(below, true).second) tops.push_back(below);
    }
  }
  return tops;
}

}  // namespace

Result<StackMachine> StackMachine::Make(const Grammar& grammar, const Alphabet& alphabet,
                                        const CategoryLayout& layout, const Budget& budget) {
  StackMachine machine;
  machine.alphabet_ = alphabet;
  machine.empty_ = grammar.empty;
  machine.max_cells_ = budget.max_stack;
  machine.match_ = layout.Mask("match");
  machine.fail_ = layout.Mask("fail");
  machine.nonfail_ = layout.Mask("nonfail");
  if (!grammar.empty) {
    REVMON_ASSIGN_OR_RETURN(machine.rows_, LeftCornerRows(grammar, budget));
    machine.deterministic_ = NeedsOneStack(machine.rows_);
  }
  return machine;
}

State StackMachine::Initial() const {
  StackSets sets(max_cells_);
  uint32_t count = 0;
  if (empty_) return {sets.Save(sets.None(), count)};
  return {sets.Save(sets.Push(0, kNoSymbol, sets.EmptyStack()), count)};
}

State StackMachine::Step(const State& state, Event event) const {
  if (Exhausted(state)) return state;
  StackSets sets(max_cells_);
  const StackSets::Cell root = sets.Load(state.words);
  StackSets::Cell result = sets.None();
  for (StackSets::Cell top : Tops(sets, root, rows_)) {
    const StackSets::Edges edges = sets.EdgesOf(top);
    for (const auto& [symbol, below] : edges) {
      for (const auto& string : rows_[symbol].push[event]) {
        StackSets::Cell stacks = below;
        for (auto s = string.rbegin(); s != string.rend(); ++s)
          stacks = sets.Push(*s, rows_[*s].absorbed, stacks);
        result = sets.Union(result, stacks);
      }
    }
  }
  uint32_t count = 0;
  State next = {sets.Save(result, count)};
  if (sets.overflow() || count > max_cells_) next.words.assign(1, kExhausted);
  return next;
}

CategoryMask StackMachine::Categories(const State& state) const {
  if (Exhausted(state)) return 0;
  StackSets sets(max_cells_);
  const StackSets::Cell root = sets.Load(state.words);
  if (root == sets.None()) return fail_;
  for (StackSets::Cell top : Tops(sets, root, rows_)) {
    if (sets.Ends(top)) return match_ | nonfail_;
  }
  return nonfail_;
}

bool StackMachine::Exhausted(const State& state) const { return state.words[0] == kExhausted; }

std::string StackMachine::Describe(const State& state) const {
  if (Exhausted(state)) return "exhausted";
  StackSets sets(max_cells_);
  const StackSets::Cell root = sets.Load(state.words);
  if (root == sets.None()) return "none";
  std::string text;
  std::vector<StackSets::Cell> work = {root};
  std::unordered_map<StackSets::Cell, size_t> number = {{root, 0}};
  for (size_t i = 0; i < work.size(); ++i) {
    text += (i == 0 ? "" : "; ") + std::to_string(i) + ":";
    if (sets.Ends(work[i])) text += " end";
    for (const auto& [symbol, below] : sets.EdgesOf(work[i])) {
      const auto [it, fresh] = number.emplace(below, work.size());
      if (fresh) work.push_back(below);
      text += " " + rows_[symbol].name + ">" + std::to_string(it->second);
    }
  }
  return text;
}

std::string StackMachine::Dump() const {
  if (empty_) return "start: no stack\n";
  std::string text = "start: " + rows_[0].name + (deterministic_ ? ", one stack\n" : ", sets of stacks\n");
  for (const StackRow& row : rows_) {
    text += row.name + (row.nullable ? " (nullable):" : ":");
    for (Event e = 0; e < row.push.size(); ++e) {
      if (row.push[e].empty()) continue;
      text += " " + alphabet_.name(e) + "->";
      for (size_t i = 0; i < row.push[e].size(); ++i) {
        text += i == 0 ? "{" : " | ";
        for (size_t k = 0; k < row.push[e][i].size(); ++k)
          text += (k == 0 ? "" : " ") + rows_[row.push[e][i][k]].name;
      }
      text += "}";
    }
    text += "\n";
  }
  return text;
}

}  // namespace revmon::logic
