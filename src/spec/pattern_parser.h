// Answers: how are type and signature patterns read?
//
// Blanks matter between the parts of a signature ("* *.*(..)") but not around dots; names and '*' glue when
// they touch ("add*"). Nesting is limited to kMaxDepth, so hostile input cannot exhaust the stack.
#pragma once
#include "spec/cursor.h"
#include "spec/pointcut.h"

namespace revmon::spec {

class PatternParser {
 public:
  static constexpr int kMaxDepth = 100;
  explicit PatternParser(Cursor* cursor) : cursor_(*cursor) {}

  // Each reports what is wrong and returns false; the cursor is then somewhere inside the pattern.
  // With || and &&, as inside within(...) or a parenthesis.
  bool Type(TypePattern* out);
  // Without: a name, '!' type, or a parenthesised type; as in a return type or parameter declaration.
  bool SimpleType(TypePattern* out);
  // A type as Java declares variables: no wildcard, but '+' is allowed and ignored by later stages.
  bool JavaType(TypePattern* out);
  // "A, .., B+" up to the closing parenthesis, which is not consumed.
  bool TypeList(std::vector<TypePattern>* out);
  bool Method(SignaturePattern* out);  // or constructor
  bool Field(SignaturePattern* out);
  // A name that may hold '*': "add*".
  bool NamePattern(std::string* out);

 private:
  bool Operators(TypePattern* out, bool allow_or);
  bool Annotations(std::vector<TypePattern>* out);
  bool DottedName(TypePattern* out);
  bool Suffixes(TypePattern* out);
  bool Arguments(TypePattern* out);
  bool Argument(TypePattern* out);
  bool Parenthesised(TypePattern* out);
  void Modifiers(std::vector<ModifierPattern>* out);
  bool DeclaringAndName(SignaturePattern* out);
  bool Parameters(SignaturePattern* out);
  bool Throws(SignaturePattern* out);
  bool Enter();

  Cursor& cursor_;
  int depth_ = 0;
};

}  // namespace revmon::spec
