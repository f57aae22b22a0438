// Answers: shall a monitor be made at this place, going by what monitors made here before were worth?
//
// Selective monitoring by a two-armed bandit for each (specification, place where monitors are made), after
// Kim, Dutta and Legunsen, "Faster Runtime Verification during Testing via Feedback-Guided Selective
// Monitoring" (ASE 2025), algorithm 1. Each decision first rewards the one before it:
//
//   create  1 if the trace that its monitor has by now is one that no monitor of the spec was rewarded for,
//   else 0 skip    the part of the monitors rewarded here whose traces were not new; 0 while there is none
//
// Q moves towards the reward by alpha (or by 1/n, sample averages). When |1 - |Qc - Qn|| < delta the better
// action is taken for ever. Else, with probability epsilon, a fair coin decides; else create iff Qc > Qn. The
// first decision is the action with the larger initial value, create if they are equal. revmon.rt.Bandit does
// the same arithmetic in the same order: both make the same decisions for the same seed.
#pragma once
#include <cstdint>

namespace revmon::trace {

struct BanditSettings {
  double alpha = 0.9;
  double epsilon = 0.1;
  double delta = 1e-5;
  double create = 5.0;  // initial values: optimistic for create, realistic for skip
  double skip = 0.0;
  bool sample_average = false;
  friend bool operator==(const BanditSettings&, const BanditSettings&) = default;
};

// splitmix64: small, the same in any language.
class SplitMix {
 public:
  explicit SplitMix(uint64_t seed) : state_(seed) {}
  uint64_t Next();
  double NextUnit();  // in [0, 1)

 private:
  uint64_t state_;
};

class Bandit {
 public:
  Bandit(const BanditSettings& settings, uint64_t seed)
      : settings_(settings), random_(seed), qc_(settings.create), qn_(settings.skip) {}

  // Does Decide read `is_new`? Else it need not be found out.
  [[nodiscard]] bool WantsReward() const { return !converged_ && steps_ > 0 && last_; }
  // One more monitor could be made here: true = make it. `is_new`: of the monitor made by the last decision.
  bool Decide(bool is_new);

  [[nodiscard]] double qc() const { return qc_; }
  [[nodiscard]] double qn() const { return qn_; }
  [[nodiscard]] bool converged() const { return converged_; }
  // What the last action was worth; set by Decide.
  [[nodiscard]] double reward() const { return reward_; }

 private:
  void Reward(bool is_new);

  BanditSettings settings_;
  SplitMix random_;
  double qc_, qn_;
  double reward_ = 0;
  uint64_t steps_ = 0;
  uint64_t created_ = 0, skipped_ = 0;  // rewarded so far
  uint64_t duplicates_ = 0;             // of created_
  bool last_ = false;
  bool converged_ = false;
  bool fixed_ = false;  // once converged
};

}  // namespace revmon::trace
