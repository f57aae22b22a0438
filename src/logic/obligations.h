// Answers: what must hold now and next for a temporal formula to hold on the rest of a trace?
//
// The formula in negation normal form, with future operators as obligations and past operators as literals
// whose value the caller knows. Expand(f) lists the ways to meet f at one position: each way is a set of
// obligations for the next position and the untils it puts off. Ways that ask for more than another one are
// dropped, which keeps the sets small in practice (one way for a safety formula such as [](a => o b)).
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "logic/temporal.h"

namespace revmon::logic {

using Obligation = uint32_t;
using ObligationSet = std::vector<Obligation>;  // sorted, unique

struct Way {
  ObligationSet next;
  uint64_t postponed = 0;  // bit u: until number u was put off
  bool operator==(const Way&) const = default;
};

// Is everything that `small` asks for asked for by `large`, too?
[[nodiscard]] bool Subset(const ObligationSet& small, const ObligationSet& large);

class Obligations {
 public:
  static constexpr uint32_t kMaxUntils = 64;

  // Makes the obligation of every subformula and of its negation.
  Obligations(const TemporalFormula& formula, const Budget& budget);

  // Subformula `node` of the formula, or its negation.
  [[nodiscard]] Obligation Of(uint32_t node, bool positive) const { return made_[node][positive ? 1 : 0]; }
  [[nodiscard]] Obligation True() const { return 0; }

  // The ways to meet all of `set` when `event` happens and subformula i, if it is a past operator, is
  // past[i].
  [[nodiscard]] std::vector<Way> Expand(const ObligationSet& set, Event event, const std::vector<char>& past);

  // Counts steps; false (and spent() set) past the budget.
  bool Spend(uint64_t steps);
  [[nodiscard]] const std::optional<Error>& spent() const { return spent_; }

 private:
  enum class Kind : uint8_t {
    kTrue,
    kFalse,
    kEvent,
    kNotEvent,
    kPast,
    kNotPast,
    kAnd,
    kOr,
    kNext,
    kUntil,
    kRelease
  };
  struct Node {
    Kind kind;
    uint32_t number = 0;  // of an until
    uint32_t depth = 1;
    std::vector<uint32_t> parts;
  };
  struct KeyHash {
    size_t operator()(const std::vector<uint32_t>& key) const;
  };

  Obligation Intern(Kind kind, std::vector<uint32_t> parts);
  Obligation Combine(Kind kind, Obligation a, Obligation b);
  std::pair<Obligation, Obligation> Make(const TemporalNode& node, uint32_t index);
  std::vector<Way> ExpandOne(Obligation obligation);
  std::vector<Way> ExpandNode(const Node& node, Obligation self);
  std::vector<Way> Both(const std::vector<Way>& a, const std::vector<Way>& b);
  void Insert(std::vector<Way>& ways, Way way);

  const Budget& budget_;
  uint64_t steps_ = 0;
  uint32_t untils_ = 0;
  std::optional<Error> spent_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Obligation>> made_;  // per subformula: negative, positive
  std::unordered_map<std::vector<uint32_t>, Obligation, KeyHash> index_;
  // The current Expand.
  Event event_ = 0;
  const std::vector<char>* past_ = nullptr;
  std::unordered_map<Obligation, std::vector<Way>> memo_;
};

}  // namespace revmon::logic
