// Answers: which places of a class raise which events, and where do the events' values come from?
//
// The matcher's answer for one class, as the CLI (which specs live in this method?) and the weaver (what code
// goes here?) both need it. One JoinPoint is one place; its matches are in the order of the plan (spec by
// spec, events in declaration order), so that whoever runs them keeps the order the language promises. What
// cannot be decided from class files is left over as tests to be made when the program runs there.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace revmon::match {

enum class JoinPointKind : uint8_t {
  kMethodCall,            // slot = the invoke instruction
  kConstructorCall,       // slot = the invokespecial <init>; the object is its target after it returned
  kFieldGet,              // slot = getfield, getstatic
  kFieldSet,              // slot = putfield, putstatic
  kMethodExecution,       // the whole body
  kConstructorExecution,  // the body after super(...) or this(...)
  kInitialization,        // of an object: after super(...), where there is no this(...)
  kPreinitialization,     // before super(...)
  kStaticInitialization,  // <clinit>, also where the class has none
  kHandler,               // slot = the first instruction of an exception handler
};

// Where a value is found at a join point.
struct Value {
  enum class Kind : uint8_t {
    kTarget,    // receiver of a call or field access; of an execution: this
    kThis,      // the object whose method holds the join point
    kArgument,  // `index`-th argument, counted from 0; of a field set: the new value
    kResult,    // returned, read, or constructed; null reference for void
    kThrown,    // by the join point; of a handler: the caught exception
    kThread,    // the running thread
    kNone,      // an unbound variable
  };
  Kind kind = Kind::kNone;
  uint16_t index = 0;
  friend bool operator==(const Value&, const Value&) = default;
};

// instanceof that has to be asked at run time: (`value` instanceof `type`) != `negated`. As in Java, null is
// an instance of nothing. Where the static type decides, there is no test and null passes, as in AspectJ.
struct TypeTest {
  Value value;
  std::string type;  // internal name or array descriptor
  bool negated = false;
  bool null_passes = false;  // null counts as an instance
  bool annotation = false;   // asks whether the class of the value carries the annotation `type` instead
  friend bool operator==(const TypeTest&, const TypeTest&) = default;
};

// A call of a static method of the spec's support class.
struct GuardTest {
  std::string method;
  bool negated = false;
  friend bool operator==(const GuardTest&, const GuardTest&) = default;
};

// What remains of one alternative of an event's pointcut: all tests must hold.
struct Residue {
  std::vector<TypeTest> types;
  std::vector<GuardTest> guards;
  std::vector<Value> variables;      // one per variable of the event
  std::vector<uint32_t> cflows;      // ids of control-flow counters that must be above 0 ...
  std::vector<uint32_t> not_cflows;  // ... or 0
  [[nodiscard]] bool IsStatic() const {
    return types.empty() && guards.empty() && cflows.empty() && not_cflows.empty();
  }
  friend bool operator==(const Residue&, const Residue&) = default;
};

struct Match {
  uint32_t spec = 0;              // index into Plan::specs
  uint32_t event = 0;             // index into Spec::events
  std::vector<Residue> residues;  // any of them; more than one only where they differ at run time
  friend bool operator==(const Match&, const Match&) = default;
};

// The join point is one that cflow or cflowbelow of some event speaks of: a counter of the running thread
// goes up when it is entered and down when it is left.
struct Flow {
  uint32_t id = 0;  // index into Matcher::flows()
  bool below =
      false;  // cflowbelow: counts after the events before it, so that the join point is not below itself
  std::vector<Residue> residues;
  friend bool operator==(const Flow&, const Flow&) = default;
};

struct JoinPoint {
  JoinPointKind kind = JoinPointKind::kMethodCall;
  uint32_t method = 0;  // index in the class; kNoMethod for a static initialiser that has to be added
  uint32_t slot = 0;    // instruction number, for kinds that have one
  uint32_t line = 0;    // 0 = unknown
  std::vector<Match> matches;
  std::vector<Flow> flows;
  static constexpr uint32_t kNoMethod = ~uint32_t{0};
  friend bool operator==(const JoinPoint&, const JoinPoint&) = default;
};

}  // namespace revmon::match
