// Answers: which alternatives does a pointcut consist of, once named pointcuts and negations are out of the
// way?
//
// Three steps. Expand: named pointcuts are replaced by what they stand for, with their parameters renamed.
// Split: what belongs to the event rather than to the join point (condition, thread, startThread, ...; and
// `if` where it is a plain conjunct) is taken out; it must be joined by '&&' at the top. Normalise: the rest
// becomes a disjunction of conjunctions of (possibly negated) leaves, which is what a matcher wants: nearly
// always one leaf per alternative names the kind of join point. The largest community pointcut has 18
// alternatives; the budget kMaxAlternatives turns exponential ones into an error.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "spec/ast.h"
#include "spec/pointcut.h"
#include "spec/source.h"

namespace revmon::spec {

inline constexpr size_t kMaxAlternatives = 4096;

// What all pointcuts of one file together may grow to; named pointcuts and '||' under '&&' multiply.
struct NormalizeBudget {
  size_t nodes = size_t{1} << 17;
  size_t literals = size_t{1} << 20;
};

using NamedPointcuts = std::unordered_map<std::string, const PointcutDecl*>;

struct Literal {
  bool negated = false;
  uint32_t node = 0;  // index into NormalPointcut::tree.nodes
};
using Alternative = std::vector<Literal>;

struct NormalPointcut {
  Pointcut tree;  // expanded, without what was split out; a single kTrue when nothing is left
  std::vector<Alternative> alternatives;
};

enum class Trigger : uint8_t { kJoinPoint, kStartThread, kEndThread, kEndProgram, kEndObject };
[[nodiscard]] std::string_view ToString(Trigger trigger);

// The nodes taken out are copies, with named pointcuts' parameters already replaced.
struct SplitPointcut {
  NormalPointcut join_point;
  Trigger trigger = Trigger::kJoinPoint;
  std::vector<PointcutNode> guards;      // if(...)
  std::vector<PointcutNode> conditions;  // condition(...)
  std::vector<PointcutNode> counts;      // countCond(...)
  std::vector<PointcutNode> threads;     // thread(v), threadName(..), threadBlocked(..)
  std::vector<PointcutNode> ended;       // endObject(v)
};

// Reports what is wrong (unknown or recursive names, misplaced conditions, too many alternatives); nothing
// then.
[[nodiscard]] std::optional<SplitPointcut> Normalize(const Pointcut& pointcut, const NamedPointcuts& named,
                                                     NormalizeBudget* budget, Diagnostics* diagnostics);

// The normal form of a pointcut that is expanded already, as below cflow; nothing when it has too many
// alternatives.
[[nodiscard]] std::optional<std::vector<Alternative>> Disjoin(const Pointcut& expanded,
                                                              NormalizeBudget* budget);

// One alternative: "call(a) && !target(T)".
[[nodiscard]] std::string ToString(const NormalPointcut& pointcut, const Alternative& alternative);
// "call(a) && target(x) || call(b) && !target(T)"
[[nodiscard]] std::string ToString(const NormalPointcut& pointcut);

}  // namespace revmon::spec
