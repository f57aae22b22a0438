#include "base/log.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "base/file_system.h"

namespace revmon {
namespace {

using Lines = std::vector<std::string>;

TEST(LogTest, ALogWithoutSinkSaysNothing) {
  Log log;
  EXPECT_FALSE(log.Enabled(LogLevel::kError));
  log.Error("nobody hears this");
}

TEST(LogTest, LinesBelowTheLevelAreDropped) {
  MemoryLogSink sink;
  Log log(sink, LogLevel::kWarning);
  log.Debug("a");
  log.Info("b");
  log.Warning("c");
  log.Error("d");
  EXPECT_EQ(sink.Lines(), (Lines{"warning: c", "error: d"}));
  EXPECT_TRUE(log.Enabled(LogLevel::kWarning));
  EXPECT_FALSE(log.Enabled(LogLevel::kInfo));
}

TEST(LogTest, PrefixesAddUpAndLeaveTheOriginalAlone) {
  MemoryLogSink sink;
  Log log(sink, LogLevel::kInfo);
  Log inner = log.Prefixed("weave: ").Prefixed("a.B: ");
  inner.Info("left as it was");
  log.Info("plain");
  EXPECT_EQ(sink.Lines(), (Lines{"info: weave: a.B: left as it was", "info: plain"}));
}

TEST(LogTest, AMessageIsAlwaysOneLine) {
  MemoryLogSink sink;
  Log(sink, LogLevel::kInfo).Info("evil\nname\r!");
  EXPECT_EQ(sink.Lines(), (Lines{"info: evil name !"}));
}

TEST(LogTest, FileSinkAppends) {
  RealFileSystem fs;
  std::string folder = ::testing::TempDir() + "/revmon_log_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::string path = folder + "/log";
  for (const char* text : {"one", "two"}) {
    auto sink = FileLogSink::Open(path);
    ASSERT_TRUE(sink.ok());
    Log(*sink, LogLevel::kDebug).Debug(text);
  }
  EXPECT_EQ(AsText(*fs.ReadFile(path)), "debug: one\ndebug: two\n");
  EXPECT_TRUE(fs.RemoveTree(folder).ok());
}

TEST(LogTest, FileSinkThatCannotOpenNamesTheFile) {
  auto sink = FileLogSink::Open("/nonexistent/folder/log");
  ASSERT_FALSE(sink.ok());
  EXPECT_EQ(sink.error().Text(), "/nonexistent/folder/log: cannot open the log file");
}

}  // namespace
}  // namespace revmon
