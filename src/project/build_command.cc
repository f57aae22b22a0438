#include "project/build_command.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "base/path.h"
#include "project/embedded.h"

namespace revmon::project {
namespace {

constexpr std::string_view kExtensionPath = "-Dmaven.ext.class.path=";

// Options whose value is the next word. "-Dx=y" and "--console=plain" are one word and need no row.
constexpr std::array kMavenValues = {"-f",     "--file",
                                     "-pl",    "--projects",
                                     "-P",     "--activate-profiles",
                                     "-s",     "--settings",
                                     "-gs",    "--global-settings",
                                     "-t",     "--toolchains",
                                     "-gt",    "--global-toolchains",
                                     "-T",     "--threads",
                                     "-rf",    "--resume-from",
                                     "-l",     "--log-file",
                                     "-D",     "--define",
                                     "-b",     "--builder",
                                     "--color"};
constexpr std::array kGradleValues = {"-p",
                                      "--project-dir",
                                      "-b",
                                      "--build-file",
                                      "-c",
                                      "--settings-file",
                                      "-I",
                                      "--init-script",
                                      "-g",
                                      "--gradle-user-home",
                                      "-x",
                                      "--exclude-task",
                                      "--tests",
                                      "--max-workers",
                                      "--console",
                                      "-P",
                                      "--project-prop",
                                      "-D",
                                      "--system-prop",
                                      "--include-build",
                                      "--priority",
                                      "--warning-mode",
                                      "--project-cache-dir",
                                      "--dependency-verification",
                                      "-F"};

template <size_t N>
bool Contains(const std::array<const char*, N>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Extensions that the project or the user loads the same way stay: the option can be given only once.
std::string OtherExtensions(const FileSystem& files, const Project& project,
                            const std::vector<std::string>& arguments) {
  std::vector<std::string> words = arguments;
  Result<std::vector<uint8_t>> config = files.ReadFile(JoinPath(project.root, ".mvn/maven.config"));
  if (config.ok()) {
    std::string word;
    for (uint8_t byte : *config) {
      const char c = static_cast<char>(byte);
      if (c != '\n' && c != ' ' && c != '\r') {
        word += c;
      } else {
        words.push_back(std::exchange(word, ""));
      }
    }
    words.push_back(word);
  }
  for (const std::string& word : words) {
    if (word.starts_with(kExtensionPath)) return ":" + word.substr(kExtensionPath.size());
  }
  return "";
}

Bytes AsBytes(std::string_view text) { return {reinterpret_cast<const uint8_t*>(text.data()), text.size()}; }

// The command that chooses for each module, a word a line, where our part of the build looks for it.
Status WriteAsk(FileSystem& files, const Attachment& attachment) {
  std::string words;
  for (const std::string& word : attachment.ask) {
    if (word.find('\n') != std::string::npos) return OkStatus();  // such a path: all are monitored
    words += word + "\n";
  }
  if (words.empty()) return OkStatus();
  return files.WriteFileAtomically(JoinPath(attachment.folder, "ask"), AsBytes(words));
}

Result<std::vector<std::string>> AttachToMaven(FileSystem& files, const Project& project,
                                               const Attachment& attachment,
                                               const std::vector<std::string>& arguments) {
  const std::string jar = JoinPath(attachment.folder, "extension.jar");
  REVMON_RETURN_IF_ERROR(files.WriteFileAtomically(jar, MavenExtension()));
  std::vector<std::string> options = {
      "-B", std::string(kExtensionPath) + jar + OtherExtensions(files, project, arguments),
      "-Drevmon.maven.agent=" + attachment.agent, "-Drevmon.maven.folder=" + attachment.folder};
  REVMON_RETURN_IF_ERROR(WriteAsk(files, attachment));
  // A build that takes results out of a cache runs no tests.
  if (files.Exists(JoinPath(project.root, ".mvn/maven-build-cache-config.xml"))) {
    options.emplace_back("-Dmaven.build.cache.enabled=false");
  }
  return options;
}

void Replace(std::string& text, std::string_view what, const std::string& with) {
  if (size_t at = text.find(what); at != std::string::npos) text.replace(at, what.size(), with);
}

Result<std::vector<std::string>> AttachToGradle(FileSystem& files, const Attachment& attachment) {
  std::string init(GradleInitScript());
  Replace(init, "@AGENT@", GroovyString(attachment.agent));
  Replace(init, "@FOLDER@", GroovyString(attachment.folder));
  Replace(init, "@SCRIPTS@", GroovyString(attachment.folder));
  const std::string path = JoinPath(attachment.folder, "init.gradle");
  REVMON_RETURN_IF_ERROR(files.WriteFileAtomically(path, AsBytes(init)));
  REVMON_RETURN_IF_ERROR(
      files.WriteFileAtomically(JoinPath(attachment.folder, "modern.gradle"), AsBytes(GradleModernScript())));
  REVMON_RETURN_IF_ERROR(
      files.WriteFileAtomically(JoinPath(attachment.folder, "legacy.gradle"), AsBytes(GradleLegacyScript())));
  REVMON_RETURN_IF_ERROR(WriteAsk(files, attachment));
  return std::vector<std::string>{"--init-script", path};
}

// Wrappers lose their permission to run in archives and on some file systems; they are shell scripts.
std::vector<std::string> Startable(const std::string& script) {
  if (::access(script.c_str(), X_OK) == 0) return {script};
  return {"sh", script};
}

}  // namespace

std::string FindInPath(const FileSystem& files, const std::string& name, const std::string& path) {
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find(':', begin), path.size());
    const std::string folder = path.substr(begin, end - begin);
    const std::string program = JoinPath(folder.empty() ? "." : folder, name);
    Result<FileInfo> info = files.Stat(program);
    if (info.ok() && info->type == FileType::kFile) return program;
    begin = end + 1;
  }
  return "";
}

Result<std::vector<std::string>> FindBuildProgram(const FileSystem& files, const Project& project,
                                                  const std::string& given) {
  const char* variable = std::getenv("PATH");
  const std::string path = variable == nullptr ? "" : variable;
  if (!given.empty()) {
    const std::string found = given.find('/') == std::string::npos ? FindInPath(files, given, path) : given;
    Result<FileInfo> info = files.Stat(found.empty() ? given : found);
    if (!info.ok() || info->type != FileType::kFile) {
      return Error(ErrorCode::kNotFound, "no such program").At(given).Hint("check --build-program");
    }
    return Startable(found);
  }
  if (!project.wrapper.empty()) return Startable(project.wrapper);
  const bool maven = project.tool == BuildTool::kMaven;
  std::string program = FindInPath(files, maven ? "mvn" : "gradle", path);
  if (program.empty()) {
    return Error(ErrorCode::kNotFound,
                 maven ? "no mvn in PATH, and no mvnw" : "no gradle in PATH, and no gradlew")
        .At(project.root)
        .Hint(maven ? "install Maven, or give --build-program PATH"
                    : "install Gradle, or give --build-program PATH");
  }
  return std::vector<std::string>{std::move(program)};
}

bool TakesValue(BuildTool tool, const std::string& option) {
  return tool == BuildTool::kMaven ? Contains(kMavenValues, option) : Contains(kGradleValues, option);
}

bool NamesGoal(BuildTool tool, const std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (TakesValue(tool, word)) {
      ++i;
    } else if (!word.empty() && word[0] != '-') {
      return true;
    }
  }
  return false;
}

std::string GroovyString(const std::string& text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\\' || c == '\'') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + "'";
}

Result<std::vector<std::string>> MakeBuildCommand(FileSystem& files, const Project& project,
                                                  std::vector<std::string> program,
                                                  const Attachment& attachment,
                                                  const std::vector<std::string>& arguments) {
  REVMON_RETURN_IF_ERROR(files.CreateDirectories(attachment.folder));
  std::vector<std::string> options;
  if (project.tool == BuildTool::kMaven) {
    REVMON_ASSIGN_OR_RETURN(options, AttachToMaven(files, project, attachment, arguments));
  } else {
    REVMON_ASSIGN_OR_RETURN(options, AttachToGradle(files, attachment));
  }
  std::vector<std::string> argv = std::move(program);
  argv.insert(argv.end(), options.begin(), options.end());
  // Gradle takes --tests and the like behind the task that they belong to.
  if (!NamesGoal(project.tool, arguments)) argv.emplace_back("test");
  for (const std::string& argument : arguments) {
    if (project.tool != BuildTool::kMaven || !argument.starts_with(kExtensionPath)) argv.push_back(argument);
  }
  return argv;
}

}  // namespace revmon::project
