// Answers: how do tests, and programs without a store, keep facts?
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "graph/program.h"

namespace revmon::graph {

class MemoryCache final : public FactsCache {
 public:
  std::vector<std::optional<std::vector<uint8_t>>> Find(const std::vector<Hash128>& keys) override {
    std::vector<std::optional<std::vector<uint8_t>>> found(keys.size());
    for (size_t i = 0; i < keys.size(); ++i) {
      if (auto at = blobs.find(keys[i]); at != blobs.end()) found[i] = at->second;
    }
    return found;
  }
  void Put(const Hash128& key, Bytes blob) override { blobs[key].assign(blob.begin(), blob.end()); }

  std::map<Hash128, std::vector<uint8_t>> blobs;
};

}  // namespace revmon::graph
