#include "app/cli/build_display.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace revmon::cli {
namespace {

run::BuildState State(const std::string& module, bool testing, const std::string& test) {
  run::BuildState state;
  state.progress.module = module;
  state.progress.testing = testing;
  state.test = test;
  return state;
}

// What a display of that mode wrote for these states.
std::string Written(BuildDisplay::Mode mode, const std::vector<run::BuildState>& states) {
  char* text = nullptr;
  size_t size = 0;
  std::FILE* out = ::open_memstream(&text, &size);
  BuildDisplay display(out, mode);
  for (const run::BuildState& state : states) display.Show(state);
  display.End();
  std::fclose(out);
  std::string written(text, size);
  std::free(text);
  return written;
}

TEST(BuildDisplay, SaysWhatIsGoingOn) {
  EXPECT_EQ(BuildDisplay::LineFor(State("", false, ""), std::nullopt, 80), "0s  starting the build");
  EXPECT_EQ(BuildDisplay::LineFor(State("core", false, ""), std::nullopt, 80), "0s  core  building");
  EXPECT_EQ(BuildDisplay::LineFor(State("core", true, ""), std::nullopt, 80), "0s  core  starting tests");
  run::BuildState state = State("core", true, "a.ATest");
  state.progress.modules = 3;
  state.progress.done = 1;
  state.elapsed = std::chrono::seconds(75);
  EXPECT_EQ(BuildDisplay::LineFor(state, std::nullopt, 80), "1m 15s  2/3  core  a.ATest");
}

TEST(BuildDisplay, ALineFitsTheTerminal) {
  EXPECT_EQ(BuildDisplay::LineFor(State("core", true, "a.very.long.name.of.a.Test"), std::nullopt, 20),
            "0s  core  a.very...");
}

TEST(BuildDisplay, ALogGetsOneLineAModule) {
  EXPECT_EQ(Written(BuildDisplay::Mode::kLines, {State("core", false, ""), State("core", true, "A"),
                                                 State("core", true, "B"), State("app", true, "B")}),
            "revmon: 0s, tests of core\nrevmon: 0s, tests of app\n");
}

TEST(BuildDisplay, TheEstimateIsABarAndARoundNumber) {
  run::BuildState state = State("core", true, "a.ATest");
  state.elapsed = std::chrono::seconds(20);
  EXPECT_EQ(BuildDisplay::LineFor(state, std::chrono::seconds(60), 80),
            "[=====               ] 20s, about 1m 10s left  core  a.ATest");
  EXPECT_EQ(BuildDisplay::LineFor(state, std::chrono::milliseconds(100), 80),
            "[=================== ] 20s, about 5s left  core  a.ATest");
}

TEST(BuildDisplay, ALogHearsOfALongTestOnceAMinute) {
  std::vector<run::BuildState> states;
  for (int second : {1, 30, 59, 61, 62, 100, 121, 130}) {
    states.push_back(State("core", true, "a.Slow"));
    states.back().elapsed = std::chrono::seconds(second);
  }
  EXPECT_EQ(Written(BuildDisplay::Mode::kLines, states),
            "revmon: 1s, tests of core\nrevmon: 1m 01s, a.Slow\nrevmon: 2m 01s, a.Slow\n");
}

TEST(BuildDisplay, ALogGetsTheEstimateToo) {
  char* text = nullptr;
  size_t size = 0;
  std::FILE* out = ::open_memstream(&text, &size);
  BuildDisplay(out, BuildDisplay::Mode::kLines).Show(State("core", true, "A"), std::chrono::seconds(12));
  std::fclose(out);
  EXPECT_EQ(std::string(text, size), "revmon: 0s, tests of core, about 15s left\n");
  std::free(text);
}

TEST(BuildDisplay, ATerminalLineIsTakenAwayAtTheEnd) {
  EXPECT_EQ(Written(BuildDisplay::Mode::kTerminal, {State("core", true, "A"), State("core", true, "A")}),
            "\r\033[K0s  core  A\r\033[K");
}

TEST(BuildDisplay, QuietIsQuiet) {
  EXPECT_EQ(Written(BuildDisplay::Mode::kQuiet, {State("core", true, "A")}), "");
}

}  // namespace
}  // namespace revmon::cli
