#include "app/agent/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

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

Result<bool> ParseSwitch(std::string_view key, std::string_view value, bool has_value) {
  if (!has_value || value == "true" || value == "1") return true;
  if (value == "false" || value == "0") return false;
  return Error(ErrorCode::kInvalid,
               std::string(key) + "=" + std::string(value) + " is neither true nor false");
}

Result<uint32_t> ParseEvents(std::string_view value) {
  uint32_t number = 0;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number > kMaxEvents) {
    return Error(ErrorCode::kInvalid,
                 "events=" + std::string(value) + " is no number from 0 to " + std::to_string(kMaxEvents));
  }
  return number;
}

// "traces", "traces=on" or "traces=MB".
Status ParseTraces(Options& options, std::string_view value) {
  options.traces = true;
  if (value.empty() || value == "on") return OkStatus();
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.traces_mb);
  if (error == std::errc() && end == value.data() + value.size() && options.traces_mb > 0) return OkStatus();
  return Error(ErrorCode::kInvalid, "traces=" + std::string(value) + " is no number of megabytes");
}

Result<uint64_t> ParseSeed(std::string_view value) {
  uint64_t seed = 0;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seed);
  if (error == std::errc() && end == value.data() + value.size()) return seed;
  return Error(ErrorCode::kInvalid, "seed=" + std::string(value) + " is no number");
}

Result<bool> ParseSlots(std::string_view value) {
  if (value == "on") return true;
  if (value == "off") return false;
  return Error(ErrorCode::kInvalid, "slots=" + std::string(value) + " is neither on nor off");
}

Result<wire::DependencyLevel> ParseDeps(std::string_view value) {
  if (value == "class") return wire::DependencyLevel::kClass;
  if (value == "method") return wire::DependencyLevel::kMethod;
  if (value == "block") return wire::DependencyLevel::kBlock;
  return Error(ErrorCode::kInvalid, "deps=" + std::string(value) + " is not one of class, method, block");
}

Result<bool> ParseDepsTests(std::string_view value) {
  if (value == "method") return true;
  if (value == "class") return false;
  return Error(ErrorCode::kInvalid, "deps-tests=" + std::string(value) + " is neither class nor method");
}

bool Options::*SwitchOf(std::string_view key) {
  if (key == "strict") return &Options::strict;
  if (key == "stats") return &Options::stats;
  if (key == "record") return &Options::record;
  if (key == "receivers") return &Options::receivers;
  if (key == "force") return &Options::force;
  return nullptr;
}

constexpr std::array<std::string_view, 9> kWithValue = {"plan",     "out",   "include", "exclude",   "events",
                                                        "selftest", "slots", "deps",    "deps-tests"};

Status ApplyValue(Options& options, std::string_view key, std::string_view value) {
  if (value.empty() && std::find(kWithValue.begin(), kWithValue.end(), key) != kWithValue.end())
    return Error(ErrorCode::kInvalid, "agent option '" + std::string(key) + "' needs a value");
  if (key == "plan") {
    options.plan = value;
  } else if (key == "out") {
    options.out = value;
  } else if (key == "include") {
    options.include.emplace_back(value);
  } else if (key == "exclude") {
    options.exclude.emplace_back(value);
  } else if (key == "events") {
    REVMON_ASSIGN_OR_RETURN(options.events, ParseEvents(value));
  } else if (key == "traces") {
    REVMON_RETURN_IF_ERROR(ParseTraces(options, value));
  } else if (key == "select") {
    REVMON_ASSIGN_OR_RETURN(options.select, trace::ParseSelection(value));
  } else if (key == "seed") {
    REVMON_ASSIGN_OR_RETURN(options.seed, ParseSeed(value));
  } else if (key == "slots") {
    REVMON_ASSIGN_OR_RETURN(options.slots, ParseSlots(value));
  } else if (key == "deps") {
    REVMON_ASSIGN_OR_RETURN(options.deps, ParseDeps(value));
  } else if (key == "deps-tests") {
    REVMON_ASSIGN_OR_RETURN(options.deps_of_methods, ParseDepsTests(value));
  } else if (key == "selftest") {
    REVMON_ASSIGN_OR_RETURN(options.selftest, ParseSelfTest(value));
  } else {
    return Error(ErrorCode::kInvalid, "unknown agent option '" + std::string(key) + "'")
        .Hint(
            "known options: plan=FILE, out=DIR, include=PATTERN, exclude=PATTERN, events=N, stats, record, "
            "traces[=MB], select=WHAT, seed=N, "
            "slots=on|off, deps=class|method|block, deps-tests=class|method, receivers, "
            "selftest=identity|nop, force, strict");
  }
  return OkStatus();
}

Status Apply(Options& options, std::string_view key, std::string_view value, bool has_value) {
  if (bool Options::*found = SwitchOf(key)) {
    REVMON_ASSIGN_OR_RETURN(options.*found, ParseSwitch(key, value, has_value));
    return OkStatus();
  }
  return ApplyValue(options, key, value);
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
