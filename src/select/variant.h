// Answers: which specs are monitored again after a change, and where?
//
// The twelve variants of regression property selection (Legunsen et al., ICST 2019): what = one of three
// closures (graph/impact.h); where = with or without unaffected classes of the program, with or without
// libraries. Names as in the papers: ps1, ps1c (no unaffected classes), ps1l (no libraries), ps1cl, ...
//
// Safe, that is, no new violation is missed: ps1 and ps1c, if the graph is complete, tests do not depend on
// each other's leftovers, and reflection stays within what the graph knows.
//
// False alarms. A spec that remembers (next only after hasNext) is misled when it sees only some of the
// events of an object, because others happen in classes that are not woven. ps1 weaves everything and has
// none. The published ps1c can have them: an unaffected class calls hasNext and hands the iterator to an
// affected one. So here ps1c also weaves those unaffected classes that use affected ones, directly or not,
// and hold events of a selected spec that remembers; what is left out cannot share an object with what is
// woven. `published` gives the literature's rule, and so do all variants that are not safe anyway.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/impact.h"

namespace revmon::select {

struct Variant {
  graph::Closure closure = graph::Closure::kPs1;
  bool libraries = true;    // are they woven?
  bool unaffected = false;  // are the program's classes that no change can reach?
  bool published = false;   // ps1c exactly as in the literature
  friend bool operator==(const Variant&, const Variant&) = default;

  [[nodiscard]] bool safe() const { return closure == graph::Closure::kPs1 && libraries; }
};

// "ps1c"
[[nodiscard]] std::string ToString(const Variant& variant);
// Any of the twelve names, in either case; "ps1lc" is "ps1cl".
[[nodiscard]] Result<Variant> ParseVariant(std::string_view name);
[[nodiscard]] std::vector<Variant> AllVariants();

}  // namespace revmon::select
