// Answers: how does one step a compiled property, whatever logic it came from?
//
// Regular logics (ere, fsm, ltl, ptltl) compile to a minimal Dfa. The others need memory that grows with the
// trace: cfg a set of stacks (stack_machine.h), ptcaret one stack of past summaries (caret_machine.h), srs a
// string in normal form (rewriter.h). A Machine hides the difference behind Initial/Step/Categories. A State
// is a plain value: copying it clones the monitor, equal states behave alike for ever, and it hashes. A Dfa
// state is one word and does not allocate.
//
// Categories(Initial()) speaks about the empty trace (`match` for "a*"); verdicts are meant to be read after
// each event. A non-regular machine that meets a run-time budget enters one absorbing state that is Exhausted
// and has no categories: the engine should say so once and drop the monitor.
//
// A Machine is immutable and shares its tables: copies are cheap, threads may step it at the same time.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "logic/dfa.h"
#include "logic/formula.h"

namespace revmon::logic {

class StackMachine;
class CaretMachine;
class Rewriter;

struct State {
  std::u32string words;
  bool operator==(const State&) const = default;
  auto operator<=>(const State&) const = default;
};

struct StateHash {
  size_t operator()(const State& state) const { return std::hash<std::u32string>()(state.words); }
};

// What a non-regular logic implements.
class Engine {
 public:
  virtual ~Engine() = default;
  [[nodiscard]] virtual State Initial() const = 0;
  [[nodiscard]] virtual State Step(const State& state, Event event) const = 0;
  [[nodiscard]] virtual CategoryMask Categories(const State& state) const = 0;
  [[nodiscard]] virtual bool Exhausted(const State& state) const = 0;
  // A readable form of one state, and of the whole machine.
  [[nodiscard]] virtual std::string Describe(const State& state) const = 0;
  [[nodiscard]] virtual std::string Dump() const = 0;
};

class Machine {
 public:
  Machine(Logic logic, Dfa dfa);
  Machine(Logic logic, Alphabet alphabet, std::vector<std::string> categories,
          std::shared_ptr<const Engine> engine);

  [[nodiscard]] Logic logic() const { return logic_; }
  [[nodiscard]] const Alphabet& alphabet() const { return *alphabet_; }
  // Names by bit number, in lower case.
  [[nodiscard]] const std::vector<std::string>& categories() const { return *categories_; }
  // The bit of a category (any case), or 0 when this machine does not have it.
  [[nodiscard]] CategoryMask CategoryBit(std::string_view name) const;

  [[nodiscard]] State Initial() const;
  [[nodiscard]] State Step(const State& state, Event event) const;
  [[nodiscard]] CategoryMask Categories(const State& state) const;
  [[nodiscard]] bool Exhausted(const State& state) const;
  [[nodiscard]] std::string Describe(const State& state) const;
  [[nodiscard]] std::string Dump() const;

  // What is inside; null unless the machine is of that kind.
  [[nodiscard]] const Dfa* dfa() const { return dfa_.get(); }
  [[nodiscard]] const StackMachine* stack_machine() const;
  [[nodiscard]] const CaretMachine* caret_machine() const;
  [[nodiscard]] const Rewriter* rewriter() const;

 private:
  Logic logic_;
  std::shared_ptr<const Dfa> dfa_;
  std::shared_ptr<const Engine> engine_;
  std::shared_ptr<const Alphabet> alphabet_;
  std::shared_ptr<const std::vector<std::string>> categories_;
};

}  // namespace revmon::logic
