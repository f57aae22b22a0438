#include "trace/trace_file.h"

#include <gtest/gtest.h>

#include "trace/test_traces.h"

namespace revmon::trace {
namespace {

std::vector<uint8_t> Write(const TraceSet& set) {
  std::vector<uint8_t> file;
  WriteTraceSet(set, [&](Bytes bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); });
  return file;
}

TraceSet Some() {
  return MakeSet({{"S", "a@p.A.m(A.java:1) b@p.A.m(A.java:2)", 7, "p.T#m"},
                  {"S", "a@p.A.m(A.java:1)", 2},
                  {"U", "x@q.B.n(B.java:5) x@q.B.n(B.java:5)", 1, "p.T#n"}});
}

std::vector<uint8_t> Payload(std::initializer_list<uint64_t> numbers) {
  std::vector<uint8_t> payload;
  for (uint64_t number : numbers) PutVarint(payload, number);
  return payload;
}

void Append(std::vector<uint8_t>& file, const std::vector<uint8_t>& record) {
  file.insert(file.end(), record.begin(), record.end());
}

// A header, one spec "S" with the event "a", one location, the token (a, location 1).
std::vector<uint8_t> Begun() {
  std::vector<uint8_t> file = TraceFileHeader();
  Append(file, EncodeRecord(Kind::kLocations, AsBytes("\x01x")));
  Append(file, EncodeRecord(Kind::kSpec, Payload({0, 1, 'S', 1, 1, 'a', 0, 0})));
  Append(file, EncodeRecord(Kind::kTokens, Payload({0, 0, 1})));
  return file;
}

void ExpectError(const std::vector<uint8_t>& file, const std::string& text) {
  Result<TraceFile> read = ReadTraceFile(file);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().Text().find(text), std::string::npos) << read.error().Text();
}

TEST(TraceFileTest, WhatIsWrittenIsRead) {
  TraceSet set = Some();
  set.specs[1].cut_monitors = 5;
  set.specs[1].cut_events = 1'000'000'000'000;
  Result<TraceFile> read = ReadTraceFile(Write(set));
  ASSERT_TRUE(read.ok()) << read.error().Text();
  EXPECT_TRUE(read->complete);
  EXPECT_EQ(Contents(read->set), Contents(set));
  EXPECT_EQ(read->set.specs[1].cut_monitors, 5u);
  EXPECT_EQ(read->set.specs[1].cut_events, 1'000'000'000'000u);
}

TEST(TraceFileTest, AnEmptySet) {
  Result<TraceFile> read = ReadTraceFile(Write(TraceSet()));
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->complete);
  EXPECT_TRUE(read->set.specs.empty());
}

TEST(TraceFileTest, ALabelLongerThanARecordComesInPieces) {
  TraceSet set;
  set.locations.push_back("x");
  SpecTraces spec{.name = "S", .events = {"a", "b"}, .tokens = {{0, 1}, {1, 1}}};
  Position at;
  for (int i = 0; i < 1'500'000; ++i) at = spec.trie.Step(spec.trie.Step(at, 0), 1);
  spec.counts = {{at, 0, 1}};
  set.specs.push_back(std::move(spec));
  std::vector<uint8_t> file = Write(set);
  EXPECT_LT(file.size(), 30'000u);  // three million events of a loop
  Result<TraceFile> read = ReadTraceFile(file);
  ASSERT_TRUE(read.ok()) << read.error().Text();
  EXPECT_EQ(TotalsOf(read->set.specs[0]).longest, 3'000'000u);
}

TEST(TraceFileTest, TornTailLosesTheRestOnly) {
  std::vector<uint8_t> file = Write(Some());
  file.resize(file.size() - 3);  // the end record
  Result<TraceFile> read = ReadTraceFile(file);
  ASSERT_TRUE(read.ok());
  EXPECT_FALSE(read->complete);
  EXPECT_EQ(Contents(read->set), Contents(Some()));
}

TEST(TraceFileTest, EveryCutAndEveryFlippedByteIsReadOrRefused) {
  std::vector<uint8_t> file = Write(Some());
  for (size_t size = 0; size < file.size(); ++size) {
    (void)ReadTraceFile(Bytes(file).first(size)).ok();
    std::vector<uint8_t> flipped = file;
    flipped[size] ^= 0x41;
    (void)ReadTraceFile(flipped).ok();
  }
}

TEST(TraceFileTest, WhatSelectionDidAtEachPlace) {
  std::vector<uint8_t> file = Begun();
  Append(file, EncodeRecord(Kind::kSelection, Payload({1, 'S', 1, 10, 2, 90, 1, 0, 1, 0, 0, 0})));
  Result<TraceFile> read = ReadTraceFile(file);
  ASSERT_TRUE(read.ok()) << read.error().Text();
  ASSERT_EQ(read->selection.size(), 2u);
  EXPECT_EQ(read->selection[0], (SelectedAt{"S", "x", 10, 2, 90, true}));
  EXPECT_EQ(read->selection[1], (SelectedAt{"S", "(Unknown)", 1, 0, 0, false}));
}

TEST(TraceFileTest, SelectionAtNoPlace) {
  std::vector<uint8_t> file = Begun();
  Append(file, EncodeRecord(Kind::kSelection, Payload({1, 'S', 7, 10, 2, 90, 1})));
  ExpectError(file, "kind 9 is damaged");
}

TEST(TraceFileTest, AnotherFile) {
  ExpectError({'R', 'V', 'M', 'R', 'E', 'S', 'L', 'T'}, "no file of traces");
}

TEST(TraceFileTest, AnotherVersion) {
  std::vector<uint8_t> file = TraceFileHeader();
  file[8] = 99;
  ExpectError(file, "version 99");
}

TEST(TraceFileTest, TracesOfNoSpec) {
  std::vector<uint8_t> file = Begun();
  Append(file, EncodeRecord(Kind::kPaths, Payload({7, 1, 0, 1, 0})));
  ExpectError(file, "kind 5 is damaged");
}

TEST(TraceFileTest, TokenOfNoLocation) {
  std::vector<uint8_t> file = Begun();
  Append(file, EncodeRecord(Kind::kTokens, Payload({0, 0, 9})));
  ExpectError(file, "kind 4 is damaged");
}

TEST(TraceFileTest, MorePathBeforeThereIsOne) {
  std::vector<uint8_t> file = Begun();
  Append(file, EncodeRecord(Kind::kPaths, Payload({0, 0, 1, 0})));
  ExpectError(file, "kind 5 is damaged");
}

TEST(TraceFileTest, MonitorsOutsideOfThePath) {
  std::vector<uint8_t> file = Begun();
  Append(file, EncodeRecord(Kind::kPaths, Payload({0, 1, 0, 1, 0})));
  Append(file, EncodeRecord(Kind::kCounts, Payload({0, 0, 2, 0, 1})));
  ExpectError(file, "not there");
}

TEST(TraceFileTest, MonitorsCountedTwice) {
  std::vector<uint8_t> file = Begun();
  Append(file, EncodeRecord(Kind::kPaths, Payload({0, 1, 0, 1, 0})));
  Append(file, EncodeRecord(Kind::kCounts, Payload({0, 0, 1, 0, 1, 0, 1, 0, 2})));
  ExpectError(file, "twice");
}

TEST(TraceFileTest, AKindThatDoesNotExist) {
  std::vector<uint8_t> file = TraceFileHeader();
  Append(file, EncodeRecord(static_cast<Kind>(77), {}));
  ExpectError(file, "kind 77");
}

TEST(TraceFileTest, MoreThanWasAskedForIsRefused) {
  Result<TraceFile> read = ReadTraceFile(Write(Some()), {.bytes = 20});
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code(), ErrorCode::kLimit);
}

TEST(TraceFileTest, TestsWithoutNameKeepTheirNumber) {
  std::vector<uint8_t> file = Begun();
  Append(file, EncodeRecord(Kind::kPaths, Payload({0, 1, 0, 1, 0})));
  Append(file, EncodeRecord(Kind::kCounts, Payload({0, 0, 1, 12, 1})));
  Result<TraceFile> read = ReadTraceFile(file);
  ASSERT_TRUE(read.ok()) << read.error().Text();
  EXPECT_EQ(Contents(read->set), (std::map<std::string, std::string>{{"S: a@x", "1 test 12=1"}}));
}

}  // namespace
}  // namespace revmon::trace
