#include "experiment/workspace.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>

#include "base/path.h"
#include "run/process.h"

namespace revmon::experiment {
namespace {

// A name that no other process uses, nor this one again.
std::string Unique(const std::string& path) {
  static std::atomic<uint64_t> next = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return path + "-" + std::to_string(::getpid()) + "-" + std::to_string(now) + "-" + std::to_string(next++);
}

}  // namespace

Result<std::string> Git(const std::string& folder, const std::vector<std::string>& arguments) {
  run::Command command;
  // What the user has configured (hooks, line ends, signing) must not show in the working copies.
  command.argv = {"git",
                  "-c",
                  "core.hooksPath=/dev/null",
                  "-c",
                  "core.autocrlf=false",
                  "-c",
                  "advice.detachedHead=false"};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.environment = {{"GIT_TERMINAL_PROMPT", "0"}, {"GIT_DIR", ""}, {"GIT_WORK_TREE", ""}};
  command.directory = folder;
  REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, run::RunCommand(command));
  if (outcome.exit_code == 0) return std::move(outcome.out);
  std::string said = outcome.err.substr(0, outcome.err.find('\n'));
  return Error(ErrorCode::kIo, "git " + arguments.front() + " failed: " + said).At(folder);
}

Status MakeClone(FileSystem& files, const std::string& project, const std::string& folder) {
  if (files.Exists(folder + "/HEAD")) return OkStatus();
  if (!files.IsDirectory(project)) {
    return Error(ErrorCode::kNotFound, "no such folder")
        .At(project)
        .Hint("'path' of a project is a git clone");
  }
  const std::string unfinished = Unique(folder + ".part");
  REVMON_RETURN_IF_ERROR(files.CreateDirectories(std::string(DirName(folder))));
  if (Result<std::string> made = Git(project, {"clone", "--quiet", "--bare", "--local", ".", unfinished});
      !made.ok()) {
    return made.error();
  }
  return files.Rename(unfinished, folder);
}

std::string Workspace::work() const { return folder_ + "/work"; }

std::string Workspace::StateOf(int64_t position) const {
  return folder_ + "/state/" + std::to_string(position);
}

// The newest state that a cell before this one has left.
Result<std::optional<int64_t>> Workspace::LastState(int64_t before) const {
  std::optional<int64_t> last;
  if (!files_.IsDirectory(folder_ + "/state")) return last;
  REVMON_ASSIGN_OR_RETURN(std::vector<DirectoryEntry> entries, files_.List(folder_ + "/state"));
  for (const DirectoryEntry& entry : entries) {
    int64_t position = 0;
    const char* end = entry.name.data() + entry.name.size();
    auto [at, error] = std::from_chars(entry.name.data(), end, position);
    if (error != std::errc() || at != end || position >= before) continue;
    last = std::max(last.value_or(-1), position);
  }
  return last;
}

Status Workspace::StartOver() {
  if (!files_.Exists(work())) return OkStatus();
  const std::string old = Unique(folder_ + "/old");
  REVMON_RETURN_IF_ERROR(files_.Rename(work(), old));
  // Somebody may still write there; what cannot be removed now is only in the way of nobody.
  static_cast<void>(files_.RemoveTree(old).ok());
  return OkStatus();
}

Status Workspace::Prepare(const std::string& clone, const std::string& revision, int64_t position) {
  if (!files_.Exists(work())) {
    REVMON_RETURN_IF_ERROR(files_.CreateDirectories(folder_));
    const std::string unfinished = Unique(folder_ + "/part");
    Result<std::string> made =
        Git(folder_, {"clone", "--quiet", "--shared", "--no-checkout", clone, unfinished});
    if (!made.ok()) return made.error();
    REVMON_RETURN_IF_ERROR(files_.Rename(unfinished, work()));
  }
  for (const std::vector<std::string>& step :
       {std::vector<std::string>{"checkout", "--quiet", "--force", "--detach", revision},
        std::vector<std::string>{"clean", "--quiet", "-ffdx"}}) {
    if (Result<std::string> done = Git(work(), step); !done.ok()) return done.error();
  }
  REVMON_ASSIGN_OR_RETURN(std::optional<int64_t> last, LastState(position));
  if (!last) return OkStatus();
  return Copy(StateOf(*last), work());
}

Status Workspace::SaveState(int64_t position) {
  const std::string target = StateOf(position);
  const std::string unfinished = Unique(folder_ + "/state/part");
  REVMON_RETURN_IF_ERROR(files_.CreateDirectories(unfinished));
  for (const std::string& path : keep_) {
    if (!files_.Exists(JoinPath(work(), path))) continue;
    const std::string parent(DirName(path));
    if (parent != "." && !parent.empty()) {
      REVMON_RETURN_IF_ERROR(files_.CreateDirectories(JoinPath(unfinished, parent)));
    }
    run::Command copy{.argv = {"cp", "-a", "--", JoinPath(work(), path), JoinPath(unfinished, path)}};
    REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, run::RunCommand(copy));
    if (outcome.exit_code != 0) return Error(ErrorCode::kIo, outcome.err).At(path);
  }
  REVMON_RETURN_IF_ERROR(files_.RemoveTree(target));
  REVMON_RETURN_IF_ERROR(files_.Rename(unfinished, target));
  // The one before the last is not needed again, also not after a kill right now.
  REVMON_ASSIGN_OR_RETURN(std::optional<int64_t> last, LastState(position));
  if (!last) return OkStatus();
  REVMON_ASSIGN_OR_RETURN(std::optional<int64_t> older, LastState(*last));
  return older ? files_.RemoveTree(StateOf(*older)) : OkStatus();
}

// Everything in `from` into `to`, which exists.
Status Workspace::Copy(const std::string& from, const std::string& to) {
  run::Command copy{.argv = {"cp", "-a", "--", from + "/.", to}};
  REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, run::RunCommand(copy));
  if (outcome.exit_code != 0) return Error(ErrorCode::kIo, outcome.err).At(from);
  return OkStatus();
}

}  // namespace revmon::experiment
