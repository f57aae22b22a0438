#include "run/leftover.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace revmon::run {
namespace {

constexpr useconds_t kInterval = 20'000;

// The arguments with NUL bytes between them; "" for a process that has gone or is not ours to see.
std::string ArgumentsOf(const char* pid) {
  std::string text;
  const int fd = ::open(("/proc/" + std::string(pid) + "/cmdline").c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return text;
  std::array<char, 4096> buffer;  // NOLINT: filled by read
  for (ssize_t n = 0; (n = ::read(fd, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<size_t>(n));
  }
  ::close(fd);
  return text;
}

}  // namespace

std::vector<int> ProcessesWith(const std::string& text) {
  std::vector<int> found;
  DIR* folder = ::opendir("/proc");
  if (folder == nullptr) return found;
  while (const dirent* entry = ::readdir(folder)) {
    const int pid = std::atoi(entry->d_name);
    if (pid <= 0 || pid == ::getpid()) continue;
    if (ArgumentsOf(entry->d_name).find(text) != std::string::npos) found.push_back(pid);
  }
  ::closedir(folder);
  return found;
}

size_t EndProcessesWith(const std::string& text, std::chrono::milliseconds patience) {
  std::vector<int> left = ProcessesWith(text);
  const size_t count = left.size();
  for (int pid : left) ::kill(pid, SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!left.empty() && std::chrono::steady_clock::now() < deadline) {
    ::usleep(kInterval);
    left = ProcessesWith(text);
  }
  for (int pid : left) ::kill(pid, SIGKILL);
  return count;
}

}  // namespace revmon::run
