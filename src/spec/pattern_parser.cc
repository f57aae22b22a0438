#include "spec/pattern_parser.h"

#include <algorithm>
#include <array>
#include <limits>

namespace revmon::spec {
namespace {

constexpr std::array<std::string_view, 12> kModifiers = {
    "public",       "protected", "private",  "static",   "final",   "abstract",
    "synchronized", "native",    "strictfp", "volatile", "default", "transient"};

bool IsModifier(std::string_view word) {
  return std::find(kModifiers.begin(), kModifiers.end(), word) != kModifiers.end();
}

// Splits "a.b.c" at its last dot; "" before it when there is none. ".." stays with the declaring part.
std::pair<std::string, std::string> SplitLast(const std::string& path) {
  size_t dot = path.rfind('.');
  if (dot == std::string::npos) return {"", path};
  bool double_dot = dot > 0 && path[dot - 1] == '.';
  return {double_dot ? path.substr(0, dot + 1) + "*" : path.substr(0, dot), path.substr(dot + 1)};
}

}  // namespace

bool PatternParser::Enter() {
  if (depth_ < kMaxDepth) {
    ++depth_;
    return true;
  }
  cursor_.diagnostics()->Error(cursor_.Peek().span,
                               "pattern is nested deeper than " + std::to_string(kMaxDepth));
  return false;
}

bool PatternParser::Type(TypePattern* out) {
  if (!Enter()) return false;
  bool ok = Operators(out, true);
  --depth_;
  return ok;
}

bool PatternParser::Operators(TypePattern* out, bool allow_or) {
  std::string_view sign = allow_or ? "||" : "&&";
  auto operand = [&](TypePattern* into) { return allow_or ? Operators(into, false) : SimpleType(into); };
  uint32_t first = cursor_.at();
  if (!operand(out)) return false;
  if (!cursor_.IsSequence(sign)) return true;
  TypePattern all;
  all.kind = allow_or ? TypePattern::Kind::kOr : TypePattern::Kind::kAnd;
  all.operands.push_back(std::move(*out));
  while (cursor_.AcceptSequence(sign)) {
    if (!operand(&all.operands.emplace_back())) return false;
  }
  all.span = cursor_.SpanFrom(first);
  *out = std::move(all);
  return true;
}

bool PatternParser::SimpleType(TypePattern* out) {
  if (!Enter()) return false;
  uint32_t first = cursor_.at();
  bool ok = true;
  if (cursor_.Is('!') && !cursor_.Is('@', 1)) {
    cursor_.Advance();
    out->kind = TypePattern::Kind::kNot;
    ok = SimpleType(&out->operands.emplace_back());
  } else {
    std::vector<TypePattern> annotations;
    ok = Annotations(&annotations);
    if (ok) ok = cursor_.Is('(') ? Parenthesised(out) : DottedName(out);
    if (ok) ok = Suffixes(out);
    if (out->annotations.empty()) out->annotations = std::move(annotations);
  }
  --depth_;
  out->span = cursor_.SpanFrom(first);
  return ok;
}

bool PatternParser::Parenthesised(TypePattern* out) {
  cursor_.Advance();
  return Type(out) && cursor_.Expect(')', "to close the type pattern");
}

bool PatternParser::Annotations(std::vector<TypePattern>* out) {
  while (cursor_.Is('@') || (cursor_.Is('!') && cursor_.Is('@', 1))) {
    bool negated = cursor_.Accept('!');
    cursor_.Advance();
    TypePattern type;
    bool ok = cursor_.Is('(') ? Parenthesised(&type) : DottedName(&type);
    if (!ok) return false;
    if (negated) {
      TypePattern all;
      all.kind = TypePattern::Kind::kNot;
      all.operands.push_back(std::move(type));
      type = std::move(all);
    }
    out->push_back(std::move(type));
  }
  return true;
}

bool PatternParser::NamePattern(std::string* out) {
  auto is_part = [&] {
    TokenKind kind = cursor_.Peek().kind;
    return kind == TokenKind::kIdentifier || cursor_.Is('*') || (kind == TokenKind::kNumber && !out->empty());
  };
  if (!is_part()) return false;
  do {
    *out += cursor_.Text();
    cursor_.Advance();
  } while (is_part() && cursor_.Adjacent());
  return true;
}

bool PatternParser::DottedName(TypePattern* out) {
  uint32_t first = cursor_.at();
  std::string segment;
  if (!NamePattern(&segment)) return cursor_.FailExpected("a type");
  out->name = segment;
  while (cursor_.Is('.') && !cursor_.IsSequence("...")) {
    std::string_view dots = cursor_.IsSequence("..") ? ".." : ".";
    cursor_.AcceptSequence(dots);
    segment.clear();
    if (!NamePattern(&segment)) return cursor_.FailExpected("a name after '" + std::string(dots) + "'");
    out->name += dots;
    out->name += segment;
  }
  out->span = cursor_.SpanFrom(first);
  return true;
}

bool PatternParser::Suffixes(TypePattern* out) {
  if (cursor_.Is('<') && !Arguments(out)) return false;
  while (true) {
    if (cursor_.Is('[') && cursor_.Is(']', 1)) {
      if (out->dimensions == std::numeric_limits<uint8_t>::max())
        return cursor_.FailExpected("at most 255 dimensions");
      ++out->dimensions;
      cursor_.Advance(2);
    } else if (cursor_.Is('+') && !out->subtypes) {
      out->subtypes = true;
      cursor_.Advance();
    } else if (cursor_.IsSequence("...") && !out->varargs) {
      out->varargs = true;
      cursor_.Advance(3);
    } else {
      return true;
    }
  }
}

bool PatternParser::Arguments(TypePattern* out) {
  cursor_.Advance();
  if (cursor_.Accept('>')) return true;  // the diamond
  do {
    if (!Argument(&out->arguments.emplace_back())) return false;
  } while (cursor_.Accept(','));
  return cursor_.Expect('>', "to close the type arguments");
}

bool PatternParser::Argument(TypePattern* out) {
  if (!cursor_.Is('?')) return SimpleType(out);
  uint32_t first = cursor_.at();
  cursor_.Advance();
  out->name = "?";
  bool bounded = cursor_.IsWord("extends") || cursor_.IsWord("super");
  if (bounded) {
    out->name += " " + std::string(cursor_.Text());
    cursor_.Advance();
    if (!SimpleType(&out->operands.emplace_back())) return false;
  }
  out->span = cursor_.SpanFrom(first);
  return true;
}

bool PatternParser::JavaType(TypePattern* out) {
  if (!cursor_.IsIdentifier() && !cursor_.Is('@')) return cursor_.FailExpected("a Java type");
  if (!SimpleType(out)) return false;
  if (!out->HasWildcard()) return true;
  cursor_.diagnostics()->Error(out->span, "a variable needs a type, not the pattern '" + out->name + "'");
  return false;
}

bool PatternParser::TypeList(std::vector<TypePattern>* out) {
  if (cursor_.Is(')')) return true;
  do {
    TypePattern& type = out->emplace_back();
    if (cursor_.IsSequence("..") && !cursor_.IsSequence("...")) {
      type.kind = TypePattern::Kind::kEllipsis;
      type.span = {cursor_.Peek().span.begin, cursor_.Peek(1).span.end};
      cursor_.Advance(2);
    } else if (!Type(&type)) {
      return false;
    }
  } while (cursor_.Accept(','));
  return true;
}

void PatternParser::Modifiers(std::vector<ModifierPattern>* out) {
  while (true) {
    bool negated = cursor_.Is('!');
    uint32_t word = negated ? 1 : 0;
    if (!cursor_.IsIdentifier(word) || !IsModifier(cursor_.Text(word))) return;
    out->push_back({negated, std::string(cursor_.Text(word))});
    cursor_.Advance(word + 1);
  }
}

// Reads "[declaring.]name". A '+', type argument or parenthesis ends the declaring type; otherwise its last
// dot.
bool PatternParser::DeclaringAndName(SignaturePattern* out) {
  TypePattern path;
  bool grouped = cursor_.Is('(');
  uint32_t first = cursor_.at();
  if (!(grouped ? Parenthesised(&path) : DottedName(&path))) return false;
  if (!Suffixes(&path)) return false;
  path.span = cursor_.SpanFrom(first);
  if (cursor_.Accept('.')) {
    out->has_declaring = true;
    out->declaring = std::move(path);
    if (!NamePattern(&out->name)) return cursor_.FailExpected("a member name after '.'");
    return true;
  }
  if (grouped || path.subtypes || path.dimensions > 0 || !path.arguments.empty()) {
    return cursor_.FailExpected("'.' and a member name after the declaring type");
  }
  auto [declaring, name] = SplitLast(path.name);
  out->name = name;
  out->has_declaring = !declaring.empty();
  if (out->has_declaring) {
    out->declaring.name = declaring;
    out->declaring.span = path.span;
  }
  return true;
}

bool PatternParser::Parameters(SignaturePattern* out) {
  return cursor_.Expect('(', "and the parameter types") && TypeList(&out->parameters) &&
         cursor_.Expect(')', "after the parameter types");
}

bool PatternParser::Throws(SignaturePattern* out) {
  if (!cursor_.AcceptWord("throws")) return true;
  do {
    ThrowsPattern& thrown = out->throws.emplace_back();
    thrown.negated = cursor_.Accept('!');
    if (!SimpleType(&thrown.type)) return false;
  } while (cursor_.Accept(','));
  return true;
}

bool PatternParser::Method(SignaturePattern* out) {
  if (!Annotations(&out->annotations)) return false;
  Modifiers(&out->modifiers);
  // What comes first is a return type, or a constructor's whole path; only what follows tells.
  uint32_t first = cursor_.at();
  TypePattern type;
  if (!SimpleType(&type)) return false;
  uint32_t close = cursor_.Is('(') ? cursor_.Partner() : Token::kNone;
  // "* (A || B).name(..)", "* (A || B)+.name(..)"
  bool grouped =
      close != Token::kNone && (cursor_.tokens().Is(close + 1, '.') ||
                                (cursor_.tokens().Is(close + 1, '+') && cursor_.tokens().Is(close + 2, '.')));
  if (cursor_.Is('.') || (cursor_.Is('(') && !grouped && type.kind == TypePattern::Kind::kName)) {
    cursor_.MoveTo(first);
    if (!DeclaringAndName(out)) return false;
    if (out->name != "new") {
      cursor_.diagnostics()->Error(cursor_.SpanFrom(first), "this signature has no return type",
                                   "write '* " + ToString(type) + "(..)' for any return type");
      return false;
    }
    out->kind = SignaturePattern::Kind::kConstructor;
  } else {
    out->kind = SignaturePattern::Kind::kMethod;
    out->type = std::move(type);
    if (!cursor_.IsIdentifier() && !cursor_.Is('*') && !cursor_.Is('(')) {
      return cursor_.FailExpected("a method name after the return type '" + ToString(out->type) + "'");
    }
    if (!DeclaringAndName(out)) return false;
    if (out->name == "new") {  // "* T.new(..)" is tolerated
      out->kind = SignaturePattern::Kind::kConstructor;
      out->type = {};
    }
  }
  return Parameters(out) && Throws(out);
}

bool PatternParser::Field(SignaturePattern* out) {
  out->kind = SignaturePattern::Kind::kField;
  if (!Annotations(&out->annotations)) return false;
  Modifiers(&out->modifiers);
  if (!SimpleType(&out->type)) return false;
  if (!cursor_.IsIdentifier() && !cursor_.Is('*') && !cursor_.Is('(')) {
    return cursor_.FailExpected("a field name after the type '" + ToString(out->type) + "'");
  }
  return DeclaringAndName(out);
}

}  // namespace revmon::spec
