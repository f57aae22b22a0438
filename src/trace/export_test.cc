#include "trace/export.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "trace/test_traces.h"

namespace revmon::trace {
namespace {

struct Files {
  std::string traces, frequency, tests, locations, events;
};

Files ExportToText(const TraceSet& set) {
  Files files;
  auto to = [](std::string& text) { return [&text](std::string_view more) { text += more; }; };
  (void)Export(
      set, {to(files.traces), to(files.frequency), to(files.tests), to(files.locations), to(files.events)});
  return files;
}

TEST(ExportTest, TheFourFilesAndTheEvents) {
  TraceSet set = MakeSet({{"S", "a@p.A.m(A.java:1) b@p.A.m(A.java:2) b@p.A.m(A.java:2)", 6, "p.T#m"},
                          {"S", "a@p.A.m(A.java:1)", 1},
                          {"S", "a@p.A.m(A.java:1)", 2, "p.T$In#n[2]"},
                          {"U", "x@p.A.m(A.java:2)", 1, "p.T#m"}});
  Files files = ExportToText(set);
  EXPECT_EQ(files.traces,
            "=== UNIQUE TRACES WITH ID ===\n"
            "0 3 [e1~2]\n"
            "1 6 [e1~2, e2~3x2]\n"
            "2 1 [e3~3]\n");
  EXPECT_EQ(files.frequency, "0 {SMonitor=3}\n1 {SMonitor=6}\n2 {UMonitor=1}\nOK\n");
  EXPECT_EQ(files.tests, "0 {p.T$In.n[2](T.java)=2}\n1 {p.T.m(T.java)=6}\n2 {p.T.m(T.java)=1}\nOK\n");
  EXPECT_EQ(files.locations, "=== LOCATION MAP ===\n1 (Unknown)\n2 p.A(A.java:1)\n3 p.A(A.java:2)\n");
  EXPECT_EQ(files.events, "=== EVENT MAP ===\n1 S a\n2 S b\n3 U x\n");
}

TEST(ExportTest, TracesThatDifferInTheMethodAloneAreOne) {
  Files files =
      ExportToText(MakeSet({{"S", "a@p.A.m(A.java:1)", 2}, {"S", "a@p.A.lambda$m$0(A.java:1)", 3}}));
  EXPECT_EQ(files.traces, "=== UNIQUE TRACES WITH ID ===\n0 5 [e1~2]\n");
  EXPECT_EQ(files.locations, "=== LOCATION MAP ===\n1 (Unknown)\n2 p.A(A.java:1)\n");
}

TEST(ExportTest, NoTraces) {
  Files files = ExportToText({});
  EXPECT_EQ(files.traces, "=== UNIQUE TRACES WITH ID ===\n");
  EXPECT_EQ(files.frequency, "OK\n");
}

TEST(ExportTest, Names) {
  EXPECT_EQ(WithoutMethod("a.B.<init>(B.java:3)"), "a.B(B.java:3)");
  EXPECT_EQ(WithoutMethod("a.B$1.m(Unknown Source)"), "a.B$1(Unknown Source)");
  EXPECT_EQ(WithoutMethod("(Unknown)"), "(Unknown)");
  EXPECT_EQ(TestAsPlace("B"), "B(B.java)");
}

// Traces of 10^4 events that no two share but their first few: nothing to save by sharing or by loops. With
// REVMON_TRACES=100000 there are 10^5 of them, which takes a minute (seen: 1.4 GB).
TEST(ExportTest, LongTracesInFullWithinTwoGigabytesForAHundredThousand) {
  const char* asked = std::getenv("REVMON_TRACES");
  const uint32_t kTraces = asked == nullptr ? 2'000 : static_cast<uint32_t>(std::stoul(asked));
  constexpr uint32_t kEvents = 10'000;
  TraceSet set;
  SpecTraces& spec = set.specs.emplace_back();
  spec.name = "S";
  spec.events = {"a", "b", "c", "d"};
  for (uint32_t i = 0; i < 100; ++i) {
    set.locations.push_back("p.A.m(A.java:" + std::to_string(i + 1) + ")");
    spec.tokens.push_back({i % 4, i + 1});
  }
  uint64_t state = 1;
  for (uint32_t i = 0; i < kTraces; ++i) {
    Position at;
    for (uint32_t k = 0; k < kEvents; ++k) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      at = spec.trie.Step(at, static_cast<Token>(state >> 33) % 100);
    }
    spec.counts.push_back({at, 0, 1});
  }
  std::sort(spec.counts.begin(), spec.counts.end());
  uint64_t commas = 0;
  uint64_t lines = 0;
  auto count = [&](std::string_view text) {
    for (char c : text) {
      commas += c == ',' ? 1 : 0;
      lines += c == '\n' ? 1 : 0;
    }
  };
  auto nothing = [](std::string_view) {};
  Exported exported = Export(set, {count, nothing, nothing, nothing, nothing});
  EXPECT_EQ(exported.unique, kTraces);
  EXPECT_EQ(lines, kTraces + 1);
  EXPECT_GT(commas, uint64_t{kTraces} * kEvents * 98 / 100);  // one in a hundred equals the one before
  EXPECT_LT(spec.trie.label_bytes(), uint64_t{kTraces} * kEvents + 1'000'000);
  rusage usage{};
  ASSERT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  RecordProperty("max_rss_kb", static_cast<int>(usage.ru_maxrss));
  if (asked != nullptr) {
    EXPECT_LT(usage.ru_maxrss, 2 << 20);  // kB
  }
}

}  // namespace
}  // namespace revmon::trace
