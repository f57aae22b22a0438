// Answers: does each specification report exactly the lines its pair of programs says?
//
//   pair_runner AGENT PLANS SOURCES LIST JAVA...
//
// LIST is what CompileAll.java prints: "CLASSES-FOLDER MAIN" a line, the folder being OUT/Name/Violating or
// OUT/Name/Conforming. Every program runs under the agent with the plan PLANS/Name.plan on every JAVA; the
// lines that the results report for the spec must be those that carry "// violation: Name" in
// SOURCES/Name/MAIN.java, and the program must end as it does alone. Prints one line per failure and a count.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/bytes.h"
#include "run/process.h"
#include "wire/results.h"

namespace revmon {
namespace {

namespace fs = std::filesystem;

struct Program {
  std::string classes;
  std::string main;  // Violating or Conforming
  std::string spec;
};

std::string ReadText(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Program> ReadList(const std::string& path) {
  std::vector<Program> programs;
  std::istringstream lines(ReadText(path));
  for (Program program; lines >> program.classes >> program.main; programs.push_back(program)) {
    program.spec = fs::path(program.classes).parent_path().filename();
  }
  return programs;
}

std::set<uint32_t> ExpectedLines(const std::string& source, const std::string& spec) {
  std::set<uint32_t> lines;
  std::istringstream in(source);
  uint32_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    size_t at = line.find("// violation: " + spec);
    if (at != std::string::npos) lines.insert(number);
  }
  return lines;
}

std::string Text(const std::set<uint32_t>& lines) {
  std::string text;
  for (uint32_t line : lines) text += (text.empty() ? "" : ",") + std::to_string(line);
  return text.empty() ? "none" : text;
}

bool NeedsATerminal(const Program& program, const std::string& sources) {
  return ReadText(fs::path(sources) / program.spec / (program.main + ".java")).starts_with("// needs: ");
}

// "" when the program behaved and reported as it should, else what was wrong.
std::string Check(const Program& program, const std::string& java,
                  const std::vector<std::string>& arguments) {
  const std::string& agent = arguments[0];
  std::string source = ReadText(fs::path(arguments[2]) / program.spec / (program.main + ".java"));
  fs::path out = fs::path(program.classes) / "results";
  fs::remove_all(out);
  run::Command command;
  command.directory = program.classes;
  command.argv = {
      java,
      "-XX:TieredStopAtLevel=1",
      "-Xverify:all",
      "-agentpath:" + agent + "=plan=" + arguments[1] + "/" + program.spec + ".plan,out=" + out.string(),
      "-cp",
      ".",
      program.main};
  command.time_limit = std::chrono::seconds(60);
  Result<run::Outcome> outcome = run::RunCommand(command);
  if (!outcome.ok()) return outcome.error().Text();
  if (outcome->exit_code != 0 || !outcome->out.empty()) {
    return "exit " + std::to_string(outcome->exit_code) + " " + outcome->out + outcome->err;
  }
  std::set<uint32_t> reported;
  std::string notes = outcome->err;
  bool complete = false;
  for (const auto& entry : fs::directory_iterator(out)) {
    std::string bytes = ReadText(entry.path());
    Result<wire::Results> results = wire::ReadResults(AsBytes(bytes));
    if (!results.ok()) return results.error().Text();
    complete |= results->complete;
    for (const wire::Violation& violation : results->violations) reported.insert(violation.line);
    for (const std::string& note : results->notes) notes += note + "\n";
  }
  if (!complete) return "no complete results " + notes;
  if (source.find("// violation at the end of the program: " + program.spec) != std::string::npos) {
    return reported.empty() ? "nothing reported at the end of the program " + notes : "";
  }
  std::set<uint32_t> expected = ExpectedLines(source, program.spec);
  if (reported != expected)
    return "reported " + Text(reported) + ", expected " + Text(expected) + " " + notes;
  return notes.empty() ? "" : "noted: " + notes;
}

int Run(const std::vector<std::string>& arguments) {
  std::vector<Program> programs = ReadList(arguments[3]);
  std::atomic<size_t> next = 0;
  size_t failed = 0;
  size_t left_out = 0;
  size_t javas = arguments.size() - 4;
  std::mutex mutex;
  auto work = [&] {
    for (size_t i = next++; i < programs.size() * javas; i = next++) {
      const Program& program = programs[i / javas];
      const std::string& java = arguments[4 + i % javas];
      const bool runs = !NeedsATerminal(program, arguments[2]);
      std::string wrong = runs ? Check(program, java, arguments) : "";
      std::lock_guard lock(mutex);
      if (!runs) ++left_out;
      // One line a program, for the table that run-pairs.sh makes.
      std::ofstream(arguments[3] + ".outcomes", std::ios::app) << program.spec << '\t' << program.main << '\t'
                                                               << (!runs           ? "not run"
                                                                   : wrong.empty() ? "passed"
                                                                                   : "failed")
                                                               << '\n';
      if (wrong.empty()) continue;
      ++failed;
      std::printf("%s/%s with %s: %s\n", program.spec.c_str(), program.main.c_str(), java.c_str(),
                  wrong.c_str());
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  std::printf("%zu programs on %zu JVMs: %zu failed, %zu not run (they need a terminal)\n", programs.size(),
              javas, failed, left_out);
  return failed == 0 && !programs.empty() ? 0 : 1;
}

}  // namespace
}  // namespace revmon

int main(int argc, char** argv) {
  if (argc < 6) {
    std::fputs("usage: pair_runner AGENT PLANS SOURCES LIST JAVA...\n", stderr);
    return 2;
  }
  return revmon::Run(std::vector<std::string>(argv + 1, argv + argc));
}
