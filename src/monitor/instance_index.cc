#include "monitor/instance_index.h"

#include <algorithm>

namespace revmon::monitor {

size_t InstanceIndex::ObjectsHash::operator()(const Objects& objects) const {
  uint64_t h = 0x9E3779B97F4A7C15u;
  for (uint32_t object : objects) {
    h = (h ^ object) * 0xFF51AFD7ED558CCDu;
    h ^= h >> 32;
  }
  return h;
}

ParameterMask InstanceIndex::DomainOf(const Objects& binding) {
  ParameterMask domain = 0;
  for (size_t p = 0; p < binding.size(); ++p) {
    if (binding[p] != 0) domain |= ParameterMask{1} << p;
  }
  return domain;
}

InstanceIndex::Objects InstanceIndex::Restrict(const Objects& binding, ParameterMask to) {
  Objects restricted = binding;
  for (size_t p = 0; p < binding.size(); ++p) {
    if ((to >> p & 1) == 0) restricted[p] = 0;
  }
  return restricted;
}

InstanceId InstanceIndex::Add(const Objects& binding) {
  auto id = static_cast<InstanceId>(bindings_.size());
  bindings_.push_back(binding);
  exact_.emplace(binding, id);
  Group& group = groups_[DomainOf(binding)];
  group.all.push_back(id);
  for (auto& [shared, buckets] : group.by_shared) buckets[Restrict(binding, shared)].push_back(id);
  return id;
}

void InstanceIndex::FindCompatible(const Objects& binding, std::vector<InstanceId>& out) {
  size_t start = out.size();
  ParameterMask domain = DomainOf(binding);
  for (auto& [group_domain, group] : groups_) {
    ParameterMask shared = domain & group_domain;
    if (shared == 0) {
      out.insert(out.end(), group.all.begin(), group.all.end());
      continue;
    }
    auto [found, fresh] = group.by_shared.try_emplace(shared);
    if (fresh) {
      for (InstanceId id : group.all) found->second[Restrict(bindings_[id], shared)].push_back(id);
    }
    auto bucket = found->second.find(Restrict(binding, shared));
    if (bucket != found->second.end()) out.insert(out.end(), bucket->second.begin(), bucket->second.end());
  }
  std::sort(out.begin() + static_cast<ptrdiff_t>(start), out.end());
}

InstanceId InstanceIndex::Find(const Objects& binding) const {
  auto found = exact_.find(binding);
  return found == exact_.end() ? kNone : found->second;
}

}  // namespace revmon::monitor
