// Answers: what do formulas mean, by definition and without any automaton?
//
// The slow side of the differential tests. Nothing here shares code with the compilers: formulas are trees of
// this file, printed to text for the compiler and judged on whole traces by recursion over their definitions.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "logic/compile.h"

namespace revmon::logic::naive {

using Trace = std::vector<Event>;
using Random = std::mt19937;

// "a", "b", ... : the events of the tests.
[[nodiscard]] Alphabet Letters(uint32_t count);
// "a b c" with the names of the alphabet.
[[nodiscard]] std::string Show(const Trace& trace, const Alphabet& alphabet);
[[nodiscard]] uint32_t Pick(Random& random, uint32_t bound);  // 0 .. bound-1
[[nodiscard]] Trace RandomTrace(Random& random, uint32_t events, size_t length);

// Calls visit(trace, state) for every trace of up to max_length events, each with the machine's state after
// it.
void EachTrace(const Machine& machine, size_t max_length,
               const std::function<void(const Trace&, const State&)>& visit);
[[nodiscard]] State Run(const Machine& machine, const Trace& trace);
// A shortest continuation that leads to a state with the category, if there is one of up to max_length
// events.
[[nodiscard]] std::optional<Trace> Witness(const Machine& machine, const State& from, CategoryMask goal,
                                           size_t max_length);

// ---- Extended regular expressions: membership by trying all splits.
struct Regex {
  enum Kind { kEmpty, kEpsilon, kSymbol, kConcat, kOr, kAnd, kNot, kStar, kPlus, kPower };
  Kind kind = kEpsilon;
  uint32_t number = 0;  // event, exponent
  std::vector<Regex> parts;

  [[nodiscard]] std::string Text(const Alphabet& alphabet) const;  // with all parentheses
  [[nodiscard]] bool Matches(const Trace& trace) const { return Matches(trace, 0, trace.size()); }

 private:
  [[nodiscard]] bool Matches(const Trace& trace, size_t begin, size_t end) const;
  [[nodiscard]] bool Repeats(const Trace& trace, size_t begin, size_t end, size_t times) const;
};
[[nodiscard]] Regex RandomRegex(Random& random, uint32_t events, int depth);

// ---- Temporal formulas, ptcaret included.
struct Temporal {
  std::string op;  // as written; "event", "true", "false"
  Event event = 0;
  std::vector<Temporal> parts;

  [[nodiscard]] std::string Text(const Alphabet& alphabet) const;
};
enum class Family { kPast, kFuture, kMixed, kCaret };
[[nodiscard]] Temporal RandomTemporal(Random& random, Family family, uint32_t events, int depth);

// Past formulas (with call-stack operators): truth at position `at` of the trace.
class PastTruth {
 public:
  PastTruth(const Trace& trace, const Alphabet& alphabet);
  [[nodiscard]] bool Holds(const Temporal& formula, size_t at) const;

 private:
  struct Frame {
    std::optional<size_t> opened_from;  // the frame that opened it
    std::optional<size_t> call;         // the opener's last position at that time
    std::vector<size_t> positions;
  };
  [[nodiscard]] std::vector<size_t> StackPositions(const std::string& points, size_t at) const;
  [[nodiscard]] bool Since(const Temporal& formula, const std::vector<size_t>& newest_first) const;
  const Trace& trace_;
  std::vector<Frame> frames_;
  std::vector<size_t> frame_of_;  // per position
};

// Formulas with past and future on the infinite trace prefix loop loop loop ...: truth at its first position.
[[nodiscard]] bool HoldsOnLasso(const Temporal& formula, const Trace& prefix, const Trace& loop);

// ---- Grammars: productions over letters; symbols >= events are nonterminals, the first one is the start.
struct NaiveGrammar {
  uint32_t events = 0;
  std::vector<std::vector<std::vector<uint32_t>>> choices;  // per nonterminal

  [[nodiscard]] std::string Text(const Alphabet& alphabet) const;
  // By a table over all parts of the trace, filled until nothing changes (CYK without a normal form).
  [[nodiscard]] bool Derives(const Trace& trace) const;
};
[[nodiscard]] NaiveGrammar RandomGrammar(Random& random, uint32_t events);

// ---- Rewriting: rules as text pieces, applied to a string of names by scanning from its beginning each
// time.
struct NaiveRule {
  bool at_begin = false, at_end = false;
  std::vector<std::string> left, right;
  std::string verdict;  // "", "#succeed", "#fail"
};
[[nodiscard]] std::string Text(const std::vector<NaiveRule>& rules);
// "#succeed", "#fail", "exhausted" or the normal form, after each event in turn.
[[nodiscard]] std::string Rewrite(const std::vector<NaiveRule>& rules, const Trace& trace,
                                  const Alphabet& alphabet, size_t max_rewrites, size_t max_length);
[[nodiscard]] std::vector<NaiveRule> RandomRules(Random& random, uint32_t events);

}  // namespace revmon::logic::naive
