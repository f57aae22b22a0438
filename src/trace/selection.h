// Answers: which monitors did the user ask for?
//
//   off                  all of them
//   random:P             each with probability P
//   valg[:key=value...]  as a bandit learns at each place where monitors are made (bandit.h): alpha, epsilon,
//   delta,
//                        create and skip (initial values); average (sample averages); no-creation and
//                        no-signalling switch off one half: the choice of monitors, or silence at a place
//                        where a rule without parameters was broken before
//
// The same text is the value of --select, of `select` in revmon.toml, and of the agent's option.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/bandit.h"

namespace revmon::trace {

struct Selection {
  enum class Mode : uint8_t { kOff, kValg, kRandom };  // revmon.rt.Selection has the same numbers
  Mode mode = Mode::kOff;
  BanditSettings bandit;
  double probability = 1;  // of kRandom
  bool creation = true;
  bool signalling = true;
};

[[nodiscard]] Result<Selection> ParseSelection(std::string_view text);

// As revmon.rt.Selection$Wish takes them.
[[nodiscard]] std::array<double, 9> NumbersOf(const Selection& selection);

}  // namespace revmon::trace
