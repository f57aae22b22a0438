#include "spec/class_path_types.h"

#include <algorithm>

namespace revmon::spec {

bool ClassPathTypes::Exists(std::string_view binary_name) const {
  auto [entry, is_new] = known_.try_emplace(std::string(binary_name), false);
  if (!is_new) return entry->second;
  std::string internal(binary_name);
  std::replace(internal.begin(), internal.end(), '.', '/');
  Result<std::optional<classpath::FoundClass>> found = path_.Find(internal);
  entry->second = !found.ok() || found->has_value();
  return entry->second;
}

}  // namespace revmon::spec
