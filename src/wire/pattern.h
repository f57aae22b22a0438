// Answers: which types, signatures and join points does an event talk about, as the matcher needs to know it?
//
// The agent-side form of a pointcut: names resolved, named pointcuts expanded, Java taken out, everything in
// disjunctive normal form (an event matches when all tests of one alternative do). Plain values without
// positions in the source: whoever reports a mistake has the specification text, the agent has not.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace revmon::wire {

struct TypePattern {
  enum class Kind : uint8_t {
    kAny,       // *
    kExact,     // java.util.Map$Entry, int
    kWildcard,  // java..*, *Test: the text as written
    kEllipsis,  // .. in a parameter list
    kNot,       // one operand
    kAnd,
    kOr,
    kLast = kOr,
  };
  Kind kind = Kind::kAny;
  bool subtypes = false;  // followed by +
  bool varargs = false;   // followed by ...
  uint8_t dimensions = 0;
  std::string name;  // binary name with dots, or the wildcard text
  std::vector<TypePattern> operands;
  std::vector<TypePattern> annotations;  // each must be present (kNot: absent)
  friend bool operator==(const TypePattern&, const TypePattern&) = default;
};

struct ModifierPattern {
  bool negated = false;
  uint16_t flag = 0;  // access flag of the class-file format
  friend bool operator==(const ModifierPattern&, const ModifierPattern&) = default;
};

struct ThrowsPattern {
  bool negated = false;
  TypePattern type;
  friend bool operator==(const ThrowsPattern&, const ThrowsPattern&) = default;
};

struct SignaturePattern {
  enum class Kind : uint8_t { kMethod, kConstructor, kField, kLast = kField };
  Kind kind = Kind::kMethod;
  bool any_declaring = true;  // no declaring type was written
  TypePattern declaring;
  TypePattern type;  // returned, or of the field
  std::string name;  // may hold '*'
  std::vector<TypePattern> parameters;
  std::vector<ModifierPattern> modifiers;
  std::vector<TypePattern> annotations;
  std::vector<ThrowsPattern> throws;
  friend bool operator==(const SignaturePattern&, const SignaturePattern&) = default;
};

// One element of args(), this(), target() ...: binds a variable of the event, or tests a type.
struct ArgPattern {
  static constexpr int32_t kTypeOnly = -1;
  int32_t variable = kTypeOnly;  // index into Event::variables
  TypePattern type;              // of the variable, or to be tested; kEllipsis for ".."
  friend bool operator==(const ArgPattern&, const ArgPattern&) = default;
};

struct Test {
  enum class Kind : uint8_t {
    kTrue,
    // Kinds of join point.
    kCall,
    kExecution,
    kGet,
    kSet,
    kInitialization,
    kPreinitialization,
    kHandler,
    kStaticInitialization,
    kAdviceExecution,
    // Tests at one.
    kWithin,
    kWithinCode,
    kThis,
    kTarget,
    kArgs,
    kCflow,
    kCflowBelow,
    kAtThis,
    kAtTarget,
    kAtArgs,
    kAtWithin,
    kAtWithinCode,
    kAtAnnotation,
    kGuard,  // if(...) that is not a plain conjunct: `guard` is its method in the support class
    kLast = kGuard,
  };
  Kind kind = Kind::kTrue;
  bool negated = false;
  SignaturePattern signature;
  std::vector<ArgPattern> args;
  std::vector<std::vector<Test>> inner;  // of cflow and cflowbelow: alternatives
  std::string guard;
  friend bool operator==(const Test&, const Test&) = default;
};

using Alternative = std::vector<Test>;

[[nodiscard]] std::string_view ToString(Test::Kind kind);
[[nodiscard]] std::string ToString(const TypePattern& type);
[[nodiscard]] std::string ToString(const SignaturePattern& signature);
[[nodiscard]] std::string ToString(const Test& test);

}  // namespace revmon::wire
