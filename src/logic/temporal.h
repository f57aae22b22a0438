// Answers: what does a temporal formula (ltl, ptltl, ptcaret) say, as a list of subformulas?
//
// Subformulas are hash-consed and stored children first, so every pass over a formula is a loop, not a
// recursion; the last node is the whole formula. Derived operators stay as written; each reader gives them
// their meaning.
//
// Prefix operators bind tightest, then `and`, `xor`, `or`. The binary operators => <=> U ~U R S ~S Sa Ss@x
// are weakest and do not chain: `a => b => c` needs parentheses, as in the reference grammar.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/formula.h"

namespace revmon::logic {

enum class Op : uint8_t {
  kTrue,
  kFalse,
  kEvent,                 // name: this event is the current one
  kNot,                   // ! not
  kAnd,                   // and && /\ .
  kOr,                    // or || \/ .
  kXor,                   // xor ++
  kImplies,               // => ->
  kIff,                   // <=> <->
  kNext,                  // o: at the next position
  kWeakNext,              // ~o: the same on infinite traces
  kUntil,                 // a U b
  kRelease,               // a R b, a ~U b: b up to and including the first a, or for ever
  kAlways,                // []
  kEventually,            // <>
  kPrevious,              // (*): there is a previous position and it holds there
  kWeakPrevious,          // ~(*): there is none, or it holds there
  kSince,                 // a S b: b here or before, and a at every position after that
  kWeakSince,             // a ~S b: the dual, b back to and including the last a, or always
  kHistorically,          // [*]
  kOnce,                  // <*>
  kAbstractPrevious,      // (*a)
  kAbstractSince,         // a Sa b
  kAbstractHistorically,  // [*a]
  kAbstractOnce,          // <*a>
  kAtBegin,               // @b
  kAtCall,                // @c
  kStackSince,            // a Ss@b b, Ss@c, Ss@bc
  kStackHistorically,     // [*s@b] ...
  kStackOnce,             // <*s@b> ...
};

// Which positions of the call stack a stack operator looks at.
enum class StackPoints : uint8_t { kNone = 0, kBegins = 1, kCalls = 2, kBoth = 3 };

struct TemporalNode {
  Op op = Op::kTrue;
  StackPoints points = StackPoints::kNone;
  uint32_t a = 0;  // first operand; the event of kEvent
  uint32_t b = 0;  // second operand
  bool operator==(const TemporalNode&) const = default;
};

struct TemporalFormula {
  std::vector<TemporalNode> nodes;  // children before parents; the last one is the formula
};

[[nodiscard]] bool IsFuture(Op op);  // kNext .. kEventually
[[nodiscard]] bool IsPast(Op op);    // kPrevious .. kOnce
[[nodiscard]] bool IsCaret(Op op);   // the call-stack operators
[[nodiscard]] bool IsUnary(Op op);
[[nodiscard]] bool IsBinary(Op op);

// Parses the operators of `logic` (kLtl: future and past; kPtLtl: past; kPtCaRet: past and call stack).
[[nodiscard]] Result<TemporalFormula> ParseTemporal(Logic logic, std::string_view text,
                                                    const Alphabet& alphabet, const Budget& budget);

// One line a subformula: "3: 1 and 2", children first. For people and tests.
[[nodiscard]] std::string Dump(const TemporalFormula& formula, const Alphabet& alphabet);

// The value of a subformula from the values of its operands, for operators without time; `at` maps node to
// bool.
template <typename At>
[[nodiscard]] bool Evaluate(const TemporalNode& node, Event event, At at) {
  switch (node.op) {
    case Op::kTrue: return true;
    case Op::kEvent: return node.a == event;
    case Op::kNot: return !at(node.a);
    case Op::kAnd: return at(node.a) && at(node.b);
    case Op::kOr: return at(node.a) || at(node.b);
    case Op::kXor: return at(node.a) != at(node.b);
    case Op::kImplies: return !at(node.a) || at(node.b);
    case Op::kIff: return at(node.a) == at(node.b);
    default: return false;
  }
}

// The value of a past operator from its operands and its memory bit of the previous position.
template <typename At>
[[nodiscard]] bool EvaluatePast(const TemporalNode& node, bool memory, At at) {
  switch (node.op) {
    case Op::kSince:
    case Op::kAbstractSince: return at(node.b) || (at(node.a) && memory);
    case Op::kWeakSince: return at(node.b) && (at(node.a) || memory);
    case Op::kHistorically:
    case Op::kAbstractHistorically: return at(node.a) && memory;
    case Op::kOnce:
    case Op::kAbstractOnce: return at(node.a) || memory;
    default:  // the previous operators: the memory is the answer
      return memory;
  }
}

// What a past operator leaves for the next position: its own value, or its operand's for the previous
// operators.
template <typename At>
[[nodiscard]] bool PastMemory(const TemporalNode& node, bool value, At at) {
  const bool previous =
      node.op == Op::kPrevious || node.op == Op::kWeakPrevious || node.op == Op::kAbstractPrevious;
  return previous ? at(node.a) : value;
}

// The memory bit before the first position.
[[nodiscard]] bool InitialMemory(Op op);

}  // namespace revmon::logic
