#include "run/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <map>

extern char** environ;

namespace revmon::run {
namespace {

using Clock = std::chrono::steady_clock;

Error SystemError(const std::string& what, int code) {
  return Error(code == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo, what + ": " + std::strerror(code));
}

// A file descriptor that closes itself.
class Fd {
 public:
  explicit Fd(int fd = -1) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() { Close(); }
  void Close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

struct Pipe {
  Fd read;
  Fd write;
};

Result<Pipe> MakePipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return SystemError("cannot make a pipe", errno);
  return Pipe{.read = Fd(ends[0]), .write = Fd(ends[1])};
}

std::vector<std::string> EnvironmentOf(const Command& command) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string text = *entry;
    size_t equals = text.find('=');
    if (equals != std::string::npos) variables[text.substr(0, equals)] = text.substr(equals + 1);
  }
  for (const auto& [name, value] : command.environment) {
    if (value.empty()) {
      variables.erase(name);
    } else {
      variables[name] = value;
    }
  }
  std::vector<std::string> list;
  for (const auto& [name, value] : variables) list.push_back(name + "=" + value);
  return list;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// posix_spawn's two option objects, destroyed together.
struct SpawnOptions {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  SpawnOptions() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  ~SpawnOptions() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnOptions(const SpawnOptions&) = delete;
  SpawnOptions& operator=(const SpawnOptions&) = delete;
};

Result<pid_t> Spawn(const Command& command, const Pipe& out, const Pipe& err) {
  SpawnOptions options;
  if (!command.directory.empty()) {
    ::posix_spawn_file_actions_addchdir_np(&options.actions, command.directory.c_str());
  }
  if (!command.input_file.empty()) {
    ::posix_spawn_file_actions_addopen(&options.actions, STDIN_FILENO, command.input_file.c_str(),
                                       O_RDONLY | O_NOCTTY, 0);
  }
  if (command.capture) {
    ::posix_spawn_file_actions_adddup2(&options.actions, out.write.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&options.actions, err.write.get(), STDERR_FILENO);
  } else if (!command.output_file.empty()) {
    ::posix_spawn_file_actions_addopen(&options.actions, STDOUT_FILENO, command.output_file.c_str(),
                                       O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
    ::posix_spawn_file_actions_adddup2(&options.actions, STDOUT_FILENO, STDERR_FILENO);
  } else if (command.all_to_stderr) {
    ::posix_spawn_file_actions_adddup2(&options.actions, STDERR_FILENO, STDOUT_FILENO);
  }
  sigset_t ours;  // what main() ignores is not ignored in other programs
  sigemptyset(&ours);
  sigaddset(&ours, SIGXFSZ);
  ::posix_spawnattr_setsigdefault(&options.attributes, &ours);
  short flags = POSIX_SPAWN_SETSIGDEF;
  if (command.time_limit.count() > 0) {
    flags |= POSIX_SPAWN_SETPGROUP;
    ::posix_spawnattr_setpgroup(&options.attributes, 0);
  }
  ::posix_spawnattr_setflags(&options.attributes, flags);
  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment = EnvironmentOf(command);
  pid_t pid = 0;
  int code = ::posix_spawnp(&pid, command.argv[0].c_str(), &options.actions, &options.attributes,
                            Pointers(arguments).data(), Pointers(environment).data());
  if (code != 0) return SystemError("cannot start " + command.argv[0], code);
  return pid;
}

// Reads what is there; false at the end of the stream.
bool Drain(int fd, std::string& into, const Command& command, bool& truncated) {
  std::array<char, 65536> buffer;  // NOLINT: filled by read
  ssize_t n = ::read(fd, buffer.data(), buffer.size());
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  if (n == 0) return false;
  size_t room = command.max_output - std::min(command.max_output, into.size());
  size_t kept = std::min(room, static_cast<size_t>(n));
  into.append(buffer.data(), kept);
  truncated |= kept < static_cast<size_t>(n);
  return true;
}

int MillisecondsUntil(Clock::time_point deadline) {
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return left < 0 ? 0 : static_cast<int>(std::min<int64_t>(left, 1'000'000));
}

// Follows both streams until they end. After the deadline the group is killed once and reading goes on.
void Follow(const Command& command, pid_t pid, Pipe& out, Pipe& err, Clock::time_point start,
            Outcome& outcome) {
  bool limited = command.time_limit.count() > 0;
  Clock::time_point deadline = start + command.time_limit;
  while (out.read.get() >= 0 || err.read.get() >= 0) {
    std::array<pollfd, 2> fds = {{{out.read.get(), POLLIN, 0}, {err.read.get(), POLLIN, 0}}};
    int wait = limited && !outcome.timed_out ? MillisecondsUntil(deadline) : -1;
    int ready = ::poll(fds.data(), fds.size(), wait);
    if (ready == 0) {
      outcome.timed_out = true;
      ::kill(-pid, SIGKILL);
      continue;
    }
    if (ready < 0 && errno != EINTR) break;
    if (fds[0].revents != 0 && !Drain(fds[0].fd, outcome.out, command, outcome.truncated)) out.read.Close();
    if (fds[1].revents != 0 && !Drain(fds[1].fd, outcome.err, command, outcome.truncated)) err.read.Close();
  }
}

// Waits for the child to end; with a limit, checks the clock between short sleeps.
int Reap(const Command& command, pid_t pid, Clock::time_point start, Outcome& outcome) {
  bool limited = command.time_limit.count() > 0 && !outcome.timed_out;
  int status = 0;
  while (true) {
    rusage usage = {};
    pid_t ended = ::wait4(pid, &status, limited ? WNOHANG : 0, &usage);
    if (ended == pid) {
      auto milliseconds = [](const timeval& time) { return time.tv_sec * 1000 + time.tv_usec / 1000; };
      outcome.cpu = std::chrono::milliseconds(milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime));
      outcome.peak_kb = usage.ru_maxrss;
      return status;
    }
    if (ended < 0 && errno != EINTR) return 0;
    if (ended == 0) {
      if (Clock::now() >= start + command.time_limit) {
        outcome.timed_out = true;
        ::kill(-pid, SIGKILL);
        limited = false;
      } else {
        ::usleep(2000);
      }
    }
  }
}

}  // namespace

Result<Outcome> RunCommand(const Command& command) {
  if (command.argv.empty()) return Error(ErrorCode::kInvalid, "no program to run");
  Pipe out;
  Pipe err;
  if (command.capture) {
    REVMON_ASSIGN_OR_RETURN(out, MakePipe());
    REVMON_ASSIGN_OR_RETURN(err, MakePipe());
  }
  Clock::time_point start = Clock::now();
  REVMON_ASSIGN_OR_RETURN(pid_t pid, Spawn(command, out, err));
  if (command.on_start) command.on_start(pid);
  out.write.Close();
  err.write.Close();
  Outcome outcome;
  Follow(command, pid, out, err, start, outcome);
  int status = Reap(command, pid, start, outcome);
  outcome.wall = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  outcome.exit_code = outcome.signal != 0 ? 128 + outcome.signal : WEXITSTATUS(status);
  return outcome;
}

std::string ToShell(const Command& command) {
  std::string text;
  for (const std::string& word : command.argv) {
    if (!text.empty()) text += ' ';
    bool plain = !word.empty() && word.find_first_not_of(
                                      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789_-+=./:,@%") == std::string::npos;
    if (plain) {
      text += word;
      continue;
    }
    text += '\'';
    for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

}  // namespace revmon::run
