#include "logic/categories.h"

#include <algorithm>
#include <unordered_set>

#include "base/suggest.h"

namespace revmon::logic {
namespace {

Error UnknownCategory(std::string_view name, std::span<const std::string> known) {
  Error error(ErrorCode::kNotFound, "no category '" + std::string(name) + "' in this formula");
  if (const std::string_view near = Suggest(name, known); !near.empty()) {
    return error.Hint("did you mean '" + std::string(near) + "'?");
  }
  constexpr size_t kShown = 12;
  std::string list;
  for (size_t i = 0; i < std::min(known.size(), kShown); ++i) list += (i == 0 ? "" : ", ") + known[i];
  if (known.size() > kShown) list += ", ...";
  return error.Hint("there are: " + list);
}

}  // namespace

Result<CategoryLayout> CategoryLayout::Make(std::span<const std::string> known,
                                            std::span<const std::string> handled) {
  std::unordered_set<std::string> folded;
  for (const std::string& name : known) folded.insert(FoldCase(name));
  CategoryLayout layout;
  std::unordered_set<std::string> taken;
  for (const std::string& name : handled.empty() ? known : handled) {
    const std::string key = FoldCase(name);
    if (!folded.contains(key)) return UnknownCategory(name, known);
    if (handled.empty() && key == "deadlock") continue;
    if (!taken.insert(key).second) continue;
    if (layout.names_.size() == kMaxCategories) {
      return OverBudget("the formula", kMaxCategories, "categories", "categories")
          .Hint("compile it for the handled ones only");
    }
    layout.names_.push_back(key);
  }
  return layout;
}

CategoryMask CategoryLayout::Mask(std::string_view name) const {
  const auto it = std::find(names_.begin(), names_.end(), FoldCase(name));
  return it == names_.end() ? 0 : CategoryMask{1} << (it - names_.begin());
}

}  // namespace revmon::logic
