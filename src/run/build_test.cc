#include "run/build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace revmon::run {
namespace {

namespace fs = std::filesystem;

class BuildTest : public ::testing::Test {
 protected:
  BuildTest() : folder_(fs::temp_directory_path() / ("revmon-build-test-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    files_ = {.log = folder_ / "log", .progress = folder_ / "progress"};
  }
  ~BuildTest() override { fs::remove_all(folder_); }

  Result<Outcome> Run(const std::string& script) {
    Command command;
    command.argv = {"sh", "-c", script};
    command.directory = folder_;
    return RunBuild(command, files_, [this](const BuildState& state) { last_ = state; });
  }
  std::string Log() const {
    std::ifstream in(files_.log);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

  fs::path folder_;
  BuildFiles files_;
  BuildState last_;
};

TEST_F(BuildTest, OutputOfBothStreamsIsInTheLog) {
  Result<Outcome> outcome = Run("echo out; echo err >&2; exit 3");
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->exit_code, 3);
  EXPECT_EQ(Log(), "out\nerr\n");
}

TEST_F(BuildTest, TheObserverHearsOfTestsAndModules) {
  ASSERT_TRUE(Run("printf 'modules\\t2\\nmodule\\tcore\\ntests\\tcore\\n' > progress;"
                  "echo '[INFO] Running a.ATest'; echo '[INFO] Running a.BTest'")
                  .ok());
  EXPECT_EQ(last_.progress.modules, 2u);
  EXPECT_EQ(last_.progress.module, "core");
  EXPECT_EQ(last_.test, "a.BTest");
  EXPECT_EQ(last_.tests, 2u);
}

TEST_F(BuildTest, AnUnfinishedLineCountsWhenItEnds) {
  ASSERT_TRUE(Run("printf '[INFO] Running a.A'; sleep 0.5; echo Test").ok());
  EXPECT_EQ(last_.test, "a.ATest");
}

TEST_F(BuildTest, AMissingProgramIsAnError) {
  Command command;
  command.argv = {"revmon-no-such-program"};
  EXPECT_FALSE(RunBuild(command, files_, [](const BuildState&) {}).ok());
}

}  // namespace
}  // namespace revmon::run
