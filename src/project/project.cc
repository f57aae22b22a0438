#include "project/project.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/path.h"

namespace revmon::project {
namespace {

constexpr size_t kMaxModules = 10'000;
constexpr std::array kGradleFiles = {"settings.gradle", "settings.gradle.kts", "build.gradle",
                                     "build.gradle.kts"};

bool HasGradle(const FileSystem& files, const std::string& folder) {
  return std::any_of(kGradleFiles.begin(), kGradleFiles.end(),
                     [&](const char* name) { return files.Exists(JoinPath(folder, name)); });
}

bool HasPom(const FileSystem& files, const std::string& folder) {
  return files.Exists(JoinPath(folder, "pom.xml"));
}

BuildTool ToolIn(const FileSystem& files, const std::string& folder) {
  const bool maven = HasPom(files, folder);
  const bool gradle = HasGradle(files, folder);
  if (maven && gradle) {
    const bool gradle_wins =
        files.Exists(JoinPath(folder, "gradlew")) && !files.Exists(JoinPath(folder, "mvnw"));
    return gradle_wins ? BuildTool::kGradle : BuildTool::kMaven;
  }
  if (maven) return BuildTool::kMaven;
  return gradle ? BuildTool::kGradle : BuildTool::kNone;
}

Error NoProject(const FileSystem& files, const std::string& folder) {
  Error error(ErrorCode::kNotFound, "no project here: neither pom.xml nor a Gradle build");
  error.At(folder);
  for (std::string above(DirName(folder)); above != "/" && above != "."; above = DirName(above)) {
    if (ToolIn(files, above) != BuildTool::kNone) return error.Hint("there is one in " + above);
  }
  return error.Hint("run revmon in the project's folder, or give --classes and --tests");
}

Result<Pom> LoadPom(const FileSystem& files, const std::string& path) {
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(path, uint64_t{64} << 20));
  Result<Pom> pom = ReadPom({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!pom.ok()) return std::move(pom.error().At(path).Hint("mvn validate says more"));
  return pom;
}

// A module is a folder with a pom.xml, or a pom file of any name.
std::string PomOf(const FileSystem& files, const std::string& folder, const std::string& module) {
  std::string path = NormalizePath(JoinPath(folder, module));
  return files.IsDirectory(path) ? JoinPath(path, "pom.xml") : path;
}

// Breadth first, without recursion: a pom may name any folder, its own too.
Status ReadMavenModules(const FileSystem& files, Project& project) {
  std::vector<std::string> poms = {JoinPath(project.root, "pom.xml")};
  std::set<std::string> seen(poms.begin(), poms.end());
  for (size_t i = 0; i < poms.size(); ++i) {
    REVMON_ASSIGN_OR_RETURN(Pom pom, LoadPom(files, poms[i]));
    const std::string folder(DirName(poms[i]));
    for (const std::string& module : pom.modules) {
      std::string path = PomOf(files, folder, module);
      // A missing one may belong to a profile that is off; otherwise Maven says so.
      if (!files.Exists(path) || !seen.insert(path).second) continue;
      if (poms.size() >= kMaxModules) return Error(ErrorCode::kLimit, "more than 10000 modules").At(path);
      poms.push_back(std::move(path));
    }
    std::string name = pom.artifact;
    project.modules.push_back({.name = std::move(name), .folder = folder, .pom = std::move(pom)});
  }
  return OkStatus();
}

void ReadGradleProjects(const FileSystem& files, Project& project) {
  std::vector<std::string> folders = {project.root};
  if (Result<std::vector<DirectoryEntry>> entries = files.List(project.root); entries.ok()) {
    for (const DirectoryEntry& entry : *entries) {
      if (entry.type == FileType::kDirectory) folders.push_back(JoinPath(project.root, entry.name));
    }
  }
  for (const std::string& folder : folders) {
    const bool builds = folder == project.root || HasGradle(files, folder) ||
                        files.IsDirectory(JoinPath(folder, "src/test")) ||
                        files.IsDirectory(JoinPath(folder, "src/main"));
    if (builds)
      project.modules.push_back({.name = std::string(BaseName(folder)), .folder = folder, .pom = {}});
  }
}

struct Framework {
  std::string_view name;
  std::string_view part;  // of the artifact's name, after the last '/' or ':'
};
constexpr std::array kFrameworks = {
    Framework{"JUnit 5", "junit-jupiter"}, Framework{"JUnit 4", "junit-vintage"},
    Framework{"JUnit 4", "junit-4."},      Framework{"JUnit 4", "junit-dep"},
    Framework{"JUnit 3", "junit-3."},      Framework{"TestNG", "testng"},
    Framework{"Spock", "spock-core"},      Framework{"Kotest", "kotest-runner"},
    Framework{"ScalaTest", "scalatest"},   Framework{"Cucumber", "cucumber-java"}};

}  // namespace

std::string_view ToString(BuildTool tool) {
  switch (tool) {
    case BuildTool::kMaven: return "Maven";
    case BuildTool::kGradle: return "Gradle";
    case BuildTool::kNone: break;
  }
  return "no build tool";
}

Result<Project> FindProject(const FileSystem& files, const std::string& folder, BuildTool wanted) {
  Project project;
  REVMON_ASSIGN_OR_RETURN(project.root, files.RealPath(folder));
  project.tool = ToolIn(files, project.root);
  const bool has_wanted =
      wanted == BuildTool::kMaven ? HasPom(files, project.root) : HasGradle(files, project.root);
  if (wanted != BuildTool::kNone && has_wanted) project.tool = wanted;
  if (project.tool == BuildTool::kNone || (wanted != BuildTool::kNone && !has_wanted)) {
    return NoProject(files, project.root);
  }
  const std::string wrapper = JoinPath(project.root, project.tool == BuildTool::kMaven ? "mvnw" : "gradlew");
  if (files.Exists(wrapper)) project.wrapper = wrapper;
  if (project.tool == BuildTool::kMaven) {
    REVMON_RETURN_IF_ERROR(ReadMavenModules(files, project));
  } else {
    ReadGradleProjects(files, project);
  }
  return project;
}

std::vector<std::string> TestFrameworks(const std::vector<std::string>& artifacts) {
  std::vector<std::string> found;
  for (const Framework& framework : kFrameworks) {
    const bool seen = std::any_of(artifacts.begin(), artifacts.end(), [&](const std::string& artifact) {
      const std::string_view name = std::string_view(artifact).substr(artifact.find_last_of("/:") + 1);
      return name.starts_with(framework.part) || (framework.part == "junit-4." && name == "junit");
    });
    if (seen && std::find(found.begin(), found.end(), framework.name) == found.end()) {
      found.emplace_back(framework.name);
    }
  }
  return found;
}

}  // namespace revmon::project
