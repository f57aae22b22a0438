#include "project/facts.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "base/path.h"

namespace revmon::project {
namespace {

constexpr uint64_t kMaxRecord = uint64_t{64} << 20;

std::string Unescape(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char next = text[++i];
    out += next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next;
  }
  return out;
}

// Calls `line(key, value)` for every finished line with a tab in it.
template <typename F>
void ForEachLine(std::string_view text, F line) {
  while (true) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return;
    const std::string_view one = text.substr(0, end);
    const size_t tab = one.find('\t');
    if (tab != std::string_view::npos) line(one.substr(0, tab), Unescape(one.substr(tab + 1)));
    text.remove_prefix(end + 1);
  }
}

std::string* Single(TestRun& run, std::string_view key) {
  if (key == "tool") return &run.tool;
  if (key == "module") return &run.module;
  if (key == "folder") return &run.folder;
  if (key == "runner") return &run.runner;
  if (key == "execution") return &run.execution;
  if (key == "reports") return &run.reports;
  if (key == "obstacle") return &run.obstacle;
  if (key == "selection") return &run.selection;
  if (key == "note") return &run.note;
  if (key == "all-tests") return &run.all_tests;
  return nullptr;
}

std::vector<std::string>* Several(TestRun& run, std::string_view key) {
  if (key == "classes") return &run.classes;
  if (key == "test-classes") return &run.test_classes;
  if (key == "source") return &run.sources;
  if (key == "test-source") return &run.test_sources;
  if (key == "class-path") return &run.class_path;
  return nullptr;
}

std::string_view TextOf(const std::vector<uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TestRun ParseTestRun(std::string_view text) {
  TestRun run;
  ForEachLine(text, [&](std::string_view key, std::string value) {
    if (std::string* single = Single(run, key)) {
      *single = std::move(value);
    } else if (std::vector<std::string>* list = Several(run, key)) {
      list->push_back(std::move(value));
    }
  });
  return run;
}

Result<std::vector<TestRun>> ReadTestRuns(const FileSystem& files, const std::string& folder) {
  std::vector<TestRun> runs;
  REVMON_ASSIGN_OR_RETURN(std::vector<DirectoryEntry> entries, files.List(folder));
  for (const DirectoryEntry& entry : entries) {
    if (!entry.name.ends_with(".facts")) continue;
    REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes,
                            files.ReadFile(JoinPath(folder, entry.name), kMaxRecord));
    runs.push_back(ParseTestRun(TextOf(bytes)));
  }
  std::stable_sort(runs.begin(), runs.end(), [](const TestRun& a, const TestRun& b) {
    return std::tie(a.module, a.runner, a.execution) < std::tie(b.module, b.runner, b.execution);
  });
  return runs;
}

Progress ParseProgress(std::string_view text) {
  Progress progress;
  ForEachLine(text, [&](std::string_view key, const std::string& value) {
    if (key == "modules") {
      std::from_chars(value.data(), value.data() + value.size(), progress.modules);
    } else if (key == "module" || key == "tests") {
      progress.module = value;
      progress.testing = key == "tests";
    } else if (key == "done") {
      ++progress.done;
      if (value == progress.module) progress.testing = false;
    }
  });
  return progress;
}

}  // namespace revmon::project
