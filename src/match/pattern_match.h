// Answers: does this type or member fit this pattern?
//
// Names in patterns are binary names with dots (java.util.Map$Entry, int), types in class files descriptors;
// they are compared without copying either. Matching is three-valued: kMaybe where the answer hangs on a type
// the world does not know. Rules worth knowing:
//
//   *            any type at all, also void, primitives and arrays
//   java..*      any type in java and below; '.' in a pattern also stands for the '$' of nested types
//   *Test        without a dot: the simple name, in any package
//   T+           T and its subtypes; of a wildcard or combination: a type with a supertype that fits
//   T[]          the last parameter T[] of a pattern never fits a variable-arity parameter; T... does
//   @A T         the type itself carries the annotation
//
// The static half of instanceof is here too: StaticInstanceOf says what is known when only the static type
// is.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "match/member_signatures.h"
#include "match/type_world.h"
#include "wire/pattern.h"

namespace revmon::match {

// `text` may hold '*', which stands for any characters.
[[nodiscard]] bool NameMatches(std::string_view pattern, std::string_view text);

// "java/util/Map" for java.util.Map, "[I" for int[]; "" for a primitive or what is not one exact type.
[[nodiscard]] std::string ClassConstantOf(const wire::TypePattern& pattern);
// The descriptor of an exact pattern; "" for any other.
[[nodiscard]] std::string DescriptorOf(const wire::TypePattern& pattern);

class PatternMatcher {
 public:
  // `world` must outlive the matcher.
  explicit PatternMatcher(TypeWorld& world) : world_(world) {}

  // Is the type (a descriptor) one the pattern describes?
  [[nodiscard]] Tri Type(const wire::TypePattern& pattern, std::string_view descriptor);
  // The same for a class, by internal name.
  [[nodiscard]] Tri Class(const wire::TypePattern& pattern, std::string_view name);
  [[nodiscard]] Tri Parameters(std::span<const wire::TypePattern> patterns, const MemberSignature& signature);
  // Does one signature of the set fit? kMaybe: only an unknown supertype could bring one that does.
  [[nodiscard]] Tri Signature(const wire::SignaturePattern& pattern, const SignatureSet& set,
                              std::string_view name);
  // Do the annotations fit, where each pattern must be there (kNot: must not)?
  [[nodiscard]] Tri Annotations(std::span<const wire::TypePattern> patterns,
                                std::span<const std::string_view> present);

  // Is a value whose static type is `descriptor` an instance of the exact type `pattern`? kYes also for null.
  [[nodiscard]] Tri StaticInstanceOf(std::string_view descriptor, const wire::TypePattern& pattern);

 private:
  [[nodiscard]] Tri Bare(const wire::TypePattern& pattern, std::string_view descriptor);
  [[nodiscard]] Tri Named(const wire::TypePattern& pattern, std::string_view descriptor);
  [[nodiscard]] Tri OneSignature(const wire::SignaturePattern& pattern, const MemberSignature& signature);
  [[nodiscard]] Tri Throws(const wire::SignaturePattern& pattern, const MemberSignature& signature);
  [[nodiscard]] Tri UnknownDeclaring(const wire::SignaturePattern& pattern, const SignatureSet& set);
  [[nodiscard]] Tri MayBeInstance(std::string_view type, std::string_view wanted);

  TypeWorld& world_;
};

}  // namespace revmon::match
