#include "experiment/revisions.h"

#include <algorithm>

#include "base/hash.h"
#include "base/path.h"
#include "classfile/class_file.h"
#include "element/canonical.h"
#include "experiment/shell.h"
#include "experiment/workspace.h"

namespace revmon::experiment {
namespace {

// How many commits are tried for each one wanted, before giving up.
constexpr size_t kTriesForEach = 10;

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t start = 0; start < text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    if (end > start) lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

Result<std::vector<std::string>> Listed(const Project& project, const std::string& clone) {
  std::vector<std::string> out;
  for (const std::string& revision : project.revisions) {
    Result<std::string> id = Git(clone, {"rev-parse", "--verify", "--quiet", revision + "^{commit}"});
    if (!id.ok()) {
      return Error(ErrorCode::kNotFound, "project '" + project.name + "' has no revision '" + revision + "'");
    }
    for (std::string& line : Lines(*id)) out.push_back(std::move(line));
  }
  return out;
}

Status CollectClasses(FileSystem& files, const std::string& folder, std::vector<std::string>& out) {
  REVMON_ASSIGN_OR_RETURN(std::vector<DirectoryEntry> entries, files.List(folder));
  for (const DirectoryEntry& entry : entries) {
    std::string path = JoinPath(folder, entry.name);
    if (entry.type == FileType::kDirectory) REVMON_RETURN_IF_ERROR(CollectClasses(files, path, out));
    if (entry.type == FileType::kFile && entry.name.ends_with(".class")) out.push_back(std::move(path));
  }
  return OkStatus();
}

class LastOnes {
 public:
  LastOnes(FileSystem& files, const Project& project, const Probe& probe)
      : files_(files), project_(project), probe_(probe), workspace_(files, probe.folder, {}) {}

  Result<std::vector<std::string>> Find() {
    REVMON_RETURN_IF_ERROR(workspace_.StartOver());
    REVMON_ASSIGN_OR_RETURN(
        std::string listing,
        Git(probe_.clone, {"rev-list", "--first-parent", "-n",
                           std::to_string(project_.last * kTriesForEach + 1), project_.head, "--"}));
    std::string newer;  // bytecode of the chosen one after this
    std::vector<std::string> chosen;
    for (const std::string& revision : Lines(listing)) {
      if (chosen.size() == project_.last) break;
      REVMON_ASSIGN_OR_RETURN(std::string verdict, Try(revision, newer));
      if (probe_.say) probe_.say(project_.name + " " + revision.substr(0, 10) + ": " + verdict);
      if (verdict == "chosen") chosen.push_back(revision);
    }
    std::reverse(chosen.begin(), chosen.end());
    return chosen;
  }

 private:
  // "chosen", or why not. A commit with the same bytecode as the newer chosen one stands in for nothing.
  Result<std::string> Try(const std::string& revision, std::string& newer) {
    REVMON_RETURN_IF_ERROR(workspace_.Prepare(probe_.clone, revision, 0));
    for (const std::string& command : {project_.build, project_.test}) {
      if (command.empty()) continue;
      ShellCommand shell{.text = command, .folder = workspace_.work(), .jdk = probe_.jdk};
      shell.time_limit = probe_.time_limit;
      REVMON_ASSIGN_OR_RETURN(ShellOutcome outcome, RunShell(files_, shell));
      if (outcome.timed_out) return std::string("takes too long");
      if (outcome.exit_code != 0) {
        return std::string(&command == &project_.build ? "does not compile" : "does not pass");
      }
    }
    Result<std::string> bytecode = BytecodeOf(files_, workspace_.work(), project_.classes);
    if (!bytecode.ok()) return bytecode.error().Text();
    if (*bytecode == newer) return std::string("changes no bytecode");
    newer = *std::move(bytecode);
    return std::string("chosen");
  }

  FileSystem& files_;
  const Project& project_;
  const Probe& probe_;
  Workspace workspace_;
};

}  // namespace

Result<std::string> BytecodeOf(FileSystem& files, const std::string& root,
                               const std::vector<std::string>& folders) {
  std::vector<std::string> classes;
  for (const std::string& folder : folders) {
    std::string path = JoinPath(root, folder);
    if (!files.IsDirectory(path)) continue;
    REVMON_RETURN_IF_ERROR(CollectClasses(files, path, classes));
  }
  if (classes.empty()) {
    return Error(ErrorCode::kNotFound, "no class files in the folders that 'classes' names").At(root);
  }
  element::Canonicalizer canonicalizer;
  canonicalizer.set_skip_debug(true);
  element::ClassChecksums sums;
  std::string all;
  for (const std::string& path : classes) {
    REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(path));
    Result<classfile::ClassFile> file = classfile::ClassFile::Parse(bytes);
    if (!file.ok()) return Error(file.error()).At(path);
    if (Status hashed = canonicalizer.Run(*file, sums); !hashed.ok()) return Error(hashed.error()).At(path);
    all += std::string(file->name()) + ToHex(sums.type.content) + "\n";
  }
  return ToHex(HashBytes({reinterpret_cast<const uint8_t*>(all.data()), all.size()}));
}

Result<std::vector<std::string>> ResolveRevisions(FileSystem& files, const Project& project,
                                                  const Probe& probe) {
  std::vector<std::string> revisions;
  if (!project.revisions.empty()) {
    REVMON_ASSIGN_OR_RETURN(revisions, Listed(project, probe.clone));
  } else if (!project.range.empty()) {
    REVMON_ASSIGN_OR_RETURN(
        std::string text, Git(probe.clone, {"rev-list", "--first-parent", "--reverse", project.range, "--"}));
    revisions = Lines(text);
  } else {
    REVMON_ASSIGN_OR_RETURN(revisions, LastOnes(files, project, probe).Find());
  }
  if (!revisions.empty()) return revisions;
  return Error(ErrorCode::kNotFound, "project '" + project.name + "' has no revision to run")
      .Hint("the lines above say why each commit was left out");
}

}  // namespace revmon::experiment
