// Answers: which field or method does this reference in a class file mean?
//
// The lookup of the JVM specification, 5.4.3.2 to 5.4.3.4, over a Hierarchy: superclasses, superinterfaces,
// the maximally-specific default method, signature-polymorphic methods. Access is not checked; the flags of
// the member found are in the answer. Where a missing class might have held the member first, the answer is
// kUnknown, with that class and with what was found beyond it, if anything. Where the specification leaves
// the choice among several abstract methods open, the first in the order of declaration is taken.
#pragma once
#include <cstdint>
#include <string_view>

#include "classpath/hierarchy.h"

namespace revmon::classpath {

enum class ResolutionStatus : uint8_t {
  kFound,
  kNotFound,      // the JVM would throw NoSuchFieldError or NoSuchMethodError
  kIncompatible,  // IncompatibleClassChangeError: a class where an interface is due, or the other way round
  kUnknown,       // depends on the class `missing`
};

struct Resolution {
  ResolutionStatus status = ResolutionStatus::kNotFound;
  ClassId owner = kNoClass;            // the class that declares the member
  const MemberInfo* member = nullptr;  // null unless something was found
  ClassId missing = kNoClass;

  [[nodiscard]] bool found() const { return status == ResolutionStatus::kFound; }
};

// `owner` is the class that the reference names; for methods it may be an array.
[[nodiscard]] Resolution ResolveField(const Hierarchy& hierarchy, ClassId owner, std::string_view name,
                                      std::string_view descriptor);
[[nodiscard]] Resolution ResolveMethod(const Hierarchy& hierarchy, ClassId owner, std::string_view name,
                                       std::string_view descriptor);
[[nodiscard]] Resolution ResolveInterfaceMethod(const Hierarchy& hierarchy, ClassId owner,
                                                std::string_view name, std::string_view descriptor);

}  // namespace revmon::classpath
