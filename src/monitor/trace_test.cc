#include "monitor/trace.h"

#include <gtest/gtest.h>

namespace revmon::monitor {
namespace {

TEST(TraceTest, ReadsEventsBindingsPlacesAndThreads) {
  Result<std::vector<TraceEvent>> trace = ParseTrace(
      "# made by hand\n"
      "create c=1 i=2\n"
      "\n"
      "  next i=2 @Demo.java:14 %worker-1  # late\n"
      "!hasnext i=2\n");
  ASSERT_TRUE(trace.ok()) << trace.error().Text();
  ASSERT_EQ(trace->size(), 3u);
  EXPECT_EQ((*trace)[0].bindings.size(), 2u);
  EXPECT_EQ((*trace)[1].location, "Demo.java:14");
  EXPECT_EQ((*trace)[1].thread, "worker-1");
  EXPECT_EQ((*trace)[1].line, 4u);
  EXPECT_TRUE((*trace)[2].rejected);
  EXPECT_EQ((*trace)[2].name, "hasnext");
}

TEST(TraceTest, PrintedEventsReadBackTheSame) {
  for (std::string line : {"end", "next i=a=b @X.java:1 %t", "!put m=1 k=2"}) {
    Result<std::vector<TraceEvent>> trace = ParseTrace(line);
    ASSERT_TRUE(trace.ok()) << trace.error().Text();
    EXPECT_EQ(ToString(trace->at(0)), line);
  }
}

TEST(TraceTest, WindowsLineEndsAreWhiteSpace) {
  EXPECT_EQ(ParseTrace("next i=1\r\nnext i=2\r\n")->at(1).bindings.at(0).object, "2");
}

TEST(TraceTest, WordThatIsNoBindingIsAnErrorWithItsColumn) {
  Result<std::vector<TraceEvent>> trace = ParseTrace("create c=1\nnext 2\n");
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().Text(), "line 2:6: expected parameter=object, @location or %thread, found '2'");
}

TEST(TraceTest, BindingWithoutObjectIsAnError) { EXPECT_FALSE(ParseTrace("next i=").ok()); }
TEST(TraceTest, BindingWithoutParameterIsAnError) { EXPECT_FALSE(ParseTrace("next =1").ok()); }
TEST(TraceTest, LonelyBangIsAnError) { EXPECT_FALSE(ParseTrace("! i=1").ok()); }
TEST(TraceTest, EmptyLocationIsAnError) { EXPECT_FALSE(ParseTrace("next @").ok()); }

TEST(TraceTest, ParameterBoundTwiceIsAnError) {
  EXPECT_EQ(ParseTrace("next i=1 i=2").error().Text(), "line 1:10: parameter 'i' is bound twice");
}

}  // namespace
}  // namespace revmon::monitor
