// Answers: which bit stands for which category in the machine being compiled?
//
// A machine is compiled for the categories that its specification handles, so that minimisation may merge
// what no handler tells apart. Every logic asks Mask(name) for the categories it knows; one that nobody
// handles gets 0.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/dfa.h"

namespace revmon::logic {

class CategoryLayout {
 public:
  // Bits for the `handled` names; for all of `known` but deadlock when nothing is handled. Names are folded
  // and duplicates merged. kNotFound for a handled name that is not known, kLimit beyond 64 names.
  [[nodiscard]] static Result<CategoryLayout> Make(std::span<const std::string> known,
                                                   std::span<const std::string> handled);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  // The bit of a name in any case, or 0.
  [[nodiscard]] CategoryMask Mask(std::string_view name) const;

 private:
  std::vector<std::string> names_;
};

}  // namespace revmon::logic
