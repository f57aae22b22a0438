#include "logic/ptltl.h"

#include <string>
#include <utility>
#include <vector>

#include "logic/explore.h"
#include "logic/temporal.h"

namespace revmon::logic {
namespace {

// One character for the verdict, then one for each past operator: '0' or '1'.
using Summary = std::string;
enum Verdict : char { kNone = '-', kViolated = 'f', kValidated = 't' };

class PastStepper {
 public:
  PastStepper(const TemporalFormula& formula, const Budget& budget)
      : formula_(formula), budget_(budget), values_(formula.nodes.size()) {}

  [[nodiscard]] Summary Initial() const {
    Summary summary(1, kNone);
    for (const TemporalNode& node : formula_.nodes) {
      if (IsPast(node.op)) summary += InitialMemory(node.op) ? '1' : '0';
    }
    return summary;
  }

  Result<Summary> Step(const Summary& from, Event event) {
    if ((steps_ += values_.size()) > budget_.max_steps) {
      return OverBudget("the formula", budget_.max_steps, "evaluations", "max_steps");
    }
    const auto at = [this](uint32_t node) { return values_[node] != 0; };
    Summary to(1, kNone);
    size_t slot = 1;
    for (size_t i = 0; i < values_.size(); ++i) {
      const TemporalNode& node = formula_.nodes[i];
      if (!IsPast(node.op)) {
        values_[i] = Evaluate(node, event, at) ? 1 : 0;
        continue;
      }
      values_[i] = EvaluatePast(node, from[slot++] == '1', at) ? 1 : 0;
      to += PastMemory(node, at(static_cast<uint32_t>(i)), at) ? '1' : '0';
    }
    to[0] = values_.back() != 0 ? kValidated : kViolated;
    return to;
  }

 private:
  const TemporalFormula& formula_;
  const Budget& budget_;
  uint64_t steps_ = 0;
  std::vector<char> values_;
};

}  // namespace

Result<Dfa> CompilePtLtl(std::string_view text, const Alphabet& alphabet, const CategoryLayout& layout,
                         const Budget& budget) {
  REVMON_ASSIGN_OR_RETURN(const TemporalFormula formula,
                          ParseTemporal(Logic::kPtLtl, text, alphabet, budget));
  PastStepper stepper(formula, budget);
  const auto step = [&](const Summary& from, Event event) { return stepper.Step(from, event); };
  return Explore(alphabet, layout, stepper.Initial(), budget, step,
                 [&](const Summary& summary) -> CategoryMask {
                   if (summary[0] == kNone) return 0;
                   return layout.Mask(summary[0] == kViolated ? "violation" : "validation");
                 });
}

}  // namespace revmon::logic
