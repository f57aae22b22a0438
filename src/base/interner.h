// Answers: which small number stands for this string, and which string for this number?
//
// Ids are dense, from 0, in the order of first appearance; the views handed out live as long as the interner.
// A lookup is one hash, one probe of a 4-byte table (load at most 1/2) and one compare.
//
// Interner is for one thread. ConcurrentInterner is for many: 64 shards by hash, each a small table under its
// own lock; Text() takes no lock. Its ids are dense too, but their order depends on the schedule: never store
// them or let them order output.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/concurrent_array.h"

namespace revmon {

// Open-addressing table hash -> id; the owner keeps the strings. Building block of both interners.
class InternTable {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  // The id whose text is `text`, or kNone. `text_of(id)` gives the string of an id in the table.
  template <typename TextOf>
  [[nodiscard]] uint32_t Find(uint64_t hash, std::string_view text, TextOf&& text_of) const {
    if (slots_.empty()) return kNone;
    const size_t mask = slots_.size() - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
      const Slot& slot = slots_[i];
      if (slot.id == kNone) return kNone;
      if (slot.hash == Fold(hash) && text_of(slot.id) == text) return slot.id;
    }
  }
  // Adds an id that is not there yet.
  void Insert(uint64_t hash, uint32_t id);

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t id = kNone;
  };
  static uint32_t Fold(uint64_t hash) { return static_cast<uint32_t>(hash); }
  void Grow();
  std::vector<Slot> slots_;
  size_t used_ = 0;
};

class Interner {
 public:
  // The id of this text, a new one if it was never seen.
  uint32_t Intern(std::string_view text);
  // The id if the text was seen.
  [[nodiscard]] std::optional<uint32_t> Find(std::string_view text) const;
  // The text of an id that this interner gave out.
  [[nodiscard]] std::string_view Text(uint32_t id) const { return texts_[id]; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(texts_.size()); }

 private:
  InternTable table_;
  std::vector<std::string_view> texts_;
  Arena arena_;
};

class ConcurrentInterner {
 public:
  ConcurrentInterner() = default;
  ConcurrentInterner(const ConcurrentInterner&) = delete;
  ConcurrentInterner& operator=(const ConcurrentInterner&) = delete;

  uint32_t Intern(std::string_view text);
  [[nodiscard]] std::optional<uint32_t> Find(std::string_view text) const;
  // The text of an id that this interner gave to this thread, or to one that passed it on.
  [[nodiscard]] std::string_view Text(uint32_t id) const { return *texts_.Find(id); }
  // How many ids have been given out so far.
  [[nodiscard]] uint32_t size() const { return next_.load(std::memory_order_acquire); }

 private:
  static constexpr size_t kShards = 64;
  struct alignas(64) Shard {
    mutable std::mutex mutex;
    InternTable table;
    Arena arena;
  };
  Shard& ShardOf(uint64_t hash) const { return shards_[hash >> 58]; }

  mutable std::array<Shard, kShards> shards_;
  ConcurrentArray<std::string_view> texts_;
  std::atomic<uint32_t> next_{0};
};

}  // namespace revmon
