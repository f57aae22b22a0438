#include "monitor/trace.h"

#include <algorithm>
#include <optional>

namespace revmon::monitor {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// The next word of `line` from `at` on, or nothing at the end or at a comment.
std::optional<std::string_view> NextWord(std::string_view line, size_t& at) {
  while (at < line.size() && IsSpace(line[at])) ++at;
  if (at == line.size() || line[at] == '#') return std::nullopt;
  size_t start = at;
  while (at < line.size() && !IsSpace(line[at])) ++at;
  return line.substr(start, at - start);
}

Status AddWord(TraceEvent& event, std::string_view word) {
  if (word.front() == '@' || word.front() == '%') {
    if (word.size() == 1)
      return Error(ErrorCode::kMalformed, "expected a name after '" + std::string(word) + "'");
    (word.front() == '@' ? event.location : event.thread) = word.substr(1);
    return OkStatus();
  }
  size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == word.size()) {
    return Error(ErrorCode::kMalformed,
                 "expected parameter=object, @location or %thread, found '" + std::string(word) + "'");
  }
  std::string_view parameter = word.substr(0, equals);
  if (std::any_of(event.bindings.begin(), event.bindings.end(),
                  [&](const TraceBinding& b) { return b.parameter == parameter; })) {
    return Error(ErrorCode::kMalformed, "parameter '" + std::string(parameter) + "' is bound twice");
  }
  event.bindings.push_back(
      {.parameter = std::string(parameter), .object = std::string(word.substr(equals + 1))});
  return OkStatus();
}

Status ParseLine(std::string_view line, uint32_t number, std::vector<TraceEvent>& out) {
  size_t at = 0;
  std::optional<std::string_view> name = NextWord(line, at);
  if (!name) return OkStatus();
  TraceEvent event;
  event.line = number;
  event.rejected = name->front() == '!';
  event.name = event.rejected ? name->substr(1) : *name;
  if (event.name.empty()) {
    return Error(ErrorCode::kMalformed, "expected an event name after '!'")
        .AtLine(number, static_cast<uint32_t>(at));
  }
  while (std::optional<std::string_view> word = NextWord(line, at)) {
    if (Status status = AddWord(event, *word); !status.ok()) {
      return status.error().AtLine(number, static_cast<uint32_t>(word->data() - line.data()) + 1);
    }
  }
  out.push_back(std::move(event));
  return OkStatus();
}

}  // namespace

Result<std::vector<TraceEvent>> ParseTrace(std::string_view text) {
  std::vector<TraceEvent> events;
  for (uint32_t number = 1; !text.empty(); ++number) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    REVMON_RETURN_IF_ERROR(ParseLine(line, number, events));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return events;
}

std::string ToString(const TraceEvent& event) {
  std::string text = (event.rejected ? "!" : "") + event.name;
  for (const TraceBinding& binding : event.bindings) text += " " + binding.parameter + "=" + binding.object;
  if (!event.location.empty()) text += " @" + event.location;
  if (event.thread != "main") text += " %" + event.thread;
  return text;
}

}  // namespace revmon::monitor
