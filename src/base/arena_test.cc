#include "base/arena.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace revmon {
namespace {

TEST(ArenaTest, AlignsEachAllocation) {
  Arena arena;
  for (size_t alignment : {1u, 2u, 8u, 16u, 64u, 256u}) {
    for (size_t size : {0u, 1u, 7u, 100u}) {
      auto address = reinterpret_cast<uintptr_t>(arena.Allocate(size, alignment));
      EXPECT_NE(address, 0u);
      EXPECT_EQ(address % alignment, 0u);
    }
  }
}

TEST(ArenaTest, AllocationsDoNotOverlap) {
  Arena arena;
  std::vector<std::span<uint32_t>> arrays;
  for (uint32_t i = 0; i < 2000; ++i) {
    std::span<uint32_t> array = arena.NewArray<uint32_t>(i % 37);
    for (uint32_t& value : array) {
      ASSERT_EQ(value, 0u) << "value-initialised";
      value = i;
    }
    arrays.push_back(array);
  }
  for (uint32_t i = 0; i < 2000; ++i) {
    for (uint32_t value : arrays[i]) ASSERT_EQ(value, i);
  }
}

TEST(ArenaTest, ALargeBlockGetsItsOwnChunk) {
  Arena arena;
  auto* first = static_cast<char*>(arena.Allocate(8, 1));
  std::span<char> large = arena.NewArray<char>(10 << 20);
  large.back() = 'x';
  auto* second = static_cast<char*>(arena.Allocate(8, 1));
  EXPECT_EQ(second, first + 8) << "the small chunk goes on";
  EXPECT_GE(arena.reserved_bytes(), size_t{10} << 20);
}

TEST(ArenaTest, ManySmallBlocksTakeFewChunks) {
  Arena arena;
  for (int i = 0; i < 1 << 16; ++i) *arena.New<int64_t>() = i;
  EXPECT_LE(arena.reserved_bytes(), size_t{8} << 17) << "at most twice what was asked for";
}

TEST(ArenaTest, CopiedTextIsStableAcrossAMove) {
  Arena arena;
  std::string source = "text";
  std::string_view copy = arena.Copy(source);
  source = "gone";
  Arena moved = std::move(arena);
  EXPECT_EQ(copy, "text");
  EXPECT_EQ(arena.reserved_bytes(), 0u);  // NOLINT: a moved-from arena is empty
  EXPECT_EQ(arena.Copy("again"), "again");
}

TEST(ArenaTest, NewPassesItsArguments) {
  struct Pair {
    int a, b;
  };
  Arena arena;
  Pair* pair = arena.New<Pair>(1, 2);
  EXPECT_EQ(pair->a + pair->b, 3);
}

TEST(ArenaTest, ClearGivesEverythingBack) {
  Arena arena;
  (void)arena.Allocate(100, 8);
  arena.Clear();
  EXPECT_EQ(arena.reserved_bytes(), 0u);
  EXPECT_NE(arena.Allocate(1, 1), nullptr);
}

}  // namespace
}  // namespace revmon
