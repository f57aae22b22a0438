#include "project/build_log.h"

#include <gtest/gtest.h>

namespace revmon::project {
namespace {

TEST(TestStartedBy, MavenNamesTheClass) {
  EXPECT_EQ(TestStartedBy("[INFO] Running shop.BasketTest"), "shop.BasketTest");
  EXPECT_EQ(TestStartedBy("Running shop.BasketTest\r"), "shop.BasketTest");
  EXPECT_EQ(TestStartedBy("[INFO] Running shop.BasketTest$Inner"), "shop.BasketTest$Inner");
}

TEST(TestStartedBy, GradleNamesTheTask) {
  EXPECT_EQ(TestStartedBy("> Task :lib:test"), ":lib:test");
  EXPECT_EQ(TestStartedBy(":lib:integrationTest"), ":lib:integrationTest");
  EXPECT_EQ(TestStartedBy("> Task :lib:test UP-TO-DATE"), "");
  EXPECT_EQ(TestStartedBy("> Task :lib:compileJava"), "");
}

TEST(TestStartedBy, OtherLinesNameNothing) {
  EXPECT_EQ(TestStartedBy(""), "");
  EXPECT_EQ(TestStartedBy("[INFO] Running on a slow machine"), "");
  EXPECT_EQ(TestStartedBy("[INFO] Tests run: 3"), "");
}

TEST(FailureExcerpt, MavenErrorsWithTheirStackTraces) {
  EXPECT_EQ(FailureExcerpt("[INFO] Scanning\n"
                           "[ERROR] shop.BasketTest.total  Time elapsed: 0 s  <<< FAILURE!\n"
                           "java.lang.AssertionError: expected 1\n"
                           "\tat shop.BasketTest.total(BasketTest.java:9)\n"
                           "[INFO] BUILD FAILURE\n"
                           "noise\n"
                           "[ERROR] Failed to execute goal\n"
                           "[ERROR] \n"
                           "[ERROR] Re-run Maven using the -X switch to enable full debug logging.\n",
                           100),
            "[ERROR] shop.BasketTest.total  Time elapsed: 0 s  <<< FAILURE!\n"
            "java.lang.AssertionError: expected 1\n"
            "\tat shop.BasketTest.total(BasketTest.java:9)\n"
            "[ERROR] Failed to execute goal\n");
}

TEST(FailureExcerpt, GradleFromTheFirstFailureOn) {
  EXPECT_EQ(FailureExcerpt("> Task :compileJava\n\n"
                           "keys.RingTest > first FAILED\n"
                           "    java.lang.AssertionError\n"
                           "FAILURE: Build failed with an exception.\n",
                           100),
            "keys.RingTest > first FAILED\n"
            "    java.lang.AssertionError\n"
            "FAILURE: Build failed with an exception.\n");
}

TEST(FailureExcerpt, AnUnknownFailureIsTheEndOfTheLog) {
  EXPECT_EQ(FailureExcerpt("sh: 1: java: not found\n", 100), "sh: 1: java: not found\n");
  EXPECT_EQ(FailureExcerpt("", 100), "");
}

TEST(FailureExcerpt, LongOnesAreCutInTheMiddle) {
  std::string log;
  for (int i = 0; i < 10; ++i) log += "[ERROR] " + std::to_string(i) + "\n";
  EXPECT_EQ(FailureExcerpt(log, 4), "[ERROR] 0\n[ERROR] 1\n... 6 more lines ...\n[ERROR] 8\n[ERROR] 9\n");
}

}  // namespace
}  // namespace revmon::project
