#include "base/error.h"

namespace revmon {

struct Error::Data {
  ErrorCode code;
  std::string message;
  Place place;
  std::string hint;
};

std::string_view ToString(ErrorCode code) {
  switch (code) {
    case ErrorCode::kMalformed: return "malformed";
    case ErrorCode::kTruncated: return "truncated";
    case ErrorCode::kUnsupported: return "unsupported";
    case ErrorCode::kLimit: return "limit";
    case ErrorCode::kNotFound: return "not found";
    case ErrorCode::kIo: return "i/o";
    case ErrorCode::kInvalid: return "invalid";
  }
  return "unknown";
}

std::string ToString(const Place& place) {
  std::string text = place.file;
  if (place.line != 0) {
    text += (text.empty() ? "line " : ":") + std::to_string(place.line);
    if (place.column != 0) text += ":" + std::to_string(place.column);
  } else if (place.offset != Place::kNoOffset) {
    text += (text.empty() ? "offset " : " at offset ") + std::to_string(place.offset);
  }
  return text;
}

Error::Error(ErrorCode code, std::string message)
    : data_(new Data{.code = code, .message = std::move(message), .place = {}, .hint = {}}) {}
Error::Error(const Error& other) : data_(new Data(*other.data_)) {}
Error& Error::operator=(const Error& other) {
  if (this != &other) data_.reset(new Data(*other.data_));
  return *this;
}
Error::Error(Error&& other) noexcept = default;
Error& Error::operator=(Error&& other) noexcept = default;
Error::~Error() = default;

ErrorCode Error::code() const { return data_->code; }
const std::string& Error::message() const { return data_->message; }
const Place& Error::place() const { return data_->place; }
const std::string& Error::hint() const { return data_->hint; }

Error& Error::At(std::string_view file) & {
  data_->place.file = file;
  return *this;
}
Error&& Error::At(std::string_view file) && { return std::move(At(file)); }
Error& Error::AtOffset(uint64_t offset) & {
  data_->place.offset = offset;
  return *this;
}
Error&& Error::AtOffset(uint64_t offset) && { return std::move(AtOffset(offset)); }
Error& Error::AtLine(uint32_t line, uint32_t column) & {
  data_->place.line = line;
  data_->place.column = column;
  return *this;
}
Error&& Error::AtLine(uint32_t line, uint32_t column) && { return std::move(AtLine(line, column)); }
Error& Error::Hint(std::string_view hint) & {
  data_->hint = hint;
  return *this;
}
Error&& Error::Hint(std::string_view hint) && { return std::move(Hint(hint)); }

std::string Error::Text() const {
  std::string text = ToString(data_->place);
  if (!text.empty()) text += ": ";
  text += data_->message;
  if (!data_->hint.empty()) text += " (" + data_->hint + ")";
  return text;
}

}  // namespace revmon
