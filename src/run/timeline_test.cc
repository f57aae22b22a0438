#include "run/timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/in_memory_file_system.h"

namespace revmon::run {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Timeline kLast{.starts = {{"a.A", seconds(10)}, {"a.B", seconds(40)}}, .end = seconds(60)};

BuildState At(seconds elapsed, const std::string& test) {
  BuildState state;
  state.elapsed = elapsed;
  state.test = test;
  return state;
}

TEST(Timeline, IsReadAsWritten) {
  InMemoryFileSystem files;
  ASSERT_TRUE(files.CreateDirectories("/run").ok());
  ASSERT_TRUE(WriteTimeline(files, "/run", kLast).ok());
  Timeline read = ReadTimeline(files, "/run");
  EXPECT_EQ(read.starts, kLast.starts);
  EXPECT_EQ(read.end, kLast.end);
}

TEST(Timeline, DamagedLinesAreSkipped) {
  InMemoryFileSystem files;
  ASSERT_TRUE(files.CreateDirectories("/run").ok());
  ASSERT_TRUE(files.WriteFileAtomically("/run/timeline", AsBytes("x\n-5\ta\n7\n\n\t\n12\ta.A\n99")).ok());
  Timeline read = ReadTimeline(files, "/run");
  EXPECT_THAT(read.starts, ElementsAre(Timeline::Start{"a.A", milliseconds(12)}));
  EXPECT_EQ(read.end, milliseconds(0));
}

TEST(Timeline, MissingIsUnknown) {
  InMemoryFileSystem files;
  EXPECT_THAT(ReadTimeline(files, "/run").starts, IsEmpty());
}

TEST(Estimate, NothingIsKnownTheFirstTime) {
  Estimate estimate{Timeline{}};
  EXPECT_EQ(estimate.Left(At(seconds(3), "")), std::nullopt);
  EXPECT_EQ(estimate.Left(At(seconds(3), "a.A")), std::nullopt);
}

TEST(Estimate, BeforeTheTestsTheWholeCounts) {
  Estimate estimate(kLast);
  EXPECT_EQ(estimate.Left(At(seconds(3), "")), seconds(57));
}

TEST(Estimate, EachTestSetsItRight) {
  Estimate estimate(kLast);
  EXPECT_EQ(estimate.Left(At(seconds(30), "a.A")), seconds(50));  // 20 s late
  EXPECT_EQ(estimate.Left(At(seconds(35), "a.A")), seconds(45));
  EXPECT_EQ(estimate.Left(At(seconds(36), "a.New")), seconds(44));
  EXPECT_EQ(estimate.Left(At(seconds(40), "a.B")), seconds(20));
}

TEST(Estimate, LongerThanLastTimeIsUnknown) {
  Estimate estimate(kLast);
  EXPECT_EQ(estimate.Left(At(seconds(60), "")), std::nullopt);
  EXPECT_EQ(estimate.Left(At(seconds(99), "")), std::nullopt);
}

TEST(Estimate, NotesItsOwnTimeline) {
  Estimate estimate{Timeline{}};
  static_cast<void>(estimate.Left(At(seconds(1), "")));
  static_cast<void>(estimate.Left(At(seconds(2), "a.A")));
  static_cast<void>(estimate.Left(At(seconds(3), "a.A")));
  static_cast<void>(estimate.Left(At(seconds(4), "a.B")));
  Timeline timeline = estimate.Finish(seconds(9));
  EXPECT_THAT(timeline.starts,
              ElementsAre(Timeline::Start{"a.A", seconds(2)}, Timeline::Start{"a.B", seconds(4)}));
  EXPECT_EQ(timeline.end, seconds(9));
}

}  // namespace
}  // namespace revmon::run
