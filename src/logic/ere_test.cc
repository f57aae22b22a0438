#include "logic/ere.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logic/naive_test_support.h"

namespace revmon::logic {
namespace {

using naive::Trace;

Machine Compiled(std::string_view text, const Alphabet& alphabet) {
  Result<Machine> machine = Compile(Logic::kEre, text, alphabet);
  if (!machine.ok()) ADD_FAILURE() << text << ": " << machine.error().Text();
  return std::move(machine).value();
}

std::string Dumped(std::string_view text, const Alphabet& alphabet = {"a", "b"}) {
  return Compiled(text, alphabet).Dump();
}

std::string ErrorOf(std::string_view text, const Budget& budget = {}) {
  Result<Machine> machine = Compile(Logic::kEre, text, Alphabet{"open", "close"}, {}, budget);
  return machine.ok() ? "compiles" : machine.error().Text();
}

TEST(Ere, DumpsOfSmallExpressions) {
  EXPECT_EQ(Dumped("a b*"),
            "s0 [nonfail]: a->s1 b->s2\n"
            "s1 [match nonfail]: a->s2 b->s1\n"
            "s2 [fail]: a->s2 b->s2\n");
  EXPECT_EQ(Dumped("epsilon"),
            "s0 [match nonfail]: a->s1 b->s1\n"
            "s1 [fail]: a->s1 b->s1\n");
  EXPECT_EQ(Dumped("empty"), "s0 [fail]: a->s0 b->s0\n");
  EXPECT_EQ(Dumped("~empty"), "s0 [match nonfail]: a->s0 b->s0\n");
  EXPECT_EQ(Dumped("a+ | b^2"),
            "s0 [nonfail]: a->s1 b->s2\n"
            "s1 [match nonfail]: a->s1 b->s3\n"
            "s2 [nonfail]: a->s3 b->s4\n"
            "s3 [fail]: a->s3 b->s3\n"
            "s4 [match nonfail]: a->s3 b->s3\n");
  EXPECT_EQ(Dumped("~(a b)"),
            "s0 [match nonfail]: a->s1 b->s2\n"
            "s1 [match nonfail]: a->s2 b->s3\n"
            "s2 [match nonfail]: a->s2 b->s2\n"
            "s3 [nonfail]: a->s2 b->s2\n");
}

TEST(Ere, AnEventOutsideTheFormulaBreaksIt) {
  EXPECT_EQ(Dumped("a*", {"a", "other"}),
            "s0 [match nonfail]: a->s0 other->s1\n"
            "s1 [fail]: a->s1 other->s1\n");
}

TEST(Ere, OperatorsBindAsInTheTable) {
  const Alphabet alphabet = {"a", "b", "c"};
  const std::pair<std::string_view, std::string_view> same[] = {
      {"a | b & c", "a | (b & c)"},
      {"a b & c*", "(a b) & (c*)"},
      {"~a b", "(~a) b"},
      {"~a*", "~(a*)"},
      {"a b*", "a (b*)"},
      {"a b+ | c", "(a (b+)) | c"},
      {"~~a", "a"},
      {"a*+", "(a*)+"},
      {"a b^2 c", "a b b c"},
      {"a | b c", "a | (b c)"},
      {"a^0", "epsilon"},
      {"a /* x */ b // y", "a b"},
  };
  for (const auto& [left, right] : same) EXPECT_EQ(Dumped(left, alphabet), Dumped(right, alphabet)) << left;
}

TEST(Ere, FailIsSemantic) {
  // Nothing matches both; the expression does not look empty before its derivatives are followed.
  EXPECT_EQ(Dumped("(a a)+ & a (a a)*"), "s0 [fail]: a->s0 b->s0\n");
}

void Agree(const naive::Regex& regex, const Alphabet& alphabet, size_t max_length) {
  const std::string text = regex.Text(alphabet);
  const Machine machine = Compiled(text, alphabet);
  const CategoryMask match = machine.CategoryBit("match"), fail = machine.CategoryBit("fail");
  int failures = 0;
  naive::EachTrace(machine, max_length, [&](const Trace& trace, const State& state) {
    const CategoryMask mask = machine.Categories(state);
    bool ok = ((mask & match) != 0) == regex.Matches(trace);
    // fail is absorbing, so wrong fails show as wrong matches later; a wrong nonfail has no witness.
    if ((mask & fail) == 0 && trace.size() <= 5) {
      std::optional<Trace> witness = naive::Witness(machine, state, match, 100);
      Trace whole = trace;
      if (witness) whole.insert(whole.end(), witness->begin(), witness->end());
      ok = ok && witness && (witness->size() > 4 || regex.Matches(whole));
    }
    if (!ok && ++failures == 1) ADD_FAILURE() << text << " on " << naive::Show(trace, alphabet);
  });
}

TEST(Ere, AgreesWithSplittingOnRandomExpressions) {
  naive::Random random(1);
  for (int i = 0; i < 300; ++i) Agree(naive::RandomRegex(random, 2, 1 + i % 4), naive::Letters(2), 8);
  for (int i = 0; i < 12; ++i) Agree(naive::RandomRegex(random, 3, 2 + i % 2), naive::Letters(3), 8);
}

TEST(Ere, AgreesWithSplittingOnFourEvents) {
  naive::Random random(2);
  for (int i = 0; i < 3; ++i) Agree(naive::RandomRegex(random, 4, 3), naive::Letters(4), 8);
}

TEST(Ere, AgreesWithSplittingOnLongTraces) {
  naive::Random random(3);
  for (int i = 0; i < 60; ++i) {
    const naive::Regex regex = naive::RandomRegex(random, 3, 3);
    const Alphabet alphabet = naive::Letters(3);
    const Machine machine = Compiled(regex.Text(alphabet), alphabet);
    for (int k = 0; k < 10; ++k) {
      const Trace trace = naive::RandomTrace(random, 3, 12 + naive::Pick(random, 8));
      EXPECT_EQ((machine.Categories(naive::Run(machine, trace)) & machine.CategoryBit("match")) != 0,
                regex.Matches(trace))
          << regex.Text(alphabet) << " on " << naive::Show(trace, alphabet);
    }
  }
}

TEST(Ere, ErrorsNameWhatWasExpectedAndWhere) {
  EXPECT_EQ(ErrorOf("open |"),
            "line 1:7: expected an event, 'epsilon', 'empty', '~' or '(', found the end of the formula");
  EXPECT_EQ(ErrorOf("(open\n  close"), "line 2:8: expected an operator or ')', found the end of the formula");
  EXPECT_EQ(ErrorOf("open )"), "line 1:6: expected an operator or the end of the formula, found ')'");
  EXPECT_EQ(ErrorOf("opne close"), "line 1:1: event 'opne' is not declared (did you mean 'open'?)");
  EXPECT_EQ(ErrorOf("zzz"), "line 1:1: event 'zzz' is not declared");
  EXPECT_EQ(ErrorOf("open ? close"), "line 1:6: unexpected '?'");
  EXPECT_EQ(ErrorOf("open^x"), "line 1:6: expected a number of repetitions, found 'x'");
  EXPECT_EQ(ErrorOf("open /* close"), "line 1:6: comment has no end");
  EXPECT_EQ(ErrorOf(""),
            "line 1:1: expected an event, 'epsilon', 'empty', '~' or '(', found the end of the formula");
}

TEST(Ere, DeepNestingEndsAtTheDepthBudget) {
  EXPECT_EQ(ErrorOf(std::string(100'000, '(')),
            "line 1:401: the expression needs more than 400 levels of nesting (budget max_depth)");
  std::string stars = "open";
  for (int i = 0; i < 1000; ++i) stars = "(" + stars + " | close)*";
  EXPECT_THAT(ErrorOf(stars), testing::HasSubstr("budget max_depth"));
}

TEST(Ere, LongPrefixAndPostfixChainsNeedNoStack) {
  EXPECT_EQ(ErrorOf(std::string(100'001, '~') + "open"), "compiles");
  EXPECT_EQ(ErrorOf("open" + std::string(100'000, '*')), "compiles");
}

TEST(Ere, ExponentialExpressionsEndAtTheStateBudget) {
  std::string text = "(open | close)* open";
  for (int i = 0; i < 20; ++i) text += " (open | close)";
  Budget budget;
  budget.max_states = 1000;
  EXPECT_EQ(ErrorOf(text, budget), "the automaton needs more than 1000 states (budget max_states)");
  budget.max_steps = 500;
  EXPECT_EQ(ErrorOf(text, budget),
            "the expression needs more than 500 construction steps (budget max_steps)");
}

TEST(Ere, HugePowersEndAtABudget) {
  EXPECT_EQ(ErrorOf("open^99999999999999"),
            "line 1:6: the repetition needs more than 1000 copies (budget repetition)");
  EXPECT_THAT(ErrorOf("((open^900)^900)^900"), testing::HasSubstr("(budget max_"));
}

}  // namespace
}  // namespace revmon::logic
