#include "base/metrics.h"

#include <algorithm>

namespace revmon {

Counter& Metrics::counter(std::string_view name) {
  std::lock_guard lock(mutex_);
  auto it = counters_.find(name);
  return it != counters_.end() ? it->second : counters_[std::string(name)];
}

Timer& Metrics::timer(std::string_view name) {
  std::lock_guard lock(mutex_);
  auto it = timers_.find(name);
  return it != timers_.end() ? it->second : timers_[std::string(name)];
}

std::vector<Metrics::Value> Metrics::Snapshot() const {
  std::lock_guard lock(mutex_);
  std::vector<Value> values;
  for (const auto& [name, counter] : counters_) {
    values.push_back({.name = name, .count = counter.value(), .total_ns = -1});
  }
  for (const auto& [name, timer] : timers_) {
    values.push_back({.name = name, .count = timer.count(), .total_ns = timer.total_ns()});
  }
  std::stable_sort(values.begin(), values.end(),
                   [](const Value& a, const Value& b) { return a.name < b.name; });
  return values;
}

}  // namespace revmon
