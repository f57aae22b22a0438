#include "app/agent/findings.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <utility>

namespace revmon::agent {
namespace {

constexpr size_t kMostLines = 10;  // of ours on stderr

uint64_t NowMs() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

// ViolationEvent::extra.
void SplitExtra(std::string_view extra, wire::Violation& violation) {
  size_t end = extra.find('\n');
  uint32_t test = 0;
  std::from_chars(extra.data(), extra.data() + std::min(end, extra.size()), test);
  if (test == 0) {
    violation.unattributed = 1;
  } else {
    violation.tests = {{test, 1}};
  }
  extra.remove_prefix(end == std::string_view::npos ? extra.size() : end + 1);
  end = extra.find('\n');
  violation.objects = extra.substr(0, end);
  while (end != std::string_view::npos) {
    extra.remove_prefix(end + 1);
    end = extra.find('\n');
    std::string_view line = extra.substr(0, end);
    size_t space = line.find(' ');
    if (space == std::string_view::npos) continue;
    violation.events.push_back({std::string(line.substr(0, space)), std::string(line.substr(space + 1))});
  }
}

// A handler that says nothing of its own gets the rule, which says more than that it was broken.
const std::string& MessageOf(const wire::Spec& spec, const std::string& message) {
  bool is_default = message.starts_with("Specification " + spec.name + " has been violated on line ") &&
                    message.find('\n') == std::string::npos;
  return !spec.message.empty() && (message.empty() || is_default) ? spec.message : message;
}

}  // namespace

void Findings::AddViolation(ViolationEvent event, const weave::SiteInfo& place) {
  if (event.spec >= plan_.specs.size()) return;
  const wire::Spec& spec = plan_.specs[event.spec];
  wire::Violation violation;
  violation.spec = spec.name;
  violation.severity = spec.severity;
  violation.message = MessageOf(spec, event.message);
  violation.thread = std::move(event.thread);
  violation.count = 1;
  violation.first_ms = violation.last_ms = NowMs();
  violation.location = place.location;
  violation.file = place.file;
  violation.line = place.line;
  SplitExtra(event.extra, violation);
  if (event.property < spec.properties.size() &&
      event.handler < spec.properties[event.property].handlers.size()) {
    violation.category = spec.properties[event.property].handlers[event.handler].category;
  }
  {
    std::lock_guard lock(mutex_);
    Key key = {event.spec, event.property, event.handler, event.site};
    auto [known, fresh] = violations_.try_emplace(key, violations_.size() + 1);
    if (!fresh) return;
    violation.id = known->second;
  }
  results_.Append(wire::EncodeViolation(violation));
}

void Findings::TakeCounts(Bytes rows) {
  ByteReader reader(rows);
  while (!reader.empty()) {
    Key key = {reader.U4(), reader.U4(), reader.U4(), reader.U4()};
    wire::Violation violation;
    violation.count = reader.U8();
    reader.Skip(8);  // when it was first seen is in the results already
    violation.last_ms = reader.U8();
    violation.unattributed = reader.U8();
    violation.other_tests = reader.U8();
    uint32_t tests = reader.U4();
    for (uint32_t i = 0; i < tests && reader.ok(); ++i) {
      uint32_t test = reader.U4();
      violation.tests.push_back({test, reader.U8()});
    }
    if (!reader.ok()) return;
    {
      std::lock_guard lock(mutex_);
      auto known = violations_.find(key);
      if (known == violations_.end()) continue;
      violation.id = known->second;
    }
    results_.Append(wire::EncodeCount(violation));
  }
}

void Findings::TestStarted(uint32_t id, std::string name, bool container) {
  wire::TestRun test = {.id = id, .name = std::move(name), .container = container, .start_ms = NowMs()};
  results_.Append(wire::EncodeTestStart(test));
  std::lock_guard lock(mutex_);
  tests_.emplace(id, std::move(test.name));
}

void Findings::TestEnded(uint32_t id, wire::TestRun::Outcome outcome, uint64_t nanos) {
  results_.Append(wire::EncodeTestEnd(id, outcome, nanos));
}

Status Findings::AppendTrace(const std::string& spec, Bytes lines) {
  return AppendToFile(PathFor("." + spec + ".trace"), lines);
}

std::string Findings::PathFor(const std::string& ending) const {
  std::string path = results_.path();
  constexpr std::string_view kEnding = ".results";
  if (path.ends_with(kEnding)) path.resize(path.size() - kEnding.size());
  return path + ending;
}

Status Findings::AddTraces(trace::Kind kind, Bytes payload) {
  std::vector<uint8_t> bytes;
  if (!has_traces_) bytes = trace::TraceFileHeader();
  has_traces_ = true;
  std::vector<uint8_t> record = trace::EncodeRecord(kind, payload);
  bytes.insert(bytes.end(), record.begin(), record.end());
  return AppendToFile(PathFor(".traces"), bytes);
}

void Findings::EndTraces() {
  Status written = OkStatus();
  {
    std::lock_guard lock(mutex_);
    if (has_traces_) written = AppendToFile(PathFor(".traces"), trace::EncodeTests(tests_));
  }
  if (written.ok()) written = AddTraces(trace::Kind::kEnd, {});
  if (!written.ok()) Note(written.error().Text());
}

void Findings::Note(const std::string& text) {
  {
    std::lock_guard lock(mutex_);
    if (!notes_.insert(text).second) return;
    if (notes_.size() <= kMostLines) std::fprintf(stderr, "revmon: %s\n", text.c_str());
  }
  results_.Append(wire::EncodeNote(text));
}

}  // namespace revmon::agent
