#include "app/agent/options.h"

#include <utility>

namespace revmon::agent {
namespace {

// Splits off the text up to the next single comma, undoing doubled ones.
std::string TakeItem(std::string_view& rest) {
  std::string item;
  while (!rest.empty()) {
    char c = rest.front();
    rest.remove_prefix(1);
    if (c != ',') {
      item += c;
    } else if (rest.starts_with(',')) {
      item += ',';
      rest.remove_prefix(1);
    } else {
      break;
    }
  }
  return item;
}

Result<SelfTest> ParseSelfTest(std::string_view value) {
  if (value == "identity") return SelfTest::kIdentity;
  if (value == "nop") return SelfTest::kNop;
  return Error(ErrorCode::kInvalid, "selftest=" + std::string(value) + " is not one of identity, nop");
}

Status Apply(Options& options, std::string_view key, std::string_view value, bool has_value) {
  if (key == "strict") {
    if (has_value && value != "true" && value != "false") {
      return Error(ErrorCode::kInvalid, "strict=" + std::string(value) + " is neither true nor false");
    }
    options.strict = value != "false";
    return OkStatus();
  }
  if (key != "plan" && key != "out" && key != "selftest") {
    return Error(ErrorCode::kInvalid, "unknown agent option '" + std::string(key) + "'")
        .Hint("known options: plan=FILE, out=DIR, selftest=identity|nop, strict");
  }
  if (value.empty())
    return Error(ErrorCode::kInvalid, "agent option '" + std::string(key) + "' needs a value");
  if (key == "plan") options.plan = value;
  if (key == "out") options.out = value;
  if (key == "selftest") {
    REVMON_ASSIGN_OR_RETURN(options.selftest, ParseSelfTest(value));
  }
  return OkStatus();
}

}  // namespace

Result<Options> ParseOptions(std::string_view text) {
  Options options;
  while (!text.empty()) {
    std::string item = TakeItem(text);
    if (item.empty()) continue;
    size_t equals = item.find('=');
    std::string_view key = std::string_view(item).substr(0, equals);
    std::string_view value = equals == std::string::npos ? "" : std::string_view(item).substr(equals + 1);
    REVMON_RETURN_IF_ERROR(Apply(options, key, value, equals != std::string::npos));
  }
  return options;
}

}  // namespace revmon::agent
