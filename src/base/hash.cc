#include "base/hash.h"

#include <new>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace revmon {
namespace {

XXH3_state_t* AsState(unsigned char* bytes) { return std::launder(reinterpret_cast<XXH3_state_t*>(bytes)); }
const XXH3_state_t* AsState(const unsigned char* bytes) {
  return std::launder(reinterpret_cast<const XXH3_state_t*>(bytes));
}

Hash128 FromXxh(XXH128_hash_t hash) { return {.high = hash.high64, .low = hash.low64}; }

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string ToHex(const Hash128& hash) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(32, '0');
  for (size_t i = 0; i < 16; ++i) {
    text[i] = kDigits[hash.high >> (60 - 4 * i) & 0xF];
    text[16 + i] = kDigits[hash.low >> (60 - 4 * i) & 0xF];
  }
  return text;
}

std::optional<Hash128> ParseHash128(std::string_view hex) {
  if (hex.size() != 32) return std::nullopt;
  Hash128 hash;
  for (size_t i = 0; i < 32; ++i) {
    int digit = HexDigit(hex[i]);
    if (digit < 0) return std::nullopt;
    uint64_t& half = i < 16 ? hash.high : hash.low;
    half = half << 4 | static_cast<uint64_t>(digit);
  }
  return hash;
}

Hash128 HashBytes(Bytes bytes) { return FromXxh(XXH3_128bits(bytes.data(), bytes.size())); }

uint64_t TableHash(Bytes bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

Hasher::Hasher() {
  static_assert(sizeof(XXH3_state_t) == kStateSize && alignof(XXH3_state_t) <= 64);
  new (state_) XXH3_state_t;
  Reset();
}

Hasher& Hasher::Put(Bytes bytes) {
  // An empty update is skipped: xxHash takes a null pointer as an error.
  if (!bytes.empty()) XXH3_128bits_update(AsState(state_), bytes.data(), bytes.size());
  return *this;
}

Hash128 Hasher::Finish() const { return FromXxh(XXH3_128bits_digest(AsState(state_))); }

void Hasher::Reset() {
  // Seed and secret length live in the state, so a reset also repairs a copy.
  XXH3_INITSTATE(AsState(state_));
  XXH3_128bits_reset(AsState(state_));
}

}  // namespace revmon
