// Answers: how are untrusted bytes read, and trusted ones written, without ever passing the end?
//
// ByteReader is the whole bounds policy of this code base. It consumes a span from the front and is *sticky*:
// a read past the end yields zero, moves nothing, and marks the reader failed for good, so a parser reads a
// whole record and asks ok() once. Nothing here adds two untrusted lengths without checking.
// ByteWriter appends to a growing buffer; patch positions are plain offsets.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace revmon {

using Bytes = std::span<const uint8_t>;

[[nodiscard]] inline Bytes AsBytes(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}
[[nodiscard]] inline std::string_view AsText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Unaligned loads; the caller has checked the bounds.
[[nodiscard]] inline uint16_t LoadBe16(const uint8_t* p) { return static_cast<uint16_t>(p[0] << 8 | p[1]); }
[[nodiscard]] inline uint32_t LoadBe32(const uint8_t* p) {
  return uint32_t{p[0]} << 24 | uint32_t{p[1]} << 16 | uint32_t{p[2]} << 8 | uint32_t{p[3]};
}
[[nodiscard]] inline uint64_t LoadBe64(const uint8_t* p) {
  return uint64_t{LoadBe32(p)} << 32 | LoadBe32(p + 4);
}
[[nodiscard]] inline uint16_t LoadLe16(const uint8_t* p) { return static_cast<uint16_t>(p[1] << 8 | p[0]); }
[[nodiscard]] inline uint32_t LoadLe32(const uint8_t* p) {
  return uint32_t{p[3]} << 24 | uint32_t{p[2]} << 16 | uint32_t{p[1]} << 8 | uint32_t{p[0]};
}
[[nodiscard]] inline uint64_t LoadLe64(const uint8_t* p) {
  return uint64_t{LoadLe32(p + 4)} << 32 | LoadLe32(p);
}

class ByteReader {
 public:
  ByteReader() = default;
  explicit ByteReader(Bytes bytes, size_t base_offset = 0)
      : begin_(bytes.data()), at_(bytes.data()), end_(bytes.data() + bytes.size()), base_(base_offset) {}

  [[nodiscard]] bool ok() const { return !failed_; }
  [[nodiscard]] bool empty() const { return at_ == end_; }
  [[nodiscard]] size_t remaining() const { return static_cast<size_t>(end_ - at_); }
  // Position in the enclosing file: base_offset plus what has been consumed. After a failure: where it
  // failed.
  [[nodiscard]] size_t offset() const { return base_ + static_cast<size_t>(at_ - begin_); }

  uint8_t U1() { return Need(1) ? *at_++ : uint8_t{0}; }
  uint16_t U2() { return Take<uint16_t, LoadBe16>(); }
  uint32_t U4() { return Take<uint32_t, LoadBe32>(); }
  uint64_t U8() { return Take<uint64_t, LoadBe64>(); }
  int8_t S1() { return static_cast<int8_t>(U1()); }
  int16_t S2() { return static_cast<int16_t>(U2()); }
  int32_t S4() { return static_cast<int32_t>(U4()); }
  uint16_t U2Le() { return Take<uint16_t, LoadLe16>(); }
  uint32_t U4Le() { return Take<uint32_t, LoadLe32>(); }
  uint64_t U8Le() { return Take<uint64_t, LoadLe64>(); }

  // The next n bytes as a view into the input; empty after a failure.
  Bytes Take(size_t n) {
    if (!Need(n)) return {};
    Bytes taken(at_, n);
    at_ += n;
    return taken;
  }
  void Skip(size_t n) {
    if (Need(n)) at_ += n;
  }
  // A reader over the next n bytes, which this one skips. It is failed if this one is.
  ByteReader Sub(size_t n) {
    size_t start = offset();
    bool fits = Need(n);
    ByteReader sub(fits ? Bytes(at_, n) : Bytes(), start);
    sub.failed_ = !fits;
    if (fits) at_ += n;
    return sub;
  }
  // Everything not consumed yet, without consuming it.
  [[nodiscard]] Bytes Rest() const { return {at_, remaining()}; }
  void Fail() { failed_ = true; }

 private:
  bool Need(size_t n) {
    if (failed_ || static_cast<size_t>(end_ - at_) < n) [[unlikely]] {
      failed_ = true;
      return false;
    }
    return true;
  }
  template <typename T, T (*Load)(const uint8_t*)>
  T Take() {
    if (!Need(sizeof(T))) return 0;
    T value = Load(at_);
    at_ += sizeof(T);
    return value;
  }

  const uint8_t* begin_ = nullptr;
  const uint8_t* at_ = nullptr;
  const uint8_t* end_ = nullptr;
  size_t base_ = 0;
  bool failed_ = false;
};

class ByteWriter {
 public:
  [[nodiscard]] size_t size() const { return buffer_.size(); }
  [[nodiscard]] Bytes bytes() const { return buffer_; }
  [[nodiscard]] std::vector<uint8_t> Release() { return std::move(buffer_); }
  void Reserve(size_t n) { buffer_.reserve(n); }
  void Clear() { buffer_.clear(); }

  void U1(uint8_t v) { buffer_.push_back(v); }
  void U2(uint16_t v) { PutBe(v, 2); }
  void U4(uint32_t v) { PutBe(v, 4); }
  void U8(uint64_t v) { PutBe(v, 8); }
  void U2Le(uint16_t v) { PutLe(v, 2); }
  void U4Le(uint32_t v) { PutLe(v, 4); }
  void U8Le(uint64_t v) { PutLe(v, 8); }
  void Put(Bytes bytes) { buffer_.insert(buffer_.end(), bytes.begin(), bytes.end()); }
  void Put(std::string_view text) { Put(AsBytes(text)); }

  // Overwrites what was written at `offset`, which must lie inside the buffer.
  void PatchU1(size_t offset, uint8_t v) { buffer_.at(offset) = v; }
  void PatchU2(size_t offset, uint16_t v) {
    buffer_.at(offset + 1) = static_cast<uint8_t>(v);
    buffer_[offset] = static_cast<uint8_t>(v >> 8);
  }
  void PatchU4(size_t offset, uint32_t v) {
    PatchU2(offset + 2, static_cast<uint16_t>(v));
    PatchU2(offset, static_cast<uint16_t>(v >> 16));
  }

 private:
  void PutBe(uint64_t v, int n) {
    for (int shift = (n - 1) * 8; shift >= 0; shift -= 8) buffer_.push_back(static_cast<uint8_t>(v >> shift));
  }
  void PutLe(uint64_t v, int n) {
    for (int shift = 0; shift < n * 8; shift += 8) buffer_.push_back(static_cast<uint8_t>(v >> shift));
  }
  std::vector<uint8_t> buffer_;
};

}  // namespace revmon
