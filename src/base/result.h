// Answers: how does a function hand back either a value or an Error?
//
//   Result<ClassFile> file = ClassFile::Parse(bytes);
//   if (!file.ok()) return file.error();
//   Use(file.value());
//
// or, inside a function that itself returns a Result or Status:
//
//   REVMON_ASSIGN_OR_RETURN(ClassFile file, ClassFile::Parse(bytes));
//   REVMON_RETURN_IF_ERROR(Check(file));
#pragma once
#include <cstdlib>
#include <optional>
#include <utility>
#include <variant>

#include "base/error.h"

namespace revmon {

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Calling value() on an error, or error() on a value, is a bug of the caller and ends the process.
  [[nodiscard]] T& value() & { return *Checked(std::get_if<0>(&state_)); }
  [[nodiscard]] const T& value() const& { return *Checked(std::get_if<0>(&state_)); }
  [[nodiscard]] T&& value() && { return std::move(*Checked(std::get_if<0>(&state_))); }
  [[nodiscard]] Error& error() & { return *Checked(std::get_if<1>(&state_)); }
  [[nodiscard]] const Error& error() const& { return *Checked(std::get_if<1>(&state_)); }
  [[nodiscard]] Error&& error() && { return std::move(*Checked(std::get_if<1>(&state_))); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  template <typename P>
  static P* Checked(P* pointer) {
    if (pointer == nullptr) std::abort();
    return pointer;
  }
  std::variant<T, Error> state_;
};

// The Result of a function that has nothing to return. Default-constructed (or kOk): success.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] const Error& error() const& { return *error_; }
  [[nodiscard]] Error& error() & { return *error_; }
  [[nodiscard]] Error&& error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

inline Status OkStatus() { return {}; }

}  // namespace revmon

#define REVMON_CONCAT_INNER(a, b) a##b
#define REVMON_CONCAT(a, b) REVMON_CONCAT_INNER(a, b)

#define REVMON_RETURN_IF_ERROR(expr)                        \
  do {                                                      \
    if (auto revmon_status = (expr); !revmon_status.ok()) { \
      return std::move(revmon_status).error();              \
    }                                                       \
  } while (false)

#define REVMON_ASSIGN_OR_RETURN(lhs, expr) \
  REVMON_ASSIGN_OR_RETURN_IMPL(REVMON_CONCAT(revmon_result_, __LINE__), lhs, expr)
#define REVMON_ASSIGN_OR_RETURN_IMPL(result, lhs, expr) \
  auto result = (expr);                                 \
  if (!result.ok()) return std::move(result).error();   \
  lhs = std::move(result).value()
