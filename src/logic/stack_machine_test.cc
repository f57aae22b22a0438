#include "logic/stack_machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logic/naive_test_support.h"

namespace revmon::logic {
namespace {

using naive::Trace;

std::string Dumped(std::string_view text, const Alphabet& alphabet = {"a", "b"}, const Budget& budget = {}) {
  Result<Machine> machine = Compile(Logic::kCfg, text, alphabet, {}, budget);
  return machine.ok() ? machine->Dump() : machine.error().Text();
}

TEST(Cfg, DumpsOfSmallGrammars) {
  EXPECT_EQ(Dumped("S -> a S b | epsilon"),
            "start: S, one stack\n"
            "S (nullable): a->{S\\a}\n"
            "S\\a: a->{S\\a b} b->{}\n"
            "b: b->{}\n");
  EXPECT_EQ(Dumped("S -> S a S b | epsilon"),
            "start: S, one stack\n"
            "S (nullable): a->{S\\a}\n"
            "S\\a: a->{S\\a b S\\S} b->{S\\S}\n"
            "b: b->{}\n"
            "S\\S (nullable): a->{S b S\\S}\n");
  EXPECT_EQ(Dumped("S -> S"), "start: no stack\n");
}

TEST(Cfg, RepetitionIsLeftRecursion) {
  EXPECT_EQ(Dumped("S -> (a | b)* b"),
            "start: S, sets of stacks\n"
            "S: a->{S\\a} b->{S\\b}\n"
            "S\\a: a->{S\\(1)*} b->{ | S\\(1)*}\n"
            "S\\b (nullable): a->{S\\(1)*} b->{ | S\\(1)*}\n"
            "S\\(1)*: a->{S\\(1)*} b->{ | S\\(1)*}\n");
}

struct Walker {
  explicit Walker(std::string_view text, const Alphabet& alphabet)
      : machine(*Compile(Logic::kCfg, text, alphabet)) {}
  // The verdict after each event: m(atch), f(ail), '.' neither.
  std::string On(const std::string& letters) {
    State state = machine.Initial();
    std::string out;
    for (char c : letters) {
      state = machine.Step(state, *machine.alphabet().Find(std::string_view(&c, 1)));
      const CategoryMask mask = machine.Categories(state);
      out += machine.Exhausted(state) ? 'x' : (mask & 1) != 0 ? 'm' : (mask & 2) != 0 ? 'f' : '.';
    }
    return out;
  }
  Machine machine;
};

TEST(Cfg, NestedLocks) {
  Walker run("S -> S a S b | epsilon", {"a", "b"});
  EXPECT_EQ(run.On("aabbab"), "...m.m");
  EXPECT_EQ(run.On("abbab"), ".mfff");
}

TEST(Cfg, AmbiguousGrammarsKeepOneSmallState) {
  Walker run("S -> S S | a S b | a", {"a", "b"});
  State state = run.machine.Initial();
  for (int i = 0; i < 200; ++i) state = run.machine.Step(state, 0);
  EXPECT_LT(state.words.size(), 2000u);
  EXPECT_EQ(run.On("aab"), "mmm");
}

TEST(Cfg, ManyStacksShareTheirCells) {
  // After n times a there are 2^n stacks over B and C.
  Walker run("S -> a S B | a S C | a, B -> b, C -> c", {"a", "b", "c"});
  EXPECT_EQ(run.On("aabcc"), "m.mff");
  State state = run.machine.Initial();
  for (int i = 0; i < 60; ++i) state = run.machine.Step(state, 0);
  EXPECT_FALSE(run.machine.Exhausted(state));
  EXPECT_LT(state.words.size(), 1000u);
}

TEST(Cfg, DeepStacksExhaustInsteadOfFailing) {
  Budget budget;
  budget.max_stack = 20;
  Result<Machine> machine = Compile(Logic::kCfg, "S -> a S b | epsilon", Alphabet{"a", "b"}, {}, budget);
  ASSERT_TRUE(machine.ok());
  State state = machine->Initial();
  for (int i = 0; i < 10; ++i) state = machine->Step(state, 0);
  EXPECT_FALSE(machine->Exhausted(state));
  for (int i = 0; i < 20; ++i) state = machine->Step(state, 0);
  EXPECT_TRUE(machine->Exhausted(state));
  EXPECT_EQ(machine->Categories(state), 0u);
  EXPECT_EQ(machine->Describe(state), "exhausted");
}

TEST(Cfg, ErrorsNameWhatIsWrong) {
  EXPECT_EQ(Dumped("S -> a T"), "line 1:8: event or nonterminal 'T' is not declared");
  EXPECT_EQ(Dumped("Start -> a Satrt"),
            "line 1:12: event or nonterminal 'Satrt' is not declared (did you mean 'Start'?)");
  EXPECT_EQ(Dumped("a -> b"), "line 1:1: 'a' cannot be a nonterminal: it is an event");
  EXPECT_EQ(Dumped("epsilon -> b"), "line 1:1: 'epsilon' cannot be a nonterminal: it means the empty trace");
  EXPECT_EQ(Dumped("S -> a |"),
            "line 1:9: expected an event, a nonterminal, 'epsilon' or '(', found the end of the formula");
  EXPECT_EQ(Dumped("S -> (a"), "line 1:8: expected a symbol, '|' or ')', found the end of the formula");
  EXPECT_EQ(Dumped("S a"), "line 1:1: expected a rule, found 'S'");
  EXPECT_EQ(Dumped("-> a"), "line 1:1: expected a nonterminal, found '->'");
  EXPECT_EQ(Dumped("S -> a )"), "line 1:8: expected a symbol, '|', ',' or the end of the formula, found ')'");
  EXPECT_EQ(Dumped(""), "line 1:1: expected a nonterminal, found the end of the formula");
}

TEST(Cfg, HostileGrammarsEndAtABudget) {
  EXPECT_THAT(Dumped("S -> " + std::string(100'000, '(')), testing::HasSubstr("budget max_depth"));
  std::string wide = "S -> ";
  for (int i = 0; i < 5000; ++i) wide += "A ";
  EXPECT_THAT(Dumped(wide + ", A -> a | epsilon"), testing::HasSubstr("budget max_nodes"));
  std::string chain;
  for (int i = 0; i < 5000; ++i) {
    const std::string next = "N" + std::to_string(i + 1);
    chain += "N" + std::to_string(i) + " -> " + next + " " + next + " | epsilon, ";
  }
  EXPECT_THAT(Dumped(chain + "N5000 -> a"), testing::HasSubstr("budget max_nodes"));
}

// No cell has a choice: neither two symbols, nor a symbol and the end.
bool IsOneStack(const Machine& machine, const State& state) {
  const std::string shown = machine.Describe(state);
  size_t choices = 0, cells = 1;
  for (size_t i = 0; i < shown.size(); ++i) {
    cells += shown[i] == ';' ? 1 : 0;
    choices += shown[i] == '>' || shown.compare(i, 4, " end") == 0 ? 1 : 0;
  }
  return shown == "none" || choices == cells;
}

TEST(Cfg, OneStackIsEnoughWhereNothingIsToChoose) {
  const auto deterministic = [](std::string_view text) {
    return Compile(Logic::kCfg, text, Alphabet{"a", "b", "c"})->stack_machine()->deterministic();
  };
  EXPECT_TRUE(deterministic("S -> a S b S | c"));
  EXPECT_TRUE(deterministic("S -> S a S b | epsilon"));
  EXPECT_TRUE(deterministic("S -> A c, A -> a A b | epsilon"));
  EXPECT_FALSE(deterministic("S -> a S a | epsilon"));  // palindromes: where is the middle?
  EXPECT_FALSE(deterministic("S -> a S B | a S C | b, B -> b, C -> c"));
  EXPECT_TRUE(deterministic("S -> A a, A -> a b | epsilon"));  // the corner a is decided later
}

void Agree(const naive::NaiveGrammar& grammar, const Alphabet& alphabet, size_t max_length) {
  const std::string text = grammar.Text(alphabet);
  Result<Machine> machine = Compile(Logic::kCfg, text, alphabet);
  ASSERT_TRUE(machine.ok()) << text << ": " << machine.error().Text();
  const CategoryMask match = machine->CategoryBit("match"), fail = machine->CategoryBit("fail");
  int failures = 0;
  naive::EachTrace(*machine, max_length, [&](const Trace& trace, const State& state) {
    const CategoryMask mask = machine->Categories(state);
    if (machine->stack_machine()->deterministic()) {
      EXPECT_TRUE(IsOneStack(*machine, state)) << text << " on " << naive::Show(trace, alphabet);
    }
    bool ok = !machine->Exhausted(state) && ((mask & match) != 0) == grammar.Derives(trace) &&
              ((mask & fail) != 0) != ((mask & machine->CategoryBit("nonfail")) != 0);
    if ((mask & fail) == 0 && trace.size() <= 3) {  // a wrong fail shows as a missing match later
      std::optional<Trace> witness = naive::Witness(*machine, state, match, 9);
      Trace whole = trace;
      if (witness) whole.insert(whole.end(), witness->begin(), witness->end());
      ok = ok && (!witness || grammar.Derives(whole));
    }
    if (!ok && ++failures == 1) ADD_FAILURE() << text << " on " << naive::Show(trace, alphabet);
  });
}

TEST(Cfg, AgreesWithCykOnRandomGrammars) {
  naive::Random random(41);
  for (int i = 0; i < 120; ++i) Agree(naive::RandomGrammar(random, 2), naive::Letters(2), 8);
  for (int i = 0; i < 4; ++i) Agree(naive::RandomGrammar(random, 3), naive::Letters(3), 8);
}

TEST(Cfg, AgreesWithCykOnFourEvents) {
  // S -> S a S b | S c | d S d | epsilon
  naive::NaiveGrammar grammar;
  grammar.events = 4;
  grammar.choices = {{{4, 0, 4, 1}, {4, 2}, {3, 4, 3}, {}}};
  Agree(grammar, naive::Letters(4), 8);
}

TEST(Cfg, AgreesWithCykOnLongTraces) {
  naive::Random random(42);
  const Alphabet alphabet = naive::Letters(2);
  for (int i = 0; i < 60; ++i) {
    const naive::NaiveGrammar grammar = naive::RandomGrammar(random, 2);
    Result<Machine> machine = Compile(Logic::kCfg, grammar.Text(alphabet), alphabet);
    ASSERT_TRUE(machine.ok());
    // Words of the language, where it has any, are found by walking the machine; then one letter is changed.
    State state = machine->Initial();
    Trace trace;
    for (int k = 0; k < 14; ++k) {
      Event e = naive::Pick(random, 2);
      if (machine->Categories(machine->Step(state, e)) == machine->CategoryBit("fail")) e = 1 - e;
      state = machine->Step(state, e);
      trace.push_back(e);
      EXPECT_EQ((machine->Categories(state) & machine->CategoryBit("match")) != 0, grammar.Derives(trace))
          << grammar.Text(alphabet) << " on " << naive::Show(trace, alphabet);
    }
  }
}

}  // namespace
}  // namespace revmon::logic
