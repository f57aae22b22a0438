#include "select/variant.h"

#include <algorithm>

namespace revmon::select {

std::string ToString(const Variant& variant) {
  std::string name = "ps" + std::to_string(static_cast<int>(variant.closure));
  if (!variant.unaffected) name += 'c';
  if (!variant.libraries) name += 'l';
  return name;
}

Result<Variant> ParseVariant(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (lower.ends_with("lc")) std::swap(lower[lower.size() - 1], lower[lower.size() - 2]);
  for (const Variant& variant : AllVariants()) {
    if (ToString(variant) == lower) return variant;
  }
  return Error(ErrorCode::kInvalid, "no variant is called '" + std::string(name) + "'")
      .Hint("ps1, ps2 or ps3, then c for no unaffected classes, l for no libraries: ps1c, ps3cl");
}

std::vector<Variant> AllVariants() {
  std::vector<Variant> all;
  for (graph::Closure closure : {graph::Closure::kPs1, graph::Closure::kPs2, graph::Closure::kPs3}) {
    for (bool libraries : {true, false}) {
      for (bool unaffected : {true, false}) {
        all.push_back({.closure = closure, .libraries = libraries, .unaffected = unaffected});
      }
    }
  }
  return all;
}

}  // namespace revmon::select
