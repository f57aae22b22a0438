#include "run/timeline.h"

#include <charconv>
#include <string_view>

#include "base/path.h"

namespace revmon::run {
namespace {

constexpr const char* kName = "timeline";
constexpr uint64_t kMaxSize = uint64_t{64} << 20;

using std::chrono::milliseconds;

std::string LineOf(milliseconds at, std::string_view name) {
  return std::to_string(at.count()) + "\t" + std::string(name) + "\n";
}

}  // namespace

Status WriteTimeline(FileSystem& files, const std::string& folder, const Timeline& timeline) {
  std::string text;
  for (const Timeline::Start& start : timeline.starts) text += LineOf(start.at, start.test);
  text += LineOf(timeline.end, "");
  return files.WriteFileAtomically(JoinPath(folder, kName), AsBytes(text));
}

Timeline ReadTimeline(const FileSystem& files, const std::string& folder) {
  Timeline timeline;
  Result<std::vector<uint8_t>> bytes = files.ReadFile(JoinPath(folder, kName), kMaxSize);
  if (!bytes.ok()) return timeline;
  std::string_view text = AsText(*bytes);
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    int64_t at = 0;
    auto [next, error] = std::from_chars(line.data(), line.data() + line.size(), at);
    const size_t tab = static_cast<size_t>(next - line.data());
    if (error != std::errc() || at < 0 || tab >= line.size() || line[tab] != '\t') continue;
    if (line.size() == tab + 1) {
      timeline.end = milliseconds(at);
    } else {
      timeline.starts.push_back({std::string(line.substr(tab + 1)), milliseconds(at)});
    }
  }
  return timeline;
}

Estimate::Estimate(const Timeline& last) : last_end_(last.end), expected_end_(last.end) {
  for (const Timeline::Start& start : last.starts) last_starts_.try_emplace(start.test, start.at);
}

std::optional<milliseconds> Estimate::Left(const BuildState& state) {
  if (!state.test.empty() && (seen_.starts.empty() || seen_.starts.back().test != state.test)) {
    seen_.starts.push_back({state.test, state.elapsed});
    auto last = last_starts_.find(state.test);
    if (last != last_starts_.end() && last->second <= last_end_) {
      expected_end_ = state.elapsed + (last_end_ - last->second);
    }
  }
  if (last_end_.count() == 0 || state.elapsed >= expected_end_) return std::nullopt;
  return expected_end_ - state.elapsed;
}

Timeline Estimate::Finish(milliseconds end) const {
  Timeline timeline = seen_;
  timeline.end = end;
  return timeline;
}

}  // namespace revmon::run
