#include "app/cli/background.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "app/cli/module_plan.h"
#include "base/path.h"
#include "run/process.h"
#include "run/session.h"
#include "select/priority.h"
#include "select/suppress.h"
#include "store/store.h"
#include "wire/plan_io.h"

namespace revmon::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

constexpr const char* kCritical = "critical-specs";
constexpr auto kPoll = std::chrono::milliseconds(100);
constexpr int kPatience = 50;  // times kPoll, before a job that does not end is killed
constexpr int kNice = 10;

std::string JobFile(const std::string& out) { return JoinPath(BackgroundFolder(out), "job.json"); }
std::string StatusFile(const std::string& out) { return JoinPath(BackgroundFolder(out), "status.json"); }
std::string CopyFolder(const std::string& out) { return JoinPath(BackgroundFolder(out), "copy"); }

std::string ToJson(const BackgroundJob& job) {
  Json json = {{"root", job.root},         {"out", job.out},
               {"store", job.store},       {"java", job.java},
               {"run", job.run},           {"baseline", job.baseline},
               {"outputs", job.outputs},   {"selection", SelectionText(job.selection)},
               {"include", job.include},   {"exclude", job.exclude},
               {"coverage", job.coverage}, {"plan", job.plan},
               {"results", job.results},   {"command", job.command}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<BackgroundJob> ParseJob(std::string_view text) {
  BackgroundJob job;
  try {
    Json json = Json::parse(text);
    job.root = json.at("root");
    job.out = json.at("out");
    job.store = json.at("store");
    job.java = json.at("java");
    job.run = json.at("run");
    job.baseline = json.at("baseline");
    job.outputs = json.at("outputs").get<Names>();
    job.selection = SelectionOf(json.at("selection").get<std::string>());
    job.include = json.at("include").get<Names>();
    job.exclude = json.at("exclude").get<Names>();
    job.coverage = json.at("coverage").get<Names>();
    job.plan = json.at("plan");
    job.results = json.at("results");
    job.command = json.at("command").get<Names>();
  } catch (const Json::exception& e) {
    return Error(ErrorCode::kMalformed, std::string("this is no job: ") + e.what());
  }
  return job;
}

Status WriteStatus(FileSystem& files, const std::string& out, const BackgroundStatus& status) {
  Json json = {{"state", status.state},
               {"pid", status.pid},
               {"specs", status.specs},
               {"found", status.found},
               {"message", status.message}};
  std::string text = json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  return files.WriteFileAtomically(StatusFile(out), AsBytes(text));
}

// Is that our job, and not somebody who got its number later?
bool IsRunning(const FileSystem& files, int64_t pid) {
  if (pid <= 0) return false;
  static_cast<void>(::waitpid(static_cast<pid_t>(pid), nullptr, WNOHANG));  // a child of ours may have ended
  const std::string process = "/proc/" + std::to_string(pid);
  // Just begun, it has still the words of the command that started it, but is the same program.
  Result<std::string> program = files.RealPath(process + "/exe");
  Result<std::string> own = files.RealPath("/proc/self/exe");
  if (program.ok() && own.ok() && *program == *own) return true;
  Result<std::vector<uint8_t>> line = files.ReadFile(process + "/cmdline");
  return line.ok() && AsText(*line).find("background-run") != std::string_view::npos;
}

// Violations of both parts, judged against the baseline of the first, replace what the store has.
Result<select::Verdicts> Merge(const FileSystem& files, const BackgroundJob& job,
                               const std::vector<wire::Results>& results, const wire::Plan& plan) {
  select::EvolutionOptions options;
  options.root = job.root;
  options.store = job.store;
  options.jdk = JdkOf(files, job.java);
  options.outputs = job.outputs;
  std::optional<int64_t> baseline = job.baseline == 0 ? std::nullopt : std::optional(job.baseline);
  REVMON_ASSIGN_OR_RETURN(std::unique_ptr<select::Evolution> evolution,
                          select::Evolution::Resume(files, std::move(options), job.run, baseline));
  REVMON_ASSIGN_OR_RETURN(select::ChooseOptions choose,
                          ToChooseOptions(job.selection, job.include, job.exclude));
  std::vector<select::Coverage> coverage;
  for (const std::string& text : job.coverage) {
    REVMON_ASSIGN_OR_RETURN(select::Coverage one, select::ParseCoverage(text));
    one.caught_up = true;
    coverage.push_back(std::move(one));
  }
  evolution->Adopt(plan, choose, std::move(coverage));
  REVMON_ASSIGN_OR_RETURN(select::Verdicts verdicts, evolution->Judge(select::Merge(results)));
  REVMON_RETURN_IF_ERROR(evolution->Amend(verdicts));
  return verdicts;
}

Result<BackgroundStatus> RunJob(FileSystem& files, const BackgroundJob& job, BackgroundStatus status) {
  run::Command command;
  command.argv = job.command;
  command.directory = CopyFolder(job.out);
  command.capture = false;
  command.output_file = JoinPath(BackgroundFolder(job.out), "log");
  REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, run::RunCommand(command));
  if (outcome.exit_code != 0) {
    return Error(ErrorCode::kInvalid, "the tests ended with exit code " + std::to_string(outcome.exit_code))
        .Hint("revmon background log shows what they said");
  }
  std::string folder = run::NewestRun(files, JoinPath(BackgroundFolder(job.out), "out"));
  REVMON_ASSIGN_OR_RETURN(std::vector<run::JvmResults> late, run::ReadResultsFiles(files, folder, nullptr));
  REVMON_ASSIGN_OR_RETURN(std::vector<run::JvmResults> early,
                          run::ReadResultsFiles(files, job.results, nullptr));
  std::vector<wire::Results> results;
  std::set<std::string> violated;
  for (run::JvmResults& jvm : late) {
    for (const wire::Violation& violation : jvm.results.violations) violated.insert(violation.spec);
    results.push_back(std::move(jvm.results));
  }
  for (run::JvmResults& jvm : early) results.push_back(std::move(jvm.results));
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, files.ReadFile(job.plan));
  REVMON_ASSIGN_OR_RETURN(wire::Plan plan, wire::ReadPlan(bytes));
  REVMON_ASSIGN_OR_RETURN(select::Verdicts verdicts, Merge(files, job, results, plan));
  for (const select::Judged& judged : verdicts.all) {
    const wire::Violation& v = judged.violation;
    if (judged.known || judged.accepted || !violated.contains(v.spec)) continue;
    status.found.push_back(v.location + ": " + v.severity + ": " + v.spec);
  }
  std::optional<Names> before = ReadCritical(files, job.out);
  Names promoted =
      select::Remember(before.value_or(Names()), {{}, {violated.begin(), violated.end()}}, false);
  REVMON_RETURN_IF_ERROR(WriteCritical(files, job.out, promoted));
  status.state = "done";
  return status;
}

Result<int> BackgroundRun(const std::string& file, const Context& context) {
  REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, context.files.ReadFile(file));
  REVMON_ASSIGN_OR_RETURN(BackgroundJob job, ParseJob(AsText(bytes)));
  BackgroundStatus status = ReadBackground(context.files, job.out);
  status.state = "running";
  status.message.clear();
  status.pid = ::getpid();
  REVMON_RETURN_IF_ERROR(WriteStatus(context.files, job.out, status));
  Result<BackgroundStatus> ended = RunJob(context.files, job, status);
  if (ended.ok()) {
    status = std::move(ended).value();
  } else {
    status.state = "failed";
    status.message = ended.error().Text();
  }
  static_cast<void>(context.files.RemoveTree(CopyFolder(job.out)).ok());
  REVMON_RETURN_IF_ERROR(WriteStatus(context.files, job.out, status));
  return kExitOk;
}

// The child's part of StartBackground: a session of its own, so that no terminal and no Ctrl-C reaches it.
[[noreturn]] void Become(const char* program, const char* file) {
  ::setsid();
  int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd : {0, 1, 2}) ::dup2(nothing, fd);
  static_cast<void>(::nice(kNice));
  ::execl(program, program, "background-run", file, static_cast<char*>(nullptr));
  ::_exit(127);
}

int CodeOf(const BackgroundStatus& status) {
  if (status.state == "failed" || status.state == "stopped") return kExitError;
  return status.found.empty() ? kExitOk : kExitDifferent;
}

Result<int> Show(const std::string& what, const std::string& out, const Context& context) {
  if (what == "log") {
    std::string path = JoinPath(BackgroundFolder(out), "log");
    REVMON_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, context.files.ReadFile(path));
    std::fwrite(bytes.data(), 1, bytes.size(), context.out);
    return kExitOk;
  }
  bool wait = what == "wait";
  BackgroundStatus status = wait ? WaitForBackground(context.files, out) : ReadBackground(context.files, out);
  std::string text = ToText(status);
  std::fwrite(text.data(), 1, text.size(), context.out);
  return wait ? CodeOf(status) : kExitOk;
}

}  // namespace

std::string BackgroundFolder(const std::string& out) { return JoinPath(out, "background"); }

Status CopyForBackground(const std::string& root, const std::string& out) {
  std::error_code error;
  fs::path target = CopyFolder(out);
  fs::remove_all(target, error);
  fs::create_directories(target, error);
  for (auto at = fs::recursive_directory_iterator(root, error); !error && at != fs::end(at);
       at.increment(error)) {
    const fs::path& from = at->path();
    if (from == fs::path(out) || from.filename() == ".git") {
      at.disable_recursion_pending();
      continue;
    }
    fs::path to = target / from.lexically_relative(root);
    if (at->is_symlink()) {
      fs::copy_symlink(from, to, error);
    } else if (at->is_directory()) {
      fs::create_directory(to, error);
    } else if (at->is_regular_file()) {
      fs::copy_file(from, to, error);
      // Build tools compare times: nothing is to be compiled again.
      if (!error) fs::last_write_time(to, at->last_write_time(), error);
    }
    if (error) return Error(ErrorCode::kIo, error.message()).At(from.string());
  }
  if (error) return Error(ErrorCode::kIo, error.message()).At(root);
  return OkStatus();
}

Status StartBackground(FileSystem& files, const BackgroundJob& job, size_t specs) {
  REVMON_RETURN_IF_ERROR(files.CreateDirectories(BackgroundFolder(job.out)));
  REVMON_RETURN_IF_ERROR(files.WriteFileAtomically(JobFile(job.out), AsBytes(ToJson(job))));
  REVMON_ASSIGN_OR_RETURN(std::string program, files.RealPath("/proc/self/exe"));
  std::string file = JobFile(job.out);
  int gate[2];
  if (::pipe2(gate, O_CLOEXEC) != 0) return Error(ErrorCode::kIo, "no pipe could be made for the background");
  pid_t child = ::fork();
  if (child == 0) {
    ::close(gate[1]);
    char nothing = 0;
    static_cast<void>(::read(gate[0], &nothing, 1) == 0);  // until it is written down that this one runs
    Become(program.c_str(), file.c_str());
  }
  Status written = child < 0
                       ? Status(Error(ErrorCode::kIo, "no process could be started for the background"))
                       : WriteStatus(files, job.out, {.state = "running", .pid = child, .specs = specs});
  ::close(gate[0]);
  ::close(gate[1]);
  return written;
}

bool StopBackground(FileSystem& files, const std::string& out) {
  BackgroundStatus status = ReadBackground(files, out);
  if (status.state != "running" || status.pid <= 0) return false;
  pid_t group = static_cast<pid_t>(status.pid);  // it leads a session of its own
  ::kill(-group, SIGTERM);
  for (int i = 0; i < kPatience && ::kill(-group, 0) == 0; ++i) {
    static_cast<void>(::waitpid(group, nullptr, WNOHANG));
    std::this_thread::sleep_for(kPoll);
  }
  ::kill(-group, SIGKILL);
  status.state = "stopped";
  status.message = "a newer run began";
  static_cast<void>(WriteStatus(files, out, status).ok());
  static_cast<void>(files.RemoveTree(CopyFolder(out)).ok());
  return true;
}

BackgroundStatus ReadBackground(const FileSystem& files, const std::string& out) {
  BackgroundStatus status;
  auto read = [&] {
    Result<std::vector<uint8_t>> bytes = files.ReadFile(StatusFile(out));
    if (!bytes.ok()) return;
    Json json = Json::parse(AsText(*bytes), nullptr, false);
    if (!json.is_object()) return;
    try {
      status = {json.value("state", ""), json.value("pid", int64_t{0}), json.value("specs", size_t{0}),
                json.value("found", Names()), json.value("message", "")};
    } catch (const Json::exception&) {
      status = {};
    }
  };
  read();
  if (status.state != "running" || status.pid == 0 || IsRunning(files, status.pid)) return status;
  read();  // it may have ended in between
  if (status.state == "running" && !IsRunning(files, status.pid)) {
    status.state = "failed";
    status.message = "its process is gone";
  }
  return status;
}

BackgroundStatus WaitForBackground(const FileSystem& files, const std::string& out) {
  for (;;) {
    BackgroundStatus status = ReadBackground(files, out);
    if (status.state != "running") return status;
    std::this_thread::sleep_for(kPoll);
  }
}

std::string ToText(const BackgroundStatus& status) {
  if (status.state.empty()) return "nothing was left to the background\n";
  std::string specs = std::to_string(status.specs) + (status.specs == 1 ? " spec" : " specs");
  std::string text = "background: " + status.state + ": " + specs;
  if (status.state == "done") {
    size_t n = status.found.size();
    text += n == 0 ? ", no new violation"
                   : ", " + std::to_string(n) + (n == 1 ? " new violation" : " new violations");
  }
  if (!status.message.empty()) text += " (" + status.message + ")";
  text += "\n";
  for (const std::string& line : status.found) text += line + "\n";
  return text;
}

std::optional<std::vector<std::string>> ReadCritical(const FileSystem& files, const std::string& out) {
  Result<std::vector<uint8_t>> bytes = files.ReadFile(JoinPath(out, kCritical));
  if (bytes.ok()) return select::ParseSpecList(AsText(*bytes));
  // Runs without --rpp are history, too.
  std::string path = JoinPath(out, "store.db");
  if (!files.Exists(path)) return std::nullopt;
  std::vector<std::string> notes;
  Result<store::Store> store = store::Store::Open(path, &notes);
  if (!store.ok()) return std::nullopt;
  Result<std::optional<int64_t>> run = store->FindNewest();
  if (!run.ok() || !run->has_value()) return std::nullopt;
  Result<store::Outcome> outcome = store->LoadOutcome(**run);
  if (!outcome.ok()) return std::nullopt;
  std::set<std::string> violated;
  for (const store::Finding& finding : outcome->findings) violated.insert(finding.violation.spec);
  return Names(violated.begin(), violated.end());
}

Status WriteCritical(FileSystem& files, const std::string& out, const std::vector<std::string>& specs) {
  std::string text = select::FormatSpecList(specs);
  return files.WriteFileAtomically(JoinPath(out, kCritical), AsBytes(text));
}

Run DeclareBackground(CLI::App& app) {
  auto out = std::make_shared<std::string>(run::kDefaultOut);
  auto what = std::make_shared<std::string>("status");
  app.add_option("what", *what, "status: how far it is; wait: until it has ended; log: what it printed")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"status", "wait", "log"}))
      ->capture_default_str();
  app.add_option("--out", *out, "Folder that takes results and reports")
      ->type_name("DIR")
      ->capture_default_str();
  return [what, out](const Context& context) { return Show(*what, *out, context); };
}

Run DeclareBackgroundRun(CLI::App& app) {
  auto file = std::make_shared<std::string>();
  app.add_option("job", *file)->required();
  return [file](const Context& context) { return BackgroundRun(*file, context); };
}

}  // namespace revmon::cli
