#include "trace/bandit.h"

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace revmon::trace {
namespace {

std::string Two(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

// The reference tool's documentation: alpha .9, create rewarded with 1, then with 0s.
TEST(BanditTest, TheDocumentedTrajectory) {
  Bandit bandit({.epsilon = 0.0}, 1);
  std::vector<std::string> qc;
  for (bool is_new : {false, true, false, false}) {  // the first has nothing before it
    EXPECT_TRUE(bandit.Decide(is_new));
    qc.push_back(Two(bandit.qc()));
  }
  EXPECT_EQ(qc, (std::vector<std::string>{"5.00", "1.40", "0.14", "0.01"}));
  EXPECT_EQ(Two(bandit.qn()), "0.00");
}

TEST(BanditTest, OptimismOnlyForTheFirstDecision) {
  EXPECT_TRUE(Bandit({.create = 1, .skip = 0}, 1).Decide(false));
  EXPECT_TRUE(Bandit({.create = 1, .skip = 1}, 1).Decide(false));
  EXPECT_FALSE(Bandit({.create = 0, .skip = 1}, 1).Decide(false));
}

TEST(BanditTest, TheFirstDecisionWantsNoReward) {
  Bandit bandit({}, 1);
  EXPECT_FALSE(bandit.WantsReward());
  bandit.Decide(false);
  EXPECT_TRUE(bandit.WantsReward());
}

TEST(BanditTest, SkipIsWorthTheShareOfDuplicates) {
  Bandit bandit({.alpha = 1.0, .epsilon = 0, .delta = 0, .create = 0.5, .skip = 0.2}, 1);
  bandit.Decide(false);                // creates
  EXPECT_FALSE(bandit.Decide(false));  // it was a duplicate: Qc = 0 < Qn
  EXPECT_FALSE(bandit.WantsReward());
  bandit.Decide(false);
  EXPECT_EQ(bandit.reward(), 1.0);  // one of one
  EXPECT_EQ(bandit.qn(), 1.0);
}

TEST(BanditTest, SkippingFromTheStartIsWorthNothing) {
  Bandit bandit({.epsilon = 0, .create = 0, .skip = 1}, 1);
  bandit.Decide(false);
  bandit.Decide(false);
  EXPECT_EQ(bandit.reward(), 0.0);
}

TEST(BanditTest, ConvergedItStaysAsItIs) {
  Bandit bandit({.alpha = 1.0, .epsilon = 0, .create = 5, .skip = 0}, 1);
  bandit.Decide(false);
  bandit.Decide(true);  // Qc = 1, Qn = 0
  EXPECT_TRUE(bandit.converged());
  EXPECT_FALSE(bandit.WantsReward());
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(bandit.Decide(false));
  EXPECT_EQ(bandit.qc(), 1.0);
}

TEST(BanditTest, SampleAveragesForgetTheInitialValue) {
  Bandit bandit({.epsilon = 0, .delta = 0, .sample_average = true}, 1);
  bandit.Decide(false);
  bandit.Decide(true);
  EXPECT_EQ(bandit.qc(), 1.0);
  bandit.Decide(false);
  EXPECT_EQ(bandit.qc(), 0.5);
  bandit.Decide(false);
  EXPECT_DOUBLE_EQ(bandit.qc(), 1.0 / 3);
}

TEST(BanditTest, UnitsAreWhereTheyShouldBe) {
  SplitMix random(42);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    double unit = random.NextUnit();
    ASSERT_TRUE(unit >= 0 && unit < 1);
    sum += unit;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.02);
}

// The algorithm once more, as it reads in the paper: all actions and rewards are kept, values are computed
// anew from them at each step.
class Simulation {
 public:
  Simulation(const BanditSettings& settings, uint64_t seed) : settings_(settings), random_(seed) {}

  bool Decide(bool is_new) {
    if (conv_ != 0) return conv_ > 0;
    if (!actions_.empty()) {
      double reward = 0;
      if (actions_.back()) {
        traces_.push_back(is_new);
        reward = is_new ? 1 : 0;
      } else if (!traces_.empty()) {
        double redundant = 0;
        for (bool one : traces_) redundant += one ? 0 : 1;
        reward = redundant / static_cast<double>(traces_.size());
      }
      rewards_.push_back(reward);
    }
    double create = Value(true, settings_.create);
    double skip = Value(false, settings_.skip);
    bool action = false;
    if (actions_.empty()) {
      action = !(create < skip);
    } else {
      if (std::abs(1 - std::abs(create - skip)) < settings_.delta) conv_ = create > skip ? 1 : -1;
      if (random_.NextUnit() < settings_.epsilon) {
        action = random_.NextUnit() < 0.5;
      } else {
        action = create > skip;
      }
    }
    actions_.push_back(action);
    return action;
  }
  double Value(bool action, double initial) const {
    double q = initial;
    double n = 0;
    for (size_t i = 0; i < rewards_.size(); ++i) {
      if (actions_[i] != action) continue;
      ++n;
      q += (settings_.sample_average ? 1 / n : settings_.alpha) * (rewards_[i] - q);
    }
    return q;
  }
  [[nodiscard]] bool converged() const { return conv_ != 0; }

 private:
  BanditSettings settings_;
  SplitMix random_;
  std::vector<bool> actions_;
  std::vector<double> rewards_;
  std::vector<bool> traces_;
  int conv_ = 0;
};

TEST(BanditTest, RandomRewardsLeadToTheDecisionsOfTheSimulation) {
  std::mt19937 random(5);
  int converged = 0;
  int skips = 0;
  for (uint64_t round = 0; round < 2000; ++round) {
    auto unit = [&] { return static_cast<double>(random() % 1000) / 999; };
    BanditSettings settings{.alpha = unit(),
                            .epsilon = round % 3 == 0 ? 0 : unit(),
                            .delta = round % 2 == 0 ? 1e-5 : unit() / 10,
                            .create = unit() * 6,
                            .skip = unit() * (round % 5 == 0 ? 6 : 1),
                            .sample_average = round % 7 == 0};
    Bandit bandit(settings, round);
    Simulation simulation(settings, round);
    double chance = unit();  // that a trace is new
    for (int step = 0; step < 60; ++step) {
      bool is_new = unit() < chance;
      bool expected = simulation.Decide(is_new);
      ASSERT_EQ(bandit.Decide(is_new), expected) << "round " << round << " step " << step;
      ASSERT_EQ(bandit.converged(), simulation.converged()) << "round " << round << " step " << step;
      skips += expected ? 0 : 1;
    }
    converged += bandit.converged() ? 1 : 0;
  }
  EXPECT_GT(converged, 100);
  EXPECT_GT(skips, 1000);
}

}  // namespace
}  // namespace revmon::trace
