// Answers: where does a canonical form stand before it is hashed?
//
// One growing buffer that is cleared, never freed, so that hashing a million methods allocates nothing.
// Numbers are written little-endian whatever the machine. Hot loops take Room(n) once and write through the
// pointer; everything else uses the checked methods.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"

namespace revmon::element {

// Little-endian stores. Written as one copy where that is the machine's order: gcc does not merge the bytes.
template <typename T>
inline uint8_t* StoreLe(uint8_t* p, T v) {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(p, &v, sizeof(T));
  } else {
    for (size_t i = 0; i < sizeof(T); ++i) p[i] = static_cast<uint8_t>(v >> (8 * i));
  }
  return p + sizeof(T);
}
inline uint8_t* StoreLe16(uint8_t* p, uint32_t v) { return StoreLe(p, static_cast<uint16_t>(v)); }
inline uint8_t* StoreLe32(uint8_t* p, uint32_t v) { return StoreLe(p, v); }
inline uint8_t* StoreLe64(uint8_t* p, uint64_t v) { return StoreLe(p, v); }
inline uint8_t* StoreHash(uint8_t* p, const Hash128& hash) {
  return StoreLe64(StoreLe64(p, hash.high), hash.low);
}

class CanonicalBuffer {
 public:
  [[nodiscard]] Bytes bytes() const { return {storage_.data(), size_}; }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  void Clear() { size_ = 0; }
  void Truncate(size_t size) { size_ = size; }

  // A pointer to write at most n bytes to; Commit says where the writing ended.
  [[nodiscard]] uint8_t* Room(size_t n) {
    if (storage_.size() - size_ < n) storage_.resize((size_ + n) * 2);
    return storage_.data() + size_;
  }
  void Commit(const uint8_t* end) { size_ = static_cast<size_t>(end - storage_.data()); }
  // For patching what has been written.
  [[nodiscard]] uint8_t* At(size_t offset) { return storage_.data() + offset; }

  void U1(uint32_t v) {
    *Room(1) = static_cast<uint8_t>(v);
    ++size_;
  }
  void U2(uint32_t v) { Commit(StoreLe16(Room(2), v)); }
  void U4(uint32_t v) { Commit(StoreLe32(Room(4), v)); }
  void U8(uint64_t v) { Commit(StoreLe64(Room(8), v)); }
  void Hash(const Hash128& hash) { Commit(StoreHash(Room(16), hash)); }
  // Length, then bytes.
  void Field(Bytes bytes) {
    U4(static_cast<uint32_t>(bytes.size()));
    if (!bytes.empty()) std::memcpy(Room(bytes.size()), bytes.data(), bytes.size());
    size_ += bytes.size();
  }

 private:
  std::vector<uint8_t> storage_;
  size_t size_ = 0;
};

}  // namespace revmon::element
