#include "base/interner.h"

#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace revmon {
namespace {

TEST(InternerTest, IdsAreDenseInOrderOfAppearance) {
  Interner interner;
  EXPECT_EQ(interner.Intern("b"), 0u);
  EXPECT_EQ(interner.Intern("a"), 1u);
  EXPECT_EQ(interner.Intern("b"), 0u);
  EXPECT_EQ(interner.Intern(""), 2u);
  EXPECT_EQ(interner.size(), 3u);
  EXPECT_EQ(interner.Text(1), "a");
  EXPECT_EQ(interner.Text(2), "");
}

TEST(InternerTest, FindDoesNotAdd) {
  Interner interner;
  EXPECT_FALSE(interner.Find("x").has_value());
  interner.Intern("x");
  EXPECT_EQ(interner.Find("x"), 0u);
  EXPECT_FALSE(interner.Find("y").has_value());
  EXPECT_EQ(interner.size(), 1u);
}

TEST(InternerTest, TextsWithZeroBytesAreApart) {
  Interner interner;
  EXPECT_NE(interner.Intern(std::string_view("a\0b", 3)), interner.Intern(std::string_view("a\0c", 3)));
}

TEST(InternerTest, ViewsStayValidWhileItGrows) {
  Interner interner;
  std::vector<std::string_view> views;
  for (int i = 0; i < 50000; ++i) views.push_back(interner.Text(interner.Intern("name" + std::to_string(i))));
  for (int i = 0; i < 50000; ++i) {
    ASSERT_EQ(views[i], "name" + std::to_string(i));
    ASSERT_EQ(interner.Find(views[i]), static_cast<uint32_t>(i));
  }
}

TEST(ConcurrentInternerTest, OneThreadSeesAPlainInterner) {
  ConcurrentInterner interner;
  EXPECT_EQ(interner.Intern("b"), 0u);
  EXPECT_EQ(interner.Intern("a"), 1u);
  EXPECT_EQ(interner.Intern("b"), 0u);
  EXPECT_EQ(interner.Text(1), "a");
  EXPECT_EQ(interner.Find("a"), 1u);
  EXPECT_FALSE(interner.Find("c").has_value());
}

TEST(ConcurrentInternerTest, CrossesItsBlocks) {
  ConcurrentInterner interner;
  for (int i = 0; i < 10000; ++i) ASSERT_EQ(interner.Intern(std::to_string(i)), static_cast<uint32_t>(i));
  for (uint32_t i = 0; i < 10000; ++i) ASSERT_EQ(interner.Text(i), std::to_string(i));
}

TEST(ConcurrentInternerTest, AllThreadsAgreeAndIdsAreDense) {
  constexpr int kThreads = 4;
  constexpr int kNames = 5000;
  ConcurrentInterner interner;
  std::vector<std::vector<uint32_t>> ids(kThreads, std::vector<uint32_t>(kNames));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int k = 0; k < kNames; ++k) {
        int name = (k * 7 + t * 1237) % kNames;  // each thread in another order
        uint32_t id = interner.Intern("n" + std::to_string(name));
        ids[t][name] = id;
        if (interner.Text(id) != "n" + std::to_string(name)) ids[t][name] = ~0u;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 1; t < kThreads; ++t) EXPECT_EQ(ids[t], ids[0]);
  std::set<uint32_t> distinct(ids[0].begin(), ids[0].end());
  EXPECT_EQ(distinct.size(), static_cast<size_t>(kNames));
  EXPECT_EQ(*distinct.rbegin(), static_cast<uint32_t>(kNames - 1));
}

}  // namespace
}  // namespace revmon
