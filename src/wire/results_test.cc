#include "wire/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash.h"

namespace revmon::wire {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

void Append(std::vector<uint8_t>& file, const std::vector<uint8_t>& record) {
  file.insert(file.end(), record.begin(), record.end());
}

Violation Sample(uint32_t id) {
  return {.id = id,
          .spec = "Iterator_HasNext",
          .severity = "warning",
          .category = "violation",
          .message = "Ask first.",
          .location = "a.B.m(B.java:3)",
          .file = "B.java",
          .line = 3,
          .thread = "main",
          .objects = "i=java.util.ArrayList$Itr",
          .count = 1,
          .first_ms = 10,
          .last_ms = 10,
          .tests = {{1, 1}},
          .events = {{"hasnext", "a.B.m(B.java:2)"}, {"next", "a.B.m(B.java:3)"}}};
}

Violation LaterSample(uint32_t id) {
  Violation later = Sample(id);
  later.count = 7;
  later.last_ms = 99;
  later.tests = {{1, 2}, {4, 3}};
  later.other_tests = 1;
  later.unattributed = 1;
  return later;
}

std::vector<uint8_t> SampleFile() {
  std::vector<uint8_t> file = ResultsHeader();
  Append(file, EncodeViolation(Sample(1)));
  Append(file, EncodeViolation(Sample(2)));
  Append(file, EncodeCount(LaterSample(1)));
  Append(file, EncodeNote("spec X: a body threw"));
  return file;
}

TEST(ResultsTest, LaterCountsReplaceEarlierOnes) {
  Result<Results> results = ReadResults(SampleFile());
  ASSERT_TRUE(results.ok()) << results.error().Text();
  ASSERT_EQ(results->violations.size(), 2u);
  EXPECT_EQ(results->violations[0], LaterSample(1));
  EXPECT_EQ(results->violations[1], Sample(2));
  EXPECT_THAT(results->notes, ElementsAre("spec X: a body threw"));
  EXPECT_FALSE(results->complete);
}

TEST(ResultsTest, EndMakesThemComplete) {
  std::vector<uint8_t> file = SampleFile();
  Append(
      file,
      EncodeEnd({.classes_seen = 5, .classes_woven = 3, .sites = 9, .methods_refused = 1, .weave_nanos = 4}));
  Result<Results> results = ReadResults(file);
  ASSERT_TRUE(results.ok());
  EXPECT_TRUE(results->complete);
  EXPECT_EQ(results->stats.sites, 9u);
}

TEST(ResultsTest, TestsHaveTheirEndsWhateverTheOrder) {
  std::vector<uint8_t> file = ResultsHeader();
  TestRun one = {.id = 1, .name = "a.BTest#m[2]", .start_ms = 5};
  TestRun two = {.id = 2, .name = "a.BTest", .container = true, .start_ms = 4};
  Append(file, EncodeTestStart(two));
  Append(file, EncodeTestStart(one));
  Append(file, EncodeTestEnd(1, TestRun::Outcome::kFailed, 77));
  Append(file, EncodeTestEnd(9, TestRun::Outcome::kPassed, 1));  // of a test nobody has seen start
  Result<Results> results = ReadResults(file);
  ASSERT_TRUE(results.ok());
  ASSERT_EQ(results->tests.size(), 2u);
  EXPECT_EQ(results->tests[0], two);
  one.outcome = TestRun::Outcome::kFailed;
  one.duration_nanos = 77;
  EXPECT_EQ(results->tests[1], one);
  EXPECT_EQ(OutcomeName(results->tests[0].outcome), "unfinished");
  EXPECT_EQ(OutcomeName(results->tests[1].outcome), "failed");
}

TEST(ResultsTest, StatisticsComeBackAsTheyWere) {
  RunStats stats = {.specs = {{.spec = "S", .events = 5, .created = 3, .freed = 2}},
                    .skipped = {{.reason = "of the JDK", .count = 400}}};
  std::vector<uint8_t> file = ResultsHeader();
  Append(file, EncodeRunStats(stats));
  EXPECT_EQ(ReadResults(file)->run_stats, stats);
}

// Each record says its kind in the first byte of its payload; one beyond the last kind is no record of ours.
TEST(ResultsTest, UnknownKindOfRecordEndsTheReading) {
  std::vector<uint8_t> payload = {200, 0, 0, 0, 0};
  ByteWriter record;
  record.U4Le(static_cast<uint32_t>(payload.size()));
  record.U4Le(static_cast<uint32_t>(TableHash(payload)));
  record.Put(Bytes(payload));
  std::vector<uint8_t> file = SampleFile();
  size_t sound = file.size();
  Append(file, record.Release());
  Result<Results> results = ReadResults(file);
  ASSERT_TRUE(results.ok());
  EXPECT_EQ(results->torn_bytes, file.size() - sound);
}

TEST(ResultsTest, TornTailLosesOnlyItself) {
  std::vector<uint8_t> file = SampleFile();
  size_t whole = ResultsHeader().size() + EncodeViolation(Sample(1)).size();
  for (size_t length = whole; length < file.size(); ++length) {
    Result<Results> results = ReadResults(Bytes(file).first(length));
    ASSERT_TRUE(results.ok()) << length;
    ASSERT_GE(results->violations.size(), 1u) << length;
    EXPECT_EQ(results->violations[0].spec, "Iterator_HasNext");
  }
  EXPECT_EQ(ReadResults(Bytes(file).first(whole + 3))->torn_bytes, 3u);
}

TEST(ResultsTest, DamagedRecordEndsTheReading) {
  std::vector<uint8_t> file = SampleFile();
  file[ResultsHeader().size() + EncodeViolation(Sample(1)).size() + 12] ^= 1;
  Result<Results> results = ReadResults(file);
  ASSERT_TRUE(results.ok());
  EXPECT_EQ(results->violations.size(), 1u);
  EXPECT_GT(results->torn_bytes, 0u);
}

TEST(ResultsTest, OtherFilesAndVersionsAreErrors) {
  EXPECT_THAT(ReadResults(AsBytes("something else entirely")).error().Text(),
              HasSubstr("not a results file"));
  std::vector<uint8_t> file = SampleFile();
  file[8] = 9;
  EXPECT_THAT(ReadResults(file).error().Text(), HasSubstr("results of version 9"));
  EXPECT_FALSE(ReadResults(Bytes(file).first(10)).ok());
}

}  // namespace
}  // namespace revmon::wire
