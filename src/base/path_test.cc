#include "base/path.h"

#include <gtest/gtest.h>

namespace revmon {
namespace {

TEST(PathTest, Join) {
  EXPECT_EQ(JoinPath("a", "b"), "a/b");
  EXPECT_EQ(JoinPath("a/", "b"), "a/b");
  EXPECT_EQ(JoinPath("", "b"), "b");
  EXPECT_EQ(JoinPath("a", ""), "a");
  EXPECT_EQ(JoinPath("a", "/b"), "/b");
  EXPECT_EQ(JoinPath("/", "b"), "/b");
}

TEST(PathTest, Normalize) {
  EXPECT_EQ(NormalizePath("a//b/./c/"), "a/b/c");
  EXPECT_EQ(NormalizePath("a/b/../c"), "a/c");
  EXPECT_EQ(NormalizePath("../../a"), "../../a");
  EXPECT_EQ(NormalizePath("a/../.."), "..");
  EXPECT_EQ(NormalizePath(""), ".");
}

TEST(PathTest, NormalizeNeverLeavesTheRoot) {
  EXPECT_EQ(NormalizePath("/../../etc"), "/etc");
  EXPECT_EQ(NormalizePath("/.."), "/");
}

TEST(PathTest, BaseAndDir) {
  EXPECT_EQ(BaseName("a/b.jar"), "b.jar");
  EXPECT_EQ(BaseName("a/b/"), "b");
  EXPECT_EQ(BaseName("/"), "");
  EXPECT_EQ(DirName("a/b"), "a");
  EXPECT_EQ(DirName("/a"), "/");
  EXPECT_EQ(DirName("a"), ".");
  EXPECT_EQ(DirName("a//b"), "a");
}

}  // namespace
}  // namespace revmon
