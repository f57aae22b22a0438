#include "logic/ptltl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logic/naive_test_support.h"

namespace revmon::logic {
namespace {

using naive::Trace;

std::string Dumped(std::string_view text, const Alphabet& alphabet = {"a", "b"}, const Budget& budget = {}) {
  Result<Machine> machine = Compile(Logic::kPtLtl, text, alphabet, {}, budget);
  return machine.ok() ? machine->Dump() : machine.error().Text();
}

TEST(PtLtl, DumpsOfSmallFormulas) {
  EXPECT_EQ(Dumped("true"),
            "s0: a->s1 b->s1\n"
            "s1 [validation]: a->s1 b->s1\n");
  EXPECT_EQ(Dumped("(*) a"),
            "s0: a->s1 b->s2\n"
            "s1 [violation]: a->s3 b->s4\n"
            "s2 [violation]: a->s1 b->s2\n"
            "s3 [validation]: a->s3 b->s4\n"
            "s4 [validation]: a->s1 b->s2\n");
  EXPECT_EQ(Dumped("<*> a"),
            "s0: a->s1 b->s2\n"
            "s1 [validation]: a->s1 b->s1\n"
            "s2 [violation]: a->s1 b->s2\n");
  EXPECT_EQ(Dumped("b S a", {"a", "b", "c"}),
            "s0: a->s1 b->s2 c->s2\n"
            "s1 [validation]: a->s1 b->s1 c->s2\n"
            "s2 [violation]: a->s1 b->s2 c->s2\n");
}

TEST(PtLtl, WeakPreviousHoldsAtTheFirstEvent) {
  Result<Machine> machine = Compile(Logic::kPtLtl, "~(*) false", Alphabet{"a"});
  ASSERT_TRUE(machine.ok());
  State state = machine->Step(machine->Initial(), 0);
  EXPECT_EQ(machine->Categories(state), machine->CategoryBit("validation"));
  state = machine->Step(state, 0);
  EXPECT_EQ(machine->Categories(state), machine->CategoryBit("violation"));
}

TEST(PtLtl, FutureAndCallOperatorsAreRefused) {
  EXPECT_EQ(Dumped("[] a"), "line 1:1: ptltl has no operator '[]' (future operators belong to ltl)");
  EXPECT_EQ(Dumped("a U b"), "line 1:3: ptltl has no operator 'U' (future operators belong to ltl)");
  EXPECT_EQ(Dumped("(*a) b"),
            "line 1:1: ptltl has no operator '(*a)' (call-stack operators belong to ptcaret)");
}

TEST(PtLtl, StateExplosionEndsAtTheBudget) {
  std::string text = "a";
  for (int i = 0; i < 30; ++i) text = "a and (*) (" + text + ")";
  std::string wide;
  for (int i = 1; i < 30; ++i) {
    if (i > 1) wide += " xor ";
    for (int k = 0; k < i; ++k) wide += "(*) ";
    wide += "a";
  }
  Budget budget;
  budget.max_states = 5000;
  EXPECT_EQ(Dumped(wide, {"a", "b"}, budget),
            "the automaton needs more than 5000 states (budget max_states)");
}

void Agree(const naive::Temporal& formula, const Alphabet& alphabet, size_t max_length) {
  const std::string text = formula.Text(alphabet);
  Result<Machine> machine = Compile(Logic::kPtLtl, text, alphabet);
  ASSERT_TRUE(machine.ok()) << text << ": " << machine.error().Text();
  const CategoryMask good = machine->CategoryBit("validation"), bad = machine->CategoryBit("violation");
  int failures = 0;
  naive::EachTrace(*machine, max_length, [&](const Trace& trace, const State& state) {
    CategoryMask expected = 0;
    if (!trace.empty()) {
      expected = naive::PastTruth(trace, alphabet).Holds(formula, trace.size() - 1) ? good : bad;
    }
    if (machine->Categories(state) != expected && ++failures == 1) {
      ADD_FAILURE() << text << " on " << naive::Show(trace, alphabet);
    }
  });
}

TEST(PtLtl, AgreesWithTheDefinitionOnRandomFormulas) {
  naive::Random random(11);
  for (int i = 0; i < 200; ++i) {
    Agree(naive::RandomTemporal(random, naive::Family::kPast, 2, 1 + i % 4), naive::Letters(2), 8);
  }
  for (int i = 0; i < 10; ++i) {
    Agree(naive::RandomTemporal(random, naive::Family::kPast, 3, 3), naive::Letters(3), 8);
  }
}

TEST(PtLtl, AgreesWithTheDefinitionOnFourEvents) {
  naive::Random random(12);
  for (int i = 0; i < 2; ++i)
    Agree(naive::RandomTemporal(random, naive::Family::kPast, 4, 2), naive::Letters(4), 8);
}

TEST(PtLtl, AgreesWithTheDefinitionOnLongTraces) {
  naive::Random random(13);
  const Alphabet alphabet = naive::Letters(4);
  for (int i = 0; i < 40; ++i) {
    const naive::Temporal formula = naive::RandomTemporal(random, naive::Family::kPast, 4, 3);
    Result<Machine> machine = Compile(Logic::kPtLtl, formula.Text(alphabet), alphabet);
    ASSERT_TRUE(machine.ok()) << machine.error().Text();
    const Trace trace = naive::RandomTrace(random, 4, 30);
    EXPECT_EQ(machine->Categories(naive::Run(*machine, trace)) == machine->CategoryBit("validation"),
              naive::PastTruth(trace, alphabet).Holds(formula, trace.size() - 1))
        << formula.Text(alphabet) << " on " << naive::Show(trace, alphabet);
  }
}

}  // namespace
}  // namespace revmon::logic
