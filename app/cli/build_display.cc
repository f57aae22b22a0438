#include "app/cli/build_display.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace revmon::cli {
namespace {

size_t WidthOf(std::FILE* out) {
  winsize size = {};
  if (::ioctl(::fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string Elapsed(std::chrono::milliseconds time) {
  const auto seconds = time.count() / 1000;
  return seconds < 60 ? fmt::format("{}s", seconds) : fmt::format("{}m {:02}s", seconds / 60, seconds % 60);
}

std::string What(const run::BuildState& state) {
  const project::Progress& progress = state.progress;
  if (progress.module.empty()) return "starting the build";
  if (!progress.testing) return "building";
  return state.test.empty() ? "starting tests" : state.test;
}

}  // namespace

BuildDisplay::Mode BuildDisplay::ModeFor(std::FILE* out, bool quiet) {
  if (quiet) return Mode::kQuiet;
  const char* term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  return ::isatty(::fileno(out)) == 1 && !dumb ? Mode::kTerminal : Mode::kLines;
}

std::string BuildDisplay::LineFor(const run::BuildState& state, size_t width) {
  const project::Progress& progress = state.progress;
  std::string line = Elapsed(state.elapsed);
  if (progress.modules > 1) {
    line += fmt::format("  {}/{}", std::min(progress.done + 1, progress.modules), progress.modules);
  }
  if (!progress.module.empty()) line += "  " + progress.module;
  line += "  " + What(state);
  if (line.size() >= width) line = line.substr(0, width > 4 ? width - 4 : 0) + "...";
  return line;
}

void BuildDisplay::Show(const run::BuildState& state) {
  if (mode_ == Mode::kTerminal) {
    std::string line = LineFor(state, WidthOf(out_));
    if (line == shown_) return;
    fmt::print(out_, "\r\033[K{}", line);
    std::fflush(out_);
    shown_ = line;
  } else if (mode_ == Mode::kLines && state.progress.testing && state.progress.module != shown_) {
    shown_ = state.progress.module;
    fmt::print(out_, "{} tests of {}\n", Elapsed(state.elapsed), shown_);
    std::fflush(out_);
  }
}

void BuildDisplay::End() {
  if (mode_ == Mode::kTerminal && !shown_.empty()) fmt::print(out_, "\r\033[K");
  std::fflush(out_);
}

}  // namespace revmon::cli
