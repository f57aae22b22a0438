#include "trace/trace_set.h"

#include <gtest/gtest.h>

#include "trace/test_traces.h"

namespace revmon::trace {
namespace {

using Text = std::map<std::string, std::string>;

TEST(TraceSetTest, EqualTracesAddUp) {
  TraceSet set = MakeSet({{"S", "a@x a@y", 2, "T#m"}, {"S", "a@x a@y", 3, "T#n"}, {"S", "a@x", 1, "T#m"}});
  EXPECT_EQ(Contents(set), (Text{{"S: a@x a@y", "5 T#m=2 T#n=3"}, {"S: a@x", "1 T#m=1"}}));
}

TEST(TraceSetTest, SpecsAreApartAndInOrder) {
  TraceSet set = MakeSet({{"Z", "a@x"}, {"A", "a@x"}});
  ASSERT_EQ(set.specs.size(), 2u);
  EXPECT_EQ(set.specs[0].name, "A");
  EXPECT_EQ(Contents(set), (Text{{"A: a@x", "1 =1"}, {"Z: a@x", "1 =1"}}));
}

TEST(TraceSetTest, OrderDoesNotDependOnWhatCameFirst) {
  std::vector<Written> traces = {{"S", "a@x b@y"}, {"S", "a@x"}, {"S", "a@b"}, {"S", "b@a a@a a@a"}};
  auto order = [](const TraceSet& set) {
    std::vector<std::string> texts;
    for (const UniqueTrace& trace : UniqueTraces(set, set.specs[0]))
      texts.push_back(TextOf(set, set.specs[0], trace.end));
    return texts;
  };
  // Events count in the order of their declaration, which the first trace with both of them gives here.
  std::vector<std::string> expected = {"a@b", "a@x", "a@x b@y", "b@a a@a a@a"};
  EXPECT_EQ(order(MakeSet(traces)), expected);
  std::swap(traces[1], traces[2]);
  EXPECT_EQ(order(MakeSet(traces)), expected);
}

TEST(TraceSetTest, MappedLocationsMakeTracesOne) {
  TraceSet set = MakeSet({{"S", "a@x", 1}, {"S", "a@y", 2}});
  Merger merger;
  merger.Add(set, [](const std::string&) { return std::string("z"); });
  EXPECT_EQ(Contents(merger.Finish()), (Text{{"S: a@z", "3 =3"}}));
}

TEST(TraceSetTest, TracesThroughALineThatIsGoneAreLeftOutAndCounted) {
  TraceSet set = MakeSet({{"S", "a@x a@y", 4}, {"S", "a@y", 2}, {"S", "a@z"}});
  Merger merger;
  merger.Add(set, [](const std::string& at) { return at == "y" ? std::string() : at; });
  EXPECT_EQ(merger.left_out(), 2u);
  EXPECT_EQ(Contents(merger.Finish()), (Text{{"S: a@z", "1 =1"}}));
}

TEST(TraceSetTest, CutsAddUp) {
  TraceSet one = MakeSet({{"S", "a@x"}});
  one.specs[0].cut_monitors = 3;
  one.specs[0].cut_events = 40;
  Merger merger;
  merger.Add(one);
  merger.Add(one);
  TraceSet both = merger.Finish();
  EXPECT_EQ(both.specs[0].cut_monitors, 6u);
  EXPECT_EQ(both.specs[0].cut_events, 80u);
}

TEST(TraceSetTest, TotalsCountEventsOfAllMonitors) {
  TraceSet set = MakeSet({{"S", "a@x a@x a@x", 2}, {"S", "a@x", 5, "T"}, {"S", "a@x", 1, "U"}});
  Totals totals = TotalsOf(set.specs[0]);
  EXPECT_EQ(totals.unique, 2u);
  EXPECT_EQ(totals.monitors, 8u);
  EXPECT_EQ(totals.events, 12u);
  EXPECT_EQ(totals.longest, 3u);
}

}  // namespace
}  // namespace revmon::trace
