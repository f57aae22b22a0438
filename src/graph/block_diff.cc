#include "graph/block_diff.h"

#include <set>
#include <span>

namespace revmon::graph {
namespace {

constexpr size_t kMostPairs = 1 << 16;

}  // namespace

std::optional<std::vector<uint32_t>> ChangedBlocks(const MethodFacts& before, const MemberFacts& old_method,
                                                   const MethodFacts& after, const MemberFacts& new_method) {
  if (old_method.block_count == 0 || new_method.block_count == 0) return std::nullopt;
  if (old_method.shape != new_method.shape || old_method.hidden != new_method.hidden) return std::nullopt;
  std::vector<std::pair<uint32_t, uint32_t>> queue = {{0, 0}};
  std::set<std::pair<uint32_t, uint32_t>> seen = {{0, 0}};
  std::set<uint32_t> changed;
  for (size_t at = 0; at < queue.size(); ++at) {
    auto [a, b] = queue[at];
    const BlockFacts& old_block = before.blocks[old_method.first_block + a];
    const BlockFacts& new_block = after.blocks[new_method.first_block + b];
    if (old_block.content != new_block.content || old_block.next_count != new_block.next_count) {
      changed.insert(a);
      continue;
    }
    for (uint32_t i = 0; i < old_block.next_count; ++i) {
      std::pair<uint32_t, uint32_t> pair(before.nexts[old_block.first_next + i],
                                         after.nexts[new_block.first_next + i]);
      if (seen.insert(pair).second) queue.push_back(pair);
    }
    if (queue.size() > kMostPairs) return std::nullopt;
  }
  // Something differs that no run can see, or that is no part of a block.
  if (changed.empty()) return std::nullopt;
  return std::vector<uint32_t>(changed.begin(), changed.end());
}

}  // namespace revmon::graph
