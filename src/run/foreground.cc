#include "run/foreground.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>

namespace revmon::run {
namespace {

constexpr std::array kPassedOn = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};

std::atomic<pid_t> child{0};
std::atomic<int> early{0};   // a signal that came before there was a child
std::atomic<int> latest{0};  // the one that came last
static_assert(std::atomic<pid_t>::is_always_lock_free);

// What the terminal or the kernel sends reaches the whole foreground group, the program included.
void PassOn(int signal, siginfo_t* info, void* /*context*/) {
  latest = signal;
  pid_t pid = child.load();
  bool sent_to_us_alone = info != nullptr && info->si_code <= 0;
  if (pid == 0) {
    early = signal;
  } else if (sent_to_us_alone) {
    ::kill(pid, signal);
  }
}

class PassingOn {
 public:
  PassingOn() {
    early = 0;
    latest = 0;
    struct sigaction action = {};
    action.sa_sigaction = PassOn;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < kPassedOn.size(); ++i) {
      ::sigaction(kPassedOn[i], nullptr, &before_[i]);
      // What is ignored (nohup) stays ignored, in the program too.
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(kPassedOn[i], &action, nullptr);
    }
  }
  ~PassingOn() {
    child = 0;
    for (size_t i = 0; i < kPassedOn.size(); ++i) ::sigaction(kPassedOn[i], &before_[i], nullptr);
  }
  PassingOn(const PassingOn&) = delete;
  PassingOn& operator=(const PassingOn&) = delete;

 private:
  std::array<struct sigaction, kPassedOn.size()> before_{};
};

}  // namespace

Result<Outcome> RunInForeground(Command command) {
  PassingOn passing_on;
  command.capture = false;
  command.on_start = [](int pid) {
    child = pid;
    if (int signal = early.exchange(0); signal != 0) ::kill(pid, signal);
  };
  Result<Outcome> outcome = RunCommand(command);
  if (outcome.ok()) outcome->passed_on = latest.load();
  return outcome;
}

}  // namespace revmon::run
