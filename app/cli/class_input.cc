#include "app/cli/class_input.h"

#include <algorithm>
#include <vector>

#include "classpath/class_path.h"
#include "classpath/jdk.h"

namespace revmon::cli {
namespace {

constexpr std::string_view kJrt = "jrt:/";

Result<classpath::Jdk> ChooseJdk(const FileSystem& files, const std::string& home) {
  if (!home.empty()) return classpath::OpenJdk(files, home);
  std::vector<classpath::Jdk> found = DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
  if (found.empty()) return Error(ErrorCode::kNotFound, "no JDK found").Hint("pass --jdk or set JAVA_HOME");
  return found.front();
}

Status VisitOne(const FileSystem& files, const std::string& path, const ClassVisitor& visit) {
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(path));
  visit(path, bytes);
  return OkStatus();
}

}  // namespace

Status ForEachClass(const FileSystem& files, const std::string& path, const std::string& jdk,
                    const ClassVisitor& visit, const ProblemVisitor& problem) {
  classpath::ClassPath classes(files);
  std::string module;
  if (path.starts_with(kJrt)) {
    REVMON_ASSIGN_OR_RETURN(classpath::Jdk home, ChooseJdk(files, jdk));
    classes.AddJdk(home);
    module = path.substr(kJrt.size());
    if (!module.empty()) module = "!/" + module + "/";
  } else {
    REVMON_ASSIGN_OR_RETURN(FileInfo info, files.Stat(path));
    if (info.type == FileType::kFile && path.ends_with(".class")) return VisitOne(files, path, visit);
    classes.AddElement(path);
  }
  for (const Error& error : classes.problems()) problem(error);
  classpath::ClassList list = classes.List();
  for (const Error& error : list.problems) problem(error);
  std::sort(list.entries.begin(), list.entries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  size_t count = 0;
  for (const classpath::ClassEntry& entry : list.entries) {
    std::string origin = classes.OriginOf(entry);
    if (!module.empty() && origin.find(module) == std::string::npos) continue;
    ++count;
    Result<classpath::Blob> content = classes.Read(entry);
    if (content.ok()) {
      visit(origin, content->bytes());
    } else {
      problem(content.error());
    }
  }
  if (count == 0) return Error(ErrorCode::kNotFound, "no class in it").At(path);
  return OkStatus();
}

}  // namespace revmon::cli
