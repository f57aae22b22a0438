// Answers: in which logic is a property written, over which events, and how much work may its compilation
// take?
//
// Every logic sees a trace as a word over the *declared* events of a specification, in declaration order,
// also those that its formula does not mention: such an event still breaks a match or a "previous". An event
// name declared twice (an overloaded event) is one letter. Names are case-sensitive; category names are not.
//
// Formulas come from files that nobody vouches for, so every stage counts what it spends against a Budget and
// ends with ErrorCode::kLimit, naming the budget, instead of filling memory or the call stack.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/error.h"

namespace revmon::logic {

enum class Logic : uint8_t { kEre, kFsm, kLtl, kPtLtl, kCfg, kSrs, kPtCaRet };

// "ere", "fsm", "ltl", "ptltl", "cfg", "srs", "ptcaret".
[[nodiscard]] std::string_view ToString(Logic logic);
// The logic of that name, in any case; nothing for other words.
[[nodiscard]] std::optional<Logic> LogicFromName(std::string_view name);

// Index of an event in its Alphabet.
using Event = uint32_t;

// The declared events of one specification.
class Alphabet {
 public:
  Alphabet() = default;
  explicit Alphabet(std::span<const std::string> names);
  Alphabet(std::initializer_list<std::string_view> names);

  // Adds a name unless it is there; either way, returns its index.
  Event Add(std::string_view name);
  [[nodiscard]] std::optional<Event> Find(std::string_view name) const;
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(names_.size()); }
  [[nodiscard]] const std::string& name(Event event) const { return names_[event]; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  bool operator==(const Alphabet& other) const { return names_ == other.names_; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, Event> index_;
};

// What compiling (first part) and stepping (second part) one formula may cost. The defaults let a 10^5-state
// FSM through and stop an exponential formula after a second or two.
struct Budget {
  uint32_t max_text = 8u << 20;            // bytes of formula text
  uint32_t max_depth = 400;                // nesting of parentheses and prefix operators
  uint32_t max_nodes = 1u << 19;           // distinct subformulas, grammar symbols, rules
  uint32_t max_states = 200'000;           // automaton states before minimisation
  uint64_t max_table = uint64_t{1} << 23;  // automaton states times events
  uint64_t max_steps = 20'000'000;         // elementary construction steps (derivatives, obligations, sets)
  uint64_t max_sets = 2'000'000;           // unions tried for enable and coenable sets

  uint32_t max_stack = 4096;       // run time: cells of a CFG or ptCaRet stack, letters of an SRS string
  uint32_t max_rewrites = 10'000;  // run time: SRS rule applications for one event
};

// "<what> needs more than <limit> <unit> (budget <name>)", as a kLimit error.
[[nodiscard]] Error OverBudget(std::string_view what, uint64_t limit, std::string_view unit,
                               std::string_view name);

// `text` with ASCII letters in lower case: how category and logic names are compared.
[[nodiscard]] std::string FoldCase(std::string_view text);

}  // namespace revmon::logic
