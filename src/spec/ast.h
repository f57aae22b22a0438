// Answers: what did the author write, in the shape of the language?
//
// The tree of a spec file as parsed, before any name is looked up. Plain values; every part keeps its Span.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "spec/java_code.h"
#include "spec/pointcut.h"
#include "spec/span.h"

namespace revmon::spec {

struct Name {
  std::string text;
  Span span;
};

struct ImportDecl {
  std::string name;  // "java.util.Map", or "java.util" when on_demand
  bool is_static = false;
  bool on_demand = false;
  Span span;
};

struct ParamDecl {
  TypePattern type;
  Name name;
};

enum class Advice : uint8_t { kBefore, kAfter, kAfterReturning, kAfterThrowing, kAround };
[[nodiscard]] std::string_view ToString(Advice advice);  // "after returning"

struct EventDecl {
  Name name;
  bool creation = false;
  bool is_static = false;
  bool blocking = false;
  Advice advice = Advice::kBefore;
  TypePattern around_type;          // of "T around"
  std::vector<ParamDecl> params;    // between the advice's parentheses
  std::optional<ParamDecl> result;  // of returning(T x) / throwing(T x)
  Pointcut pointcut;                // empty after an error in it
  std::optional<JavaCode> body;
  Span span;
};

struct PointcutDecl {
  Name name;
  std::vector<ParamDecl> params;
  Pointcut pointcut;
};

struct HandlerDecl {
  Name category;
  JavaCode body;
};

struct FormulaDecl {
  Name logic;
  std::string text;  // comments blanked out, so that offsets still fit `span`
  Span span;
  std::vector<HandlerDecl> handlers;
  JavaCode raw;  // of "raw:", whose formula is Java
};

struct SpecDecl {
  Span doc;              // the /** */ comment; empty span: none
  std::string doc_text;  // without the comment's decoration
  Name severity;         // of @severity
  std::vector<Name> modifiers;
  Name name;
  std::vector<ParamDecl> params;
  std::vector<JavaMember> members;
  std::vector<PointcutDecl> pointcuts;
  std::vector<EventDecl> events;
  std::vector<FormulaDecl> formulas;
  bool broken = false;  // an error was reported inside it
  Span span;
};

struct FileAst {
  std::string package;
  std::vector<ImportDecl> imports;
  std::vector<SpecDecl> specs;
};

// Stable, readable, one construct a line: `revmon specs show --stage ast`.
[[nodiscard]] std::string Dump(const FileAst& file);
[[nodiscard]] std::string Dump(const SpecDecl& spec);

// The text of a doc comment without stars, and the value of one of its tags ("severity"), trimmed.
[[nodiscard]] std::string CleanDoc(std::string_view comment);
[[nodiscard]] std::string DocTag(std::string_view clean_doc, std::string_view tag);

}  // namespace revmon::spec
