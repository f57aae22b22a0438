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

bool WriteAll(int fd, Bytes bytes) {
  while (!bytes.empty()) {
    ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n > 0) {
      bytes = bytes.subspan(static_cast<size_t>(n));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

Status AppendToFile(const std::string& path, Bytes bytes) {
  int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return SystemError("cannot write", path);
  bool written = WriteAll(fd, bytes);
  ::close(fd);
  if (!written) return SystemError("cannot write", path);
  return OkStatus();
}

ResultsFile::~ResultsFile() {
  if (fd_ >= 0) ::close(fd_);
}

Status ResultsFile::Open(const std::string& folder) {
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return SystemError("cannot make the out folder", folder);
  return Create(folder + "/" + UniqueName(), wire::ResultsHeader());
}

Status ResultsFile::Create(const std::string& path, const std::vector<uint8_t>& header) {
  path_ = path;
  fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd_ < 0) return SystemError("cannot write results", path_);
  if (!Append(header)) return SystemError("cannot write results", path_);
  return OkStatus();
}

bool ResultsFile::Append(const std::vector<uint8_t>& record) {
  std::lock_guard lock(mutex_);
  if (fd_ >= 0 && !WriteAll(fd_, record)) {
    ::close(fd_);
    fd_ = -1;
  }
  return fd_ >= 0;
}

}  // namespace revmon::agent
