#include "match/pattern_match.h"

#include <array>
#include <utility>

#include "classfile/descriptor.h"

namespace revmon::match {
namespace {

using Kind = wire::TypePattern::Kind;
using classfile::TypeView;

struct Primitive {
  std::string_view name;
  char descriptor;
  std::string_view box;
};
constexpr std::array<Primitive, 9> kPrimitives = {{
    {"boolean", 'Z', "java/lang/Boolean"},
    {"byte", 'B', "java/lang/Byte"},
    {"char", 'C', "java/lang/Character"},
    {"short", 'S', "java/lang/Short"},
    {"int", 'I', "java/lang/Integer"},
    {"long", 'J', "java/lang/Long"},
    {"float", 'F', "java/lang/Float"},
    {"double", 'D', "java/lang/Double"},
    {"void", 'V', "java/lang/Void"},
}};

// '\0' if the name is no primitive type (or void).
char PrimitiveOf(std::string_view name) {
  for (const Primitive& primitive : kPrimitives) {
    if (primitive.name == name) return primitive.descriptor;
  }
  return '\0';
}

const Primitive* PrimitiveBy(char descriptor) {
  for (const Primitive& primitive : kPrimitives) {
    if (primitive.descriptor == descriptor) return &primitive;
  }
  return nullptr;
}

// Widening as AspectJ has it: that of Java, and byte to char.
bool Widens(char from, char to) {
  constexpr std::string_view kOrder = "BSIJFD";
  if (from == 'Z' || to == 'Z') return false;
  if (to == 'C') return from == 'B';
  const size_t f = kOrder.find(from == 'C' ? 'S' : from);
  const size_t t = kOrder.find(to);
  return f != std::string_view::npos && t != std::string_view::npos && f < t;
}

char Dotted(char c) { return c == '/' ? '.' : c; }

bool SameName(std::string_view dotted, std::string_view internal) {
  if (dotted.size() != internal.size()) return false;
  for (size_t i = 0; i < dotted.size(); ++i) {
    if (dotted[i] != Dotted(internal[i])) return false;
  }
  return true;
}

bool IsSeparator(char c) { return c == '.' || c == '/' || c == '$'; }

// Wildcard text against an internal name. '*' passes over anything but separators, ".." over anything between
// two separators. Each of the two keeps its latest place to start over from, so this takes at most the
// product of the lengths.
bool WildcardMatches(std::string_view pattern, std::string_view name) {
  if (pattern.find('.') == std::string_view::npos) {
    const size_t last = name.find_last_of("/$");
    if (last != std::string_view::npos) name.remove_prefix(last + 1);
  }
  constexpr size_t kNone = ~size_t{0};
  size_t p = 0, n = 0;
  size_t star = kNone, star_name = 0;
  size_t dots = kNone, dots_name = 0;
  auto restart = [&] {
    if (star != kNone && star_name < name.size() && !IsSeparator(name[star_name])) {
      p = star + 1;
      n = ++star_name;
      return true;
    }
    star = kNone;
    if (dots == kNone) return false;
    while (dots_name < name.size() && !IsSeparator(name[dots_name])) ++dots_name;
    if (dots_name >= name.size()) return false;
    p = dots + 2;
    n = ++dots_name;
    return true;
  };
  while (true) {
    if (p == pattern.size()) {
      if (n == name.size()) return true;
      if (!restart()) return false;
    } else if (pattern.substr(p, 2) == "..") {
      // One separator at least: "a..b" is a.b, a.x.b; leading ".." may be nothing.
      if (n < name.size() && IsSeparator(name[n])) {
        dots = p;
        dots_name = n + 1;
        star = kNone;
        p += 2;
        ++n;
      } else if (!restart()) {
        return false;
      }
    } else if (pattern[p] == '*') {
      star = p++;
      star_name = n;
    } else if (n < name.size() && (pattern[p] == '.' ? IsSeparator(name[n]) : pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (!restart()) {
      return false;
    }
  }
}

// "*..Test" and "..Test" also fit Test without a package.
bool WildcardFits(std::string_view pattern, std::string_view name) {
  if (WildcardMatches(pattern, name)) return true;
  if (pattern.starts_with("*..")) return WildcardMatches(pattern.substr(3), name);
  return false;
}

Tri ToTri(bool yes) { return yes ? Tri::kYes : Tri::kNo; }

}  // namespace

bool NameMatches(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = std::string_view::npos, star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string DescriptorOf(const wire::TypePattern& pattern) {
  if (pattern.kind != Kind::kExact) return {};
  std::string text(pattern.dimensions + (pattern.varargs ? 1u : 0u), '[');
  if (char primitive = PrimitiveOf(pattern.name)) return text + primitive;
  text += 'L';
  for (char c : pattern.name) text += c == '.' ? '/' : c;
  return text + ';';
}

std::string ClassConstantOf(const wire::TypePattern& pattern) {
  const std::string descriptor = DescriptorOf(pattern);
  return std::string(TypeView{descriptor}.internal_name());
}

Tri PatternMatcher::Annotations(std::span<const wire::TypePattern> patterns,
                                std::span<const std::string_view> present) {
  Tri all = Tri::kYes;
  for (const wire::TypePattern& pattern : patterns) {
    const bool absent = pattern.kind == Kind::kNot && !pattern.operands.empty();
    const wire::TypePattern& wanted = absent ? pattern.operands[0] : pattern;
    Tri any = Tri::kNo;
    for (std::string_view annotation : present) any = Or(any, Class(wanted, annotation));
    all = And(all, absent ? Not(any) : any);
  }
  return all;
}

Tri PatternMatcher::Class(const wire::TypePattern& pattern, std::string_view name) {
  if (name.starts_with('[')) return Type(pattern, name);
  std::string descriptor;
  descriptor.reserve(name.size() + 2);
  return Type(pattern, descriptor.append("L").append(name).append(";"));
}

Tri PatternMatcher::Type(const wire::TypePattern& pattern, std::string_view descriptor) {
  Tri fits = Bare(pattern, descriptor);
  if (pattern.annotations.empty() || fits == Tri::kNo) return fits;
  const TypeView type{descriptor};
  const TypeInfo* info = type.is_class() ? world_.Find(type.internal_name()) : nullptr;
  if (info != nullptr) return And(fits, Annotations(pattern.annotations, info->annotations));
  return type.is_class() ? Tri::kMaybe : And(fits, Annotations(pattern.annotations, {}));
}

Tri PatternMatcher::Bare(const wire::TypePattern& pattern, std::string_view descriptor) {
  switch (pattern.kind) {
    case Kind::kAny: return ToTri(TypeView{descriptor}.dimensions() >= pattern.dimensions);
    case Kind::kEllipsis: return Tri::kYes;
    case Kind::kExact:
    case Kind::kWildcard: return Named(pattern, descriptor);
    default: break;
  }
  auto combined = [&](std::string_view type) {
    Tri result = pattern.kind == Kind::kOr ? Tri::kNo : Tri::kYes;
    for (const wire::TypePattern& operand : pattern.operands) {
      const Tri fits = Type(operand, type);
      if (pattern.kind == Kind::kOr) result = Or(result, fits);
      if (pattern.kind == Kind::kAnd) result = And(result, fits);
      if (pattern.kind == Kind::kNot) result = And(result, Not(fits));
    }
    return result;
  };
  const TypeView type{descriptor};
  if (!pattern.subtypes || !type.is_class()) return combined(descriptor);
  const Supertypes& all = world_.SupertypesOf(type.internal_name());
  Tri any = all.complete ? Tri::kNo : Tri::kMaybe;
  for (std::string_view name : all.names) {
    std::string super = "L";
    any = Or(any, combined(super.append(name).append(";")));
  }
  return any;
}

Tri PatternMatcher::Named(const wire::TypePattern& pattern, std::string_view descriptor) {
  const TypeView type{descriptor};
  const size_t dimensions = pattern.dimensions + (pattern.varargs ? 1u : 0u);
  if (pattern.kind == Kind::kExact && pattern.subtypes) {
    const std::string wanted = DescriptorOf(pattern);
    if (wanted == descriptor) return Tri::kYes;
    if (!type.is_reference() || !TypeView{wanted}.is_reference()) return Tri::kNo;
    return world_.IsSubtype(type.internal_name(), TypeView{wanted}.internal_name());
  }
  if (type.dimensions() != dimensions) return Tri::kNo;
  const TypeView element = type.element();
  if (!element.is_class()) {
    const Primitive* primitive = element.text.empty() ? nullptr : PrimitiveBy(element.text[0]);
    if (primitive == nullptr) return Tri::kNo;
    if (pattern.kind == Kind::kExact) return ToTri(primitive->name == pattern.name);
    return ToTri(WildcardFits(pattern.name, primitive->name));
  }
  const std::string_view name = element.internal_name();
  if (pattern.kind == Kind::kExact) return ToTri(SameName(pattern.name, name));
  if (WildcardFits(pattern.name, name)) return Tri::kYes;
  if (!pattern.subtypes || dimensions > 0) return Tri::kNo;
  const Supertypes& all = world_.SupertypesOf(name);
  for (std::string_view super : all.names) {
    if (WildcardFits(pattern.name, super)) return Tri::kYes;
  }
  return all.complete ? Tri::kNo : Tri::kMaybe;
}

// At most one ".." does in practice; with several, each is tried to be as short as possible, going back to
// the latest one, which decides correctly because ".." accepts anything.
Tri PatternMatcher::Parameters(std::span<const wire::TypePattern> patterns,
                               const MemberSignature& signature) {
  const std::vector<std::string>& types = signature.parameters;
  const bool variable_arity =
      signature.member != nullptr && (signature.member->flags & classfile::kAccVarargs) != 0;
  auto fits = [&](const wire::TypePattern& pattern, size_t at) {
    const bool last = at + 1 == types.size();
    if (pattern.varargs && !(last && variable_arity)) return Tri::kNo;
    if (!pattern.varargs && pattern.dimensions > 0 && last && variable_arity) return Tri::kNo;
    return Type(pattern, types[at]);
  };
  constexpr size_t kNone = ~size_t{0};
  size_t p = 0, t = 0, dots = kNone, dots_type = 0;
  Tri all = Tri::kYes;
  Tri at_dots = Tri::kYes;
  while (true) {
    if (p < patterns.size() && patterns[p].kind == Kind::kEllipsis) {
      dots = p++;
      dots_type = t;
      at_dots = all;
      continue;
    }
    if (p == patterns.size() && t == types.size()) return all;
    Tri one = p < patterns.size() && t < types.size() ? fits(patterns[p], t) : Tri::kNo;
    if (one != Tri::kNo) {
      all = And(all, one);
      ++p;
      ++t;
      continue;
    }
    if (dots == kNone || dots_type >= types.size()) return Tri::kNo;
    p = dots + 1;
    t = ++dots_type;
    all = at_dots;
  }
}

Tri PatternMatcher::Throws(const wire::SignaturePattern& pattern, const MemberSignature& signature) {
  Tri all = Tri::kYes;
  for (const wire::ThrowsPattern& wanted : pattern.throws) {
    if (signature.member == nullptr) return Tri::kMaybe;
    Tri any = Tri::kNo;
    for (std::string_view thrown : signature.member->exceptions) any = Or(any, Class(wanted.type, thrown));
    all = And(all, wanted.negated ? Not(any) : any);
  }
  return all;
}

Tri PatternMatcher::OneSignature(const wire::SignaturePattern& pattern, const MemberSignature& signature) {
  for (const wire::ModifierPattern& modifier : pattern.modifiers) {
    if (signature.member == nullptr) return Tri::kMaybe;
    if (((signature.member->flags & modifier.flag) != 0) == modifier.negated) return Tri::kNo;
  }
  Tri fits = pattern.any_declaring ? Tri::kYes : Class(pattern.declaring, signature.declaring);
  if (fits == Tri::kNo) return fits;
  if (pattern.kind != wire::SignaturePattern::Kind::kConstructor) {
    fits = And(fits, Type(pattern.type, signature.result));
  }
  if (fits != Tri::kNo && pattern.kind != wire::SignaturePattern::Kind::kField) {
    fits = And(fits, Parameters(pattern.parameters, signature));
  }
  return fits == Tri::kNo ? fits : And(fits, Throws(pattern, signature));
}

Tri PatternMatcher::Signature(const wire::SignaturePattern& pattern, const SignatureSet& set,
                              std::string_view name) {
  if (pattern.kind != wire::SignaturePattern::Kind::kConstructor && !NameMatches(pattern.name, name)) {
    return Tri::kNo;
  }
  Tri annotated = Tri::kYes;
  if (!pattern.annotations.empty()) {
    annotated = set.member != nullptr ? Annotations(pattern.annotations, set.member->annotations)
                                      : (set.complete ? Tri::kNo : Tri::kMaybe);
    if (annotated == Tri::kNo) return annotated;
  }
  Tri any = Tri::kNo;
  for (const MemberSignature& signature : set.signatures) {
    any = Or(any, OneSignature(pattern, signature));
    if (any == Tri::kYes) return annotated;
  }
  if (any == Tri::kNo && !set.complete) any = UnknownDeclaring(pattern, set);
  return And(any, annotated);
}

// The owner has supertypes nobody could read. Could one of them be the declaring type that is asked for?
Tri PatternMatcher::UnknownDeclaring(const wire::SignaturePattern& pattern, const SignatureSet& set) {
  if (pattern.any_declaring || pattern.kind == wire::SignaturePattern::Kind::kConstructor) return Tri::kNo;
  const std::string declaring = ClassConstantOf(pattern.declaring);
  if (declaring.empty()) return Tri::kNo;  // no test could be made of it
  const MemberSignature& known = set.signatures.front();
  if (pattern.kind != wire::SignaturePattern::Kind::kField &&
      Parameters(pattern.parameters, known) == Tri::kNo) {
    return Tri::kNo;
  }
  return Tri::kMaybe;
}

// Two class types: could an instance of `type` also be one of `wanted`?
Tri PatternMatcher::MayBeInstance(std::string_view type, std::string_view wanted) {
  const Tri is = world_.IsSubtype(type, wanted);
  if (is != Tri::kNo) return is;
  if (world_.IsSubtype(wanted, type) != Tri::kNo) return Tri::kMaybe;
  const bool arrays = type.starts_with('[') && wanted.starts_with('[');
  if (arrays) {
    const TypeView a{type.substr(1)}, b{wanted.substr(1)};
    if (!a.is_reference() || !b.is_reference()) return Tri::kNo;
    const Tri elements = MayBeInstance(a.internal_name(), b.internal_name());
    return elements == Tri::kNo ? Tri::kNo : Tri::kMaybe;
  }
  if (type.starts_with('[') || wanted.starts_with('[')) return Tri::kNo;
  const TypeInfo* a = world_.Find(type);
  const TypeInfo* b = world_.Find(wanted);
  if (a == nullptr || b == nullptr) return Tri::kMaybe;
  if (!a->is_interface() && !b->is_interface()) return Tri::kNo;
  if ((a->is_final() && !a->is_interface()) || (b->is_final() && !b->is_interface())) return Tri::kNo;
  if (world_.Contradict(type, wanted)) return Tri::kNo;
  return Tri::kMaybe;
}

Tri PatternMatcher::StaticInstanceOf(std::string_view descriptor, const wire::TypePattern& pattern) {
  const std::string wanted = DescriptorOf(pattern);
  if (wanted == descriptor) return Tri::kYes;
  const TypeView type{descriptor}, want{wanted};
  if (type.is_reference() && want.is_reference()) {
    return MayBeInstance(type.internal_name(), want.internal_name());
  }
  if (want.text.empty() || type.is_void()) return Tri::kNo;
  if (type.is_reference()) {  // unboxing
    const Primitive* primitive = PrimitiveBy(want.text[0]);
    return ToTri(primitive != nullptr && type.is_class() && type.internal_name() == primitive->box);
  }
  const Primitive* primitive = PrimitiveBy(descriptor.empty() ? '\0' : descriptor[0]);
  if (primitive == nullptr) return Tri::kNo;
  if (want.is_class()) {  // boxing
    return ToTri(want.internal_name() == primitive->box || want.internal_name() == "java/lang/Object");
  }
  return ToTri(want.is_primitive() && Widens(primitive->descriptor, want.text[0]));
}

}  // namespace revmon::match
