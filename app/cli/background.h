// Answers: how do the specs that are not critical get monitored without anybody waiting for it?
//
// `revmon test --rpp` monitors the critical specs and, when it is done, leaves a job behind: a copy of the
// project as it was tested, and a process of its own that runs its tests again, all classes watched, with the
// specs that were put off. When that has ended, what it found is judged against the same baseline and added
// to the stored run. A newer `revmon test` stops it; then its specs still count as not looked for, so the
// next run selects them everywhere.
//
//   .revmon/background/   job.json, status.json, log, copy/ (while it runs), out/ (its results)
//   .revmon/critical-specs  what is critical after the runs so far, a name a line
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/evolution_options.h"

namespace revmon::cli {

struct BackgroundJob {
  std::string root, out, store, java;  // as in ModuleRequest
  int64_t run = 0;                     // the stored run that this one completes
  int64_t baseline = 0;                // that it was compared with; 0 = none
  std::vector<std::string> outputs;
  SelectionOptions selection;
  std::vector<std::string> include, exclude;
  std::vector<std::string> coverage;  // records of what the critical part looked for
  std::string plan;                   // file with all specs
  std::string results;                // folder of the critical part's results
  std::vector<std::string> command;   // runs the tests in the copy
};

struct BackgroundStatus {
  std::string state;  // "", "running", "done", "stopped", "failed"
  int64_t pid = 0;
  size_t specs = 0;
  std::vector<std::string> found;  // new violations, a line each
  std::string message;             // why it failed or was stopped
};

[[nodiscard]] std::string BackgroundFolder(const std::string& out);

// Copies the project, all but .git and the out folder, to where the job runs.
[[nodiscard]] Status CopyForBackground(const std::string& root, const std::string& out);
// Starts the job in a process of its own.
[[nodiscard]] Status StartBackground(FileSystem& files, const BackgroundJob& job, size_t specs);
// Ends the job of this out folder, if one is running; true if one was.
bool StopBackground(FileSystem& files, const std::string& out);

// A job whose process is gone without a word has failed.
[[nodiscard]] BackgroundStatus ReadBackground(const FileSystem& files, const std::string& out);
[[nodiscard]] BackgroundStatus WaitForBackground(const FileSystem& files, const std::string& out);
// "done: 149 specs, 1 new violation", with the violations on lines of their own.
[[nodiscard]] std::string ToText(const BackgroundStatus& status);

// What is critical after the runs so far; nothing without a history.
[[nodiscard]] std::optional<std::vector<std::string>> ReadCritical(const FileSystem& files,
                                                                   const std::string& out);
[[nodiscard]] Status WriteCritical(FileSystem& files, const std::string& out,
                                   const std::vector<std::string>& specs);

[[nodiscard]] Run DeclareBackground(CLI::App& app);     // status, wait, log
[[nodiscard]] Run DeclareBackgroundRun(CLI::App& app);  // the job itself

}  // namespace revmon::cli
