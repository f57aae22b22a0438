// Answers: where do many small objects live that all die together?
//
// A bump allocator over chunks that double from 4 KiB to 1 MiB: an allocation is an add and a compare, and
// everything is freed at once. Only trivially destructible types go in, nothing is ever destroyed. Addresses
// are stable, also when the arena is moved. Not thread-safe.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace revmon {

class Arena {
 public:
  Arena() = default;
  Arena(Arena&& other) noexcept { Swap(other); }
  Arena& operator=(Arena&& other) noexcept {
    Arena taken(std::move(other));
    Swap(taken);
    return *this;
  }

  // `size` uninitialised bytes; `alignment` is a power of two. Never null; zero bytes have an address too.
  [[nodiscard]] void* Allocate(size_t size, size_t alignment) {
    uintptr_t start = (reinterpret_cast<uintptr_t>(at_) + alignment - 1) & ~(uintptr_t{alignment} - 1);
    uintptr_t end = reinterpret_cast<uintptr_t>(end_);
    if (at_ == nullptr || start > end || size > end - start) return AllocateSlowly(size, alignment);
    at_ = reinterpret_cast<std::byte*>(start + size);
    return reinterpret_cast<void*>(start);
  }

  template <typename T, typename... Args>
  [[nodiscard]] T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>, "the arena never runs destructors");
    return new (Allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }
  // n value-initialised elements. The caller has bounded n.
  template <typename T>
  [[nodiscard]] std::span<T> NewArray(size_t n) {
    static_assert(std::is_trivially_destructible_v<T>, "the arena never runs destructors");
    T* array = static_cast<T*>(Allocate(n * sizeof(T), alignof(T)));
    std::uninitialized_value_construct_n(array, n);
    return {array, n};
  }
  template <typename T>
  [[nodiscard]] std::span<T> Copy(std::span<const T> source) {
    static_assert(std::is_trivially_copyable_v<T>);
    T* array = static_cast<T*>(Allocate(source.size_bytes(), alignof(T)));
    if (!source.empty()) std::memcpy(static_cast<void*>(array), source.data(), source.size_bytes());
    return {array, source.size()};
  }
  [[nodiscard]] std::string_view Copy(std::string_view text) {
    std::span<char> copy = Copy(std::span<const char>(text.data(), text.size()));
    return {copy.data(), copy.size()};
  }

  // What has been taken from the heap, in bytes.
  [[nodiscard]] size_t reserved_bytes() const { return reserved_; }
  // Frees everything.
  void Clear();

 private:
  static constexpr size_t kFirstChunk = size_t{4} << 10;
  static constexpr size_t kLargestChunk = size_t{1} << 20;

  void* AllocateSlowly(size_t size, size_t alignment);
  void Swap(Arena& other) {
    std::swap(at_, other.at_);
    std::swap(end_, other.end_);
    std::swap(reserved_, other.reserved_);
    chunks_.swap(other.chunks_);
  }

  std::byte* at_ = nullptr;
  std::byte* end_ = nullptr;
  size_t reserved_ = 0;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
};

}  // namespace revmon
