#include "logic/formula.h"

#include <algorithm>
#include <array>
#include <utility>

namespace revmon::logic {
namespace {

constexpr std::array<std::pair<Logic, std::string_view>, 7> kLogics = {{
    {Logic::kEre, "ere"},
    {Logic::kFsm, "fsm"},
    {Logic::kLtl, "ltl"},
    {Logic::kPtLtl, "ptltl"},
    {Logic::kCfg, "cfg"},
    {Logic::kSrs, "srs"},
    {Logic::kPtCaRet, "ptcaret"},
}};

}  // namespace

std::string_view ToString(Logic logic) {
  for (const auto& [value, name] : kLogics) {
    if (value == logic) return name;
  }
  return "?";
}

std::optional<Logic> LogicFromName(std::string_view name) {
  const std::string folded = FoldCase(name);
  for (const auto& [value, known] : kLogics) {
    if (known == folded) return value;
  }
  return std::nullopt;
}

Alphabet::Alphabet(std::span<const std::string> names) {
  for (const std::string& name : names) Add(name);
}

Alphabet::Alphabet(std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) Add(name);
}

Event Alphabet::Add(std::string_view name) {
  const auto [it, added] = index_.emplace(std::string(name), size());
  if (added) names_.emplace_back(name);
  return it->second;
}

std::optional<Event> Alphabet::Find(std::string_view name) const {
  const auto it = index_.find(std::string(name));
  if (it == index_.end()) return std::nullopt;
  return it->second;
}

Error OverBudget(std::string_view what, uint64_t limit, std::string_view unit, std::string_view name) {
  return Error(ErrorCode::kLimit, std::string(what) + " needs more than " + std::to_string(limit) + " " +
                                      std::string(unit) + " (budget " + std::string(name) + ")");
}

std::string FoldCase(std::string_view text) {
  std::string folded(text);
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return folded;
}

}  // namespace revmon::logic
