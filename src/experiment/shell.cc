#include "experiment/shell.h"

#include <csignal>
#include <cstdlib>

#include "base/path.h"
#include "run/process.h"

namespace revmon::experiment {
namespace {

// The last line that says something.
std::string LastWords(const run::Outcome& outcome) {
  for (const std::string* text : {&outcome.err, &outcome.out}) {
    size_t end = text->find_last_not_of(" \t\r\n");
    if (end == std::string::npos) continue;
    size_t start = text->find_last_of('\n', end);
    start = start == std::string::npos ? 0 : start + 1;
    return text->substr(start, std::min<size_t>(end + 1 - start, 300));
  }
  return "";
}

Status Keep(FileSystem& files, const std::string& folder, const run::Outcome& outcome) {
  if (folder.empty()) return OkStatus();
  REVMON_RETURN_IF_ERROR(files.CreateDirectories(folder));
  auto write = [&](const char* name, const std::string& text) {
    return files.WriteFileAtomically(JoinPath(folder, name),
                                     {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  };
  REVMON_RETURN_IF_ERROR(write("stdout", outcome.out));
  return write("stderr", outcome.err);
}

// When a process began, in clock ticks since the machine did; "" when there is no such process. Together with
// its number this is its identity: numbers are used again.
std::string StartOf(FileSystem& files, const std::string& pid) {
  Result<std::vector<uint8_t>> stat = files.ReadFile("/proc/" + pid + "/stat");
  if (!stat.ok()) return "";
  std::string_view text = AsText(*stat);
  text.remove_prefix(std::min(text.rfind(')') + 1, text.size()));  // the name may hold blanks
  constexpr int kField = 20;                                       // counted from the one after the name
  for (int i = 0; i < kField; ++i) text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
  return std::string(text.substr(0, text.find(' ')));
}

}  // namespace

void EndLeftover(FileSystem& files, const std::string& pid_file) {
  Result<std::vector<uint8_t>> content = files.ReadFile(pid_file);
  if (!content.ok()) return;
  const std::string text(AsText(*content));
  const std::string pid = text.substr(0, text.find(' '));
  const std::string start = text.substr(std::min(pid.size() + 1, text.size()));
  const int group = std::atoi(pid.c_str());
  const std::string now = StartOf(files, pid);
  // A group lives on without its leader, and its number is then not given away.
  if (group > 1 && (now.empty() || now == start)) ::kill(-group, SIGKILL);
  static_cast<void>(files.Remove(pid_file).ok());
}

Result<ShellOutcome> RunShell(FileSystem& files, const ShellCommand& command) {
  run::Command shell;
  shell.argv = {"/bin/sh", "-c", command.text};
  shell.directory = command.folder;
  shell.time_limit = command.time_limit;
  if (!command.jdk.empty()) {
    const char* path = std::getenv("PATH");
    shell.environment = {{"JAVA_HOME", command.jdk},
                         {"PATH", command.jdk + "/bin:" + (path == nullptr ? "/usr/bin:/bin" : path)}};
  }
  if (!command.pid_file.empty()) {
    REVMON_RETURN_IF_ERROR(files.CreateDirectories(std::string(DirName(command.pid_file))));
    shell.on_start = [&](int pid) {
      const std::string number = std::to_string(pid);
      const std::string text = number + " " + StartOf(files, number);
      static_cast<void>(files.WriteFileAtomically(command.pid_file, AsBytes(text)).ok());
    };
  }
  REVMON_ASSIGN_OR_RETURN(run::Outcome outcome, run::RunCommand(shell));
  if (!command.pid_file.empty()) EndLeftover(files, command.pid_file);
  REVMON_RETURN_IF_ERROR(Keep(files, command.output, outcome));
  return ShellOutcome{.exit_code = outcome.exit_code,
                      .timed_out = outcome.timed_out,
                      .wall_ms = outcome.wall.count(),
                      .cpu_ms = outcome.cpu.count(),
                      .peak_kb = outcome.peak_kb,
                      .last_words = LastWords(outcome)};
}

}  // namespace revmon::experiment
