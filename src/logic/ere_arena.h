// Answers: when are two regular expressions the same state of an automaton?
//
// Owns all expressions of one compilation. Equal normal forms have equal ids. Concatenations are
// right-leaning lists and are walked by loops; everything else nests at most max_depth deep, which bounds the
// recursion. When a budget is passed, `spent` says so and further results are meaningless.
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "logic/formula.h"

namespace revmon::logic {

using Expression = uint32_t;

class EreArena {
 public:
  explicit EreArena(const Budget& budget);

  [[nodiscard]] Expression Empty() const { return 0; }
  [[nodiscard]] Expression Epsilon() const { return 1; }
  [[nodiscard]] Expression Symbol(Event event);
  [[nodiscard]] Expression Concat(Expression first, Expression second);
  [[nodiscard]] Expression Star(Expression inner);
  [[nodiscard]] Expression Not(Expression inner);
  [[nodiscard]] Expression Or(std::vector<Expression> parts) { return Combine(Kind::kOr, std::move(parts)); }
  [[nodiscard]] Expression And(std::vector<Expression> parts) {
    return Combine(Kind::kAnd, std::move(parts));
  }

  // Does the expression accept the empty trace?
  [[nodiscard]] bool Nullable(Expression expression) const { return nodes_[expression].nullable; }
  // What may follow `event`.
  [[nodiscard]] Expression Derive(Expression expression, Event event);
  // The budget that was passed, if any.
  [[nodiscard]] const std::optional<Error>& spent() const { return spent_; }

 private:
  enum class Kind : uint8_t { kEmpty, kEpsilon, kSymbol, kConcat, kStar, kNot, kOr, kAnd };
  struct Node {
    Kind kind;
    bool nullable;
    uint32_t depth;
    std::vector<uint32_t> parts;  // children; the event of a symbol
  };
  struct KeyHash {
    size_t operator()(const std::vector<uint32_t>& key) const;
  };

  Expression Intern(Kind kind, bool nullable, uint32_t depth, std::vector<uint32_t> parts);
  Expression Combine(Kind kind, std::vector<Expression> parts);
  Expression DeriveConcat(Expression expression, Event event);
  bool Spend(uint64_t steps);

  const Budget& budget_;
  uint64_t steps_ = 0;
  std::optional<Error> spent_;
  std::vector<Node> nodes_;
  std::unordered_map<std::vector<uint32_t>, Expression, KeyHash> index_;  // kind + parts
  std::unordered_map<uint64_t, Expression> derived_;
  Expression universal_ = 0;  // ~empty
};

}  // namespace revmon::logic
