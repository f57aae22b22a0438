#include "run/foreground.h"

#include <signal.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace revmon::run {
namespace {

Command Shell(const std::string& script) {
  Command command;
  command.argv = {"sh", "-c", script};
  return command;
}

TEST(ForegroundTest, ExitCodeIsTheProgramsOwn) {
  Result<Outcome> outcome = RunInForeground(Shell("exit 42"));
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->exit_code, 42);
}

TEST(ForegroundTest, SignalSentToUsAloneReachesTheProgram) {
  for (int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) {
    std::string number = std::to_string(signal);
    // The program signals its parent, which is us, and ends only when the signal comes back.
    Result<Outcome> outcome = RunInForeground(
        Shell("trap 'exit 7' " + number + "; kill -" + number + " $PPID; while :; do sleep 0.01; done"));
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(outcome->exit_code, 7) << signal;
  }
}

TEST(ForegroundTest, ProgramEndedByASignalGivesTheShellsExitCode) {
  Result<Outcome> outcome = RunInForeground(Shell("kill -KILL $$"));
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->exit_code, 137);
}

TEST(ForegroundTest, HandlersAreBackAfterwards) {
  struct sigaction before = {};
  struct sigaction after = {};
  ::sigaction(SIGTERM, nullptr, &before);
  ASSERT_TRUE(RunInForeground(Shell("true")).ok());
  ::sigaction(SIGTERM, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST(ForegroundTest, MissingProgramIsAnError) {
  Command command;
  command.argv = {"revmon-no-such-program"};
  EXPECT_FALSE(RunInForeground(command).ok());
}

}  // namespace
}  // namespace revmon::run
