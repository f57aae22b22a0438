#include "project/build_log.h"

#include <algorithm>
#include <array>
#include <vector>

namespace revmon::project {
namespace {

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Maven's advice at the end of every failed build.
bool IsBoilerplate(std::string_view line) {
  constexpr std::array kParts = {"To see the full stack trace", "Re-run Maven using",
                                 "For more information about", "[Help 1] http"};
  return line == "[ERROR] " || line == "[ERROR]" ||
         std::any_of(kParts.begin(), kParts.end(),
                     [&](const char* part) { return line.find(part) != std::string_view::npos; });
}

// An error runs on over lines without a level of their own: stack traces, compiler output.
std::vector<std::string_view> MavenErrors(const std::vector<std::string_view>& lines) {
  std::vector<std::string_view> kept;
  bool in_error = false;
  for (std::string_view line : lines) {
    if (line.starts_with("[ERROR]")) {
      in_error = true;
    } else if (line.starts_with("[INFO]") || line.starts_with("[WARNING]") || line.starts_with("[DEBUG]")) {
      in_error = false;
    }
    if (in_error && !IsBoilerplate(line)) kept.push_back(line);
  }
  return kept;
}

std::vector<std::string_view> GradleFailure(const std::vector<std::string_view>& lines) {
  auto first = std::find_if(lines.begin(), lines.end(), [](std::string_view line) {
    return line.ends_with(" FAILED") || line.starts_with("FAILURE: ");
  });
  return {first, lines.end()};
}

}  // namespace

std::string_view TestStartedBy(std::string_view line) {
  for (std::string_view prefix : {"[INFO] Running ", "Running "}) {
    if (!line.starts_with(prefix)) continue;
    std::string_view name = line.substr(prefix.size());
    if (!name.empty() && name.back() == '\r') name.remove_suffix(1);
    return name.find(' ') == std::string_view::npos ? name : "";
  }
  for (std::string_view prefix : {"> Task ", ""}) {  // Gradle before 4.7 prints the bare path
    if (!line.starts_with(prefix)) continue;
    const std::string_view task = line.substr(prefix.size());
    if (task.starts_with(':') && task.find(' ') == std::string_view::npos && task.ends_with("est"))
      return task;
  }
  return "";
}

std::string FailureExcerpt(std::string_view log, size_t max_lines) {
  const std::vector<std::string_view> lines = LinesOf(log);
  std::vector<std::string_view> kept = MavenErrors(lines);
  if (kept.empty()) kept = GradleFailure(lines);
  if (kept.empty())
    kept.assign(lines.end() - static_cast<ptrdiff_t>(std::min<size_t>(lines.size(), 20)), lines.end());
  std::string text;
  for (size_t i = 0; i < kept.size(); ++i) {
    if (kept.size() > max_lines && i == max_lines / 2) {
      const size_t skipped = kept.size() - max_lines;
      text += "... " + std::to_string(skipped) + " more lines ...\n";
      i += skipped;
    }
    text += std::string(kept[i]) + "\n";
  }
  return text;
}

}  // namespace revmon::project
