// Answers: how does an array grow while many threads use it?
//
// Blocks that double: block b holds 2^(10+b) elements, so 22 blocks reach every 32-bit index and no element
// ever moves. A block is made when its first element is asked for; its elements are value-initialised.
// Finding an element is one bit scan and one load. The array protects itself, not its elements: these are
// atomics, or written before they are passed on to other threads.
#pragma once
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace revmon {

template <typename T>
class ConcurrentArray {
 public:
  ConcurrentArray() = default;
  ConcurrentArray(const ConcurrentArray&) = delete;
  ConcurrentArray& operator=(const ConcurrentArray&) = delete;
  ~ConcurrentArray() {
    for (std::atomic<T*>& block : blocks_) delete[] block.load(std::memory_order_relaxed);
  }

  // The element, made if need be.
  [[nodiscard]] T& At(uint32_t index) {
    const Place place = PlaceOf(index);
    T* block = blocks_[place.block].load(std::memory_order_acquire);
    if (block == nullptr) {
      auto fresh = std::make_unique<T[]>(size_t{1} << (kFirstBlockBits + place.block));
      if (blocks_[place.block].compare_exchange_strong(block, fresh.get(), std::memory_order_acq_rel)) {
        block = fresh.release();
      }
    }
    return block[place.offset];
  }
  // The element, or null where its block was never made.
  [[nodiscard]] const T* Find(uint32_t index) const {
    const Place place = PlaceOf(index);
    const T* block = blocks_[place.block].load(std::memory_order_acquire);
    return block == nullptr ? nullptr : block + place.offset;
  }

 private:
  static constexpr uint32_t kFirstBlockBits = 10;
  struct Place {
    uint32_t block;
    uint64_t offset;
  };
  // Block b starts at index 2^(10+b) - 2^10.
  static Place PlaceOf(uint32_t index) {
    const uint64_t shifted = uint64_t{index} + (uint64_t{1} << kFirstBlockBits);
    const auto top = static_cast<uint32_t>(std::bit_width(shifted) - 1);
    return {top - kFirstBlockBits, shifted - (uint64_t{1} << top)};
  }

  std::array<std::atomic<T*>, 32 - kFirstBlockBits + 1> blocks_ = {};
};

}  // namespace revmon
