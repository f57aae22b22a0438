#include "experiment/runner.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/hash.h"
#include "base/path.h"
#include "experiment/collect.h"
#include "experiment/revisions.h"
#include "experiment/shell.h"
#include "experiment/workspace.h"
#include "run/process.h"
#include "run/session.h"

namespace revmon::experiment {
namespace {

// Held while a run is at work; the kernel lets go of it however the process ends.
class OutLock {
 public:
  static Result<OutLock> Take(const std::string& out) {
    const std::string path = out + "/lock";
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return Error(ErrorCode::kIo, "cannot write to the out folder").At(path);
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return OutLock(fd);
    ::close(fd);
    return Error(ErrorCode::kInvalid, "another run is at work here")
        .At(out)
        .Hint("wait for it, or use another --out folder");
  }
  OutLock(OutLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  OutLock& operator=(OutLock&&) = delete;
  ~OutLock() {
    if (fd_ >= 0) ::close(fd_);
  }

 private:
  explicit OutLock(int fd) : fd_(fd) {}
  int fd_;
};

int64_t NowMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string CommandOf(const Technique& technique, const std::string& revmon) {
  if (technique.revmon.empty()) return technique.command;
  run::Command command;
  command.argv = {revmon};
  command.argv.insert(command.argv.end(), technique.revmon.begin(), technique.revmon.end());
  return run::ToShell(command);
}

// Everything that decides what a lane's cells mean, as one text. Folders are not part of it.
std::string DefinitionOf(const Lane& lane) {
  nlohmann::ordered_json definition = {{"revmon", lane.technique->revmon},
                                       {"command", lane.technique->command},
                                       {"keep", lane.technique->keep},
                                       {"exits", lane.technique->exits},
                                       {"build", lane.project->build},
                                       {"test", lane.project->test},
                                       {"jdk", lane.jdk},
                                       {"revisions", lane.revisions}};
  return definition.dump();
}

// Progress with an estimate: the mean of what has run says how long the rest takes.
class Progress {
 public:
  Progress(size_t total, uint32_t jobs, std::function<void(const std::string&)> say)
      : total_(total), jobs_(jobs), say_(std::move(say)) {}

  void Present() {
    std::scoped_lock lock(mutex_);
    ++summary_.present;
  }
  void Ran(const CellResult& cell) {
    std::scoped_lock lock(mutex_);
    ++summary_.ran;
    if (!cell.ok) ++summary_.failed;
    spent_ms_ += cell.Measure("build_ms") + cell.Measure("wall_ms");
    if (!say_) return;
    const size_t done = summary_.ran + summary_.present;
    const auto mean = static_cast<double>(spent_ms_) / static_cast<double>(summary_.ran);
    const double left_s = mean * static_cast<double>(total_ - done) / jobs_ / 1000;
    say_("[" + std::to_string(done) + "/" + std::to_string(total_) + "] " + cell.lane + " " +
         cell.revision.substr(0, 10) + ": " +
         (cell.ok ? std::to_string(cell.Measure("wall_ms")) + " ms" : "failed, " + cell.reason) +
         (done < total_ ? "; about " + std::to_string(static_cast<int64_t>(left_s)) + " s left" : ""));
  }
  [[nodiscard]] RunSummary summary() const { return summary_; }

 private:
  std::mutex mutex_;
  size_t total_;
  uint32_t jobs_;
  std::function<void(const std::string&)> say_;
  RunSummary summary_;
  int64_t spent_ms_ = 0;
};

class LaneRunner {
 public:
  LaneRunner(FileSystem& files, const Plan& plan, const RunOptions& options, const Lane& lane, Ledger& ledger)
      : files_(files),
        plan_(plan),
        options_(options),
        lane_(lane),
        ledger_(ledger),
        workspace_(files, options.out + "/lanes/" + lane.Key(), Kept(*lane.technique)) {}

  Status Run(Progress& progress) {
    REVMON_RETURN_IF_ERROR(ledger_.ClaimLane(lane_.Key(), DefinitionOf(lane_)));
    EndLeftover(files_, PidFile());
    REVMON_RETURN_IF_ERROR(workspace_.StartOver());
    for (size_t i = 0; i < lane_.revisions.size(); ++i) {
      const auto position = static_cast<int64_t>(i);
      REVMON_ASSIGN_OR_RETURN(bool present, ledger_.Has(lane_.Key(), position));
      if (present) {
        progress.Present();
        continue;
      }
      CellResult cell = NewCell(position);
      if (Status ran = RunCell(cell); !ran.ok()) Fail(cell, ran.error().Text());
      REVMON_RETURN_IF_ERROR(ledger_.Record(cell));
      progress.Ran(cell);
    }
    return OkStatus();
  }

 private:
  static std::vector<std::string> Kept(const Technique& technique) {
    std::vector<std::string> keep = technique.keep;
    keep.emplace_back(run::kDefaultOut);
    return keep;
  }
  static void Fail(CellResult& cell, std::string reason) {
    cell.ok = false;
    cell.reason = std::move(reason);
  }
  [[nodiscard]] std::string PidFile() const { return options_.out + "/lanes/" + lane_.Key() + "/running"; }

  [[nodiscard]] CellResult NewCell(int64_t position) const {
    CellResult cell;
    cell.lane = lane_.Key();
    cell.position = position;
    cell.project = lane_.project->name;
    cell.technique = lane_.technique->name;
    cell.jdk = lane_.jdk;
    cell.repetition = lane_.repetition;
    cell.revision = lane_.revisions[static_cast<size_t>(position)];
    return cell;
  }

  Status RunCell(CellResult& cell) {
    const std::string folder = options_.out + "/cells/" + lane_.Key() + "/" + std::to_string(cell.position);
    REVMON_RETURN_IF_ERROR(files_.RemoveTree(folder));
    REVMON_RETURN_IF_ERROR(files_.CreateDirectories(folder));
    REVMON_RETURN_IF_ERROR(
        workspace_.Prepare(options_.out + "/clones/" + cell.project, cell.revision, cell.position));
    cell.measures["started_ms"] = NowMs();
    double load = 0;
    if (::getloadavg(&load, 1) == 1) cell.measures["load_percent"] = static_cast<int64_t>(load * 100);
    const std::vector<Placeholder> values = {{"test", lane_.project->test},
                                             {"revision", cell.revision},
                                             {"project", cell.project},
                                             {"out", folder},
                                             {"jdk", lane_.jdk}};
    const std::string build = Expand(lane_.project->build, values);
    const std::string command = Expand(CommandOf(*lane_.technique, options_.revmon), values);
    REVMON_RETURN_IF_ERROR(WriteJob(folder, cell, build, command));
    if (!build.empty()) {
      REVMON_ASSIGN_OR_RETURN(ShellOutcome built, Shell(build, folder + "/build"));
      cell.measures["build_ms"] = built.wall_ms;
      if (built.timed_out || built.exit_code != 0) {
        Fail(cell, Reason("the build", built));
        return OkStatus();
      }
    }
    const std::string run_before = RunIn(files_, workspace_.work());
    REVMON_ASSIGN_OR_RETURN(ShellOutcome ran, Shell(command, folder + "/run"));
    Measure(ran, cell);
    Collect(files_, workspace_.work(), run_before, cell);
    return cell.ok ? workspace_.SaveState(cell.position) : OkStatus();
  }

  void Measure(const ShellOutcome& ran, CellResult& cell) {
    cell.measures["wall_ms"] = ran.wall_ms;
    cell.measures["cpu_ms"] = ran.cpu_ms;
    cell.measures["peak_kb"] = ran.peak_kb;
    cell.measures["exit_code"] = ran.exit_code;
    const std::vector<int64_t>& fine = lane_.technique->exits;
    cell.ok = !ran.timed_out && std::find(fine.begin(), fine.end(), ran.exit_code) != fine.end();
    if (!cell.ok) Fail(cell, Reason("the command", ran));
  }

  static std::string Reason(const std::string& what, const ShellOutcome& outcome) {
    if (outcome.timed_out) return what + " took longer than the time limit";
    return what + " ended with exit code " + std::to_string(outcome.exit_code) +
           (outcome.last_words.empty() ? "" : ": " + outcome.last_words);
  }

  Result<ShellOutcome> Shell(const std::string& text, const std::string& output) {
    return RunShell(files_, {.text = text,
                             .folder = workspace_.work(),
                             .jdk = lane_.jdk,
                             .output = output,
                             .pid_file = PidFile(),
                             .time_limit = plan_.time_limit});
  }

  // Enough to run the cell elsewhere.
  Status WriteJob(const std::string& folder, const CellResult& cell, const std::string& build,
                  const std::string& command) {
    nlohmann::ordered_json job = {{"project", cell.project},
                                  {"revision", cell.revision},
                                  {"technique", cell.technique},
                                  {"jdk", cell.jdk},
                                  {"repetition", cell.repetition},
                                  {"position", cell.position},
                                  {"folder", workspace_.work()},
                                  {"build", build},
                                  {"command", command},
                                  {"exits", lane_.technique->exits},
                                  {"keep", Kept(*lane_.technique)},
                                  {"time_limit_s", plan_.time_limit.count()}};
    return files_.WriteFileAtomically(folder + "/job.json", AsBytes(job.dump(2) + "\n"));
  }

  FileSystem& files_;
  const Plan& plan_;
  const RunOptions& options_;
  const Lane& lane_;
  Ledger& ledger_;
  Workspace workspace_;
};

Result<std::vector<std::string>> RevisionsOf(FileSystem& files, const Plan& plan, const Project& project,
                                             const RunOptions& options, Ledger& ledger) {
  const std::string clone = options.out + "/clones/" + project.name;
  REVMON_RETURN_IF_ERROR(MakeClone(files, project.path, clone));
  REVMON_ASSIGN_OR_RETURN(std::optional<std::vector<std::string>> known, ledger.Revisions(project.name));
  if (known) return *std::move(known);
  Probe probe{.clone = clone,
              .folder = options.out + "/probes/" + project.name,
              .time_limit = plan.time_limit,
              .jdk = plan.jdks.front(),
              .say = options.say};
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> revisions, ResolveRevisions(files, project, probe));
  REVMON_RETURN_IF_ERROR(ledger.SaveRevisions(project.name, revisions));
  return revisions;
}

// The first thing that goes wrong ends the run; lanes at work finish their cell.
Status RunLanes(FileSystem& files, const Plan& plan, const RunOptions& options,
                const std::vector<Lane>& lanes, Ledger& ledger, Progress& progress) {
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  Status first = OkStatus();
  auto work = [&] {
    for (size_t i = next++; i < lanes.size(); i = next++) {
      Status status = LaneRunner(files, plan, options, lanes[i], ledger).Run(progress);
      if (status.ok()) continue;
      std::scoped_lock lock(mutex);
      if (first.ok()) first = status;
      next = lanes.size();
    }
  };
  std::vector<std::thread> threads;
  for (uint32_t i = 1; i < options.jobs; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return first;
}

Status SaveFacts(const Plan& plan, Ledger& ledger) {
  REVMON_RETURN_IF_ERROR(ledger.SaveFact("baseline", plan.baseline));
  REVMON_RETURN_IF_ERROR(ledger.SaveFact("reference", plan.reference));
  REVMON_RETURN_IF_ERROR(ledger.SaveFact("processors", std::to_string(std::thread::hardware_concurrency())));
  return ledger.SaveFact("repetitions", std::to_string(plan.repetitions));
}

}  // namespace

std::string LedgerPath(const std::string& out) { return out + "/ledger.db"; }

Result<RunSummary> RunExperiment(FileSystem& files, const Plan& plan, const RunOptions& options) {
  REVMON_RETURN_IF_ERROR(files.CreateDirectories(options.out));
  REVMON_ASSIGN_OR_RETURN(OutLock lock, OutLock::Take(options.out));
  REVMON_ASSIGN_OR_RETURN(std::unique_ptr<Ledger> ledger, Ledger::Open(LedgerPath(options.out)));
  REVMON_RETURN_IF_ERROR(SaveFacts(plan, *ledger));
  std::vector<std::vector<std::string>> revisions;
  size_t cells = 0;
  for (const Project& project : plan.projects) {
    REVMON_ASSIGN_OR_RETURN(std::vector<std::string> found,
                            RevisionsOf(files, plan, project, options, *ledger));
    cells += found.size() * plan.techniques.size() * plan.jdks.size() * plan.repetitions;
    revisions.push_back(std::move(found));
  }
  const std::vector<Lane> lanes = LanesOf(plan, revisions);
  Progress progress(cells, std::max<uint32_t>(options.jobs, 1), options.say);
  REVMON_RETURN_IF_ERROR(RunLanes(files, plan, options, lanes, *ledger, progress));
  return progress.summary();
}

}  // namespace revmon::experiment
