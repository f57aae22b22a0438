#include "logic/ltl.h"

#include <string>
#include <utility>
#include <vector>

#include "logic/buchi.h"
#include "logic/explore.h"
#include "logic/temporal.h"

namespace revmon::logic {
namespace {

// The live states of both automata: how many of the first, then all ids.
using Subsets = std::u32string;

Subsets Pack(const std::vector<Buchi::Id>& positive, const std::vector<Buchi::Id>& negative) {
  Subsets packed(1, static_cast<char32_t>(positive.size()));
  for (Buchi::Id id : positive) packed += static_cast<char32_t>(id);
  for (Buchi::Id id : negative) packed += static_cast<char32_t>(id);
  return packed;
}

std::vector<Buchi::Id> Half(const Subsets& packed, bool positive) {
  const auto middle = packed.begin() + 1 + static_cast<std::ptrdiff_t>(packed[0]);
  if (positive) return {packed.begin() + 1, middle};
  return {middle, packed.end()};
}

}  // namespace

Result<Dfa> CompileLtl(std::string_view text, const Alphabet& alphabet, const CategoryLayout& layout,
                       const Budget& budget) {
  REVMON_ASSIGN_OR_RETURN(const TemporalFormula formula, ParseTemporal(Logic::kLtl, text, alphabet, budget));
  REVMON_ASSIGN_OR_RETURN(Buchi satisfied, Buchi::Make(formula, true, alphabet.size(), budget));
  REVMON_ASSIGN_OR_RETURN(Buchi refuted, Buchi::Make(formula, false, alphabet.size(), budget));
  const auto step = [&](const Subsets& from, Event event) -> Result<Subsets> {
    REVMON_ASSIGN_OR_RETURN(const std::vector<Buchi::Id> positive, satisfied.Step(Half(from, true), event));
    REVMON_ASSIGN_OR_RETURN(const std::vector<Buchi::Id> negative, refuted.Step(Half(from, false), event));
    return Pack(positive, negative);
  };
  const auto mask = [&](const Subsets& subsets) -> CategoryMask {
    if (Half(subsets, true).empty()) return layout.Mask("violation");
    return Half(subsets, false).empty() ? layout.Mask("validation") : 0;
  };
  return Explore(alphabet, layout, Pack(satisfied.Initial(), refuted.Initial()), budget, step, mask);
}

}  // namespace revmon::logic
