#include "trace/bandit.h"

#include <cmath>

namespace revmon::trace {

uint64_t SplitMix::Next() {
  state_ += 0x9E3779B97F4A7C15u;
  uint64_t z = state_;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

double SplitMix::NextUnit() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

void Bandit::Reward(bool is_new) {
  if (last_) {
    ++created_;
    duplicates_ += is_new ? 0 : 1;
    reward_ = is_new ? 1.0 : 0.0;
    double step = settings_.sample_average ? 1.0 / static_cast<double>(created_) : settings_.alpha;
    qc_ = qc_ + step * (reward_ - qc_);
  } else {
    ++skipped_;
    reward_ = created_ == 0 ? 0.0 : static_cast<double>(duplicates_) / static_cast<double>(created_);
    double step = settings_.sample_average ? 1.0 / static_cast<double>(skipped_) : settings_.alpha;
    qn_ = qn_ + step * (reward_ - qn_);
  }
}

bool Bandit::Decide(bool is_new) {
  if (converged_) return fixed_;
  if (steps_++ == 0) {
    last_ = qc_ >= qn_;
    return last_;
  }
  Reward(is_new);
  if (std::fabs(1.0 - std::fabs(qc_ - qn_)) < settings_.delta) {
    converged_ = true;
    fixed_ = qc_ > qn_;
  }
  bool explores = random_.NextUnit() < settings_.epsilon;
  last_ = explores ? random_.NextUnit() < 0.5 : qc_ > qn_;
  return last_;
}

}  // namespace revmon::trace
