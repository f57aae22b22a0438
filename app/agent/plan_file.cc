#include "app/agent/plan_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "wire/plan_io.h"

namespace revmon::agent {
namespace {

constexpr int64_t kMaxPlanSize = int64_t{1} << 30;

Status CheckTrust(const struct stat& info) {
  if (!S_ISREG(info.st_mode)) return Error(ErrorCode::kInvalid, "the plan is not a regular file");
  if (info.st_uid != geteuid() && info.st_uid != 0) {
    return Error(ErrorCode::kInvalid, "the plan belongs to another user")
        .Hint("a plan is code that this JVM would run");
  }
  if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return Error(ErrorCode::kInvalid, "others may write to the plan").Hint("chmod go-w it");
  }
  if (info.st_size > kMaxPlanSize) return Error(ErrorCode::kLimit, "the plan is larger than 1 GiB");
  return OkStatus();
}

Result<std::vector<uint8_t>> ReadAll(int fd, size_t size) {
  std::vector<uint8_t> bytes(size);
  size_t done = 0;
  while (done < size) {
    ssize_t n = ::read(fd, bytes.data() + done, size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Error(ErrorCode::kIo, "the plan could not be read to its end");
    done += static_cast<size_t>(n);
  }
  return bytes;
}

Result<wire::Plan> ReadFrom(int fd) {
  struct stat info = {};
  if (::fstat(fd, &info) != 0) return Error(ErrorCode::kIo, std::strerror(errno));
  REVMON_RETURN_IF_ERROR(CheckTrust(info));
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, ReadAll(fd, static_cast<size_t>(info.st_size)));
  return wire::ReadPlan(bytes);
}

}  // namespace

Result<wire::Plan> LoadPlan(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) {
    ErrorCode code = errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
    return Error(code, std::string("cannot open the plan: ") + std::strerror(errno)).At(path);
  }
  Result<wire::Plan> plan = ReadFrom(fd);
  ::close(fd);
  if (!plan.ok()) return std::move(plan.error().At(path));
  return plan;
}

}  // namespace revmon::agent
