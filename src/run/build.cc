#include "run/build.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "project/build_log.h"
#include "run/foreground.h"

namespace revmon::run {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kInterval{200};

// Reads what was appended to a file since the last time; the file may come late.
class Tail {
 public:
  explicit Tail(std::string path) : path_(std::move(path)) {}
  ~Tail() {
    if (fd_ >= 0) ::close(fd_);
  }
  Tail(const Tail&) = delete;
  Tail& operator=(const Tail&) = delete;

  std::string ReadMore() {
    if (fd_ < 0) fd_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    std::string text;
    if (fd_ < 0) return text;
    std::array<char, 65536> buffer;  // NOLINT: filled by read
    while (true) {
      const ssize_t n = ::read(fd_, buffer.data(), buffer.size());
      if (n <= 0) return text;
      text.append(buffer.data(), static_cast<size_t>(n));
    }
  }

 private:
  std::string path_;
  int fd_ = -1;
};

// The watching thread, which ends and is joined with this object.
class Watch {
 public:
  Watch(const BuildFiles& files, const std::function<void(const BuildState&)>& observer)
      : log_(files.log), progress_(files.progress), observer_(observer), thread_([this] { Run(); }) {}
  ~Watch() {
    {
      std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  void Run() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kInterval, [this] { return ended_; })) {
      Look();
      observer_(state_);
    }
    Look();
    observer_(state_);
  }

  void Look() {
    state_.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
    told_ += progress_.ReadMore();
    state_.progress = project::ParseProgress(told_);
    line_ += log_.ReadMore();
    size_t begin = 0;
    for (size_t end = 0; (end = line_.find('\n', begin)) != std::string::npos; begin = end + 1) {
      std::string_view test = project::TestStartedBy(std::string_view(line_).substr(begin, end - begin));
      if (test.empty()) continue;
      state_.test = test;
      ++state_.tests;
    }
    line_.erase(0, begin);
  }

  Tail log_;
  Tail progress_;
  const std::function<void(const BuildState&)>& observer_;
  BuildState state_;
  std::string told_;
  std::string line_;  // the unfinished one
  Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace

Result<Outcome> RunBuild(Command command, const BuildFiles& files,
                         const std::function<void(const BuildState&)>& observer) {
  command.capture = false;
  command.output_file = files.log;
  Watch watch(files, observer);
  return RunInForeground(std::move(command));
}

}  // namespace revmon::run
