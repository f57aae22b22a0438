// Answers: what is known of one place in a class, before any pointcut is asked?
//
// A shadow is a join point as class files show it: its kind, the member it is about, and the static types of
// the values an event can bind there. (this and target as AspectJ defines them per kind of join point.)
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "match/join_point.h"
#include "match/member_signatures.h"

namespace revmon::match {

// What does not depend on the place: shared by all instructions that name the same member.
struct Subject {
  std::string owner;
  std::string name;
  SignatureSet set;
  std::vector<uint32_t> candidates;    // numbers of alternatives in PlanIndex whose signature may fit
  std::vector<std::string> arguments;  // descriptors
  // The same with type arguments put in: what AspectJ takes for the static types.
  std::vector<std::string> generic_arguments;
  std::string generic_result;
  std::string result = "V";  // descriptor; of a constructor call: the class
};

struct Shadow {
  JoinPointKind kind = JoinPointKind::kMethodCall;
  const Subject* subject = nullptr;
  const Subject* within_code = nullptr;  // the method around it; null in an added static initialiser
  const TypeInfo* within = nullptr;      // the class around it
  bool has_this = false;
  bool has_target = false;
  std::string_view target;  // internal name or array descriptor
};

}  // namespace revmon::match
