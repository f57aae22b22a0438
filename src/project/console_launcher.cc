#include "project/console_launcher.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/path.h"

namespace revmon::project {
namespace {

constexpr std::string_view kName = "junit-platform-console";
constexpr std::string_view kRepository =
    ".m2/repository/org/junit/platform/junit-platform-console-standalone";

// The numbers of "1.10.2", of a jar or folder name.
std::vector<int> VersionIn(std::string_view name) {
  std::vector<int> numbers;
  const size_t begin = name.find_first_of("0123456789");
  if (begin == std::string_view::npos) return numbers;
  const char* at = name.data() + begin;
  const char* end = name.data() + name.size();
  while (at < end) {
    int number = 0;
    auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc()) break;
    numbers.push_back(number);
    if (next == end || *next != '.') break;
    at = next + 1;
  }
  return numbers;
}

std::string NewestInRepository(const FileSystem& files, const std::string& home) {
  const std::string folder = JoinPath(home, kRepository);
  Result<std::vector<DirectoryEntry>> versions = files.List(folder);
  if (!versions.ok()) return "";
  std::string best;
  std::vector<int> best_version;
  for (const DirectoryEntry& entry : *versions) {
    const std::string jar =
        JoinPath(JoinPath(folder, entry.name), "junit-platform-console-standalone-" + entry.name + ".jar");
    if (files.Exists(jar) && VersionIn(entry.name) > best_version) {
      best = jar;
      best_version = VersionIn(entry.name);
    }
  }
  return best;
}

std::string Joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : ":") + part;
  return all;
}

// Regular expressions of class names, several names in one: a command line has its limits.
void AddLeftOut(const std::vector<std::string>& names, std::vector<std::string>* words) {
  constexpr size_t kMaxWord = 60'000;
  std::string all;
  auto flush = [&] {
    if (!all.empty()) words->push_back("--exclude-classname=^(" + all + ")(\\$.*)?$");
    all.clear();
  };
  for (const std::string& name : names) {
    if (all.size() > kMaxWord) flush();
    if (!all.empty()) all += '|';
    for (char c : name) all += c == '.' ? std::string("\\.") : std::string(1, c);
  }
  flush();
}

}  // namespace

Result<std::string> FindConsoleLauncher(const FileSystem& files, const PlainTests& tests,
                                        const std::string& home) {
  if (!tests.launcher.empty()) {
    if (files.Exists(tests.launcher)) return tests.launcher;
    return Error(ErrorCode::kNotFound, "no such file").At(tests.launcher).Hint("check --launcher");
  }
  for (const std::string& entry : tests.class_path) {
    if (BaseName(entry).starts_with(kName)) return entry;
  }
  std::string found = home.empty() ? "" : NewestInRepository(files, home);
  if (!found.empty()) return found;
  return Error(ErrorCode::kNotFound,
               "no JUnit console launcher on the class path or in the local Maven repository")
      .Hint("get org.junit.platform:junit-platform-console-standalone and give --launcher JAR");
}

std::vector<std::string> LauncherArguments(const PlainTests& tests, const std::string& launcher,
                                           const std::vector<std::string>& more) {
  std::vector<std::string> path = tests.tests;
  path.insert(path.end(), tests.classes.begin(), tests.classes.end());
  path.insert(path.end(), tests.class_path.begin(), tests.class_path.end());
  if (std::find(path.begin(), path.end(), launcher) == path.end()) path.push_back(launcher);
  std::vector<std::string> words = {"-cp", Joined(path), "org.junit.platform.console.ConsoleLauncher"};
  // "execute" came with 1.10 and is required from 6 on.
  if (VersionIn(BaseName(launcher)) >= std::vector<int>{1, 10}) words.emplace_back("execute");
  for (const std::string& name : tests.only) words.push_back("--select-class=" + name);
  if (tests.only.empty()) {
    for (const std::string& name : tests.order) words.push_back("--select-class=" + name);
    AddLeftOut(tests.left_out, &words);
  }
  if (!tests.reports.empty()) words.push_back("--reports-dir=" + tests.reports);
  if (tests.only.empty() && tests.order.empty()) words.push_back("--scan-classpath=" + Joined(tests.tests));
  words.emplace_back("--disable-ansi-colors");
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace revmon::project
