#include "logic/rewriter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logic/naive_test_support.h"

namespace revmon::logic {
namespace {

using naive::Trace;

std::string Dumped(std::string_view text, const Alphabet& alphabet = {"a", "b"}, const Budget& budget = {}) {
  Result<Machine> machine = Compile(Logic::kSrs, text, alphabet, {}, budget);
  return machine.ok() ? machine->Dump() : machine.error().Text();
}

// The state after each event.
std::string Steps(std::string_view text, const std::string& letters, const Budget& budget = {}) {
  Result<Machine> machine = Compile(Logic::kSrs, text, Alphabet{"a", "b", "c"}, {}, budget);
  if (!machine.ok()) return machine.error().Text();
  State state = machine->Initial();
  std::string out;
  for (char c : letters) {
    state = machine->Step(state, *machine->alphabet().Find(std::string_view(&c, 1)));
    out += (out.empty() ? "" : ", ") + machine->Describe(state);
  }
  return out;
}

TEST(Srs, DumpIsTheNormalisedRules) {
  EXPECT_EQ(Dumped("^ a b $ -> #epsilon. b->a a .a a -> #succeed. ^ b -> #fail"),
            "^ a b $ -> #epsilon .\n"
            "b -> a a .\n"
            "a a -> #succeed .\n"
            "^ b -> #fail .\n");
}

TEST(Srs, RulesApplyAtTheLeftmostPlaceInOrder) {
  EXPECT_EQ(Steps("a a -> a . a b -> #epsilon .", "aabcab"), "a, a, #epsilon, c, c a, c");
  EXPECT_EQ(Steps("a -> b . a -> c . b -> c c .", "ab"), "c c, c c c c");
}

TEST(Srs, AnchorsLookAtTheWholeString) {
  EXPECT_EQ(Steps("^ b -> #fail . a -> #epsilon .", "cb"), "c, c b");
  EXPECT_EQ(Steps("^ b -> #fail . a -> #epsilon .", "ab"), "#epsilon, #fail");
  EXPECT_EQ(Steps("a b $ -> c . a b c -> #succeed .", "abc"), "a, c, c c");
}

TEST(Srs, VerdictsAreFinal) {
  EXPECT_EQ(Steps("a b -> #succeed . c -> #fail .", "abc"), "a, #succeed, #succeed");
  EXPECT_EQ(Steps("a b -> #succeed . c -> #fail .", "cab"), "#fail, #fail, #fail");
}

TEST(Srs, LettersThatAreNoEvents) {
  // X remembers an a at the beginning.
  EXPECT_EQ(Steps("^ a -> X . X b -> X . X c -> #fail .", "abbc"), "X, X, X, #fail");
  EXPECT_EQ(Steps("a -> X .", "a"), "line 1:6: event 'X' is not declared");
  EXPECT_EQ(Dumped("opne -> #fail .", {"open"}),
            "line 1:1: event 'opne' is not declared (did you mean 'open'?)");
}

TEST(Srs, EndlessRewritingExhausts) {
  EXPECT_EQ(Steps("a -> a .", "ba"), "b, exhausted");
  EXPECT_EQ(Steps("a -> b . b -> a .", "ca"), "c, exhausted");
  EXPECT_EQ(Steps("a -> a a .", "a"), "exhausted");
}

TEST(Srs, LongStringsExhaust) {
  Budget budget;
  budget.max_stack = 3;
  EXPECT_EQ(Steps("a a -> a .", "bbbb", budget), "b, b b, b b b, exhausted");
}

TEST(Srs, ErrorsNameWhatIsWrong) {
  EXPECT_EQ(Dumped("-> a ."), "line 1:1: expected an event or '^', found '->'");
  EXPECT_EQ(Dumped("^ -> a ."), "line 1:3: expected an event, found '->'");
  EXPECT_EQ(Dumped("a b . "), "line 1:5: expected an event, '$' or '->', found '.'");
  EXPECT_EQ(Dumped("a -> ."), "line 1:6: expected an event, '#epsilon', '#succeed' or '#fail', found '.'");
  EXPECT_EQ(Dumped("a -> #fail b ."), "line 1:12: expected '.', found 'b'");
  EXPECT_EQ(Dumped("a -> #fial ."),
            "line 1:6: expected an event, '#epsilon', '#succeed' or '#fail', found '#'");
  EXPECT_EQ(Dumped(""), "line 1:1: expected an event or '^', found the end of the formula");
}

TEST(Srs, AgreesWithRewritingFromScratch) {
  naive::Random random(51);
  Budget budget;
  budget.max_rewrites = 30;
  budget.max_stack = 20;
  for (int i = 0; i < 400; ++i) {
    const uint32_t events = i < 380 ? 2 : i < 398 ? 3 : 4;
    const Alphabet alphabet = naive::Letters(events);
    const std::vector<naive::NaiveRule> rules = naive::RandomRules(random, events);
    Result<Machine> machine = Compile(Logic::kSrs, naive::Text(rules), alphabet, {}, budget);
    ASSERT_TRUE(machine.ok()) << naive::Text(rules) << machine.error().Text();
    int failures = 0;
    naive::EachTrace(*machine, 8, [&](const Trace& trace, const State& state) {
      const std::string expected = naive::Rewrite(rules, trace, alphabet, 30, 20);
      if (machine->Describe(state) != expected && ++failures == 1) {
        ADD_FAILURE() << naive::Text(rules) << "on " << naive::Show(trace, alphabet) << ": " << expected
                      << " but " << machine->Describe(state);
      }
    });
    const Trace longer = naive::RandomTrace(random, events, 60);
    EXPECT_EQ(machine->Describe(naive::Run(*machine, longer)),
              naive::Rewrite(rules, longer, alphabet, 30, 20));
  }
}

}  // namespace
}  // namespace revmon::logic
