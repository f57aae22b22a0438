// Answers: does each specification report exactly the lines its pair of programs says?
//
//   pair_runner AGENT PLANS SOURCES LIST JAVA...
//
// LIST is what CompileAll.java prints: "CLASSES-FOLDER MAIN" a line, the folder being OUT/Name/Violating or
// OUT/Name/Conforming. Every program runs under the agent with the plan PLANS/Name.plan on every JAVA; the
// lines that the results report for the spec must be those that carry "// violation: Name" in
// SOURCES/Name/MAIN.java, and the program must end as it does alone. A source that opens with "// needs:
// terminal" gets one, a pseudo-terminal with one line of input. Prints one line per failure and a count.
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
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

// A pseudo-terminal that echoes nothing and has one line to read. Our end of it and the program's stay open
// as long as this object, so that no output is lost when the program ends.
class Terminal {
 public:
  Terminal() : ours_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)) {
    std::array<char, 128> name{};
    if (ours_ < 0 || ::grantpt(ours_) != 0 || ::unlockpt(ours_) != 0) return;
    if (::ptsname_r(ours_, name.data(), name.size()) != 0) return;
    theirs_ = ::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    termios settings{};
    if (theirs_ < 0 || ::tcgetattr(theirs_, &settings) != 0) return;
    settings.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    constexpr std::string_view kLine = "one line\n";
    if (::tcsetattr(theirs_, TCSANOW, &settings) != 0) return;
    if (::write(ours_, kLine.data(), kLine.size()) == static_cast<ssize_t>(kLine.size())) name_ = name.data();
  }
  ~Terminal() {
    if (theirs_ >= 0) ::close(theirs_);
    if (ours_ >= 0) ::close(ours_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }  // "" = there is none
  // What was printed so far, without the ends of lines: readPassword() prints one of its own accord.
  [[nodiscard]] std::string Printed() const {
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t n = 0; (n = ::read(ours_, buffer.data(), buffer.size())) > 0;) {
      text.append(buffer.data(), static_cast<size_t>(n));
    }
    std::erase_if(text, [](char c) { return c == '\r' || c == '\n'; });
    return text;
  }

 private:
  int ours_;
  int theirs_ = -1;
  std::string name_;
};

// JDK 22 to 24 have another console in front of the one of java.base; it is not what the specs are about.
Result<run::Outcome> RunInTerminal(run::Command command) {
  Terminal terminal;
  if (terminal.name().empty()) return Error(ErrorCode::kIo, "cannot make a pseudo-terminal");
  command.argv.insert(command.argv.begin() + 1, "-Djdk.console=java.base");
  command.capture = false;
  command.input_file = terminal.name();
  command.output_file = terminal.name();
  Result<run::Outcome> outcome = run::RunCommand(command);
  if (outcome.ok()) outcome->out = terminal.Printed();
  return outcome;
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
  const bool needs_terminal = source.starts_with("// needs: terminal");
  Result<run::Outcome> outcome = needs_terminal ? RunInTerminal(command) : run::RunCommand(command);
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
  size_t javas = arguments.size() - 4;
  std::mutex mutex;
  auto work = [&] {
    for (size_t i = next++; i < programs.size() * javas; i = next++) {
      const Program& program = programs[i / javas];
      const std::string& java = arguments[4 + i % javas];
      std::string wrong = Check(program, java, arguments);
      std::lock_guard lock(mutex);
      // One line a program, for the table that run-pairs.sh makes.
      std::ofstream(arguments[3] + ".outcomes", std::ios::app)
          << program.spec << '\t' << program.main << '\t' << (wrong.empty() ? "passed" : "failed") << '\n';
      if (wrong.empty()) continue;
      ++failed;
      std::printf("%s/%s with %s: %s\n", program.spec.c_str(), program.main.c_str(), java.c_str(),
                  wrong.c_str());
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  std::printf("%zu programs on %zu JVMs: %zu failed\n", programs.size(), javas, failed);
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
