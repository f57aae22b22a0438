#include "logic/coenable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "logic/compile.h"
#include "logic/naive_test_support.h"

namespace revmon::logic {
namespace {

using naive::Trace;
using testing::ElementsAre;
using testing::IsEmpty;

Machine Made(Logic logic, std::string_view text, const Alphabet& alphabet, std::vector<std::string> handled) {
  Result<Machine> machine = Compile(logic, text, alphabet, handled);
  if (!machine.ok()) ADD_FAILURE() << machine.error().Text();
  return std::move(machine).value();
}

// Map, collection and iterator of the unsafe map iteration property.
constexpr EventMask kMap = 1, kCollection = 2, kIterator = 4;
const Alphabet kEvents = {"getset", "getiter", "modify", "useiter"};
const std::vector<EventMask> kMasks = {kMap | kCollection, kCollection | kIterator, kMap, kIterator};

TEST(Coenable, UnsafeMapIterator) {
  const Machine machine =
      Made(Logic::kEre, "getset modify* getiter useiter* modify+ useiter", kEvents, {"match"});
  Result<std::vector<MaskSets>> enable = EnableSets(machine, 1, kMasks);
  ASSERT_TRUE(enable.ok());
  EXPECT_THAT((*enable)[0], ElementsAre(0));  // getset comes first
  EXPECT_THAT((*enable)[1], ElementsAre(kMap | kCollection));
  EXPECT_THAT((*enable)[2], ElementsAre(3, 7));
  EXPECT_THAT((*enable)[3], ElementsAre(7));
  Result<std::vector<MaskSets>> coenable = CoenableSets(machine, 1, kMasks);
  ASSERT_TRUE(coenable.ok());
  EXPECT_THAT((*coenable)[0], ElementsAre(7));
  EXPECT_THAT((*coenable)[1], ElementsAre(kMap | kIterator));
  EXPECT_THAT((*coenable)[2], ElementsAre(kIterator, kMap | kIterator, 7));
  EXPECT_THAT((*coenable)[3], ElementsAre(kMap | kIterator));  // after the match, nothing comes
  EXPECT_THAT(Minimal((*coenable)[2]), ElementsAre(kIterator));
}

TEST(Coenable, EventsThatCannotLeadToTheGoalHaveNoSets) {
  const Machine machine = Made(Logic::kEre, "a b", Alphabet{"a", "b", "c"}, {"match"});
  const std::vector<EventMask> masks = {1, 2, 4};
  EXPECT_THAT((*EnableSets(machine, 1, masks))[2], IsEmpty());
  EXPECT_THAT((*CoenableSets(machine, 1, masks))[2], IsEmpty());
  EXPECT_THAT((*CoenableSets(machine, 1, masks))[1], IsEmpty());
}

TEST(Coenable, AnEventWithoutParametersKeepsMonitorsAlive) {
  const Machine machine = Made(Logic::kEre, "open endprog", Alphabet{"open", "endprog"}, {"match"});
  const std::vector<EventMask> masks = {1, 0};
  EXPECT_THAT((*CoenableSets(machine, 1, masks))[0], ElementsAre(0));
}

TEST(Coenable, OtherMachinesGetAllUnions) {
  const Machine machine = Made(Logic::kCfg, "S -> a S b | epsilon", Alphabet{"a", "b"}, {"match"});
  const std::vector<EventMask> masks = {1, 6};
  EXPECT_THAT((*EnableSets(machine, 1, masks))[0], ElementsAre(0, 1, 6, 7));
  EXPECT_THAT((*CoenableSets(machine, 1, masks))[1], ElementsAre(1, 6, 7));
}

TEST(Coenable, MasksMustFitTheAlphabet) {
  const Machine machine = Made(Logic::kEre, "a", Alphabet{"a", "b"}, {"match"});
  EXPECT_EQ(EnableSets(machine, 1, std::vector<EventMask>{1}).error().code(), ErrorCode::kInvalid);
}

TEST(Coenable, ManyEventsEndAtTheBudget) {
  Alphabet many;
  std::vector<EventMask> masks;
  std::string text = "(";
  for (int i = 0; i < 40; ++i) {
    many.Add("e" + std::to_string(i));
    masks.push_back(EventMask{1} << i);
    text += (i == 0 ? "e" : " | e") + std::to_string(i);
  }
  const Machine machine = Made(Logic::kEre, text + ")*", many, {"match"});
  const Result<std::vector<MaskSets>> sets = EnableSets(machine, 1, masks);
  ASSERT_FALSE(sets.ok());
  EXPECT_EQ(sets.error().Text(),
            "computing the parameter sets needs more than 2000000 unions (budget max_sets)");
}

TEST(Coenable, AgreesWithEnumeratingTraces) {
  naive::Random random(71);
  const Alphabet alphabet = naive::Letters(3);
  for (int i = 0; i < 80; ++i) {
    const naive::Regex regex = naive::RandomRegex(random, 3, 2);
    const Machine machine = Made(Logic::kEre, regex.Text(alphabet), alphabet, {"match"});
    if (machine.dfa()->size() > 4) continue;  // short traces must show every set
    const std::vector<EventMask> masks = {1, 2, naive::Pick(random, 8)};
    std::vector<std::set<EventMask>> enable(3), coenable(3);
    naive::EachTrace(machine, 8, [&](const Trace& trace, const State&) {
      if (!regex.Matches(trace)) return;
      for (size_t at = 0; at < trace.size(); ++at) {
        EventMask before = 0, after = 0;
        for (size_t k = 0; k < at; ++k) before |= masks[trace[k]];
        for (size_t k = at + 1; k < trace.size(); ++k) after |= masks[trace[k]];
        enable[trace[at]].insert(before);
        if (at + 1 < trace.size()) coenable[trace[at]].insert(after);
      }
    });
    Result<std::vector<MaskSets>> enabled = EnableSets(machine, 1, masks),
                                  coenabled = CoenableSets(machine, 1, masks);
    ASSERT_TRUE(enabled.ok() && coenabled.ok());
    for (Event e = 0; e < 3; ++e) {
      EXPECT_EQ((*enabled)[e], MaskSets(enable[e].begin(), enable[e].end()))
          << regex.Text(alphabet) << " event " << e;
      EXPECT_EQ((*coenabled)[e], MaskSets(coenable[e].begin(), coenable[e].end()))
          << regex.Text(alphabet) << " event " << e;
    }
  }
}

}  // namespace
}  // namespace revmon::logic
