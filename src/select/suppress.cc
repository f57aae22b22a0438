#include "select/suppress.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace revmon::select {
namespace {

// Old violations by what never changes about them.
using Key = std::pair<std::string_view, std::string_view>;  // spec, category

class Judging {
 public:
  explicit Judging(const SuppressInput& input) : input_(input) {
    if (input_.baseline == nullptr) return;
    used_.assign(input_.baseline->size(), false);
    for (size_t i = 0; i < input_.baseline->size(); ++i) {
      const wire::Violation& old = (*input_.baseline)[i].violation;
      old_[Key(old.spec, old.category)].push_back(i);
      places_.push_back(PlaceOf(old));
    }
  }

  Verdicts Run() {
    Verdicts out;
    // Exact answers first, so that the looser ones only share out what is left.
    std::vector<bool> known(input_.violations->size(), false);
    for (bool by_method : {false, true}) {
      for (size_t i = 0; i < input_.violations->size(); ++i) {
        if (!known[i]) known[i] = Find((*input_.violations)[i], by_method);
      }
    }
    for (size_t i = 0; i < input_.violations->size(); ++i) {
      out.all.push_back({(*input_.violations)[i], known[i], false, false, ""});
    }
    if (input_.baseline != nullptr) Rest(out);
    return out;
  }

 private:
  bool Find(const wire::Violation& violation, bool by_method) {
    auto candidates = old_.find(Key(violation.spec, violation.category));
    if (candidates == old_.end()) return false;
    Place place = PlaceOf(violation);
    for (size_t i : candidates->second) {
      // One statement on several lines may be several violations now: only the loose rule uses one up.
      if (by_method ? used_[i] || !SameMethod(places_[i], place) : !SamePlace(places_[i], place)) continue;
      used_[i] = true;
      return true;
    }
    return false;
  }

  [[nodiscard]] bool HasSource(const Place& old_place) const {
    return input_.lines != nullptr && old_place.line != 0 && input_.lines->Knows(old_place);
  }
  bool SamePlace(const Place& old_place, const Place& place) {
    if (HasSource(old_place)) return input_.lines->Same(old_place, place);
    return old_place.class_name == place.class_name && old_place.method == place.method &&
           old_place.line == place.line;
  }
  bool SameMethod(const Place& old_place, const Place& place) {
    return !HasSource(old_place) && old_place.class_name == place.class_name &&
           old_place.method == place.method && input_.same_class && input_.same_class(place.class_name);
  }

  // What the baseline has and this run did not show.
  void Rest(Verdicts& out) {
    for (size_t i = 0; i < used_.size(); ++i) {
      if (used_[i]) continue;
      wire::Violation violation = (*input_.baseline)[i].violation;
      Place now = places_[i];
      if (input_.lines != nullptr) {
        std::optional<Place> carried = input_.lines->Carry(now);
        if (!carried.has_value()) continue;  // its file is gone
        now = *carried;
      }
      if (input_.exists && !input_.exists(now.class_name)) continue;
      if (!input_.covers || input_.covers(violation.spec, now.class_name, now.method)) {
        out.fixed.push_back(std::move(violation));
        continue;
      }
      violation.file = now.file;
      violation.line = now.line;
      violation.location = ToString(now);
      out.all.push_back({std::move(violation), true, true, false, ""});
    }
  }

  const SuppressInput& input_;
  std::map<Key, std::vector<size_t>> old_;
  std::vector<Place> places_;
  std::vector<bool> used_;
};

}  // namespace

Verdicts Judge(const SuppressInput& input) { return Judging(input).Run(); }

size_t Verdicts::CountNew() const {
  return static_cast<size_t>(std::count_if(
      all.begin(), all.end(), [](const Judged& judged) { return !judged.known && !judged.accepted; }));
}

std::vector<store::Finding> Verdicts::Findings() const {
  std::vector<store::Finding> findings;
  for (const Judged& judged : all) findings.push_back({judged.violation, judged.carried, judged.known});
  return findings;
}

std::vector<wire::Violation> Merge(const std::vector<wire::Results>& results) {
  std::map<std::tuple<std::string, std::string, std::string>, wire::Violation> merged;
  for (const wire::Results& one : results) {
    for (const wire::Violation& violation : one.violations) {
      auto [at, fresh] =
          merged.try_emplace({violation.spec, violation.location, violation.category}, violation);
      if (fresh) continue;
      at->second.count += violation.count;
      at->second.first_ms = std::min(at->second.first_ms, violation.first_ms);
      at->second.last_ms = std::max(at->second.last_ms, violation.last_ms);
    }
  }
  std::vector<wire::Violation> out;
  for (auto& [key, violation] : merged) {
    violation.id = static_cast<uint32_t>(out.size());
    out.push_back(std::move(violation));
  }
  return out;
}

}  // namespace revmon::select
