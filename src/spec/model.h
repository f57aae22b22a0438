// Answers: what is a checked spec, as everything after the front end sees it?
//
// A plain value: copyable, without pointers into the source. Events are in declaration order and that order
// carries meaning (docs/spec-language.md, "Several events at one join point"). An overloaded event name is
// several Events with one symbol: formulas speak of symbols, join points of events. Spans refer to `file`.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logic/machine.h"
#include "spec/ast.h"
#include "spec/java_code.h"
#include "spec/normalize.h"

namespace revmon::spec {

inline constexpr size_t kMaxParameters = 32;  // of one spec
inline constexpr size_t kMaxVariables = 255;  // of one event

struct Parameter {
  std::string name;
  TypePattern type;
};

// Where an event gets a variable's value from.
enum class Binding : uint8_t {
  kTarget,
  kThis,
  kArgs,
  kReturning,
  kThrowing,
  kThread,
  kEndedObject,
  kAnnotation
};
[[nodiscard]] std::string_view ToString(Binding binding);

struct Variable {
  static constexpr int32_t kByValue = -1;
  std::string name;
  TypePattern type;
  Binding binding = Binding::kTarget;
  int32_t parameter = kByValue;  // index into Spec::parameters, or kByValue: data, not part of the instance
};

struct ThreadTest {
  bool blocked = false;  // threadBlocked(...) rather than threadName(...)
  std::string name;      // the thread's name, or a variable's
  bool is_variable = false;
};

struct Event {
  uint32_t id = 0;      // position among the spec's events
  uint32_t symbol = 0;  // index into Spec::symbols
  std::string name;
  Advice advice = Advice::kBefore;
  std::string around_type;  // Java type of "T around", else ""
  Trigger trigger = Trigger::kJoinPoint;
  bool creation = false;  // may start a monitor (all do when no event is marked)
  bool is_static = false;
  bool blocking = false;
  std::vector<Variable> variables;  // in the order of the declaration, the result last
  std::vector<uint32_t> binds;      // the spec parameters among them, ascending
  NormalPointcut pointcut;
  std::vector<JavaCode> guards;      // if(...): at the join point, sees the variables
  std::vector<JavaCode> conditions;  // condition(...): per monitor, sees its fields too
  std::vector<JavaCode> tests;       // condition(...) that the event's values decide (value_test.h)
  std::vector<JavaCode> counts;      // countCond(...)
  std::vector<ThreadTest> threads;
  JavaCode body;
  Span span;
};

struct Handler {
  std::string category;  // in lower case
  JavaCode body;
  Span span;  // of the category
};

struct Property {
  std::string logic;    // "ere" ...; "raw": no machine, `raw` runs at every event
  std::string formula;  // comments blanked
  Span span;
  std::vector<Handler> handlers;
  JavaCode raw;
  std::optional<logic::Machine> machine;  // once compiled
};

struct Modifiers {
  bool full_binding = false;
  bool maximal_binding = false;
  bool connected = false;
  bool suffix = false;
  bool perthread = false;
};

// Which parts of a spec javac must compile. A spec with none of them runs without any Java.
struct JavaNeeds {
  bool members = false;
  bool guards = false;
  bool conditions = false;
  bool bodies = false;
  bool handlers = false;
  [[nodiscard]] bool any() const { return members || guards || conditions || bodies || handlers; }
};

struct Spec {
  std::string name;
  std::string file;
  std::string package;
  std::vector<std::string> imports;  // "java.util.*", "static a.B.c"; the implicit ones last
  std::string doc;
  std::string severity;  // "error", "warning", "suggestion", or "" when not given
  Modifiers modifiers;
  std::vector<Parameter> parameters;
  std::vector<JavaMember> members;
  std::vector<std::string> symbols;  // distinct event names in order of declaration: the alphabet
  bool explicit_creation = false;    // some event is marked `creation`
  std::vector<Event> events;
  std::vector<Property> properties;  // none: an event-only ("raw") spec
  JavaNeeds java;
  Span span;
};

// The Java type to declare a variable of this type with: no '+', no annotations.
[[nodiscard]] std::string JavaType(const TypePattern& type);
// `revmon specs show --stage events`.
[[nodiscard]] std::string DumpEvents(const Spec& spec);

}  // namespace revmon::spec
