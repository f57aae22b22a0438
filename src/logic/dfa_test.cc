#include "logic/dfa.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "logic/naive_test_support.h"

namespace revmon::logic {
namespace {

Dfa Two(CategoryMask first, CategoryMask second) {
  Dfa dfa(Alphabet{"a", "b"}, {"x"});
  dfa.AddState(first);
  dfa.AddState(second);
  dfa.SetNext(0, 0, 1);
  dfa.SetNext(1, 1, 0);
  return dfa;
}

Dfa RandomDfa(naive::Random& random, uint32_t states, uint32_t events, uint32_t categories) {
  Dfa dfa(naive::Letters(events), {"x", "y"});
  for (uint32_t s = 0; s < states; ++s) dfa.AddState(naive::Pick(random, 1u << categories));
  for (StateId s = 0; s < states; ++s) {
    for (Event e = 0; e < events; ++e) dfa.SetNext(s, e, naive::Pick(random, states));
  }
  return dfa;
}

// Pairs of states that some trace tells apart, marked until nothing changes: the textbook's table filling.
size_t CountClasses(const Dfa& dfa) {
  std::vector<std::vector<bool>> differ(dfa.size(), std::vector<bool>(dfa.size()));
  for (bool changed = true; changed;) {
    changed = false;
    for (StateId a = 0; a < dfa.size(); ++a) {
      for (StateId b = 0; b < dfa.size(); ++b) {
        bool apart = dfa.Mask(a) != dfa.Mask(b);
        for (Event e = 0; e < dfa.alphabet().size(); ++e)
          apart = apart || differ[dfa.Next(a, e)][dfa.Next(b, e)];
        if (apart && !differ[a][b]) differ[a][b] = changed = true;
      }
    }
  }
  std::set<StateId> reachable = {0};
  for (size_t before = 0; before != reachable.size();) {
    before = reachable.size();
    for (StateId s : std::set<StateId>(reachable)) {
      for (Event e = 0; e < dfa.alphabet().size(); ++e) reachable.insert(dfa.Next(s, e));
    }
  }
  size_t classes = 0;
  for (StateId s : reachable) {
    bool first = true;
    for (StateId t : reachable) first = first && (t >= s || differ[s][t]);
    classes += first ? 1 : 0;
  }
  return classes;
}

TEST(Dfa, NewStatesLoop) {
  Dfa dfa(Alphabet{"a"}, {});
  EXPECT_EQ(dfa.AddState(0), 0u);
  EXPECT_EQ(dfa.Next(0, 0), 0u);
  EXPECT_EQ(dfa.Name(0), "s0");
}

TEST(Dfa, DumpShowsCategoriesAndTargets) {
  Dfa dfa = Two(0, 1);
  EXPECT_EQ(Dump(dfa), "s0: a->s1 b->s0\ns1 [x]: a->s1 b->s0\n");
}

TEST(Dfa, DotJoinsParallelEdgesAndQuotes) {
  Dfa dfa(Alphabet{"a", "b"}, {"x"});
  dfa.AddState(1, "the \"start\"");
  EXPECT_EQ(ToDot(dfa, "T"),
            "digraph \"T\" {\n  rankdir=LR;\n  start [shape=point];\n  start -> n0;\n"
            "  n0 [label=\"the \\\"start\\\": x\", shape=doublecircle];\n"
            "  n0 -> n0 [label=\"a, b\"];\n}\n");
}

TEST(Dfa, MinimizeMergesAndDropsUnreachable) {
  Dfa dfa(Alphabet{"a"}, {"x"});
  for (int i = 0; i < 5; ++i) dfa.AddState(i % 2 == 0 ? 1 : 0);
  for (StateId s = 0; s < 4; ++s) dfa.SetNext(s, 0, (s + 1) % 4);
  EXPECT_EQ(Dump(Minimize(dfa)), "s0 [x]: a->s1\ns1: a->s0\n");
}

TEST(Dfa, MinimizeKeepsTheFirstName) {
  Dfa dfa(Alphabet{"a"}, {});
  dfa.AddState(0, "first");
  dfa.AddState(0, "second");
  dfa.SetNext(0, 0, 1);
  EXPECT_EQ(Dump(Minimize(dfa)), "first: a->first\n");
}

TEST(Dfa, MinimizeKeepsGivenNamesThatLookGenerated) {
  Dfa dfa(Alphabet{"a"}, {"x"});
  dfa.AddState(0, "s0");
  dfa.AddState(1, "s1");
  dfa.AddState(0, "s2");
  dfa.SetNext(0, 0, 2);
  dfa.SetNext(2, 0, 1);
  EXPECT_EQ(Dump(Minimize(dfa)), "s0: a->s2\ns2: a->s1\ns1 [x]: a->s1\n");
}

TEST(Dfa, MinimizeAgreesWithTableFilling) {
  naive::Random random(31);
  for (int i = 0; i < 300; ++i) {
    const Dfa dfa = RandomDfa(random, 1 + naive::Pick(random, 14), 1 + naive::Pick(random, 3),
                              1 + naive::Pick(random, 2));
    const Dfa small = Minimize(dfa);
    ASSERT_EQ(small.size(), CountClasses(dfa)) << Dump(dfa);
    ASSERT_TRUE(Equivalent(dfa, small)) << Dump(dfa);
    ASSERT_EQ(Dump(Minimize(small)), Dump(small));
  }
}

TEST(Dfa, EqualLanguagesDumpEqually) {
  naive::Random random(32);
  for (int i = 0; i < 100; ++i) {
    const Dfa dfa = RandomDfa(random, 8, 2, 1);
    // The same automaton with its states in another order, the initial one still first.
    std::vector<StateId> order = {0};
    for (StateId s = 7; s > 0; --s) order.push_back(s);
    Dfa other(dfa.alphabet(), dfa.categories());
    for (StateId s : order) other.AddState(dfa.Mask(s));
    for (StateId s = 0; s < 8; ++s) {
      for (Event e = 0; e < 2; ++e) other.SetNext(order[s], e, order[dfa.Next(s, e)]);
    }
    EXPECT_EQ(Dump(Minimize(dfa)), Dump(Minimize(other)));
  }
}

TEST(Dfa, DifferenceIsAShortestTrace) {
  EXPECT_EQ(Difference(Two(0, 1), 1, Two(0, 1), 1), std::nullopt);
  EXPECT_EQ(Difference(Two(0, 1), 1, Two(0, 0), 1), (std::vector<Event>{0}));
  EXPECT_EQ(Difference(Two(0, 1), 1, Two(1, 1), 1), std::vector<Event>());
  EXPECT_FALSE(Equivalent(Two(0, 1), Two(0, 0)));
}

TEST(Dfa, CanReachIncludesTheGoalItself) {
  Dfa dfa(Alphabet{"a"}, {"x"});
  for (int i = 0; i < 3; ++i) dfa.AddState(i == 1 ? 1 : 0);
  dfa.SetNext(0, 0, 1);
  dfa.SetNext(1, 0, 2);
  EXPECT_EQ(CanReach(dfa, 1), (std::vector<bool>{true, true, false}));
}

}  // namespace
}  // namespace revmon::logic
