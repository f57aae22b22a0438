// Answers: which specs are monitored at once, and which in the background?
//
// Regression property prioritization. The user's lists decide first. Of the rest, those that were violated
// before are critical; without any history everything is. A critical spec stays critical until it is demoted:
// not put off, and without a violation left, in a run that asks for it. A spec that is violated in the
// background is promoted.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace revmon::select {

struct PriorityInput {
  std::vector<std::string> specs;                      // all that are asked for
  std::optional<std::vector<std::string>> critical;    // the user's list; nothing = none was given
  std::optional<std::vector<std::string>> background;  // the same
  std::optional<std::vector<std::string>> remembered;  // critical after earlier runs; nothing = no history
};

// The critical ones, in the order of `specs`. With only one of the user's lists, all others are on the other
// side.
[[nodiscard]] std::vector<std::string> CriticalOf(const PriorityInput& input);

// What to remember for the next run.
struct Monitored {
  std::vector<std::string> specs;     // looked for in this run
  std::vector<std::string> violated;  // of these
};
[[nodiscard]] std::vector<std::string> Remember(const std::optional<std::vector<std::string>>& before,
                                                const Monitored& run, bool demote);

// A name a line; '#' begins a comment.
[[nodiscard]] std::vector<std::string> ParseSpecList(std::string_view text);
[[nodiscard]] std::string FormatSpecList(const std::vector<std::string>& specs);

}  // namespace revmon::select
