#include "classpath/jdk.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/path.h"

namespace revmon::classpath {
namespace {

constexpr uint64_t kLargestReleaseFile = uint64_t{1} << 20;

// The boot class path of JDK 8, in its order. lib/ext/*.jar follows, which an own loader serves.
constexpr std::string_view kBootJars[] = {"resources.jar", "rt.jar",       "sunrsasign.jar", "jsse.jar",
                                          "jce.jar",       "charsets.jar", "jfr.jar"};

bool IsFile(const FileSystem& fs, const std::string& path) {
  Result<FileInfo> info = fs.Stat(path);
  return info.ok() && info->type == FileType::kFile;
}

// The value of JAVA_VERSION="..." in the release file.
std::string ReadVersion(const FileSystem& fs, const std::string& home) {
  Result<std::vector<uint8_t>> content = fs.ReadFile(JoinPath(home, "release"), kLargestReleaseFile);
  if (!content.ok()) return "";
  std::string_view text = AsText(*content);
  constexpr std::string_view kKey = "JAVA_VERSION=\"";
  size_t at = text.find(kKey);
  while (at != std::string_view::npos && at != 0 && text[at - 1] != '\n') at = text.find(kKey, at + 1);
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + kKey.size());
  return std::string(text.substr(0, text.find_first_of("\"\r\n")));
}

std::vector<std::string> FindBootJars(const FileSystem& fs, const std::string& home) {
  for (std::string_view place : {"jre/lib", "lib"}) {
    const std::string lib = JoinPath(home, place);
    if (!IsFile(fs, JoinPath(lib, "rt.jar"))) continue;
    std::vector<std::string> jars;
    for (std::string_view name : kBootJars) {
      std::string jar = JoinPath(lib, name);
      if (IsFile(fs, jar)) jars.push_back(std::move(jar));
    }
    const std::string extensions = JoinPath(lib, "ext");
    if (Result<std::vector<DirectoryEntry>> entries = fs.List(extensions); entries.ok()) {
      for (const DirectoryEntry& entry : *entries) {
        if (entry.name.ends_with(".jar")) jars.push_back(JoinPath(extensions, entry.name));
      }
    }
    return jars;
  }
  return {};
}

// The folder of the first executable `java` on the PATH: .../bin/java -> ..., or .../jre/bin/java of a JDK 8.
std::vector<std::string> HomesOnPath(const FileSystem& fs, std::string_view path) {
  while (!path.empty()) {
    const size_t colon = std::min(path.find(':'), path.size());
    const std::string folder(path.substr(0, colon));
    path.remove_prefix(std::min(colon + 1, path.size()));
    if (folder.empty()) continue;
    Result<std::string> java = fs.RealPath(JoinPath(folder, "java"));
    if (!java.ok() || !IsFile(fs, *java)) continue;
    std::string home(DirName(DirName(*java)));
    std::vector<std::string> homes;
    if (BaseName(home) == "jre") homes.emplace_back(DirName(home));
    homes.push_back(std::move(home));
    return homes;
  }
  return {};
}

}  // namespace

std::string Jdk::jimage_library() const {
  return modules.empty() ? "" : JoinPath(DirName(modules), "libjimage.so");
}

JdkEnvironment JdkEnvironment::FromProcess() {
  JdkEnvironment environment;
  if (const char* home = std::getenv("JAVA_HOME")) environment.java_home = home;
  if (const char* path = std::getenv("PATH")) environment.path = path;
  return environment;
}

int FeatureOfVersion(std::string_view version) {
  if (version.starts_with("1.")) version.remove_prefix(2);
  int feature = 0;
  for (char c : version) {
    if (c < '0' || c > '9') break;
    feature = feature * 10 + (c - '0');
    if (feature > 9999) return 0;
  }
  return feature;
}

Result<Jdk> OpenJdk(const FileSystem& fs, const std::string& home) {
  Jdk jdk;
  REVMON_ASSIGN_OR_RETURN(jdk.home, fs.RealPath(home));
  jdk.version = ReadVersion(fs, jdk.home);
  jdk.feature = FeatureOfVersion(jdk.version);
  std::string modules = JoinPath(jdk.home, "lib/modules");
  if (IsFile(fs, modules)) {
    jdk.modules = std::move(modules);
    return jdk;
  }
  jdk.boot_jars = FindBootJars(fs, jdk.home);
  if (jdk.boot_jars.empty()) {
    return Error(ErrorCode::kNotFound, "no JDK here: neither lib/modules nor rt.jar").At(home);
  }
  if (jdk.feature == 0) jdk.feature = 8;  // rt.jar went with JDK 9
  return jdk;
}

std::vector<Jdk> DiscoverJdks(const FileSystem& fs, const JdkEnvironment& environment) {
  std::vector<std::string> candidates;
  if (!environment.java_home.empty()) candidates.push_back(environment.java_home);
  for (std::string& home : HomesOnPath(fs, environment.path)) candidates.push_back(std::move(home));
  for (const std::string& parent : environment.parents) {
    Result<std::vector<DirectoryEntry>> entries = fs.List(parent);
    if (!entries.ok()) continue;
    for (const DirectoryEntry& entry : *entries) candidates.push_back(JoinPath(parent, entry.name));
  }
  std::vector<Jdk> jdks;
  for (const std::string& candidate : candidates) {
    Result<Jdk> jdk = OpenJdk(fs, candidate);
    if (!jdk.ok()) continue;
    const bool known =
        std::any_of(jdks.begin(), jdks.end(), [&](const Jdk& other) { return other.home == jdk->home; });
    if (!known) jdks.push_back(std::move(jdk).value());
  }
  return jdks;
}

}  // namespace revmon::classpath
