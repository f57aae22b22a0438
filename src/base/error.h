// Answers: what went wrong, where, and what can the user do next?
//
// Errors are values. A function that can fail returns Result<T> (or Status, when there is nothing to return);
// nothing throws across a module border and nothing throws at all in code that the agent links. An Error is
// one pointer wide, so a Result<T> costs a word more than a T and the success path allocates nothing.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace revmon {

enum class ErrorCode : uint8_t {
  kMalformed,    // the input breaks the rules of its format
  kTruncated,    // the input ends too early
  kUnsupported,  // well-formed, but something this version does not do
  kLimit,        // a stated budget or a limit of the format would be passed
  kNotFound,     // a file, class, member or name does not exist
  kIo,           // the operating system said no
  kInvalid,      // the caller or the user asked for something impossible
};

[[nodiscard]] std::string_view ToString(ErrorCode code);

// Where in its source an error lies. A file (or "Foo.jar!/a/B.class"), and inside it either a byte offset or
// a line and column. All parts are optional.
struct Place {
  static constexpr uint64_t kNoOffset = ~uint64_t{0};
  std::string file;
  uint64_t offset = kNoOffset;
  uint32_t line = 0;    // 1-based; 0 = none
  uint32_t column = 0;  // 1-based; 0 = none
};

// "file:line:column", "file at offset 12", "file", or "" when nothing is known.
[[nodiscard]] std::string ToString(const Place& place);

class [[nodiscard]] Error {
 public:
  Error(ErrorCode code, std::string message);
  Error(Error&& other) noexcept;
  Error& operator=(Error&& other) noexcept;
  Error(const Error& other);
  Error& operator=(const Error& other);
  ~Error();

  [[nodiscard]] ErrorCode code() const;
  [[nodiscard]] const std::string& message() const;
  [[nodiscard]] const Place& place() const;
  [[nodiscard]] const std::string& hint() const;

  // Builders; each returns *this so that errors read as one expression:
  //   return Error(ErrorCode::kTruncated, "constant pool ends early").At(file).AtOffset(12);
  Error& At(std::string_view file) &;
  Error&& At(std::string_view file) &&;
  Error& AtOffset(uint64_t offset) &;
  Error&& AtOffset(uint64_t offset) &&;
  Error& AtLine(uint32_t line, uint32_t column) &;
  Error&& AtLine(uint32_t line, uint32_t column) &&;
  // The next step for the user ("pass --classpath, or run in a project folder").
  Error& Hint(std::string_view hint) &;
  Error&& Hint(std::string_view hint) &&;

  // One line: "place: message (hint)". What a user sees.
  [[nodiscard]] std::string Text() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace revmon
