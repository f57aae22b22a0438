#include "run/doctor.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/path.h"
#include "classpath/jdk.h"
#include "project/build_command.h"
#include "project/project.h"
#include "run/process.h"
#include "run/session.h"

namespace revmon::run {
namespace {

constexpr std::chrono::milliseconds kPatience{60'000};
constexpr const char* kTrialSpec = "Thread_StartOnce";

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// Maven prints its version in bold, also into pipes.
std::string WithoutEscapes(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\033') {
      plain += text[i];
    } else {
      i = std::min(text.find('m', i), text.size());
    }
  }
  return plain;
}

std::string Plural(size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// A folder of our own that is gone again afterwards.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(FileSystem& files) : files_(files) {
    const char* parent = std::getenv("TMPDIR");
    std::string pattern = JoinPath(parent == nullptr ? "/tmp" : parent, "revmon-doctor-XXXXXX");
    if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~TemporaryFolder() {
    if (!path_.empty()) (void)files_.RemoveTree(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  FileSystem& files_;
  std::string path_;
};

// The JDK that a build started now would run on.
std::string JdkOfBuilds(const FileSystem& files) {
  std::vector<classpath::Jdk> found =
      classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
  return found.empty() ? "" : found.front().home;
}

void ExamineInstallation(FileSystem& files, const Result<Installation>& installation,
                         std::vector<Check>* checks) {
  if (!installation.ok()) {
    checks->push_back({"RevMon", Health::kBad, installation.error().message(), installation.error().hint()});
    return;
  }
  checks->push_back({"RevMon", Health::kGood, "agent " + installation->agent, ""});
  TemporaryFolder folder(files);
  SessionOptions options;
  options.out = folder.path();
  Result<Session> session = Session::Open(files, *installation, options);
  if (!session.ok()) {
    checks->push_back({"RevMon", Health::kBad, session.error().Text(), "revmon specs check says more"});
  } else {
    checks->push_back({"RevMon", Health::kGood,
                       Plural(session->plan().specs.size(), "spec") + " in the default profile", ""});
  }
}

void ExamineJava(FileSystem& files, const Result<Installation>& installation, std::vector<Check>* checks) {
  std::vector<classpath::Jdk> jdks = classpath::DiscoverJdks(files, classpath::JdkEnvironment::FromProcess());
  const std::string preferred = JdkOfBuilds(files);
  for (const classpath::Jdk& jdk : jdks) {
    const std::string version = jdk.version.empty() ? "Java" : "Java " + jdk.version;
    if (!files.Exists(JoinPath(jdk.home, "bin/java"))) continue;
    Check check{"Java", Health::kGood, version + " in " + jdk.home, ""};
    if (installation.ok()) check = TryAgent(files, *installation, jdk.home, version);
    if (jdk.home == preferred) check.text += "; builds use it";
    checks->push_back(std::move(check));
  }
  if (jdks.empty()) {
    checks->push_back(
        {"Java", Health::kBad, "none in JAVA_HOME, PATH or /usr/lib/jvm", "install a JDK, or set JAVA_HOME"});
  }
  for (const char* name : {"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == 0) continue;
    checks->push_back({"Java", Health::kNote, std::string(name) + " is set: " + value,
                       "it reaches every JVM, Maven's and Gradle's own too"});
  }
}

Check ToolVersion(std::vector<std::string> program, const project::Project& project) {
  Command command;
  command.argv = std::move(program);
  const std::string name = command.argv.back();
  command.argv.emplace_back("--version");
  command.directory = project.root;
  command.time_limit = kPatience;
  Result<Outcome> outcome = RunCommand(command);
  if (!outcome.ok() || outcome->exit_code != 0 || outcome->timed_out) {
    std::string why = !outcome.ok() ? outcome.error().message()
                                    : FirstLine(outcome->err.empty() ? outcome->out : outcome->err);
    return {"project", Health::kBad, name + " does not start: " + why, "run it by hand: " + ToShell(command)};
  }
  std::string version;
  for (std::string rest = WithoutEscapes(outcome->out); !rest.empty() && version.empty();) {
    std::string line = FirstLine(rest);
    rest.erase(0, std::min(rest.size(), line.size() + 1));
    if (line.find("Maven ") != std::string::npos || line.starts_with("Gradle ")) version = line;
  }
  return {"project", Health::kGood, name + (version.empty() ? "" : ": " + version), ""};
}

void ExamineSurefire(const project::Module& module, std::vector<Check>* checks) {
  for (const project::PomPlugin& plugin : module.pom.plugins) {
    const bool tests =
        plugin.artifact == "maven-surefire-plugin" || plugin.artifact == "maven-failsafe-plugin";
    if (!tests || plugin.fork_count != "0") continue;
    checks->push_back(
        {"project", Health::kNote,
         module.name + ": " + plugin.artifact + " has forkCount 0, tests run in Maven's own JVM",
         "they cannot be monitored there: leave forkCount at 1"});
  }
}

std::vector<std::string> DependenciesOf(const project::Project& project) {
  std::vector<std::string> all;
  for (const project::Module& module : project.modules) {
    all.insert(all.end(), module.pom.dependencies.begin(), module.pom.dependencies.end());
  }
  return all;
}

}  // namespace

std::string_view ToString(Health health) {
  switch (health) {
    case Health::kGood: return "ok";
    case Health::kNote: return "note";
    case Health::kBad: break;
  }
  return "problem";
}

Check TryAgent(FileSystem& files, const Installation& installation, const std::string& jdk_home,
               const std::string& version) {
  Check check{"Java", Health::kBad, version + " in " + jdk_home, ""};
  TemporaryFolder folder(files);
  SessionOptions options;
  options.out = folder.path();
  options.plan.names = {kTrialSpec};
  Result<Session> session = Session::Open(files, installation, options);
  if (!session.ok()) {
    check.text += ": " + session.error().Text();
    return check;
  }
  Command command;
  command.argv = {JoinPath(jdk_home, "bin/java"), session->AgentArgument(), "-version"};
  command.time_limit = kPatience;
  Result<Outcome> outcome = RunCommand(command);
  std::vector<std::string> notes;
  Result<std::vector<JvmResults>> results = session->Collect(&notes);
  const bool wrote = results.ok() && results->size() == 1;
  if (outcome.ok() && outcome->exit_code == 0 && wrote) {
    check.health = Health::kGood;
    check.text += ", the agent works";
    return check;
  }
  check.text += ": the agent does not work";
  if (outcome.ok()) {
    check.text += " (exit code " + std::to_string(outcome->exit_code) + ": " + FirstLine(outcome->err) + ")";
    check.fix = "run by hand: " + ToShell(command);
  } else {
    check.text += " (" + outcome.error().message() + ")";
  }
  return check;
}

std::vector<Check> ExamineProject(const FileSystem& files, const DoctorOptions& options) {
  std::vector<Check> checks;
  Result<project::Project> project = project::FindProject(files, options.folder);
  if (!project.ok()) {
    Error error = project.error();
    checks.push_back({"project", Health::kBad, error.Text(), ""});
    return checks;
  }
  checks.push_back({"project", Health::kGood,
                    std::string(project::ToString(project->tool)) + " project in " + project->root + ", " +
                        Plural(project->modules.size(), "module"),
                    ""});
  Result<std::vector<std::string>> program =
      project::FindBuildProgram(files, *project, options.build_program);
  if (program.ok()) {
    checks.push_back(ToolVersion(*program, *project));
  } else {
    checks.push_back({"project", Health::kBad, program.error().message(), program.error().hint()});
  }
  std::string frameworks;
  for (const std::string& name : project::TestFrameworks(DependenciesOf(*project))) {
    frameworks += (frameworks.empty() ? "" : ", ") + name;
  }
  if (!frameworks.empty()) checks.push_back({"project", Health::kGood, "tests with " + frameworks, ""});
  for (const project::Module& module : project->modules) ExamineSurefire(module, &checks);
  if (::access(project->root.c_str(), W_OK) != 0 && files.Exists(project->root)) {
    checks.push_back({"project", Health::kBad, "cannot write to " + project->root, "give --out DIR"});
  }
  return checks;
}

std::vector<Check> Examine(FileSystem& files, const DoctorOptions& options) {
  std::vector<Check> checks;
  Result<Installation> installation = FindInstallation(files);
  ExamineInstallation(files, installation, &checks);
  ExamineJava(files, installation, &checks);
  for (Check& check : ExamineProject(files, options)) checks.push_back(std::move(check));
  return checks;
}

}  // namespace revmon::run
