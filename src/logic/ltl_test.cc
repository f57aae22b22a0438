#include "logic/ltl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "logic/naive_test_support.h"

namespace revmon::logic {
namespace {

using naive::Family;
using naive::Trace;

std::string Dumped(std::string_view text, const Alphabet& alphabet = {"a", "b"}, const Budget& budget = {}) {
  Result<Machine> machine = Compile(Logic::kLtl, text, alphabet, {}, budget);
  return machine.ok() ? machine->Dump() : machine.error().Text();
}

TEST(Ltl, TheFormulasOfRealSpecifications) {
  EXPECT_EQ(Dumped("[](next => (*) hasnext)", {"hasnext", "next", "other"}),
            "s0: hasnext->s1 next->s2 other->s0\n"
            "s1: hasnext->s1 next->s0 other->s0\n"
            "s2 [violation]: hasnext->s2 next->s2 other->s2\n");
  EXPECT_EQ(Dumped("[](a => o b)", {"a", "b", "c"}),
            "s0: a->s1 b->s0 c->s0\n"
            "s1: a->s2 b->s0 c->s2\n"
            "s2 [violation]: a->s2 b->s2 c->s2\n");
}

TEST(Ltl, DumpsOfSmallFormulas) {
  EXPECT_EQ(Dumped("a U b", {"a", "b", "c"}),
            "s0: a->s0 b->s1 c->s2\n"
            "s1 [validation]: a->s1 b->s1 c->s1\n"
            "s2 [violation]: a->s2 b->s2 c->s2\n");
  EXPECT_EQ(Dumped("a R b", {"a", "b", "c"}),  // a never comes together with b, so b for ever
            "s0: a->s1 b->s0 c->s1\n"
            "s1 [violation]: a->s1 b->s1 c->s1\n");
  EXPECT_EQ(Dumped("<> a"), "s0: a->s1 b->s0\ns1 [validation]: a->s1 b->s1\n");
  EXPECT_EQ(Dumped("[] a"), "s0: a->s0 b->s1\ns1 [violation]: a->s1 b->s1\n");
  EXPECT_EQ(Dumped("[] <> a"), "s0: a->s0 b->s0\n");  // never decided
  EXPECT_EQ(Dumped("true"), "s0 [validation]: a->s0 b->s0\n");
}

TEST(Ltl, VerdictsAreSemantic) {
  EXPECT_EQ(Dumped("o a and o b"), "s0 [violation]: a->s0 b->s0\n");
  EXPECT_EQ(Dumped("[]<> a and <>[] b"), "s0 [violation]: a->s0 b->s0\n");
  EXPECT_EQ(Dumped("a or b"), "s0 [validation]: a->s0 b->s0\n");
  EXPECT_EQ(Dumped("<> a or [] b"), "s0 [validation]: a->s0 b->s0\n");
}

TEST(Ltl, PastOverFuture) {
  // Once b comes, every earlier a must have been followed by c.
  EXPECT_EQ(Dumped("[](b => [*](a => o c))", {"a", "b", "c"}),
            "s0: a->s1 b->s0 c->s0\n"
            "s1: a->s2 b->s3 c->s0\n"
            "s2: a->s2 b->s3 c->s2\n"
            "s3 [violation]: a->s3 b->s3 c->s3\n");
}

TEST(Ltl, AllSpellingsAreRead) {
  const std::pair<std::string_view, std::string_view> same[] = {
      {"!a", "not a"},
      {"a and b", "a /\\ b"},
      {"a and b", "a && b"},
      {"a or b", "a \\/ b"},
      {"a or b", "a || b"},
      {"a xor b", "a ++ b"},
      {"a => b", "a -> b"},
      {"a => b", "a implies b"},
      {"a <=> b", "a <-> b"},
      {"a ~U b", "a R b"},
      {"o a", "~o a"},
      {"a or b and a", "a or (b and a)"},
      {"!a or b", "(!a) or b"},
      {"a or b U a", "(a or b) U a"},
      {"a xor b and a", "a xor (b and a)"},
  };
  for (const auto& [left, right] : same) EXPECT_EQ(Dumped(left), Dumped(right)) << left;
}

TEST(Ltl, ErrorsNameWhatIsWrong) {
  EXPECT_EQ(Dumped("a => b => a"),
            "line 1:8: operator '=>' does not chain (put parentheses around one of the two operands)");
  EXPECT_EQ(Dumped("a and"),
            "line 1:6: expected an event, 'true', 'false', a prefix operator or '(', "
            "found the end of the formula");
  EXPECT_EQ(Dumped("(a"), "line 1:3: expected an operator or ')', found the end of the formula");
  EXPECT_EQ(Dumped("a b"), "line 1:3: expected an operator or the end of the formula, found 'b'");
  EXPECT_EQ(Dumped("[] opn", {"open"}), "line 1:4: event 'opn' is not declared (did you mean 'open'?)");
  EXPECT_EQ(Dumped("(*a) a"),
            "line 1:1: ltl has no operator '(*a)' (call-stack operators belong to ptcaret)");
}

TEST(Ltl, HostileFormulasEndAtABudget) {
  std::string far = "b";
  for (int i = 0; i < 40; ++i) far = "o " + far;
  EXPECT_THAT(Dumped("[](a => " + far + ")"), testing::HasSubstr("budget max_s"));
  EXPECT_THAT(Dumped(std::string(100'000, '(')), testing::HasSubstr("budget max_depth"));
  EXPECT_THAT(Dumped(std::string(100'000, '!') + "a"), testing::HasSubstr("budget max_depth"));
  std::string untils = "a";
  for (int i = 0; i < 70; ++i) untils = "(o (b U " + untils + "))";
  Budget small;  // keeps the test quick under sanitizers
  small.max_steps = 300'000;
  EXPECT_THAT(Dumped(untils, {"a", "b"}, small), testing::HasSubstr("(budget "));
  Alphabet many;
  std::string all = "true";
  for (int i = 0; i < 40; ++i) {
    many.Add("e" + std::to_string(i));
    all += " and <> e" + std::to_string(i);
  }
  EXPECT_THAT(Dumped(all, many, small), testing::HasSubstr("(budget "));
}

// Compares both verdicts on all traces up to max_length with what lassos behind them say.
class Comparison {
 public:
  Comparison(const naive::Temporal& formula, const Alphabet& alphabet, size_t max_length, size_t extra,
             size_t max_loop)
      : formula_(formula),
        text_(formula.Text(alphabet)),
        machine_(Compile(Logic::kLtl, text_, alphabet)),
        max_length_(max_length),
        extra_(extra) {
    std::vector<Trace> last = {{}};
    for (size_t length = 1; length <= max_loop; ++length) {
      std::vector<Trace> longer;
      for (const Trace& loop : last) {
        for (Event e = 0; e < alphabet.size(); ++e) {
          longer.push_back(loop);
          longer.back().push_back(e);
        }
      }
      loops_.insert(loops_.end(), longer.begin(), longer.end());
      last = longer;
    }
  }

  void Run() {
    ASSERT_TRUE(machine_.ok()) << text_ << ": " << machine_.error().Text();
    Walk(machine_->Initial());
  }

 private:
  struct Found {
    bool holds = false, fails = false;
  };
  Found Walk(const State& state) {
    Found found;
    for (const Trace& loop : loops_)
      (naive::HoldsOnLasso(formula_, trace_, loop) ? found.holds : found.fails) = true;
    if (trace_.size() < max_length_ + extra_) {
      for (Event e = 0; e < machine_->alphabet().size(); ++e) {
        trace_.push_back(e);
        const Found below = Walk(machine_->Step(state, e));
        trace_.pop_back();
        found.holds = found.holds || below.holds;
        found.fails = found.fails || below.fails;
      }
    }
    if (trace_.size() > max_length_) return found;
    CategoryMask expected = 0;
    if (!found.holds) expected = machine_->CategoryBit("violation");
    if (!found.fails) expected = machine_->CategoryBit("validation");
    if (machine_->Categories(state) != expected && ++failures_ == 1) {
      ADD_FAILURE() << text_ << " on '" << naive::Show(trace_, machine_->alphabet()) << "': lassos say "
                    << found.holds << found.fails << "\n"
                    << machine_->Dump();
    }
    return found;
  }

  naive::Temporal formula_;
  std::string text_;
  Result<Machine> machine_;
  size_t max_length_, extra_;
  std::vector<Trace> loops_;
  Trace trace_;
  int failures_ = 0;
};

TEST(Ltl, AgreesWithLassosOnRandomFutureFormulas) {
  naive::Random random(21);
  for (int i = 0; i < 100; ++i) {
    Comparison(naive::RandomTemporal(random, Family::kFuture, 2, 1 + i % 3), naive::Letters(2), 8, 2, 2)
        .Run();
  }
}

TEST(Ltl, AgreesWithLassosOnRandomMixedFormulas) {
  naive::Random random(22);
  for (int i = 0; i < 150; ++i) {
    Comparison(naive::RandomTemporal(random, Family::kMixed, 2, 1 + i % 3), naive::Letters(2), 8, 2, 2).Run();
  }
}

TEST(Ltl, AgreesWithLassosOnThreeEvents) {
  naive::Random random(23);
  for (int i = 0; i < 40; ++i) {
    Comparison(naive::RandomTemporal(random, i % 2 == 0 ? Family::kMixed : Family::kFuture, 3, 2),
               naive::Letters(3), 5, 2, 2)
        .Run();
  }
}

TEST(Ltl, AgreesWithLassosOnFourEvents) {
  const auto event = [](Event e) { return naive::Temporal{"event", e, {}}; };
  // [](a => o b) and [](c => (*) d)
  const naive::Temporal both = {"and",
                                0,
                                {{"[]", 0, {{"=>", 0, {event(0), {"o", 0, {event(1)}}}}}},
                                 {"[]", 0, {{"=>", 0, {event(2), {"(*)", 0, {event(3)}}}}}}}};
  Comparison(both, naive::Letters(4), 8, 0, 1).Run();
  naive::Random random(24);
  for (int i = 0; i < 3; ++i) {
    Comparison(naive::RandomTemporal(random, i % 2 == 0 ? Family::kMixed : Family::kFuture, 4, 2),
               naive::Letters(4), 8, 1, 1)
        .Run();
  }
}

TEST(Ltl, AgreesWithLassosOnThreeEventsUpToLengthEight) {
  naive::Random random(25);
  for (int i = 0; i < 6; ++i) {
    Comparison(naive::RandomTemporal(random, i % 2 == 0 ? Family::kMixed : Family::kFuture, 3, 2),
               naive::Letters(3), 8, 1, 2)
        .Run();
  }
}

// The verdicts along one long trace, against all lassos that go on from each prefix with up to two further
// events and a loop of up to two.
void CompareAlong(const naive::Temporal& formula, const Trace& trace, const Alphabet& alphabet) {
  const std::string text = formula.Text(alphabet);
  const Result<Machine> machine = Compile(Logic::kLtl, text, alphabet);
  ASSERT_TRUE(machine.ok()) << text << ": " << machine.error().Text();
  std::vector<Trace> words = {{}};
  for (size_t i = 0; i < words.size() && words[i].size() < 2; ++i) {
    for (Event e = 0; e < alphabet.size(); ++e) {
      Trace longer = words[i];
      longer.push_back(e);
      words.push_back(longer);
    }
  }
  State state = machine->Initial();
  for (size_t length = 0; length <= trace.size(); ++length) {
    bool holds = false, fails = false;
    for (const Trace& stem : words) {
      Trace prefix(trace.begin(), trace.begin() + static_cast<ptrdiff_t>(length));
      prefix.insert(prefix.end(), stem.begin(), stem.end());
      for (const Trace& loop : words) {
        if (!loop.empty()) (naive::HoldsOnLasso(formula, prefix, loop) ? holds : fails) = true;
      }
    }
    CategoryMask expected = 0;
    if (!holds) expected = machine->CategoryBit("violation");
    if (!fails) expected = machine->CategoryBit("validation");
    ASSERT_EQ(machine->Categories(state), expected) << text << " after " << length << " events";
    if (length < trace.size()) state = machine->Step(state, trace[length]);
  }
}

TEST(Ltl, AgreesWithLassosOnRandomLongTraces) {
  naive::Random random(26);
  std::mt19937 events(27);
  for (int i = 0; i < 40; ++i) {
    const uint32_t count = 2 + i % 2;
    const naive::Temporal formula =
        naive::RandomTemporal(random, i % 2 == 0 ? Family::kMixed : Family::kFuture, count, 2);
    Trace trace;
    for (int n = 0; n < 30; ++n) trace.push_back(static_cast<Event>(events() % count));
    CompareAlong(formula, trace, naive::Letters(count));
  }
}

}  // namespace
}  // namespace revmon::logic
