// Answers: how is a command of a plan run, and what did it cost?
//
// Through /bin/sh, in a process group of its own that ends with the time limit, with JAVA_HOME and PATH set
// for the cell's JDK. Output goes to two files, so that a cell can be looked at later. CPU time and peak
// memory are those of the command and of all descendants that it waited for (a build daemon would hide its
// own: start build tools without one).
#pragma once
#include <chrono>
#include <string>

#include "base/file_system.h"
#include "base/result.h"

namespace revmon::experiment {

struct ShellCommand {
  std::string text;
  std::string folder;
  std::string jdk;       // home; "" = as found
  std::string output;    // folder for stdout and stderr; "" = dropped
  std::string pid_file;  // says who is at work, while the command runs; "" = nobody asks
  std::chrono::seconds time_limit{3600};
};

struct ShellOutcome {
  int exit_code = 0;
  bool timed_out = false;
  int64_t wall_ms = 0;
  int64_t cpu_ms = 0;
  int64_t peak_kb = 0;
  std::string last_words;  // the end of what it wrote, errors first
};

[[nodiscard]] Result<ShellOutcome> RunShell(FileSystem& files, const ShellCommand& command);

// Ends what a command left running whose caller was killed, as the file says; nothing where there is no file.
void EndLeftover(FileSystem& files, const std::string& pid_file);

}  // namespace revmon::experiment
