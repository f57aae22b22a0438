#include "spec/plan_sets.h"

#include <algorithm>
#include <utility>

#include "logic/coenable.h"

namespace revmon::spec {
namespace {

using logic::CategoryMask;
using logic::Dfa;
using logic::EventMask;
using logic::MaskSets;
using logic::StateId;

// A letter with one way to bind parameters.
struct Column {
  uint32_t symbol = 0;
  EventMask mask = 0;
  friend auto operator<=>(const Column&, const Column&) = default;
};

std::vector<Column> ColumnsOf(const Spec& spec) {
  std::vector<Column> columns;
  for (const Event& event : spec.events) {
    EventMask mask = 0;
    for (uint32_t parameter : event.binds) mask |= EventMask{1} << parameter;
    columns.push_back({event.symbol, mask});
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

bool Resets(const JavaCode& code) {
  return std::any_of(code.macros.begin(), code.macros.end(),
                     [](const MacroUse& use) { return use.macro == Macro::kReset; });
}

logic::Alphabet AlphabetOf(const std::vector<Column>& columns) {
  logic::Alphabet alphabet;
  for (size_t c = 0; c < columns.size(); ++c) alphabet.Add(std::to_string(c));
  return alphabet;
}

// `dfa` with one letter per column, and back in state 0 after each state with a category of `resets`.
Dfa Spread(const Dfa& dfa, const std::vector<Column>& columns, CategoryMask resets) {
  Dfa out(AlphabetOf(columns), dfa.categories());
  for (StateId s = 0; s < dfa.size(); ++s) out.AddState(dfa.Mask(s));
  for (StateId s = 0; s < dfa.size(); ++s) {
    StateId from = (dfa.Mask(s) & resets) != 0 ? 0 : s;
    for (uint32_t c = 0; c < columns.size(); ++c) out.SetNext(s, c, dfa.Next(from, columns[c].symbol));
  }
  return out;
}

// One state that every event leads back to and that always is a goal: any past, any future.
Dfa Anything(const std::vector<Column>& columns) {
  Dfa out(AlphabetOf(columns), {"goal"});
  out.AddState(1);
  return out;
}

const Dfa* DfaOf(const Property& property) { return property.machine ? property.machine->dfa() : nullptr; }

class SetsBuilder {
 public:
  SetsBuilder(const Spec& spec, const Property& property, const logic::Budget& budget)
      : spec_(spec), dfa_(DfaOf(property)), budget_(budget), columns_(ColumnsOf(spec)) {
    raw_ = !property.machine;
    // The body of an event may start over at any time, as if every suffix counted.
    restarts_anywhere_ =
        spec.modifiers.suffix || std::any_of(spec.events.begin(), spec.events.end(),
                                             [](const Event& event) { return Resets(event.body); });
    if (raw_) goal_ = 1;  // its code runs at every event
    for (const Column& column : columns_) masks_.push_back(column.mask);
    // An instance that may not report runs no handler either.
    const Modifiers& modifiers = spec.modifiers;
    bool all_report = !modifiers.full_binding && !modifiers.maximal_binding && !modifiers.connected;
    for (const Handler& handler : property.handlers) {
      CategoryMask bit = property.machine ? property.machine->CategoryBit(handler.category) : 0;
      goal_ |= bit;
      if (Resets(handler.body))
        (handler.body.fixed && all_report ? certain_resets_ : possible_resets_) |= bit;
    }
  }

  Result<PlanSets> Run() {
    PlanSets out;
    REVMON_ASSIGN_OR_RETURN(out.enable, Enable());
    REVMON_RETURN_IF_ERROR(Future(&out));
    return out;
  }

 private:
  Result<wire::ParameterSets> Enable() const {
    bool any_past = dfa_ == nullptr || restarts_anywhere_ || possible_resets_ != 0;
    Dfa dfa = any_past ? Anything(columns_) : Spread(*dfa_, columns_, certain_resets_);
    logic::Machine machine(logic::Logic::kFsm, std::move(dfa));
    CategoryMask goal = any_past ? (goal_ != 0 ? 1 : 0) : goal_;
    REVMON_ASSIGN_OR_RETURN(std::vector<MaskSets> sets, EnableSets(machine, goal, masks_, budget_));
    wire::ParameterSets enable(spec_.symbols.size());
    for (size_t c = 0; c < columns_.size(); ++c) {
      MaskSets& to = enable[columns_[c].symbol];
      to.insert(to.end(), sets[c].begin(), sets[c].end());
    }
    for (MaskSets& list : enable) Sort(&list);
    return enable;
  }

  // Only the way to the next verdict counts, so resets matter in one place: after a verdict.
  Status Future(PlanSets* out) {
    bool known = dfa_ != nullptr;
    Dfa dfa = known ? Spread(*dfa_, columns_, 0) : Anything(columns_);
    CategoryMask goal = known ? goal_ : (goal_ != 0 ? 1 : 0);
    REVMON_ASSIGN_OR_RETURN(std::vector<MaskSets> live, LiveSets(dfa, goal, masks_, budget_));
    bool restarts = restarts_anywhere_ || (certain_resets_ | possible_resets_) != 0;
    for (MaskSets& list : live) REVMON_RETURN_IF_ERROR(Reduce(&list));
    MaskSets fresh = live.front();
    for (MaskSets& list : live) {
      if (!restarts_anywhere_) break;
      list.insert(list.end(), fresh.begin(), fresh.end());
      REVMON_RETURN_IF_ERROR(Reduce(&list));
    }
    out->coenable = Coenable(dfa, live);
    for (MaskSets& list : out->coenable) {
      if (restarts) list.insert(list.end(), fresh.begin(), fresh.end());
      REVMON_RETURN_IF_ERROR(Reduce(&list));
    }
    if (known || raw_) out->live = std::move(live);
    return OkStatus();
  }

  // Neighbouring states mostly have the same sets, so lists are cut back whenever they have doubled.
  wire::ParameterSets Coenable(const Dfa& dfa, const std::vector<MaskSets>& live) const {
    wire::ParameterSets coenable(spec_.symbols.size());
    std::vector<size_t> settled(coenable.size(), 64);
    for (StateId s = 0; s < dfa.size(); ++s) {
      for (uint32_t c = 0; c < columns_.size(); ++c) {
        const MaskSets& after = live[dfa.Next(s, c)];
        MaskSets& list = coenable[columns_[c].symbol];
        list.insert(list.end(), after.begin(), after.end());
        size_t& limit = settled[columns_[c].symbol];
        if (list.size() < limit) continue;
        Sort(&list);
        limit = 64 + 2 * list.size();
      }
    }
    return coenable;
  }

  static void Sort(MaskSets* list) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }

  // Minimal() compares every set with every minimal one.
  Status Reduce(MaskSets* list) {
    Sort(list);
    constexpr uint64_t kMaxComparisons = uint64_t{1} << 30;
    comparisons_ += list->size() * list->size();
    if (comparisons_ > kMaxComparisons) {
      return logic::OverBudget("the parameter sets of the spec", kMaxComparisons, "comparisons",
                               "comparisons");
    }
    *list = logic::Minimal(*list);
    return OkStatus();
  }

  const Spec& spec_;
  const Dfa* dfa_;  // null: anything may happen
  const logic::Budget& budget_;
  std::vector<Column> columns_;
  std::vector<EventMask> masks_;
  bool raw_ = false;
  bool restarts_anywhere_ = false;
  CategoryMask goal_ = 0;
  CategoryMask certain_resets_ = 0;   // the handler does nothing but print and reset
  CategoryMask possible_resets_ = 0;  // its Java may, or some instances do
  uint64_t comparisons_ = 0;
};

}  // namespace

Result<PlanSets> ParameterSetsOf(const Spec& spec, const Property& property, const logic::Budget& budget) {
  return SetsBuilder(spec, property, budget).Run();
}

}  // namespace revmon::spec
