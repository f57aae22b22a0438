#include "base/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace revmon {
namespace {

std::string Line(LogLevel level, std::string_view text) {
  std::string line(ToString(level));
  line += ": ";
  line += text;
  // One message stays one line, whatever name it quotes.
  for (char& c : line) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return line;
}

}  // namespace

std::string_view ToString(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug: return "debug";
    case LogLevel::kInfo: return "info";
    case LogLevel::kWarning: return "warning";
    case LogLevel::kError: return "error";
    case LogLevel::kOff: return "off";
  }
  return "unknown";
}

Result<FileLogSink> FileLogSink::Open(const std::string& path) {
  int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) return revmon::Error(ErrorCode::kIo, "cannot open the log file").At(path);
  return FileLogSink(fd, true);
}

FileLogSink::FileLogSink(FileLogSink&& other) noexcept
    : fd_(other.fd_), owned_(std::exchange(other.owned_, false)) {}

FileLogSink::~FileLogSink() {
  if (owned_) close(fd_);
}

void FileLogSink::Write(LogLevel level, std::string_view line) {
  std::string text = Line(level, line) + "\n";
  // One write per line, so that lines of several threads or processes do not mix.
  while (write(fd_, text.data(), text.size()) < 0 && errno == EINTR) {
  }
}

void MemoryLogSink::Write(LogLevel level, std::string_view line) {
  std::lock_guard lock(mutex_);
  lines_.push_back(Line(level, line));
}

std::vector<std::string> MemoryLogSink::Lines() const {
  std::lock_guard lock(mutex_);
  return lines_;
}

Log Log::Prefixed(std::string_view prefix) const {
  Log log = *this;
  log.prefix_ += prefix;
  return log;
}

void Log::Write(LogLevel level, std::string_view text) const {
  if (!Enabled(level)) return;
  if (prefix_.empty()) {
    sink_->Write(level, text);
  } else {
    sink_->Write(level, prefix_ + std::string(text));
  }
}

}  // namespace revmon
