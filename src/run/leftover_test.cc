#include "run/leftover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace revmon::run {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A shell that says when it is ready, with `mark` among its arguments.
class Shell {
 public:
  Shell(const std::string& script, const std::string& mark) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::execl("/bin/sh", "sh", "-c", script.c_str(), mark.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    char byte = 0;
    EXPECT_EQ(::read(ends[0], &byte, 1), 1);
    ::close(ends[0]);
  }
  ~Shell() { ::kill(pid_, SIGKILL); }
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;
  [[nodiscard]] int pid() const { return pid_; }
  [[nodiscard]] int Wait() const {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
  }

 private:
  pid_t pid_ = 0;
};

std::string Mark(const char* name) { return std::string("revmon-") + name + std::to_string(::getpid()); }

TEST(Leftover, OnlyProcessesWithTheArgumentAreFound) {
  Shell one("echo; while :; do sleep 1; done", Mark("one"));
  Shell two("echo; while :; do sleep 1; done", Mark("two"));
  EXPECT_THAT(ProcessesWith(Mark("one")), ElementsAre(one.pid()));
  EXPECT_THAT(ProcessesWith(Mark("three")), IsEmpty());
}

TEST(Leftover, TheyAreAskedToEnd) {
  Shell shell("trap 'exit 3' TERM; echo; while :; do sleep 0.05; done", Mark("asked"));
  EXPECT_EQ(EndProcessesWith(Mark("asked"), std::chrono::seconds(20)), 1u);
  EXPECT_EQ(shell.Wait(), -3);
  EXPECT_EQ(EndProcessesWith(Mark("asked"), std::chrono::milliseconds(0)), 0u);
}

TEST(Leftover, WhoStaysIsKilled) {
  Shell shell("trap '' TERM; echo; while :; do sleep 0.05; done", Mark("stays"));
  EXPECT_EQ(EndProcessesWith(Mark("stays"), std::chrono::milliseconds(0)), 1u);
  EXPECT_EQ(shell.Wait(), SIGKILL);
}

}  // namespace
}  // namespace revmon::run
