#include "run/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revmon::run {
namespace {

using testing::HasSubstr;

Command Shell(const std::string& script) {
  Command command;
  command.argv = {"sh", "-c", script};
  return command;
}

TEST(ProcessTest, CapturesBothStreamsAndTheExitCode) {
  Result<Outcome> outcome = RunCommand(Shell("echo out; echo err >&2; exit 3"));
  ASSERT_TRUE(outcome.ok()) << outcome.error().Text();
  EXPECT_EQ(outcome->out, "out\n");
  EXPECT_EQ(outcome->err, "err\n");
  EXPECT_EQ(outcome->exit_code, 3);
  EXPECT_EQ(outcome->signal, 0);
}

TEST(ProcessTest, MuchOutputOnBothStreamsDoesNotBlock) {
  Result<Outcome> outcome = RunCommand(Shell(
      "i=0; while [ $i -lt 3000 ]; do printf '%0100d\\n' $i; printf '%0100d\\n' $i >&2; i=$((i+1)); done"));
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->out.size(), 3000u * 101);
  EXPECT_EQ(outcome->err.size(), 3000u * 101);
}

TEST(ProcessTest, OutputBeyondTheLimitIsDroppedAndSaid) {
  Command command = Shell("printf 0123456789");
  command.max_output = 4;
  Result<Outcome> outcome = RunCommand(command);
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->out, "0123");
  EXPECT_TRUE(outcome->truncated);
}

TEST(ProcessTest, ReadsFromTheFileThatIsNamed) {
  Command command = Shell("wc -c");
  command.input_file = "/dev/null";
  Result<Outcome> outcome = RunCommand(command);
  ASSERT_TRUE(outcome.ok()) << outcome.error().Text();
  EXPECT_EQ(outcome->out, "0\n");
}

TEST(ProcessTest, MissingProgramIsAnErrorThatNamesIt) {
  Command command;
  command.argv = {"revmon-no-such-program"};
  Result<Outcome> outcome = RunCommand(command);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code(), ErrorCode::kNotFound);
  EXPECT_THAT(outcome.error().Text(), HasSubstr("revmon-no-such-program"));
}

TEST(ProcessTest, EmptyCommandIsAnError) { EXPECT_FALSE(RunCommand(Command{}).ok()); }

TEST(ProcessTest, SignalIsTold) {
  Result<Outcome> outcome = RunCommand(Shell("kill -TERM $$"));
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->signal, 15);
  EXPECT_EQ(outcome->exit_code, 143);
}

TEST(ProcessTest, TimeLimitKillsTheWholeGroup) {
  Command command = Shell("sleep 600 & sleep 600");
  command.time_limit = std::chrono::milliseconds(200);
  Result<Outcome> outcome = RunCommand(command);
  ASSERT_TRUE(outcome.ok());
  EXPECT_TRUE(outcome->timed_out);
}

TEST(ProcessTest, TimeLimitHoldsForAProgramThatClosedItsOutput) {
  Command command = Shell("exec >&- 2>&-; sleep 600");
  command.time_limit = std::chrono::milliseconds(200);
  Result<Outcome> outcome = RunCommand(command);
  ASSERT_TRUE(outcome.ok());
  EXPECT_TRUE(outcome->timed_out);
}

TEST(ProcessTest, EnvironmentAndDirectoryArePassed) {
  Command command = Shell("echo $REVMON_TEST_VALUE; echo ${HOME-none}; pwd");
  command.environment = {{"REVMON_TEST_VALUE", "a b"}, {"HOME", ""}};
  command.directory = "/";
  Result<Outcome> outcome = RunCommand(command);
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->out, "a b\nnone\n/\n");
}

TEST(ProcessTest, ShellFormQuotesWhatNeedsIt) {
  Command command;
  command.argv = {"java", "-cp", "a b", "it's", ""};
  EXPECT_EQ(ToShell(command), "java -cp 'a b' 'it'\\''s' ''");
}

}  // namespace
}  // namespace revmon::run
