#include "base/interner.h"

#include <utility>

#include "base/hash.h"

namespace revmon {

void InternTable::Insert(uint64_t hash, uint32_t id) {
  if (used_ * 2 >= slots_.size()) Grow();
  const size_t mask = slots_.size() - 1;
  size_t i = hash & mask;
  while (slots_[i].id != kNone) i = (i + 1) & mask;
  slots_[i] = {Fold(hash), id};
  ++used_;
}

void InternTable::Grow() {
  // The folded hash is the low half of the full one, so it places entries in any table of up to 2^32 slots.
  std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.empty() ? 16 : slots_.size() * 2));
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id == kNone) continue;
    size_t i = slot.hash & mask;
    while (slots_[i].id != kNone) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

uint32_t Interner::Intern(std::string_view text) {
  const uint64_t hash = TableHash(text);
  uint32_t id = table_.Find(hash, text, [this](uint32_t other) { return texts_[other]; });
  if (id != InternTable::kNone) return id;
  id = size();
  texts_.push_back(arena_.Copy(text));
  table_.Insert(hash, id);
  return id;
}

std::optional<uint32_t> Interner::Find(std::string_view text) const {
  uint32_t id = table_.Find(TableHash(text), text, [this](uint32_t other) { return texts_[other]; });
  if (id == InternTable::kNone) return std::nullopt;
  return id;
}

uint32_t ConcurrentInterner::Intern(std::string_view text) {
  const uint64_t hash = TableHash(text);
  Shard& shard = ShardOf(hash);
  std::lock_guard lock(shard.mutex);
  uint32_t id = shard.table.Find(hash, text, [this](uint32_t other) { return Text(other); });
  if (id != InternTable::kNone) return id;
  id = next_.fetch_add(1, std::memory_order_acq_rel);
  texts_.At(id) = shard.arena.Copy(text);
  shard.table.Insert(hash, id);
  return id;
}

std::optional<uint32_t> ConcurrentInterner::Find(std::string_view text) const {
  const uint64_t hash = TableHash(text);
  const Shard& shard = ShardOf(hash);
  std::lock_guard lock(shard.mutex);
  uint32_t id = shard.table.Find(hash, text, [this](uint32_t other) { return Text(other); });
  if (id == InternTable::kNone) return std::nullopt;
  return id;
}

}  // namespace revmon
