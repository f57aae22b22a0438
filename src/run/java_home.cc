#include "run/java_home.h"

#include "base/path.h"
#include "project/build_command.h"

namespace revmon::run {
namespace {

std::string JavaOf(const std::string& home) { return JoinPath(home, "bin/java"); }

bool IsFile(const FileSystem& files, const std::string& path) {
  Result<FileInfo> info = files.Stat(path);
  return info.ok() && info->type == FileType::kFile;
}

}  // namespace

Result<JavaChoice> ChooseJava(const FileSystem& files, const classpath::JdkEnvironment& environment,
                              const std::string& given) {
  if (!given.empty()) {
    if (IsFile(files, JavaOf(given))) return JavaChoice{JavaOf(given), given};
    return Error(ErrorCode::kNotFound, "no bin/java here").At(given).Hint("--jdk takes the folder of a JDK");
  }
  const std::string& home = environment.java_home;
  if (!home.empty()) {
    if (IsFile(files, JavaOf(home))) return JavaChoice{JavaOf(home), ""};
    return Error(ErrorCode::kNotFound, "JAVA_HOME is set to this, and there is no bin/java in it")
        .At(home)
        .Hint("set JAVA_HOME to a JDK, or unset it");
  }
  if (std::string java = project::FindInPath(files, "java", environment.path); !java.empty()) {
    return JavaChoice{std::move(java), ""};
  }
  for (const classpath::Jdk& jdk : classpath::DiscoverJdks(files, environment)) {
    if (IsFile(files, JavaOf(jdk.home))) return JavaChoice{JavaOf(jdk.home), jdk.home};
  }
  return Error(ErrorCode::kNotFound, "no Java found: not by JAVA_HOME, nor in PATH or /usr/lib/jvm")
      .Hint("install a JDK, or set JAVA_HOME");
}

}  // namespace revmon::run
