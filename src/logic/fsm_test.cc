#include "logic/fsm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logic/naive_test_support.h"

namespace revmon::logic {
namespace {

const Alphabet kEvents = {"open", "close", "read"};

Result<Machine> Made(std::string_view text, std::vector<std::string> handled = {}) {
  return Compile(Logic::kFsm, text, kEvents, handled);
}

std::string Dumped(std::string_view text, std::vector<std::string> handled = {}) {
  Result<Machine> machine = Made(text, std::move(handled));
  return machine.ok() ? machine->Dump() : machine.error().Text();
}

TEST(Fsm, UnwrittenTransitionsFailForGood) {
  EXPECT_EQ(Dumped("closed [ open -> opened ] opened [ read -> opened, close -> closed ]"),
            "closed [closed nonfail]: open->opened close->fail read->fail\n"
            "opened [opened nonfail]: open->fail close->closed read->opened\n"
            "fail [fail]: open->fail close->fail read->fail\n");
}

TEST(Fsm, DefaultTakesTheOtherEvents) {
  EXPECT_EQ(Dumped("s [ open -> t default s ] t [ default -> t ]"),
            "s [s nonfail]: open->t close->s read->s\n"
            "t [t nonfail]: open->t close->t read->t\n");
}

TEST(Fsm, AliasesAreCategories) {
  EXPECT_EQ(Dumped("s [ open -> t ] t [ ] alias bad = t, fail", {"bad"}),
            "s: open->t close->t read->t\n"
            "t [bad]: open->t close->t read->t\n");
}

TEST(Fsm, StatesThatNoHandlerTellsApartMerge) {
  const std::string_view text = "s [ open -> t, read -> s ] t [ open -> s, read -> t ]";
  EXPECT_EQ(Dumped(text, {"fail"}),
            "s: open->s close->fail read->s\n"
            "fail [fail]: open->fail close->fail read->fail\n");
}

TEST(Fsm, FailMayBeATargetOrDeclared) {
  const std::string expected =
      "s [nonfail]: open->fail close->s read->s\n"
      "fail [fail]: open->fail close->fail read->fail\n";
  EXPECT_EQ(Dumped("s [ open -> fail default s ]", {"fail", "nonfail"}),
            "s [nonfail]: open->fail close->s read->s\nfail [fail]: open->fail close->fail read->fail\n");
  EXPECT_EQ(Dumped("s [ open -> fail default s ] fail [ ]", {"fail", "nonfail"}), expected);
}

TEST(Fsm, CategoriesFoldCase) {
  Result<Machine> machine = Made("Safe [ open -> UNSAFE ] UNSAFE [ ]", {"unsafe", "Unsafe", "FAIL"});
  ASSERT_TRUE(machine.ok()) << machine.error().Text();
  EXPECT_THAT(machine->categories(), testing::ElementsAre("unsafe", "fail"));
  const State after = machine->Step(machine->Initial(), 0);
  EXPECT_EQ(machine->Categories(after), machine->CategoryBit("UnSafe"));
  EXPECT_EQ(machine->Describe(after), "UNSAFE");
}

TEST(Fsm, DeadlockIsKnownAndNeverHolds) {
  EXPECT_EQ(Dumped("s [ default s ]", {"deadlock"}), "s: open->s close->s read->s\n");
}

TEST(Fsm, ErrorsNameWhatIsWrong) {
  EXPECT_EQ(Dumped("s [ open -> tt ] t [ ]"), "line 1:13: state 'tt' is not declared (did you mean 't'?)");
  EXPECT_EQ(Dumped("s [ opn -> s ]"), "line 1:5: event 'opn' is not declared (did you mean 'open'?)");
  EXPECT_EQ(Dumped("s [ open s ]"), "line 1:10: expected '->', found 's'");
  EXPECT_EQ(Dumped("s [ open -> s"),
            "line 1:14: expected an event, 'default' or ']', found the end of the formula");
  EXPECT_EQ(Dumped("s [ ]\ns [ ]"), "line 2:1: state 's' is written twice");
  EXPECT_EQ(Dumped("s [ open -> s open -> s ]"), "line 1:15: state 's' has two transitions for event 'open'");
  EXPECT_EQ(Dumped("s [ default s default s ]"), "line 1:15: state 's' has two defaults");
  EXPECT_EQ(Dumped("s [ ] alias x = y"), "line 1:17: state 'y' is not declared");
  EXPECT_EQ(Dumped("nonfail [ ]"), "line 1:1: 'nonfail' is a category of every fsm and cannot be a state");
  EXPECT_EQ(Dumped(""), "line 1:1: expected a state name, found the end of the formula");
}

TEST(Fsm, AnUnknownHandledCategoryHasNoPlace) {
  Result<Machine> machine = Made("safe [ ] unsafe [ ]", {"unsaef"});
  ASSERT_FALSE(machine.ok());
  EXPECT_EQ(machine.error().code(), ErrorCode::kNotFound);
  EXPECT_EQ(machine.error().Text(), "no category 'unsaef' in this formula (did you mean 'unsafe'?)");
}

std::string Ring(int states) {
  std::string text;
  for (int i = 0; i < states; ++i) {
    text += "s" + std::to_string(i) + " [ open -> s" + std::to_string((i + 1) % states) + ", close -> s" +
            std::to_string(i * 7L % states) + " ]\n";
  }
  return text;
}

TEST(Fsm, AHundredThousandStatesCompile) {
  Result<Machine> machine = Made(Ring(100'000), {"s99999"});
  ASSERT_TRUE(machine.ok()) << machine.error().Text();
  EXPECT_EQ(machine->dfa()->size(), 100'001u);
  Result<Machine> merged = Made(Ring(100'000), {"fail"});
  ASSERT_TRUE(merged.ok()) << merged.error().Text();
  EXPECT_EQ(merged->dfa()->size(), 2u);
}

TEST(Fsm, TooManyStatesOrCategoriesEndAtABudget) {
  EXPECT_EQ(
      Dumped(Ring(65)),
      "the formula needs more than 64 categories (budget categories) (compile it for the handled ones only)");
  std::string many;
  for (int i = 0; i <= 200'000; ++i) many += "s" + std::to_string(i) + " [ ]\n";
  EXPECT_EQ(Dumped(many, {"fail"}),
            "line 200001:1: the fsm needs more than 200000 states (budget max_states)");
}

TEST(Fsm, AgreesWithATableWalk) {
  naive::Random random(5);
  for (int round = 0; round < 50; ++round) {
    const uint32_t events = 1 + naive::Pick(random, 4), states = 1 + naive::Pick(random, 6);
    const Alphabet alphabet = naive::Letters(events);
    // -1 = not written.
    std::vector<std::vector<int>> table(states, std::vector<int>(events, -1));
    std::string text;
    for (uint32_t s = 0; s < states; ++s) {
      text += "q" + std::to_string(s) + " [";
      for (uint32_t e = 0; e < events; ++e) {
        if (naive::Pick(random, 4) == 0) continue;
        table[s][e] = static_cast<int>(naive::Pick(random, states));
        text += " " + alphabet.name(e) + " -> q" + std::to_string(table[s][e]) +
                (naive::Pick(random, 2) == 0 ? "," : "");
      }
      text += " ]\n";
    }
    Result<Machine> machine = Compile(Logic::kFsm, text, alphabet);
    ASSERT_TRUE(machine.ok()) << text << machine.error().Text();
    naive::EachTrace(*machine, 8, [&](const naive::Trace& trace, const State& state) {
      int at = 0;
      for (Event e : trace) at = at < 0 ? -1 : table[static_cast<size_t>(at)][e];
      const std::string name = at < 0 ? "fail" : "q" + std::to_string(at);
      const CategoryMask expected =
          machine->CategoryBit(name) | (at < 0 ? 0 : machine->CategoryBit("nonfail"));
      ASSERT_EQ(machine->Categories(state), expected) << text << naive::Show(trace, alphabet);
    });
  }
}

}  // namespace
}  // namespace revmon::logic
