// Answers: after which traces is a past-time formula about calls and returns true at the last event?
//
// ptcaret is ptltl plus operators that follow the call structure. Four event names have a meaning: `begin`
// and `end` are the first and the last position of a procedure, `call` and `return` the positions of its
// caller around it. If begin or end is declared they delimit the frames; otherwise call and return do (a
// frame then holds what lies strictly between them). A pop without a push returns into a frame of which
// nothing has been seen.
//   (*a)f  [*a]f  <*a>f  f Sa g   the past operators over the positions of the current frame only: completed
//   inner
//                                 calls are skipped, callers are not seen
//   @b f      f held at the first position of the current frame (false in the outermost one)
//   @c f      f held at the caller's last position before this frame was opened (false if there is none)
//   [*s@x]f  <*s@x>f  f Ss@x g    over the stack: x = b the first positions of all open frames but the
//   outermost,
//                                 innermost first; x = c the calls; x = bc both, each begin before its call
//
// The state is the truth of the subformulas that matter at the last position, then the same and the fixed
// values of
// @b, @c and the stack operators for each open frame: a step is linear in the formula and does not look below
// the top two frames. At most max_stack open frames; past it the state is Exhausted.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/categories.h"
#include "logic/machine.h"
#include "logic/temporal.h"

namespace revmon::logic {

class CaretMachine : public Engine {
 public:
  // kInvalid when call-stack operators are used and none of the four events is declared.
  [[nodiscard]] static Result<CaretMachine> Make(std::string_view text, const Alphabet& alphabet,
                                                 const CategoryLayout& layout, const Budget& budget);

  [[nodiscard]] State Initial() const override;
  [[nodiscard]] State Step(const State& state, Event event) const override;
  [[nodiscard]] CategoryMask Categories(const State& state) const override;
  [[nodiscard]] bool Exhausted(const State& state) const override;
  // Verdict and number of open frames.
  [[nodiscard]] std::string Describe(const State& state) const override;
  // The subformulas, one a line, children first.
  [[nodiscard]] std::string Dump() const override;

  // The tables. Events that push a frame before, pop one after, push one after, pop one before their
  // position.
  [[nodiscard]] const TemporalFormula& formula() const { return formula_; }
  [[nodiscard]] std::array<std::optional<Event>, 4> frame_events() const {
    return {push_before_, pop_after_, push_after_, pop_before_};
  }
  [[nodiscard]] uint32_t max_frames() const { return max_frames_; }

 private:
  using Bits = std::vector<bool>;
  struct Frame {
    bool opened = false;  // by an event; the outermost frame is not
    bool seen = false;    // has a position
    Bits last;            // truth at the last position of the frame
    Bits fixed;           // @b, @c: the operand's truth there; stack operators: over the stack so far
  };

  CaretMachine() = default;
  [[nodiscard]] Frame Outermost() const;
  [[nodiscard]] Frame Opened(const Frame& caller) const;
  [[nodiscard]] bool Fold(const TemporalNode& node, const Bits& at, bool rest) const;
  [[nodiscard]] bool Value(uint32_t index, Event event, const Bits& now, const Bits& before,
                           Frame& frame) const;
  void Pop(std::u32string& words) const;
  void Append(std::u32string& words, const Frame& frame) const;
  [[nodiscard]] Frame Top(const std::u32string& words) const;
  [[nodiscard]] size_t FrameWords() const { return 1 + 2 * BitWords(); }
  [[nodiscard]] size_t BitWords() const { return (formula_.nodes.size() + 31) / 32; }

  Alphabet alphabet_;
  TemporalFormula formula_;
  Bits keep_;  // subformulas whose value somebody asks for later
  std::optional<Event> push_before_, pop_after_, push_after_, pop_before_;
  uint32_t max_frames_ = 0;
  CategoryMask violation_ = 0, validation_ = 0;
};

}  // namespace revmon::logic
