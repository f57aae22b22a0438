// Answers: from which sets of obligations can a temporal formula still be satisfied?
//
// The generalised Buchi automaton of one formula at the first position of a trace (see ltl.h), explored
// completely and then reduced to its live states. Acceptance is on transitions: every until must infinitely
// often not be put off.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "logic/obligations.h"

namespace revmon::logic {

class Buchi {
 public:
  using Id = uint32_t;

  // The automaton of the formula, or of its negation.
  [[nodiscard]] static Result<Buchi> Make(const TemporalFormula& formula, bool positive, uint32_t events,
                                          const Budget& budget);

  // Live states, sorted, without those whose language is covered by another one of the set.
  [[nodiscard]] std::vector<Id> Initial() const;
  [[nodiscard]] Result<std::vector<Id>> Step(const std::vector<Id>& from, Event event);

 private:
  struct Edge {
    Id to;
    uint64_t postponed;
  };
  struct Node {
    ObligationSet obligations;
    std::string memory;
    std::vector<std::vector<Edge>> edges;  // per event
    bool live = false;
  };

  Buchi(const TemporalFormula& formula, uint32_t events, const Budget& budget);
  Id Intern(ObligationSet obligations, std::string memory);
  Status Explore();
  void ExpandNode(Id id, Event event);
  void ExpandGuess(Id id, Event event, uint64_t guess);
  void FindLive();

  const TemporalFormula* formula_;
  const Budget* budget_;
  uint32_t events_;
  Obligations obligations_;
  std::vector<char> open_;         // per subformula: is its value unknown without looking ahead?
  std::vector<uint32_t> guessed_;  // open operands of past operators
  std::vector<uint32_t> past_;     // past operators, in order
  std::vector<Node> nodes_;
  std::unordered_map<std::string, Id> index_;
};

}  // namespace revmon::logic
