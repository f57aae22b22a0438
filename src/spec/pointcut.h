// Answers: what does a pointcut say, as a value?
//
// The model is made to be carried: a pointcut is one flat vector of nodes in post-order (children before
// parents, the root last), and patterns are plain values, so it is copied, compared, serialised into a plan
// and walked without recursion. It depends on nothing but Span. Names are kept as written; `resolved` is
// filled in by spec/resolve when the class path knows the type.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spec/span.h"

namespace revmon::spec {

// A type as a pointcut describes it: Map, java..*, Collection+, int[], !void, (A || B), @Ann *, List<String>.
struct TypePattern {
  enum class Kind : uint8_t {
    kName,      // a name, with or without wildcards; "*" alone is any type
    kEllipsis,  // ".." in a list: any number of types
    kNot,       // one operand
    kAnd,       // two or more operands
    kOr,        // two or more operands
  };
  Kind kind = Kind::kName;
  bool subtypes = false;  // followed by '+'
  bool varargs = false;   // followed by '...'
  uint8_t dimensions = 0;
  Span span;
  std::string name;                      // as written, blanks removed: "java.util.Map.Entry", "*..Test"
  std::string resolved;                  // binary name "java.util.Map$Entry"; empty: wildcard or unknown
  std::vector<TypePattern> arguments;    // <...>
  std::vector<TypePattern> operands;     // of kNot, kAnd, kOr
  std::vector<TypePattern> annotations;  // each must hold; kNot for "!@A"

  [[nodiscard]] bool IsAny() const { return kind == Kind::kName && name == "*" && dimensions == 0; }
  [[nodiscard]] bool HasWildcard() const;
  friend bool operator==(const TypePattern& a, const TypePattern& b) = default;
};

struct ModifierPattern {
  bool negated = false;
  std::string name;  // a Java modifier: public, static, synchronized ...
  friend bool operator==(const ModifierPattern&, const ModifierPattern&) = default;
};

struct ThrowsPattern {
  bool negated = false;
  TypePattern type;
  friend bool operator==(const ThrowsPattern&, const ThrowsPattern&) = default;
};

// Of a method, a constructor (`name` is "new", no return type) or a field (no parameters).
struct SignaturePattern {
  enum class Kind : uint8_t { kMethod, kConstructor, kField };
  Kind kind = Kind::kMethod;
  std::vector<TypePattern> annotations;
  std::vector<ModifierPattern> modifiers;
  TypePattern type;            // returned by the method, or of the field
  bool has_declaring = false;  // false: any declaring type
  TypePattern declaring;
  std::string name;  // may hold '*'
  std::vector<TypePattern> parameters;
  std::vector<ThrowsPattern> throws;
  friend bool operator==(const SignaturePattern&, const SignaturePattern&) = default;
};

// One element of args(), this(), target(), ...: a variable to bind, or a type to test. The parser cannot tell
// them apart (both are names) and leaves `variable` empty; the checker fills it in.
struct ArgPattern {
  TypePattern type;
  std::string variable;
  friend bool operator==(const ArgPattern&, const ArgPattern&) = default;
};

enum class Designator : uint8_t {
  kAnd,
  kOr,
  kNot,
  kTrue,
  // Join points. kCall to kStaticInitialization each name one kind of join point.
  kCall,
  kExecution,
  kGet,
  kSet,
  kInitialization,
  kPreinitialization,
  kHandler,
  kAdviceExecution,
  kStaticInitialization,
  // Tests and bindings at the join point.
  kWithin,
  kWithinCode,
  kThis,
  kTarget,
  kArgs,
  kIf,
  kCflow,
  kCflowBelow,
  kAtThis,
  kAtTarget,
  kAtArgs,
  kAtWithin,
  kAtWithinCode,
  kAtAnnotation,
  kNamed,
  // The language's own.
  kCondition,
  kCountCond,
  kThread,
  kThreadName,
  kThreadBlocked,
  kStartThread,
  kEndThread,
  kEndProgram,
  kEndObject,
};

[[nodiscard]] std::string_view ToString(Designator designator);  // "call", "@within", "&&"
// False when the word is no designator (then it may be a named pointcut).
[[nodiscard]] bool FindDesignator(std::string_view word, Designator* out);
[[nodiscard]] std::vector<std::string> DesignatorNames();
// call, execution, get, ...: says which kind of join point.
[[nodiscard]] bool IsJoinPointKind(Designator designator);

struct PointcutNode {
  Designator kind = Designator::kTrue;
  Span span;
  std::vector<uint32_t> children;  // && ||: two or more; ! cflow cflowbelow: one. All smaller than this index
  SignaturePattern signature;      // call execution get set initialization preinitialization withincode
  std::vector<ArgPattern> args;  // this target args within handler staticinitialization @... thread endObject
  std::string text;              // Java of if/condition/countCond; the name in threadName; kNamed's name
  Span text_span;
  friend bool operator==(const PointcutNode&, const PointcutNode&) = default;
};

struct Pointcut {
  std::vector<PointcutNode> nodes;  // the root is the last one; empty: not parsed
  [[nodiscard]] bool empty() const { return nodes.empty(); }
  [[nodiscard]] const PointcutNode& root() const { return nodes.back(); }
  friend bool operator==(const Pointcut&, const Pointcut&) = default;
};

[[nodiscard]] std::string ToString(const TypePattern& type);
[[nodiscard]] std::string ToString(const SignaturePattern& signature);
[[nodiscard]] std::string ToString(const PointcutNode& leaf);
// The pointcut as text that parses back to an equal one (but for spans).
[[nodiscard]] std::string ToString(const Pointcut& pointcut);
// The same for the part below one node.
[[nodiscard]] std::string ToString(const Pointcut& pointcut, uint32_t root);
// One node a line, indented, for `--stage ast`.
[[nodiscard]] std::string Dump(const Pointcut& pointcut, int indent);

}  // namespace revmon::spec
