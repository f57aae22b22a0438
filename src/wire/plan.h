// Answers: what does the agent have to know to monitor a program?
//
// The plan is the object file of compiled specifications: events with their patterns, automata, parameter
// sets, messages, and the class files that javac made of embedded Java. The CLI writes it, the agent reads it
// and never sees specification text. This header is the value; plan_io.h is the versioned binary format.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "wire/pattern.h"

namespace revmon::wire {

// Tables of a compiled property. Exactly one of the four is in use, as `kind` says.
struct Machine {
  enum class Kind : uint8_t { kDfa, kStack, kRewriter, kCaret, kLast = kCaret };
  Kind kind = Kind::kDfa;
  uint32_t letters = 0;

  // kDfa: state 0 is initial; next[state * letters + letter]; masks of categories per state.
  std::vector<uint32_t> next;
  std::vector<uint64_t> masks;
  [[nodiscard]] uint32_t state_count() const { return static_cast<uint32_t>(masks.size()); }

  // kStack: see logic/stack_machine.h. Symbol 0 is the initial stack, unless the language is empty.
  struct StackRow {
    static constexpr uint32_t kNone = ~uint32_t{0};
    bool nullable = false;
    uint32_t absorbed = kNone;
    std::vector<std::vector<std::vector<uint32_t>>> push;  // per letter: alternatives, each top first
    friend bool operator==(const StackRow&, const StackRow&) = default;
  };
  std::vector<StackRow> rows;
  bool empty_language = false;
  bool one_stack = false;  // there is never more than one stack: no set of them to follow

  // kRewriter: see logic/rewriter.h. Letters from `letters` on are not events.
  struct RewriteRule {
    enum class Result : uint8_t { kString, kSucceed, kFail, kLast = kFail };
    bool at_begin = false;
    bool at_end = false;
    Result result = Result::kString;
    std::vector<uint32_t> left;
    std::vector<uint32_t> right;
    friend bool operator==(const RewriteRule&, const RewriteRule&) = default;
  };
  std::vector<RewriteRule> rules;

  // kCaret: subformulas, children first; the last one is the formula. See logic/temporal.h.
  struct CaretNode {
    uint8_t op = 0;
    uint8_t points = 0;  // of the call stack: 1 begins, 2 calls, 3 both
    uint32_t left = 0;
    uint32_t right = 0;
    uint32_t letter = 0;
    friend bool operator==(const CaretNode&, const CaretNode&) = default;
  };
  std::vector<CaretNode> nodes;
  // Letters that push before / pop after / push after / pop before their position; kNoLetter = none.
  static constexpr uint32_t kNoLetter = ~uint32_t{0};
  std::vector<uint32_t> caret_letters;

  // Run-time bounds of the machines that are not automata.
  uint32_t max_stack = 0;
  uint32_t max_rewrites = 0;

  friend bool operator==(const Machine&, const Machine&) = default;
};

// What a handler (or an event's body) does without any Java, in order.
struct Action {
  enum class Kind : uint8_t { kPrint, kReset, kSkip, kLast = kSkip };
  struct Piece {
    enum class Kind : uint8_t { kText, kDefaultMessage, kLocation, kLast = kLocation };
    Kind kind = Kind::kText;
    std::string text;
    friend bool operator==(const Piece&, const Piece&) = default;
  };
  Kind kind = Kind::kPrint;
  bool to_stderr = false;
  std::string level;
  std::vector<Piece> pieces;
  friend bool operator==(const Action&, const Action&) = default;
};

// Code to run: nothing, fixed actions, or a method of the spec's support class.
struct Code {
  std::string method;  // "" = actions
  std::vector<Action> actions;
  friend bool operator==(const Code&, const Code&) = default;
};

struct Variable {
  enum class Source : uint8_t {
    kTarget,
    kThis,
    kArgs,
    kReturning,
    kThrowing,
    kThread,
    kEndedObject,
    kAnnotation,
    kLast = kAnnotation,
  };
  static constexpr int32_t kByValue = -1;
  std::string name;
  TypePattern type;
  Source source = Source::kTarget;
  int32_t parameter = kByValue;  // index into Spec::parameters
  friend bool operator==(const Variable&, const Variable&) = default;
};

struct ThreadTest {
  bool blocked = false;
  bool is_variable = false;
  std::string name;
  friend bool operator==(const ThreadTest&, const ThreadTest&) = default;
};

// A condition over an event's values alone, in postfix order; a false one means that there is no event.
struct ValueTest {
  enum class Op : uint8_t {
    kTrue,         // left, a boolean
    kNull,         // left is null
    kSame,         // left and right are one object
    kEqual,        // left and right (or the constant) as whole numbers
    kLess,         // the same
    kLessOrEqual,  // the same
    kNot,          // of the last answer
    kAnd,          // of the last two
    kOr,           // of the last two
    kLast = kOr,
  };
  static constexpr uint16_t kConstant = 0xFFFF;  // as `right`: the constant is meant
  static constexpr size_t kMaxSteps = 63;        // answers fit into the bits of one word
  struct Step {
    Op op = Op::kTrue;
    uint16_t left = 0;  // index into Event::variables
    uint16_t right = 0;
    int64_t constant = 0;
    friend bool operator==(const Step&, const Step&) = default;
  };
  std::vector<Step> steps;
  friend bool operator==(const ValueTest&, const ValueTest&) = default;
};

struct Event {
  enum class Advice : uint8_t { kBefore, kAfter, kAfterReturning, kAfterThrowing, kAround, kLast = kAround };
  enum class Trigger : uint8_t {
    kJoinPoint,
    kStartThread,
    kEndThread,
    kEndProgram,
    kEndObject,
    kLast = kEndObject
  };
  std::string name;
  uint32_t symbol = 0;  // letter of the spec's machines
  Advice advice = Advice::kBefore;
  Trigger trigger = Trigger::kJoinPoint;
  bool creation = false;
  std::vector<Variable> variables;
  std::vector<Alternative> alternatives;
  std::vector<ThreadTest> threads;
  std::vector<std::string> guards;      // methods of the support class: if(...), at the join point
  std::vector<ValueTest> tests;         // condition(...) without Java, at the join point
  std::vector<std::string> conditions;  // methods of the support class: condition(...), per monitor
  Code body;
  friend bool operator==(const Event&, const Event&) = default;
};

struct Handler {
  std::string category;
  uint64_t bit = 0;
  Code code;
  friend bool operator==(const Handler&, const Handler&) = default;
};

// Sets of parameters as bit masks, ascending; one list per symbol (or state).
using ParameterSets = std::vector<std::vector<uint64_t>>;

struct Property {
  std::string logic;
  std::vector<std::string> categories;  // by bit
  Machine machine;
  std::vector<Handler> handlers;
  ParameterSets enable;    // per symbol: what must be bound before it
  ParameterSets coenable;  // per symbol: what a verdict after it still needs
  ParameterSets live;      // per DFA state: the same, sharper
  friend bool operator==(const Property&, const Property&) = default;
};

struct Parameter {
  std::string name;
  TypePattern type;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

struct ClassBlob {
  std::string name;  // internal
  std::vector<uint8_t> bytes;
  friend bool operator==(const ClassBlob&, const ClassBlob&) = default;
};

struct Spec {
  std::string name;
  std::string severity;
  std::string message;  // the rule in one sentence
  bool full_binding = false;
  bool maximal_binding = false;  // only instances that no existing one extends report
  bool connected = false;
  bool suffix = false;
  bool per_thread = false;
  std::vector<Parameter> parameters;
  std::vector<std::string> symbols;
  std::vector<Event> events;
  std::vector<Property> properties;
  std::string support_class;  // internal name; "" = no Java
  std::vector<ClassBlob> classes;
  friend bool operator==(const Spec&, const Spec&) = default;
};

enum class Semantics : uint8_t { kTextbook, kJavaMop, kLast = kJavaMop };

// A class of which only some methods are woven.
struct ClassMethods {
  std::string name;                  // internal
  std::vector<std::string> methods;  // "m(I)V"; a static initialiser that has to be added is "<clinit>()V"
  friend bool operator==(const ClassMethods&, const ClassMethods&) = default;
};

struct Plan {
  Semantics semantics = Semantics::kTextbook;
  std::vector<std::string> include;  // class-name patterns; empty = all
  std::vector<std::string> exclude;
  std::vector<ClassMethods> methods;  // of all other classes all methods are woven
  std::vector<Spec> specs;
  friend bool operator==(const Plan&, const Plan&) = default;
};

// Is every index in range and every table of its right size? The agent asks before it trusts a plan.
// "" = sound; otherwise what is wrong, naming the spec.
[[nodiscard]] std::string FindFlaw(const Plan& plan);
// The same for one spec whose classes may still be missing, because nobody has run javac yet.
[[nodiscard]] std::string FindFlawBeforeClasses(const Spec& spec);

// Readable, stable: `revmon specs show --stage plan`.
[[nodiscard]] std::string Dump(const Spec& spec);

}  // namespace revmon::wire
