// Answers: how is another program started, followed and ended?
//
// One call runs one program to its end. Output is captured up to a limit (what goes beyond is read and
// dropped, so the child never blocks on a full pipe) or goes where ours goes. With a time limit the child
// gets a process group of its own and the whole group is killed when time is up; without one it stays in
// ours, so Ctrl-C reaches it.
#pragma once
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace revmon::run {

struct Command {
  std::vector<std::string> argv;                                 // argv[0] is looked up in PATH
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours; an empty value removes
  std::string directory;                                         // "" = ours
  bool capture = true;                                           // false: inherit stdout and stderr
  bool all_to_stderr = false;            // not captured: its stdout goes where our stderr goes
  std::string output_file;               // takes both, from its start, when they are not captured; "" = none
  std::string input_file;                // what it reads from; "" = where we do
  size_t max_output = size_t{64} << 20;  // per stream, when captured
  std::chrono::milliseconds time_limit{0};  // 0 = none
  std::function<void(int pid)> on_start;    // called once the program runs; may be empty
};

struct Outcome {
  int exit_code = 0;  // 128 + signal when a signal ended it
  int signal = 0;     // 0 = it exited by itself
  int passed_on = 0;  // RunInForeground: the signal that somebody sent meanwhile (Ctrl-C ...); 0 = none
  bool timed_out = false;
  bool truncated = false;  // more output came than was kept
  std::string out;
  std::string err;
  std::chrono::milliseconds wall{0};
  std::chrono::milliseconds cpu{0};  // of the program and the descendants it waited for
  int64_t peak_kb = 0;               // the largest of them
};

// An error only when the program could not be started or followed; a failing program is an Outcome.
[[nodiscard]] Result<Outcome> RunCommand(const Command& command);

// The command as a shell would take it: for messages.
[[nodiscard]] std::string ToShell(const Command& command);

}  // namespace revmon::run
