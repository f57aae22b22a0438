// Answers: how is one description of a value's fields used both to write and to read it?
//
// A type is described once, by a function template Visit(archive, value) that names its fields in order; the
// two archives below give it its two meanings. The reader trusts nothing: a count never exceeds what the
// remaining bytes could hold, enums are range-checked, nesting is limited. After a failure everything reads
// as zero and ok() is false.
#pragma once
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "base/bytes.h"

namespace revmon::wire {

// T or const T: lets one Visit serve the writer (const) and the reader.
template <typename T, typename U>
concept Like = std::same_as<std::remove_const_t<T>, U>;

class ArchiveWriter {
 public:
  explicit ArchiveWriter(ByteWriter& out) : out_(out) {}

  void Bool(const bool& value) { out_.U1(value ? 1 : 0); }
  void U1(const uint8_t& value) { out_.U1(value); }
  void U2(const uint16_t& value) { out_.U2Le(value); }
  void U4(const uint32_t& value) { out_.U4Le(value); }
  void S4(const int32_t& value) { out_.U4Le(static_cast<uint32_t>(value)); }
  void U8(const uint64_t& value) { out_.U8Le(value); }
  void S8(const int64_t& value) { out_.U8Le(static_cast<uint64_t>(value)); }
  template <typename E>
  void Enum(const E& value) {
    out_.U1(static_cast<uint8_t>(value));
  }
  void Text(const std::string& value) {
    out_.U4Le(static_cast<uint32_t>(value.size()));
    out_.Put(value);
  }
  void Blob(const std::vector<uint8_t>& value) {
    out_.U4Le(static_cast<uint32_t>(value.size()));
    out_.Put(Bytes(value));
  }
  // Calls each(element) for every element.
  template <typename T, typename Each>
  void List(const std::vector<T>& list, Each each) {
    out_.U4Le(static_cast<uint32_t>(list.size()));
    for (const T& element : list) each(element);
  }

 private:
  ByteWriter& out_;
};

class ArchiveReader {
 public:
  explicit ArchiveReader(ByteReader& in) : in_(in) {}
  [[nodiscard]] bool ok() const { return in_.ok(); }

  void Bool(bool& value) { value = in_.U1() != 0; }
  void U1(uint8_t& value) { value = in_.U1(); }
  void U2(uint16_t& value) { value = in_.U2Le(); }
  void U4(uint32_t& value) { value = in_.U4Le(); }
  void S4(int32_t& value) { value = static_cast<int32_t>(in_.U4Le()); }
  void U8(uint64_t& value) { value = in_.U8Le(); }
  void S8(int64_t& value) { value = static_cast<int64_t>(in_.U8Le()); }
  template <typename E>
  void Enum(E& value) {
    uint8_t raw = in_.U1();
    if (raw > static_cast<uint8_t>(E::kLast)) {
      in_.Fail();
      raw = 0;
    }
    value = static_cast<E>(raw);
  }
  void Text(std::string& value) { value = AsText(in_.Take(in_.U4Le())); }
  void Blob(std::vector<uint8_t>& value) {
    Bytes bytes = in_.Take(in_.U4Le());
    value.assign(bytes.begin(), bytes.end());
  }
  template <typename T, typename Each>
  void List(std::vector<T>& list, Each each) {
    list.clear();
    uint32_t count = in_.U4Le();
    // Every element takes at least one byte, so a count beyond the rest is a lie; and a nesting as deep as
    // this is no plan of ours.
    if (count > in_.remaining() || depth_ >= kMaxDepth) {
      in_.Fail();
      return;
    }
    ++depth_;
    for (uint32_t i = 0; i < count && in_.ok(); ++i) {
      list.emplace_back();
      each(list.back());
    }
    --depth_;
  }

 private:
  static constexpr int kMaxDepth = 64;
  ByteReader& in_;
  int depth_ = 0;
};

}  // namespace revmon::wire
