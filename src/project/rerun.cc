#include "project/rerun.h"

#include <algorithm>
#include <array>

#include "base/path.h"
#include "project/build_command.h"

namespace revmon::project {
namespace {

bool ChoosesTests(std::string_view word) {
  constexpr std::array<std::string_view, 2> kBeginnings = {"-Dtest=", "-Dit.test="};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view beginning) { return word.starts_with(beginning); });
}

std::vector<std::string> MavenArguments(const std::vector<std::string>& arguments,
                                        const std::vector<std::string>& classes) {
  std::vector<std::string> words;
  for (const std::string& word : arguments) {
    if (!ChoosesTests(word)) words.push_back(word);
  }
  std::string list;
  for (const std::string& name : classes) {
    list += (list.empty() ? "" : ",") + name;
    list += "," + name + "$*";
  }
  words.push_back("-Dtest=" + list);
  words.push_back("-Dit.test=" + list);
  for (const char* name : {"failIfNoTests", "surefire.failIfNoSpecifiedTests",
                           "failsafe.failIfNoSpecifiedTests", "it.failIfNoSpecifiedTests"}) {
    words.push_back("-D" + std::string(name) + "=false");
  }
  return words;
}

bool Tests(const FileSystem& files, const TestRun& run, const std::string& name) {
  std::string path = name + ".class";
  std::replace(path.begin(), path.end() - 6, '.', '/');
  return std::any_of(run.test_classes.begin(), run.test_classes.end(),
                     [&](const std::string& folder) { return files.Exists(JoinPath(folder, path)); });
}

std::vector<std::string> GradleArguments(const FileSystem& files, const std::vector<std::string>& arguments,
                                         const std::vector<std::string>& classes,
                                         const std::vector<TestRun>& runs) {
  std::vector<std::string> tasks;
  for (const TestRun& run : runs) {
    if (run.module.empty() || std::find(tasks.begin(), tasks.end(), run.module) != tasks.end()) continue;
    bool named = false;
    for (const std::string& name : classes) {
      if (!Tests(files, run, name)) continue;
      if (!named) tasks.push_back(run.module);
      named = true;
      tasks.emplace_back("--tests");
      tasks.push_back(name + "*");
    }
  }
  if (tasks.empty()) return tasks;
  std::vector<std::string> words;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const bool takes_value = TakesValue(BuildTool::kGradle, word);
    const bool keeps = word.starts_with('-') && word != "--tests";
    if (keeps) words.push_back(word);
    if (takes_value && ++i < arguments.size() && keeps) words.push_back(arguments[i]);
  }
  words.insert(words.end(), tasks.begin(), tasks.end());
  return words;
}

}  // namespace

std::string TopClassOf(std::string_view test) {
  std::string_view name = test.substr(0, test.find('#'));
  name = name.substr(0, name.find('$'));
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return c == '.' || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  });
  return plain ? std::string(name) : "";
}

std::vector<std::string> RerunArguments(const FileSystem& files, BuildTool tool,
                                        const std::vector<std::string>& arguments,
                                        const std::vector<std::string>& classes,
                                        const std::vector<TestRun>& runs) {
  if (tool == BuildTool::kGradle) return GradleArguments(files, arguments, classes, runs);
  return MavenArguments(arguments, classes);
}

}  // namespace revmon::project
