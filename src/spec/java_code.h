// Answers: what is inside a piece of embedded Java, as far as RevMon must know without compiling it?
//
// Bodies, conditions and members are kept as text for javac. What is read from their tokens: the macros
// (`__RESET`; never inside strings or comments), the names used, the members declared, and whether a body
// does nothing but print fixed texts and reset, in which case it runs without any Java at all.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lexer.h"
#include "spec/span.h"

namespace revmon::spec {

enum class Macro : uint8_t {
  kLoc,             // __LOC: source location of the current event, a String
  kReset,           // __RESET: back to the initial state
  kSkip,            // __SKIP: the surrounded call does not happen (around only)
  kDefaultMessage,  // __DEFAULT_MESSAGE: "Specification X has been violated on line ..."
  kStaticSig,       // __STATICSIG: org.aspectj.lang.Signature of the join point
  kMonitor,         // __MONITOR: the monitor itself
  kActivity,        // __ACTIVITY: Android's current activity
  kUnknown,         // __SOMETHING else
};

[[nodiscard]] std::string_view ToString(Macro macro);
[[nodiscard]] std::vector<std::string> MacroNames();

struct MacroUse {
  Macro macro = Macro::kUnknown;
  Span span;
};

// What a body without Java does, in order.
struct Action {
  enum class Kind : uint8_t { kPrint, kReset, kSkip };
  // A printed text is pieces to be joined: fixed text, __DEFAULT_MESSAGE, __LOC.
  struct Piece {
    enum class Kind : uint8_t { kText, kDefaultMessage, kLoc };
    Kind kind = Kind::kText;
    std::string text;
    friend bool operator==(const Piece&, const Piece&) = default;
  };
  Kind kind = Kind::kPrint;
  bool to_stderr = false;
  std::string level;  // "CRITICAL" of Level.CRITICAL; empty when none was given
  std::vector<Piece> pieces;
  friend bool operator==(const Action&, const Action&) = default;
};

struct JavaCode {
  Span span;         // between the braces or parentheses
  std::string text;  // verbatim
  std::vector<MacroUse> macros;
  std::vector<std::string> names;  // identifiers not after a dot, sorted, without duplicates
  bool fixed = true;               // `actions` is all it does; nothing to compile
  std::vector<Action> actions;     // only when fixed
};

struct JavaMember {
  enum class Kind : uint8_t { kField, kMethod, kInitializer, kType };
  Kind kind = Kind::kField;
  std::vector<std::string> names;  // a field declaration may declare several
  std::string type;                // of the field(s), as written, with modifiers
  JavaCode code;                   // the whole declaration
};

// Tokens [first, last) as code. `inside` is the span to keep verbatim.
[[nodiscard]] JavaCode ReadJava(const TokenList& tokens, uint32_t first, uint32_t last, Span inside);
// An expression (condition, if) that stands at `span`: never fixed.
[[nodiscard]] JavaCode ReadExpression(const std::string& text, Span span);
// The member that starts at token `first`: fills `out` and returns the index behind it; 0 when it never ends
// before `limit` (then nothing is reported here).
[[nodiscard]] uint32_t ReadMember(const TokenList& tokens, uint32_t first, uint32_t limit, JavaMember* out);

}  // namespace revmon::spec
