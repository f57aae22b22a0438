#include "weave/class_filter.h"

#include <gtest/gtest.h>

namespace revmon::weave {
namespace {

TEST(ClassFilterTest, ProgramAndLibrariesAreWatched) {
  ClassFilter filter({}, {});
  EXPECT_TRUE(filter.Watches("com/acme/Shop$Item"));
  EXPECT_TRUE(filter.Watches("org/apache/commons/lang3/StringUtils"));
  EXPECT_TRUE(filter.Watches("Main"));
}

TEST(ClassFilterTest, TheJdkAndOurselvesAreNeverWatched) {
  ClassFilter filter({"*"}, {});
  for (const char* name : {"java/util/ArrayList", "jdk/internal/misc/Unsafe", "sun/misc/Unsafe",
                           "com/sun/proxy/$Proxy3", "revmon/rt/Engine", "javax/swing/JFrame"}) {
    EXPECT_FALSE(filter.Watches(name)) << name;
  }
}

TEST(ClassFilterTest, TestFrameworksNeedAnIncludePattern) {
  EXPECT_FALSE(ClassFilter({}, {}).Watches("org/junit/Assert"));
  EXPECT_TRUE(ClassFilter({"org.junit.*"}, {}).Watches("org/junit/Assert"));
}

TEST(ClassFilterTest, IncludePatternsLeaveOutTheRest) {
  ClassFilter filter({"com.acme.*"}, {});
  EXPECT_TRUE(filter.Watches("com/acme/deep/Thing"));
  EXPECT_FALSE(filter.Watches("com/other/Thing"));
}

TEST(ClassFilterTest, ExcludeWins) {
  ClassFilter filter({"com.acme.*"}, {"*.generated.*"});
  EXPECT_FALSE(filter.Watches("com/acme/generated/Parser"));
}

TEST(ClassFilterTest, ClassWithoutNameIsNotWatched) { EXPECT_FALSE(ClassFilter({}, {}).Watches("")); }

TEST(GlobTest, StarStandsForAnyText) {
  EXPECT_TRUE(MatchesGlob("a.b.CTest", "*Test"));
  EXPECT_TRUE(MatchesGlob("a.b.C", "a.*.C"));
  EXPECT_TRUE(MatchesGlob("abcabd", "*ab*d"));
  EXPECT_TRUE(MatchesGlob("", "*"));
  EXPECT_FALSE(MatchesGlob("a.b.C", "a.b"));
  EXPECT_FALSE(MatchesGlob("a", ""));
}

}  // namespace
}  // namespace revmon::weave
