#include "run/leftover.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace revmon::run {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A shell that says when it is ready, with `mark` among its arguments. It waits for a line that never comes:
// a child of it (sleep) would have the mark, too, until it has become another program.
class Shell {
 public:
  Shell(const std::string& script, const std::string& mark) {
    int ends[2];
    int input[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(input, O_CLOEXEC), 0);
    input_ = input[1];
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(input[0], STDIN_FILENO);
      ::dup2(ends[1], STDOUT_FILENO);
      ::execl("/bin/sh", "sh", "-c", script.c_str(), mark.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    ::close(input[0]);
    char byte = 0;
    EXPECT_EQ(::read(ends[0], &byte, 1), 1);
    ::close(ends[0]);
  }
  ~Shell() {
    ::kill(pid_, SIGKILL);
    ::close(input_);
  }
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
  int input_ = -1;
};

std::string Mark(const char* name) { return std::string("revmon-") + name + std::to_string(::getpid()); }

TEST(Leftover, OnlyProcessesWithTheArgumentAreFound) {
  Shell one("echo; read line", Mark("one"));
  Shell two("echo; read line", Mark("two"));
  EXPECT_THAT(ProcessesWith(Mark("one")), ElementsAre(one.pid()));
  EXPECT_THAT(ProcessesWith(Mark("three")), IsEmpty());
}

TEST(Leftover, TheyAreAskedToEnd) {
  Shell shell("trap 'exit 3' TERM; echo; while :; do read line; done", Mark("asked"));
  EXPECT_EQ(EndProcessesWith(Mark("asked"), std::chrono::seconds(20)), 1u);
  EXPECT_EQ(shell.Wait(), -3);
  EXPECT_EQ(EndProcessesWith(Mark("asked"), std::chrono::milliseconds(0)), 0u);
}

TEST(Leftover, WhoStaysIsKilled) {
  Shell shell("trap '' TERM; echo; while :; do read line; done", Mark("stays"));
  EXPECT_EQ(EndProcessesWith(Mark("stays"), std::chrono::milliseconds(0)), 1u);
  EXPECT_EQ(shell.Wait(), SIGKILL);
}

}  // namespace
}  // namespace revmon::run
