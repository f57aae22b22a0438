// Answers: who owns these bytes?
//
// The content of one class or resource: a view into a mapped archive where it is stored plainly (nothing is
// copied), or a buffer of its own where it had to be inflated or read. bytes() of a view lives as long as the
// container it came from; bytes() of a buffer as long as the Blob, also when it is moved.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace revmon::classpath {

class Blob {
 public:
  Blob() = default;
  [[nodiscard]] static Blob View(Bytes bytes) {
    Blob blob;
    blob.bytes_ = bytes;
    return blob;
  }
  [[nodiscard]] static Blob Own(std::vector<uint8_t> buffer) {
    Blob blob;
    blob.buffer_ = std::move(buffer);
    blob.bytes_ = blob.buffer_;
    return blob;
  }
  Blob(Blob&& other) noexcept : bytes_(std::exchange(other.bytes_, {})), buffer_(std::move(other.buffer_)) {}
  Blob& operator=(Blob&& other) noexcept {
    bytes_ = std::exchange(other.bytes_, {});
    buffer_ = std::move(other.buffer_);
    return *this;
  }

  [[nodiscard]] Bytes bytes() const { return bytes_; }
  [[nodiscard]] bool owned() const { return !buffer_.empty(); }

 private:
  Bytes bytes_;
  std::vector<uint8_t> buffer_;
};

}  // namespace revmon::classpath
