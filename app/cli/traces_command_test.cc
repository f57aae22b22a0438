#include "app/cli/traces_command.h"

#include <stdlib.h>

#include <cstdio>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/command_answer.h"
#include "base/file_system.h"
#include "trace/test_traces.h"
#include "trace/trace_file.h"

namespace revmon::cli {
namespace {

using testing::HasSubstr;

class TracesCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = testing::TempDir() + "revmon-traces-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
  }
  void TearDown() override { ASSERT_TRUE(files_.RemoveTree(folder_).ok()); }

  // A file of traces in a folder of its own.
  std::string Write(const std::string& name, const trace::TraceSet& set) {
    std::vector<uint8_t> bytes;
    trace::WriteTraceSet(set, [&](Bytes more) { bytes.insert(bytes.end(), more.begin(), more.end()); });
    return WriteBytes(name, bytes);
  }
  std::string WriteBytes(const std::string& name, const std::vector<uint8_t>& bytes) {
    std::string folder = folder_ + "/" + name;
    EXPECT_TRUE(files_.CreateDirectories(folder).ok());
    EXPECT_TRUE(files_.WriteFileAtomically(folder + "/jvm-1.traces", bytes).ok());
    return folder;
  }

  int Run(const std::vector<std::string>& arguments) {
    Answer answer = Ask(files_, arguments);
    out_ = std::move(answer.out);
    err_ = std::move(answer.err);
    return answer.code;
  }

  static trace::TraceSet Loop() {
    return trace::MakeSet(
        {{"S", "a@A.m(A.java:1) n@A.m(A.java:2) n@A.m(A.java:2)", 4, "T#m"}, {"S", "a@A.m(A.java:1)", 1}});
  }

  RealFileSystem files_;
  std::string folder_, out_, err_;
};

TEST_F(TracesCommandTest, ShowsTheMostFrequentFirstAndLoopsOnce) {
  EXPECT_EQ(Run({"traces", "show", Write("run", Loop())}), kExitOk) << err_;
  EXPECT_EQ(out_,
            "S: 2 unique traces\n"
            "  4 monitors, 3 events\n"
            "      a A.m(A.java:1)\n"
            "      n A.m(A.java:2)  x2\n"
            "  1 monitor, 1 event\n"
            "      a A.m(A.java:1)\n");
}

TEST_F(TracesCommandTest, MostLimitsWhatIsShown) {
  EXPECT_EQ(Run({"traces", "show", Write("run", Loop()), "--most", "1"}), kExitOk);
  EXPECT_THAT(out_, HasSubstr("... and 1 more (--most 0 shows all)"));
}

TEST_F(TracesCommandTest, StatsCountRedundantMonitors) {
  EXPECT_EQ(Run({"traces", "stats", Write("run", Loop())}), kExitOk);
  EXPECT_THAT(out_, HasSubstr("5          2     60.00%             13         3  S\n"));
}

TEST_F(TracesCommandTest, CutsAreNamed) {
  trace::TraceSet set = Loop();
  set.specs[0].cut_monitors = 7;
  EXPECT_EQ(Run({"traces", "stats", Write("run", set)}), kExitOk);
  EXPECT_THAT(err_, HasSubstr("S: the traces of 7 monitors"));
}

TEST_F(TracesCommandTest, DiffShowsWhatIsNew) {
  std::string before = Write("before", trace::MakeSet({{"S", "a@A.m(A.java:1)"}}));
  std::string after = Write("after", Loop());
  EXPECT_EQ(Run({"traces", "diff", before, after}), kExitDifferent);
  EXPECT_THAT(out_, HasSubstr("S: 1 new, 0 gone, 1 as before\n new:\n  4 monitors, 3 events\n"));
  EXPECT_EQ(Run({"traces", "diff", after, after}), kExitOk);
  EXPECT_EQ(out_, "the same traces\n");
}

TEST_F(TracesCommandTest, DiffNeedsBothCommits) {
  std::string run = Write("run", Loop());
  EXPECT_EQ(Run({"traces", "diff", run, run, "--from", "HEAD"}), kExitError);
  EXPECT_THAT(err_, HasSubstr("--from and --to"));
}

TEST_F(TracesCommandTest, ExportWritesTheFiles) {
  EXPECT_EQ(Run({"traces", "export", Write("run", Loop()), "--to", folder_ + "/x"}), kExitOk) << err_;
  EXPECT_THAT(out_, HasSubstr("2 unique traces of 5 monitors"));
  Result<std::vector<uint8_t>> traces = files_.ReadFile(folder_ + "/x/unique-traces.txt");
  ASSERT_TRUE(traces.ok());
  EXPECT_EQ(AsText(*traces), "=== UNIQUE TRACES WITH ID ===\n0 1 [e1~2]\n1 4 [e1~2, e2~3x2]\n");
  for (const char* name : {"specs-frequency.csv", "specs-test.csv", "locations.txt", "events.txt"})
    EXPECT_TRUE(files_.Exists(folder_ + "/x/" + name)) << name;
}

TEST_F(TracesCommandTest, ExportToAPlaceThatCannotBe) {
  EXPECT_EQ(Run({"traces", "export", Write("run", Loop()), "--to", folder_ + "/run/jvm-1.traces"}),
            kExitError);
}

TEST_F(TracesCommandTest, NoTraces) {
  EXPECT_EQ(Run({"traces", "show", folder_}), kExitError);
  EXPECT_THAT(err_, HasSubstr("no traces here"));
}

TEST_F(TracesCommandTest, DamagedFilesAreNamed) {
  EXPECT_EQ(Run({"traces", "show", WriteBytes("run", {'x'})}), kExitError);
  EXPECT_THAT(err_, HasSubstr("jvm-1.traces: this is no file of traces"));
}

TEST_F(TracesCommandTest, SelectionByPlace) {
  std::vector<uint8_t> bytes = trace::TraceFileHeader();
  for (const std::vector<uint8_t>& record :
       {trace::EncodeRecord(trace::Kind::kSelection, AsBytes(std::string_view("\1S\0\2\1\5\1", 7))),
        trace::EncodeRecord(trace::Kind::kEnd, {})})
    bytes.insert(bytes.end(), record.begin(), record.end());
  EXPECT_EQ(Run({"traces", "selection", WriteBytes("run", bytes)}), kExitOk) << err_;
  EXPECT_THAT(out_, HasSubstr("2          1            5  S at (Unknown), decided\n"));
}

TEST_F(TracesCommandTest, SelectIsCheckedBeforeAnythingStarts) {
  EXPECT_EQ(Run({"run", "--select", "best", "--", "java"}), kExitError);
  EXPECT_THAT(err_, HasSubstr("that is no way to select monitors"));
}

}  // namespace
}  // namespace revmon::cli
