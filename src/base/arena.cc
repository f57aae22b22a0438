#include "base/arena.h"

#include <algorithm>

namespace revmon {

void* Arena::AllocateSlowly(size_t size, size_t alignment) {
  const size_t needed = size + alignment;  // new[] aligns to max_align_t only
  const size_t doubled = std::clamp(reserved_, kFirstChunk, kLargestChunk);
  const bool own_chunk = needed > doubled / 4;  // a large block does not waste the rest of the current chunk
  const size_t chunk_size = own_chunk ? needed : doubled;
  chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(chunk_size));
  reserved_ += chunk_size;
  std::byte* chunk = chunks_.back().get();
  void* start = chunk;
  size_t space = chunk_size;
  std::align(alignment, size, start, space);
  if (!own_chunk) {
    at_ = static_cast<std::byte*>(start) + size;
    end_ = chunk + chunk_size;
  }
  return start;
}

void Arena::Clear() {
  chunks_.clear();
  at_ = end_ = nullptr;
  reserved_ = 0;
}

}  // namespace revmon
