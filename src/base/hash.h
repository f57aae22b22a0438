// Answers: what is the checksum of these bytes, the same on every machine?
//
// XXH3, 128 bits, seed 0: about memory speed, and the chance that any two of 10^9 different inputs collide is
// below 10^-20. It is no cryptographic hash: it detects change, it does not resist forgery. The result is a
// pair of integers whose text form (ToHex) is the canonical one of xxHash ("xxh128sum"), equal on any byte
// order and instruction set. Hasher's integer methods write little-endian, so that a canonical form hashed
// field by field is portable too.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace revmon {

struct Hash128 {
  uint64_t high = 0;
  uint64_t low = 0;

  friend bool operator==(const Hash128&, const Hash128&) = default;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;  // the order of the hex form
};

// 32 lower-case hex digits, high half first.
[[nodiscard]] std::string ToHex(const Hash128& hash);
// The inverse of ToHex; nothing unless `hex` is exactly 32 hex digits.
[[nodiscard]] std::optional<Hash128> ParseHash128(std::string_view hex);

[[nodiscard]] Hash128 HashBytes(Bytes bytes);
[[nodiscard]] inline Hash128 HashText(std::string_view text) { return HashBytes(AsBytes(text)); }

// XXH3, 64 bits: for hash tables in memory, never for anything that is stored.
[[nodiscard]] uint64_t TableHash(Bytes bytes);
[[nodiscard]] inline uint64_t TableHash(std::string_view text) { return TableHash(AsBytes(text)); }

// The hash of everything put in, whatever the pieces. Copying forks the stream. Not thread-safe.
class Hasher {
 public:
  Hasher();

  Hasher& Put(Bytes bytes);
  Hasher& Put(std::string_view text) { return Put(AsBytes(text)); }
  Hasher& U1(uint8_t v) { return PutLe(v, 1); }
  Hasher& U2(uint16_t v) { return PutLe(v, 2); }
  Hasher& U4(uint32_t v) { return PutLe(v, 4); }
  Hasher& U8(uint64_t v) { return PutLe(v, 8); }
  Hasher& Put(const Hash128& hash) { return U8(hash.high).U8(hash.low); }
  // Length, then bytes: two fields in a row cannot be confused with one, or split elsewhere.
  Hasher& Field(Bytes bytes) { return U8(bytes.size()).Put(bytes); }
  Hasher& Field(std::string_view text) { return Field(AsBytes(text)); }

  // The hash so far; more may be put in afterwards.
  [[nodiscard]] Hash128 Finish() const;
  void Reset();

 private:
  Hasher& PutLe(uint64_t v, size_t n) {
    uint8_t bytes[8];
    for (size_t i = 0; i < n; ++i) bytes[i] = static_cast<uint8_t>(v >> (8 * i));
    return Put(Bytes(bytes, n));
  }
  static constexpr size_t kStateSize = 576;  // checked against xxHash's own in hash.cc
  alignas(64) unsigned char state_[kStateSize];
};

}  // namespace revmon

template <>
struct std::hash<revmon::Hash128> {
  size_t operator()(const revmon::Hash128& value) const noexcept { return static_cast<size_t>(value.low); }
};
