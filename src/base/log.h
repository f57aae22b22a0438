// Answers: where do messages for the person debugging go?
//
// A Log is a value: a sink, a level and a prefix, passed to whoever may have something to say. There is no
// global one, and a default-made Log says nothing. Nothing of ours is ever written to stdout: inside a JVM it
// may be a protocol channel. Sinks take whole lines and are thread-safe.
#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace revmon {

enum class LogLevel : uint8_t { kDebug, kInfo, kWarning, kError, kOff };

[[nodiscard]] std::string_view ToString(LogLevel level);

class LogSink {
 public:
  virtual ~LogSink() = default;
  // `line` has no end of line.
  virtual void Write(LogLevel level, std::string_view line) = 0;
};

// Lines "level: text" to a file descriptor, each in one write. A failed write is dropped: a full disk must
// not stop the program. Owns the descriptor if made by Open.
class FileLogSink final : public LogSink {
 public:
  explicit FileLogSink(int fd, bool owned = false) : fd_(fd), owned_(owned) {}
  // Appends to this file, made if need be.
  [[nodiscard]] static Result<FileLogSink> Open(const std::string& path);
  FileLogSink(FileLogSink&& other) noexcept;
  FileLogSink& operator=(FileLogSink&&) = delete;
  ~FileLogSink() override;
  void Write(LogLevel level, std::string_view line) override;

 private:
  int fd_;
  bool owned_;
};

// Keeps the lines, for tests and for showing them later.
class MemoryLogSink final : public LogSink {
 public:
  void Write(LogLevel level, std::string_view line) override;
  [[nodiscard]] std::vector<std::string> Lines() const;  // "level: text"

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

// Copies share the sink, which must outlive them.
class Log {
 public:
  Log() = default;
  Log(LogSink& sink, LogLevel level) : sink_(&sink), level_(level) {}

  // True if a message of this level would be seen: ask before building a costly one.
  [[nodiscard]] bool Enabled(LogLevel level) const { return sink_ != nullptr && level >= level_; }
  // The same log, each line opened by `prefix`.
  [[nodiscard]] Log Prefixed(std::string_view prefix) const;

  void Debug(std::string_view text) const { Write(LogLevel::kDebug, text); }
  void Info(std::string_view text) const { Write(LogLevel::kInfo, text); }
  void Warning(std::string_view text) const { Write(LogLevel::kWarning, text); }
  void Error(std::string_view text) const { Write(LogLevel::kError, text); }

 private:
  void Write(LogLevel level, std::string_view text) const;
  LogSink* sink_ = nullptr;
  LogLevel level_ = LogLevel::kOff;
  std::string prefix_;
};

}  // namespace revmon
