#include "app/agent/results_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "wire/results.h"

namespace revmon::agent {
namespace {

Error SystemError(const std::string& action, const std::string& path) {
  return Error(ErrorCode::kIo, action + ": " + std::strerror(errno)).At(path);
}

std::string UniqueName() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  uint64_t random = 0;
  if (getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random)
    random = static_cast<uint64_t>(now.tv_nsec);
  return "jvm-" + std::to_string(getpid()) + "-" + std::to_string(now.tv_sec) + "-" +
         std::to_string(random % 1'000'000'007) + ".results";
}

}  // namespace

ResultsFile::~ResultsFile() {
  if (fd_ >= 0) ::close(fd_);
}

Status ResultsFile::Open(const std::string& folder) {
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return SystemError("cannot make the out folder", folder);
  path_ = folder + "/" + UniqueName();
  fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd_ < 0) return SystemError("cannot write results", path_);
  if (!Append(wire::ResultsHeader())) return SystemError("cannot write results", path_);
  return OkStatus();
}

bool ResultsFile::Append(const std::vector<uint8_t>& record) {
  std::lock_guard lock(mutex_);
  size_t done = 0;
  while (fd_ >= 0 && done < record.size()) {
    ssize_t n = ::write(fd_, record.data() + done, record.size() - done);
    if (n > 0) {
      done += static_cast<size_t>(n);
    } else if (errno != EINTR) {
      ::close(fd_);
      fd_ = -1;
    }
  }
  return fd_ >= 0;
}

}  // namespace revmon::agent
