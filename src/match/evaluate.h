// Answers: do all tests of one alternative hold at this place, and what is left to ask at run time?
//
// A test is decided from static types where they decide it. What they do not decide is a formula over
// instanceof tests in disjunctive normal form, so that negations (`!args(A, B)`) need nothing else: the
// result is a list of residues, any of which suffices. Empty = never. As in AspectJ: target(T) is false
// without an object (static members, constructor calls), its negation true.
#pragma once
#include <optional>
#include <vector>

#include "match/join_point.h"
#include "match/pattern_match.h"
#include "match/plan_index.h"
#include "match/shadow.h"

namespace revmon::match {

class Evaluator {
 public:
  Evaluator(TypeWorld& world, const PlanIndex& index) : patterns_(world), world_(world), index_(index) {}

  // Could the alternative match a member of this owner? The cheap question: a declaring type that is asked
  // for must be the owner or a supertype of it.
  [[nodiscard]] bool MayMatchOwner(uint32_t number, std::string_view owner);
  // Could the alternative match a join point about this subject? Looks at kind and signature only.
  [[nodiscard]] bool MayMatch(uint32_t number, JoinPointKind kind, const Subject& subject);
  [[nodiscard]] std::vector<Residue> Evaluate(uint32_t number, const Shadow& shadow);

 private:
  using Conjunction = std::vector<TypeTest>;
  using Formula = std::vector<Conjunction>;  // any of them; empty = false, one empty one = true
  static constexpr size_t kMaxConjunctions = 64;

  static Formula Constant(bool value) { return value ? Formula{{}} : Formula{}; }
  static Formula Both(const Formula& a, const Formula& b);
  static Formula Either(Formula a, const Formula& b);
  static Formula Negation(const Formula& formula);

  // The test without its negation. `after`: the result of a constructor call can be asked.
  Formula Test(const wire::Test& test, const Shadow& shadow, bool after);
  Formula KindTest(const wire::Test& test, const Shadow& shadow, bool after);
  Formula Args(const wire::Test& test, const Shadow& shadow);
  // A value whose static type is `descriptor`, or more exactly `generic`. `negated`: the formula will be.
  Formula Instance(const wire::TypePattern& pattern, std::string_view descriptor, std::string_view generic,
                   Value value, bool negated);
  Formula InstanceOf(const wire::Test& test, std::string_view type, Value value);
  Formula AnnotatedInstance(const wire::Test& test, bool present, std::string_view type, Value value);
  Tri Within(const wire::Test& test, const Shadow& shadow);
  Tri AnnotationTest(const wire::Test& test, const Shadow& shadow);
  // What the advice adds: the type of the returned value, the type of the thrown one, and whether it can
  // occur at all.
  Formula Returning(const wire::Event& event, const Shadow& shadow);
  bool MayThrow(const wire::Event& event, const Shadow& shadow);
  Formula Throwing(const wire::Event& event);
  void Bind(const wire::Event& event, const wire::Alternative& tests, const Shadow& shadow, Residue& residue);

  PatternMatcher patterns_;
  TypeWorld& world_;
  const PlanIndex& index_;
};

}  // namespace revmon::match
