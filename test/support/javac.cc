#include "support/javac.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace revmon::testing {
namespace {

namespace fs = std::filesystem;

std::string Slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "revmon-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) std::abort();
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void TemporaryFolder::Write(const std::string& name, const std::string& content) const {
  fs::path path = fs::path(path_) / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

Result<ClassTree> CompileJava(const SourceTree& sources, const std::vector<std::string>& options) {
  TemporaryFolder folder;
  std::string arguments = "-proc:none\n-encoding\nUTF-8\n-d\n" + folder.path() + "/out\n";
  for (const std::string& option : options) arguments += option + "\n";
  for (const auto& [name, source] : sources) {
    folder.Write("src/" + name, source);
    arguments += folder.path() + "/src/" + name + "\n";
  }
  folder.Write("arguments", arguments);
  fs::create_directories(folder.path() + "/out");
  std::string command = "javac @" + folder.path() + "/arguments > " + folder.path() + "/log 2>&1";
  if (std::system(command.c_str()) != 0)
    return Error(ErrorCode::kInvalid, "javac: " + Slurp(folder.path() + "/log"));
  ClassTree classes;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path() + "/out")) {
    if (entry.path().extension() != ".class") continue;
    std::string name = fs::relative(entry.path(), folder.path() + "/out").replace_extension().string();
    std::string content = Slurp(entry.path());
    classes[name].assign(content.begin(), content.end());
  }
  return classes;
}

}  // namespace revmon::testing
