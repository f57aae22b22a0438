#include "app/cli/build_display.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace revmon::cli {
namespace {

constexpr int64_t kBarWidth = 20;
constexpr std::chrono::seconds kSilence{60};  // in a log, at most

size_t WidthOf(std::FILE* out) {
  winsize size = {};
  if (::ioctl(::fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string Elapsed(std::chrono::milliseconds time) {
  const auto seconds = time.count() / 1000;
  return seconds < 60 ? fmt::format("{}s", seconds) : fmt::format("{}m {:02}s", seconds / 60, seconds % 60);
}

// Rounded to what an estimate is worth: 5 s, later 10 s, later half a minute.
std::string About(std::chrono::milliseconds left) {
  const auto seconds = left.count() / 1000;
  const auto step = seconds < 30 ? 5 : seconds < 120 ? 10 : 30;
  return "about " + Elapsed(std::chrono::seconds((seconds / step + 1) * step)) + " left";
}

std::string Bar(std::chrono::milliseconds elapsed, std::chrono::milliseconds left) {
  const auto done =
      static_cast<size_t>(kBarWidth * elapsed.count() / std::max<int64_t>(1, (elapsed + left).count()));
  return "[" + std::string(done, '=') + std::string(kBarWidth - done, ' ') + "]";
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

std::string BuildDisplay::LineFor(const run::BuildState& state, Left left, size_t width) {
  const project::Progress& progress = state.progress;
  std::string line = left ? Bar(state.elapsed, *left) + " " + Elapsed(state.elapsed) + ", " + About(*left)
                          : Elapsed(state.elapsed);
  if (progress.modules > 1) {
    line += fmt::format("  {}/{}", std::min(progress.done + 1, progress.modules), progress.modules);
  }
  if (!progress.module.empty()) line += "  " + progress.module;
  line += "  " + What(state);
  if (line.size() >= width) line = line.substr(0, width > 4 ? width - 4 : 0) + "...";
  return line;
}

void BuildDisplay::Show(const run::BuildState& state, Left left) {
  if (mode_ == Mode::kLines) {
    ShowLine(state, left);
  } else if (mode_ == Mode::kTerminal) {
    std::string line = LineFor(state, left, WidthOf(out_));
    if (line == shown_) return;
    fmt::print(out_, "\r\033[K{}", line);
    std::fflush(out_);
    shown_ = line;
  }
}

void BuildDisplay::ShowLine(const run::BuildState& state, Left left) {
  const bool starts = state.progress.testing && state.progress.module != shown_;
  if (!starts && state.elapsed - last_line_ < kSilence) return;
  last_line_ = state.elapsed;
  if (starts) shown_ = state.progress.module;
  const std::string what = starts ? "tests of " + shown_ : What(state);
  fmt::print(out_, "revmon: {}, {}{}\n", Elapsed(state.elapsed), what, left ? ", " + About(*left) : "");
  std::fflush(out_);
}

void BuildDisplay::End() {
  if (mode_ == Mode::kTerminal && !shown_.empty()) fmt::print(out_, "\r\033[K");
  std::fflush(out_);
}

}  // namespace revmon::cli
