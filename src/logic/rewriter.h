// Answers: what do the rules of a string rewriting system make of a trace?
//
//   hasnext hasnext -> hasnext .       two in a row count as one
//   hasnext next -> #epsilon .         the pair vanishes
//   ^ next -> #fail .                  ^ only at the beginning of the string
//   done $ -> #succeed .               $ only at its end
//
// The state is a string in normal form. Each event is appended, then rules are applied until none fits:
// always the leftmost place, and there the rule that is written first. #succeed and #fail end the run for
// good. Letters that are no events are allowed if some rule makes them and some rule reads them.
//
// Bounds: a rewriting system may run for ever, so one event may cause at most max_rewrites applications and
// the string may have at most max_stack letters; past either the state is Exhausted.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/categories.h"
#include "logic/machine.h"

namespace revmon::logic {

struct RewriteRule {
  enum class Result : uint8_t { kString, kSucceed, kFail };
  bool at_begin = false;
  bool at_end = false;
  std::vector<uint32_t> left;  // letters: events, then others
  std::vector<uint32_t> right;
  Result result = Result::kString;
};

class Rewriter : public Engine {
 public:
  [[nodiscard]] static Result<Rewriter> Make(std::string_view text, const Alphabet& alphabet,
                                             const CategoryLayout& layout, const Budget& budget);

  [[nodiscard]] State Initial() const override;
  [[nodiscard]] State Step(const State& state, Event event) const override;
  [[nodiscard]] CategoryMask Categories(const State& state) const override;
  [[nodiscard]] bool Exhausted(const State& state) const override;
  // The string, or "#succeed", "#fail", "exhausted".
  [[nodiscard]] std::string Describe(const State& state) const override;
  // The rules, one a line, in order.
  [[nodiscard]] std::string Dump() const override;

  [[nodiscard]] const std::vector<RewriteRule>& rules() const { return rules_; }
  // Names of all letters; the first ones are the events.
  [[nodiscard]] const std::vector<std::string>& letters() const { return letters_; }
  [[nodiscard]] uint32_t max_length() const { return max_length_; }
  [[nodiscard]] uint32_t max_rewrites() const { return max_rewrites_; }

 private:
  Rewriter() = default;
  // The first rule that fits at `place`, or null; `work` counts compared letters.
  [[nodiscard]] const RewriteRule* Fit(const std::u32string& text, size_t place, uint64_t& work) const;

  std::vector<RewriteRule> rules_;
  std::vector<std::vector<uint32_t>> by_letter_;  // rules by their first letter, in order
  std::vector<std::string> letters_;
  size_t longest_ = 0;  // left side
  uint32_t max_length_ = 0, max_rewrites_ = 0;
  CategoryMask succeed_ = 0, fail_ = 0, nonfail_ = 0;
};

}  // namespace revmon::logic
