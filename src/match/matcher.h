// Answers: which events do the instructions of this class raise?
//
// Decision 2: one matcher for the CLI (which specs live here?) and the agent (what is woven?). It reads class
// files only and matches as AspectJ's weaver does; test/match compares the two on thousands of call sites.
//
// What is a join point, and what is not:
//   - every invoke of a method that is not a super call: lambda bodies, the hidden iterator() and next() of
//     for-each, both close() of try-with-resources, accesses javac adds. super.m() and I.super.m() are none;
//   - every `new`: the invokespecial <init> that goes with it. this(...) and super(...) are none. The class
//   of
//     `new X() {}` is a subclass of X, so X+.new matches and X.new does not;
//   - getfield, putfield, getstatic, putstatic; not array elements, and no set of a final field by javac's
//     inlining (there is no instruction);
//   - bodies: methods but bridges and other compiler-made ones, constructors behind super(...), <clinit>,
//   also
//     where the class has none and is no interface;
//   - catch clauses (not finally). Method references and reflection are none, nor is anything in a bridge
//     method.
// How a call is matched: member_signatures.h (which signatures), pattern_match.h (does one fit),
// evaluate.h (target, args, ... and what is left for run time), plan_index.h (which alternatives to try).
//
// Cost: a class none of whose members and member references any pointcut can mean is left after one pass over
// its constant pool. Otherwise one pass over the instructions; what a reference matches is computed once per
// reference and kept. Match may be called from many threads. A class with damaged code gives an error and no
// join points.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "match/evaluate.h"
#include "match/join_point.h"
#include "match/plan_index.h"
#include "match/shadow.h"
#include "match/type_world.h"
#include "wire/plan.h"

namespace revmon::match {

class Matcher {
 public:
  // Both must outlive the matcher.
  Matcher(const wire::Plan& plan, TypeWorld& world)
      : index_(plan), world_(world), evaluator_(world, index_) {}

  // Join points with at least one match, in order of methods and instructions; join points of whole bodies
  // before those inside.
  [[nodiscard]] Result<std::vector<JoinPoint>> Match(const classfile::ClassFile& file);

  // The first filter: false if no pointcut can match anything in the class.
  [[nodiscard]] bool MayMatch(const classfile::ClassFile& file);

  // The counters that cflow and cflowbelow need, numbered as in Residue and Flow.
  [[nodiscard]] const std::vector<FlowPointcut>& flows() const { return index_.flows(); }

 private:
  friend class ClassWalk;
  // What is known of the member, and which alternatives may match join points of this kind about it. Without
  // any, one empty subject stands for all (unless `always`): most members are of this sort.
  const Subject& SubjectOf(JoinPointKind kind, std::string_view owner, std::string_view name,
                           std::string_view descriptor, bool always = false);
  [[nodiscard]] std::unique_ptr<const Subject> Describe(JoinPointKind kind, std::string_view owner,
                                                        std::string_view name, std::string_view descriptor,
                                                        const std::vector<uint32_t>& candidates);
  [[nodiscard]] bool MayMatchBodies(const classfile::ClassFile& file);
  [[nodiscard]] bool MayMatchMember(const classfile::MemberRef& member);
  // Fills matches and flows; false if there are none.
  bool Decide(const Shadow& shadow, JoinPoint& join_point);

  PlanIndex index_;
  TypeWorld& world_;
  Evaluator evaluator_;
  std::mutex mutex_;  // guards subjects_
  std::unordered_map<std::string, std::unique_ptr<const Subject>> subjects_;
};

}  // namespace revmon::match
