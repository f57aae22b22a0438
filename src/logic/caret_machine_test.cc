#include "logic/caret_machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logic/naive_test_support.h"

namespace revmon::logic {
namespace {

using naive::Family;
using naive::Trace;

const Alphabet kInner = {"begin", "end", "a", "b"};
const Alphabet kOuter = {"call", "return", "a", "b"};

Result<Machine> Made(std::string_view text, const Alphabet& alphabet = kInner, const Budget& budget = {}) {
  return Compile(Logic::kPtCaRet, text, alphabet, {}, budget);
}

// After each event t(rue), f(alse) or x (exhausted). Events by first letter.
std::string On(std::string_view text, const std::string& letters, const Alphabet& alphabet = kInner) {
  Result<Machine> machine = Made(text, alphabet);
  if (!machine.ok()) return machine.error().Text();
  State state = machine->Initial();
  std::string out;
  for (char c : letters) {
    for (Event e = 0; e < alphabet.size(); ++e) {
      // '(' and ')' open and close a frame.
      if (alphabet.name(e)[0] != c && !(c == '(' && e == 0) && !(c == ')' && e == 1)) continue;
      if (c == 'b' && alphabet.name(e) == "begin") continue;
      state = machine->Step(state, e);
      break;
    }
    out += machine->Categories(state) == machine->CategoryBit("validation") ? 't' : 'f';
  }
  return out;
}

TEST(PtCaRet, DumpListsTheSubformulas) {
  Result<Machine> machine = Made("a => (<*a> b Ss@bc @b a)");
  ASSERT_TRUE(machine.ok()) << machine.error().Text();
  EXPECT_EQ(machine->Dump(), "0: a\n1: b\n2: <*a> 1\n3: @b 0\n4: 2 Ss@bc 3\n5: 0 => 4\n");
}

TEST(PtCaRet, AbstractPreviousSkipsInnerCalls) {
  EXPECT_EQ(On("(*a) a", "a(b)b"), "fffft");
  EXPECT_EQ(On("(*) a", "a(b)b"), "ftfff");
}

TEST(PtCaRet, AbstractOperatorsDoNotSeeTheCaller) {
  EXPECT_EQ(On("<*a> a", "a(b)b"), "tffft");
  EXPECT_EQ(On("[*a] !b", "b(a)a"), "ftttf");
  EXPECT_EQ(On("!b Sa a", "a(b)a"), "tffft");
}

TEST(PtCaRet, BeginAndCall) {
  EXPECT_EQ(On("@b begin", "a(a)a"), "ftttf");
  EXPECT_EQ(On("@c a", "a(b)a"), "ftttf");
  EXPECT_EQ(On("@c a", "(a)"), "fff");  // nothing was seen of the caller
}

TEST(PtCaRet, StackOperators) {
  EXPECT_EQ(On("<*s@c> b", "b(a(a)a)a"), "ftttttttf");
  EXPECT_EQ(On("[*s@b] @c a", "a((b))"), "ttffft");
}

TEST(PtCaRet, CallAndReturnDelimitWithoutBeginAndEnd) {
  EXPECT_EQ(On("<*a> a", "a(b)b", kOuter), "ttftt");
  EXPECT_EQ(On("@c call", "a(b)b", kOuter), "fftff");
  EXPECT_EQ(On("@b b", "a(ba)b", kOuter), "ffttff");
}

TEST(PtCaRet, PopWithoutPushReturnsIntoAnUnseenFrame) { EXPECT_EQ(On("<*a> a", "a)b)b"), "ttfff"); }

TEST(PtCaRet, NeedsCallEventsOnlyForCallOperators) {
  EXPECT_EQ(On("<*> a", "ba", {"a", "b"}), "ft");
  EXPECT_EQ(On("<*a> a", "ba", {"a", "b"}),
            "call-stack operators need an event named begin, end, call or return");
}

TEST(PtCaRet, ErrorsNameWhatIsWrong) {
  EXPECT_EQ(On("[] a", ""), "line 1:1: ptcaret has no operator '[]' (future operators belong to ltl)");
  EXPECT_EQ(On("a Ss b", ""), "line 1:3: expected an operator or the end of the formula, found 'Ss'");
  EXPECT_EQ(On("@d a", ""), "line 1:1: unexpected '@'");
}

TEST(PtCaRet, DeepCallsExhaust) {
  Budget budget;
  budget.max_stack = 10;
  Result<Machine> machine = Made("@b a", kInner, budget);
  ASSERT_TRUE(machine.ok());
  State state = machine->Initial();
  for (int i = 0; i < 9; ++i) state = machine->Step(state, 0);
  EXPECT_EQ(machine->Describe(state), "violated, 10 frames");
  state = machine->Step(state, 0);
  EXPECT_TRUE(machine->Exhausted(state));
  EXPECT_EQ(machine->Step(state, 1), state);
}

void Agree(const naive::Temporal& formula, const Alphabet& alphabet, size_t max_length) {
  const std::string text = formula.Text(alphabet);
  Result<Machine> machine = Made(text, alphabet);
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

TEST(PtCaRet, AgreesWithTheDefinitionOnRandomFormulas) {
  naive::Random random(61);
  const Alphabet inner = {"begin", "end", "a"}, outer = {"call", "return", "a"};
  for (int i = 0; i < 150; ++i) {
    Agree(naive::RandomTemporal(random, Family::kCaret, 3, 1 + i % 3), i % 3 == 0 ? outer : inner, 6);
  }
  for (int i = 0; i < 6; ++i) Agree(naive::RandomTemporal(random, Family::kCaret, 3, 2), inner, 8);
}

TEST(PtCaRet, AgreesWithTheDefinitionOnFourEvents) {
  naive::Random random(62);
  const Alphabet all = {"call", "begin", "end", "return"};
  for (int i = 0; i < 2; ++i) Agree(naive::RandomTemporal(random, Family::kCaret, 4, 2), all, 8);
}

TEST(PtCaRet, AgreesWithTheDefinitionOnLongTraces) {
  naive::Random random(63);
  for (int i = 0; i < 60; ++i) {
    const naive::Temporal formula = naive::RandomTemporal(random, Family::kCaret, 4, 3);
    Result<Machine> machine = Made(formula.Text(kInner));
    ASSERT_TRUE(machine.ok());
    const Trace trace = naive::RandomTrace(random, 4, 40);
    EXPECT_EQ(machine->Categories(naive::Run(*machine, trace)) == machine->CategoryBit("validation"),
              naive::PastTruth(trace, kInner).Holds(formula, trace.size() - 1))
        << formula.Text(kInner) << " on " << naive::Show(trace, kInner);
  }
}

}  // namespace
}  // namespace revmon::logic
