#include "run/session.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <set>
#include <string_view>

#include "base/path.h"
#include "run/javac.h"
#include "run/spec_library.h"

namespace revmon::run {
namespace {

constexpr std::string_view kIgnoreAll = "*\n";
constexpr std::string_view kSuffix = ".results";
constexpr uint64_t kMaxResults = uint64_t{1} << 30;

// "20261115-084512-4711": names sort by time.
std::string RunName(const Clock& clock) {
  time_t seconds = static_cast<time_t>(clock.WallNs() / 1'000'000'000);
  tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[32];
  size_t length = std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts);
  return std::string(text, length) + "-" + std::to_string(::getpid());
}

bool IsRunning(const std::string& run_name) {
  size_t dash = run_name.rfind('-');
  if (dash == std::string::npos) return false;
  long pid = std::strtol(run_name.c_str() + dash + 1, nullptr, 10);
  return pid > 0 && (::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM);
}

std::vector<std::string> RunsOf(const FileSystem& files, const std::string& runs) {
  std::vector<std::string> names;
  Result<std::vector<DirectoryEntry>> entries = files.List(runs);
  if (!entries.ok()) return names;
  for (const DirectoryEntry& entry : *entries) {
    if (entry.type == FileType::kDirectory) names.push_back(entry.name);
  }
  return names;
}

std::string OutHint(const std::string& out) {
  return "results go to " + out + "; --out names another folder";
}

// Removes all but the newest runs; what cannot be removed is left for the next time.
void Prune(FileSystem& files, const std::string& runs) {
  std::vector<std::string> names = RunsOf(files, runs);
  if (names.size() < kKeptRuns) return;
  names.resize(names.size() - (kKeptRuns - 1));
  for (const std::string& name : names) {
    if (!IsRunning(name)) static_cast<void>(files.RemoveTree(JoinPath(runs, name)).ok());
  }
}

std::string Escaped(const std::string& value) {
  std::string out;
  for (char c : value) out += c == ',' ? std::string(",,") : std::string(1, c);
  return out;
}

std::string OptionsText(const std::string& plan, const std::string& out,
                        const std::vector<std::pair<std::string, std::string>>& more) {
  std::string text = "plan=" + Escaped(plan) + ",out=" + Escaped(out);
  for (const auto& [key, value] : more) text += "," + key + (value.empty() ? "" : "=" + Escaped(value));
  return text;
}

Result<MadePlan> MakeSessionPlan(FileSystem& files, const Installation& installation, PlanOptions options) {
  bool own_specs = !options.paths.empty();
  REVMON_ASSIGN_OR_RETURN(options.paths, LibraryPaths(files, options.paths));
  if (options.profile.empty()) options.profile = own_specs ? "all" : "default";
  if (options.java_cache.empty()) options.java_cache = DefaultJavaCache();
  if (options.precompiled.empty()) options.precompiled = installation.precompiled;
  REVMON_ASSIGN_OR_RETURN(MadePlan made, MakePlan(files, options));
  if (made.errors == 0) return made;
  std::string_view text = made.diagnostics;
  while (text.ends_with('\n')) text.remove_suffix(1);
  return Error(ErrorCode::kInvalid, "specs have errors, nothing was started:\n" + std::string(text));
}

}  // namespace

Status PrepareOut(FileSystem& files, const std::string& out) {
  std::string parent(DirName(out));
  REVMON_RETURN_IF_ERROR(files.CreateDirectories(parent));
  ::mkdir(out.c_str(), 0700);  // what is wrong shows below
  REVMON_RETURN_IF_ERROR(files.CreateDirectories(out));
  std::string ignore = JoinPath(out, ".gitignore");
  if (files.Exists(ignore)) return OkStatus();
  Status written = files.WriteFileAtomically(ignore, AsBytes(kIgnoreAll));
  if (written.ok()) return written;
  return Error(written.error()).Hint(OutHint(out));
}

Result<Session> Session::Open(FileSystem& files, const Installation& installation,
                              const SessionOptions& options, const Clock& clock) {
  Session session(files);
  session.agent_ = installation.agent;
  MadePlan made;
  if (!options.no_specs) {
    REVMON_ASSIGN_OR_RETURN(made, MakeSessionPlan(files, installation, options.plan));
  }
  session.plan_ = std::move(made.plan);
  session.notes_ = std::move(made.notes);
  if (!made.diagnostics.empty()) session.notes_.push_back(std::move(made.diagnostics));
  REVMON_RETURN_IF_ERROR(PrepareOut(files, options.out));
  REVMON_ASSIGN_OR_RETURN(session.out_, files.RealPath(options.out));
  std::string runs = JoinPath(session.out_, "runs");
  REVMON_RETURN_IF_ERROR(files.CreateDirectories(runs));
  Prune(files, runs);
  std::string name = RunName(clock);
  session.folder_ = JoinPath(runs, name);
  for (int next = 2; files.Exists(session.folder_); ++next) {  // several runs in one second, by one process
    session.folder_ = JoinPath(runs, name + "." + std::to_string(next));
  }
  REVMON_RETURN_IF_ERROR(files.CreateDirectories(session.folder_));
  session.plan_file_ = JoinPath(session.folder_, "plan");
  Result<size_t> size = WritePlanFile(files, session.plan_file_, session.plan_);
  if (size.ok()) return session;
  session.Discard();
  return Error(size.error()).Hint(OutHint(session.out_));
}

Result<Session> Session::Again(const std::string& name) const {
  Session again = *this;
  again.folder_ = JoinPath(folder_, name);
  REVMON_RETURN_IF_ERROR(files_->CreateDirectories(again.folder_));
  return again;
}

void Session::Discard() { static_cast<void>(files_->RemoveTree(folder_).ok()); }

void NarrowPlan(wire::Plan* plan, const std::vector<std::string>& specs, std::vector<std::string> include,
                std::vector<std::string> exclude, std::vector<wire::ClassMethods> methods) {
  std::set<std::string> wanted(specs.begin(), specs.end());
  std::erase_if(plan->specs, [&](const wire::Spec& spec) { return !wanted.contains(spec.name); });
  plan->include = std::move(include);
  plan->exclude = std::move(exclude);
  plan->methods = std::move(methods);
}

std::string AgentArgument(const std::string& agent, const std::string& plan, const std::string& out,
                          const std::vector<std::pair<std::string, std::string>>& more) {
  return "-agentpath:" + agent + "=" + OptionsText(plan, out, more);
}

Status Session::Narrow(const std::vector<std::string>& specs, std::vector<std::string> include,
                       std::vector<std::string> exclude, std::vector<wire::ClassMethods> methods) {
  NarrowPlan(&plan_, specs, std::move(include), std::move(exclude), std::move(methods));
  Result<size_t> size = WritePlanFile(*files_, plan_file(), plan_);
  return size.ok() ? OkStatus() : Status(std::move(size).error());
}

std::string Session::AgentOptions(const std::vector<std::pair<std::string, std::string>>& more) const {
  return OptionsText(plan_file(), folder_, more);
}

std::string Session::AgentArgument(const std::vector<std::pair<std::string, std::string>>& more) const {
  return run::AgentArgument(agent_, plan_file(), folder_, more);
}

Result<std::vector<JvmResults>> Session::Collect(std::vector<std::string>* notes) const {
  return ReadResultsFiles(*files_, folder_, notes);
}

Result<std::vector<JvmResults>> ReadResultsFiles(const FileSystem& files, const std::string& path,
                                                 std::vector<std::string>* notes) {
  std::vector<std::string> paths;
  if (files.IsDirectory(path)) {
    REVMON_ASSIGN_OR_RETURN(std::vector<DirectoryEntry> entries, files.List(path));
    for (const DirectoryEntry& entry : entries) {
      if (entry.name.ends_with(kSuffix)) paths.push_back(JoinPath(path, entry.name));
    }
  } else {
    paths.push_back(path);
  }
  std::vector<JvmResults> all;
  for (const std::string& file : paths) {
    REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(file, kMaxResults));
    Result<wire::Results> results = wire::ReadResults(bytes);
    if (results.ok()) {
      all.push_back({file, std::move(results).value()});
    } else {
      Error error = Error(results.error()).At(file);
      if (notes == nullptr) return error;
      notes->push_back(error.Text());
    }
  }
  return all;
}

std::vector<std::string> EarlierRuns(const FileSystem& files, const std::string& out,
                                     const std::string& folder) {
  const std::string runs = JoinPath(out, "runs");
  std::vector<std::string> folders;
  for (const std::string& name : RunsOf(files, runs)) {
    if (JoinPath(runs, name) != folder) folders.push_back(JoinPath(runs, name));
  }
  std::sort(folders.rbegin(), folders.rend());
  return folders;
}

std::string NewestRun(const FileSystem& files, const std::string& out) {
  std::string runs = JoinPath(out, "runs");
  std::vector<std::string> names = RunsOf(files, runs);
  return names.empty() ? out : JoinPath(runs, names.back());
}

}  // namespace revmon::run
