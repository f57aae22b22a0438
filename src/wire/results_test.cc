#include "wire/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
          .count = 1,
          .first_ms = 10,
          .last_ms = 10};
}

std::vector<uint8_t> SampleFile() {
  std::vector<uint8_t> file = ResultsHeader();
  Append(file, EncodeViolation(Sample(1)));
  Append(file, EncodeViolation(Sample(2)));
  Append(file, EncodeCount(1, 7, 99));
  Append(file, EncodeNote("spec X: a body threw"));
  return file;
}

TEST(ResultsTest, LaterCountsReplaceEarlierOnes) {
  Result<Results> results = ReadResults(SampleFile());
  ASSERT_TRUE(results.ok()) << results.error().Text();
  ASSERT_EQ(results->violations.size(), 2u);
  EXPECT_EQ(results->violations[0].count, 7u);
  EXPECT_EQ(results->violations[0].last_ms, 99u);
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
