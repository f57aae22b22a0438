#include "logic/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unordered_set>

#include "logic/naive_test_support.h"

namespace revmon::logic {
namespace {

struct Written {
  Logic logic;
  std::string_view category;
  std::string_view text;
};

// All ways to write one property have their category after the same traces (after at least one event, since
// ptltl says nothing about none).
void ExpectSame(const Alphabet& alphabet, const std::vector<Written>& ways) {
  std::optional<Machine> first;
  for (const Written& way : ways) {
    const std::vector<std::string> handled = {std::string(way.category)};
    Result<Machine> machine = Compile(way.logic, way.text, alphabet, handled);
    ASSERT_TRUE(machine.ok()) << way.text << ": " << machine.error().Text();
    if (!first) {
      first = std::move(machine).value();
    } else if (machine->dfa() != nullptr) {
      const auto trace = Difference(*first->dfa(), 1, *machine->dfa(), 1);
      EXPECT_EQ(trace, std::nullopt) << way.text << " differs on " << naive::Show(*trace, alphabet);
    } else {
      naive::EachTrace(*machine, 8, [&](const naive::Trace& trace, const State& state) {
        ASSERT_EQ(machine->Categories(state), first->Categories(naive::Run(*first, trace)))
            << way.text << " differs on " << naive::Show(trace, alphabet);
      });
    }
  }
}

TEST(Compile, HasNextBeforeNextInEveryLogic) {
  ExpectSame({"hasnext", "next"},
             {{Logic::kEre, "fail", "(hasnext+ next)* hasnext*"},
              {Logic::kFsm, "fail", "s [ hasnext -> t ] t [ hasnext -> t, next -> s ]"},
              {Logic::kFsm, "bad",
               "s [ hasnext -> t default e ] t [ hasnext -> t next -> s ] e [ default e ] alias bad = e"},
              {Logic::kLtl, "violation", "[](next => (*) hasnext)"},
              {Logic::kLtl, "violation", "[](next => !~(*) next and !~(*) false)"},
              {Logic::kLtl, "violation", "!next and [](next => o !next)"},
              {Logic::kPtLtl, "violation", "[*](next => (*) hasnext)"},
              {Logic::kPtCaRet, "violation", "[*](next => (*) hasnext)"},
              {Logic::kCfg, "fail", "S -> S hasnext | S hasnext next | epsilon"},
              {Logic::kSrs, "fail",
               "hasnext next -> ok . ^ next -> #fail . ok next -> #fail . ok hasnext -> hasnext ."
               "hasnext hasnext -> hasnext ."}});
}

TEST(Compile, MatchAndValidationOfOneProperty) {
  ExpectSame(
      {"a", "b", "c"},
      {{Logic::kEre, "match", "(a | b | c)* a b (a | b | c)*"},
       {Logic::kLtl, "validation", "<>(a and o b)"},
       {Logic::kLtl, "validation", "<>(b and (*) a)"},
       {Logic::kPtLtl, "validation", "<*>(b and (*) a)"},
       {Logic::kPtCaRet, "validation", "<*>(b and (*) a)"},
       {Logic::kFsm, "seen", "s [ a -> t default s ] t [ a -> t b -> seen default s ] seen [ default seen ]"},
       {Logic::kCfg, "match", "S -> X a b X, X -> (a | b | c)*"},
       {Logic::kSrs, "succeed", "a b -> #succeed ."}});
}

TEST(Compile, ResponseWithinOneStep) {
  ExpectSame({"a", "b", "c"}, {{Logic::kEre, "fail", "(b | c | a b)* (a | epsilon)"},
                               {Logic::kLtl, "violation", "[](a => o b)"},
                               {Logic::kLtl, "violation", "[](((*) a) => b)"},
                               {Logic::kPtLtl, "violation", "[*]((*) a => b)"},
                               {Logic::kFsm, "fail", "s [ a -> t default s ] t [ b -> s ]"},
                               {Logic::kCfg, "fail", "S -> S b | S c | S a b | epsilon"}});
}

TEST(Compile, MinimalAutomataOfEquivalentFormulasDumpEqually) {
  const Alphabet alphabet = {"a", "b"};
  const std::vector<std::string> match = {"match"};
  EXPECT_EQ(Compile(Logic::kEre, "(a | b)* a", alphabet, match)->Dump(),
            Compile(Logic::kEre, "~((a | b)* b | epsilon)", alphabet, match)->Dump());
}

TEST(Compile, OnlyHandledCategoriesAreKeptApart) {
  const Alphabet alphabet = {"a", "b"};
  const std::vector<std::string> violation = {"Violation"};
  Result<Machine> machine = Compile(Logic::kLtl, "a U b", alphabet, violation);
  ASSERT_TRUE(machine.ok());
  EXPECT_EQ(machine->Dump(), "s0: a->s0 b->s0\n");  // over two events, it cannot be violated
  EXPECT_EQ(machine->CategoryBit("validation"), 0u);
}

TEST(Compile, EveryLogicKnowsItsCategoriesAndDeadlock) {
  const std::pair<Logic, std::string_view> texts[] = {
      {Logic::kEre, "a"},      {Logic::kFsm, "s [ ]"},        {Logic::kLtl, "a"},    {Logic::kPtLtl, "a"},
      {Logic::kCfg, "S -> a"}, {Logic::kSrs, "a -> #fail ."}, {Logic::kPtCaRet, "a"}};
  for (const auto& [logic, text] : texts) {
    EXPECT_TRUE(Compile(logic, text, Alphabet{"a"}, BuiltinCategories(logic)).ok()) << text;
    EXPECT_EQ(BuiltinCategories(logic).back(), "deadlock");
    const std::vector<std::string> wrong = {"explosion"};
    Result<Machine> machine = Compile(logic, text, Alphabet{"a"}, wrong);
    ASSERT_FALSE(machine.ok()) << text;
    EXPECT_EQ(machine.error().code(), ErrorCode::kNotFound);
    EXPECT_EQ(machine.error().place().line, 0u);
  }
}

TEST(Compile, NeedsAnEvent) {
  EXPECT_EQ(Compile(Logic::kEre, "epsilon", Alphabet{}).error().Text(),
            "a formula needs at least one declared event");
}

TEST(Machine, StatesAreValues) {
  for (const auto& [logic, text] :
       std::vector<std::pair<Logic, std::string_view>>{{Logic::kEre, "(a b)*"},
                                                       {Logic::kCfg, "S -> a S b | epsilon"},
                                                       {Logic::kSrs, "a b -> #epsilon ."}}) {
    Result<Machine> machine = Compile(logic, text, Alphabet{"a", "b"});
    ASSERT_TRUE(machine.ok());
    const State start = machine->Initial();
    const State once = machine->Step(start, 0);
    const State clone = once;
    std::unordered_set<State, StateHash> set = {start, once, clone};
    EXPECT_EQ(set.size(), 2u) << text;
    EXPECT_EQ(machine->Step(clone, 1), machine->Step(once, 1));
    const Machine copy = *machine;
    EXPECT_EQ(copy.Step(once, 1), machine->Step(once, 1));
  }
}

TEST(Machine, SaysWhatIsInside) {
  const Alphabet alphabet = {"a", "b"};
  Result<Machine> dfa = Compile(Logic::kEre, "a", alphabet);
  EXPECT_NE(dfa->dfa(), nullptr);
  EXPECT_EQ(dfa->stack_machine(), nullptr);
  EXPECT_NE(Compile(Logic::kCfg, "S -> a", alphabet)->stack_machine(), nullptr);
  EXPECT_NE(Compile(Logic::kSrs, "a -> b .", alphabet)->rewriter(), nullptr);
  EXPECT_NE(Compile(Logic::kPtCaRet, "a", alphabet)->caret_machine(), nullptr);
}

}  // namespace
}  // namespace revmon::logic
