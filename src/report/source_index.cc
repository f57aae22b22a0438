#include "report/source_index.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/path.h"

namespace revmon::report {
namespace {

constexpr uint64_t kMaxSource = uint64_t{8} << 20;
constexpr int kMaxDepth = 40;

bool IsSource(std::string_view name) {
  constexpr std::array<std::string_view, 4> kEndings = {".java", ".kt", ".groovy", ".scala"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view end) { return name.ends_with(end); });
}

bool IsLeftOut(std::string_view folder) {
  static const std::set<std::string_view> names = {"target", "build", "out", "bin", "node_modules"};
  return folder.starts_with('.') || names.contains(folder);
}

bool IsTestSource(std::string_view path) {
  return path.find("src/test/") != std::string_view::npos || path.find("/test/") != std::string_view::npos ||
         path.starts_with("test/");
}

std::vector<std::string> SplitLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string line;
    for (char c : text.substr(0, end)) {
      if (c == '\t') {
        line += "    ";
      } else if (c != '\r') {
        line += c;
      }
    }
    lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

SourceIndex::SourceIndex(const FileSystem& files, std::string root) : files_(files), root_(std::move(root)) {}

void SourceIndex::Walk() {
  walked_ = true;
  std::vector<std::pair<std::string, int>> open = {{"", 0}};
  size_t seen = 0;
  while (!open.empty()) {
    auto [folder, depth] = std::move(open.back());
    open.pop_back();
    Result<std::vector<DirectoryEntry>> entries =
        files_.List(folder.empty() ? root_ : JoinPath(root_, folder));
    if (!entries.ok()) continue;  // what cannot be read is not shown
    for (const DirectoryEntry& entry : *entries) {
      if (++seen > kMaxFiles) return;
      std::string path = JoinPath(folder, entry.name);
      if (entry.type == FileType::kDirectory) {
        if (!IsLeftOut(entry.name) && depth < kMaxDepth) open.emplace_back(std::move(path), depth + 1);
      } else if (IsSource(entry.name)) {
        by_name_[entry.name].push_back(std::move(path));
      }
    }
  }
}

std::string SourceIndex::PathOf(const Location& location) {
  if (!walked_) Walk();
  auto found = by_name_.find(location.file);
  if (found == by_name_.end()) return "";
  std::string package;
  if (size_t dot = location.class_name.rfind('.'); dot != std::string::npos) {
    package = location.class_name.substr(0, dot);
    std::replace(package.begin(), package.end(), '.', '/');
  }
  std::string suffix = JoinPath(package, location.file);
  std::vector<std::string_view> fitting;
  for (const std::string& path : found->second) {
    if (path == suffix || path.ends_with("/" + suffix)) fitting.push_back(path);
  }
  bool is_java = location.file.ends_with(".java");
  if (fitting.empty() && !is_java && found->second.size() == 1) return found->second[0];
  auto best = std::min_element(fitting.begin(), fitting.end(), [](std::string_view a, std::string_view b) {
    return std::make_tuple(IsTestSource(a), a.size(), a) < std::make_tuple(IsTestSource(b), b.size(), b);
  });
  return best == fitting.end() ? "" : std::string(*best);
}

const std::vector<std::string>& SourceIndex::LinesOf(const std::string& path) {
  auto [entry, fresh] = lines_.try_emplace(path);
  if (fresh) {
    Result<std::vector<uint8_t>> bytes = files_.ReadFile(JoinPath(root_, path), kMaxSource);
    if (bytes.ok()) entry->second = SplitLines(AsText(*bytes));
  }
  return entry->second;
}

Source SourceIndex::Find(const Location& location) {
  Source source;
  if (location.file.empty() || location.line == 0) return source;
  std::string path = PathOf(location);
  if (path.empty()) return source;
  const std::vector<std::string>& lines = LinesOf(path);
  if (location.line > lines.size()) return source;  // the source is another version of the class
  source.path = std::move(path);
  source.line = location.line;
  source.first_line = location.line > kContext ? location.line - kContext : 1;
  size_t last = std::min<size_t>(lines.size(), size_t{location.line} + kContext);
  source.lines.assign(lines.begin() + (source.first_line - 1), lines.begin() + static_cast<ptrdiff_t>(last));
  return source;
}

}  // namespace revmon::report
