// Answers: how do facts get from the store to the graph and back?
//
// Reads go straight to the store; writes are gathered and written in one transaction by Flush. A store that
// cannot be read or written costs time, never the answer.
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "graph/program.h"
#include "store/store.h"

namespace revmon::select {

class StoreCache final : public graph::FactsCache {
 public:
  explicit StoreCache(store::Store& store) : store_(store) {}
  ~StoreCache() override { static_cast<void>(Flush()); }

  std::vector<std::optional<std::vector<uint8_t>>> Find(const std::vector<Hash128>& keys) override {
    Result<std::vector<std::optional<std::vector<uint8_t>>>> found = store_.FindFacts(keys);
    if (!found.ok()) return std::vector<std::optional<std::vector<uint8_t>>>(keys.size());
    for (size_t i = 0; i < keys.size(); ++i) {
      if (found->at(i).has_value()) continue;
      if (auto at = pending_.find(keys[i]); at != pending_.end()) found->at(i) = facts_[at->second].blob;
    }
    return std::move(found).value();
  }
  void Put(const Hash128& key, Bytes blob) override {
    if (!pending_.emplace(key, facts_.size()).second) return;
    facts_.push_back({key, {blob.begin(), blob.end()}});
  }
  [[nodiscard]] Status Flush() {
    Status status = store_.PutFacts(facts_);
    facts_.clear();
    pending_.clear();
    return status;
  }

 private:
  store::Store& store_;
  std::vector<store::Store::Fact> facts_;
  std::unordered_map<Hash128, size_t> pending_;
};

}  // namespace revmon::select
