// Answers: which commands does revmon have, and what does one more take?
//
// A command is one file pair, x_command.h/.cc, with one function that declares its options on a CLI::App and
// hands back what to run, plus one line in the table of command.cc. Options live in one struct per command,
// owned by the returned function. Nothing but command.cc knows CLI11's exceptions; a command reports failure
// as an Error and otherwise its exit code.
#pragma once
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/file_system.h"
#include "base/result.h"

namespace CLI {
class App;
}

namespace revmon::cli {

// Exit codes of every command. Commands that compare or check answer 1 for "different" or "found something".
inline constexpr int kExitOk = 0;
inline constexpr int kExitDifferent = 1;
inline constexpr int kExitError = 2;
inline constexpr int kExitSignal = 128;  // plus the signal that ended a run: 130 after Ctrl-C

// What a command may touch of the world. `out` is for the answer, `err` for everything said about it.
struct Context {
  FileSystem& files;
  std::FILE* out;
  std::FILE* err;
};

using Run = std::function<Result<int>(const Context&)>;

struct Command {
  std::string_view name;
  std::string_view summary;
  Run (*declare)(CLI::App& options);
};

// All commands, in the order --help shows them.
[[nodiscard]] std::span<const Command> Commands();

// "0.1.0".
[[nodiscard]] std::string Version();

// The whole program: parses `arguments` (without the program name), runs one command, gives the exit code.
// A failure is one line on context.err: "revmon: <text>".
[[nodiscard]] int Main(std::span<const std::string> arguments, const Context& context);

}  // namespace revmon::cli
