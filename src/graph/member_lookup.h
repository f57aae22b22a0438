// Answers: which method runs, or which member is meant, in one program, as the JVM finds it?
//
// Dispatch: of an object of class X, which class has the method that a virtual call runs (JVMS 5.4.6)? First
// X and its superclasses, then the default methods of its interfaces, of which the most specific wins.
// Resolution: which class has the member that a reference names (5.4.3.2, 5.4.3.3)?
//
// The JDK is outside: what is found there is found, not looked into further. Without `outer`, whatever has a
// supertype outside (but Object) may have any method. Package-private methods count as if they were
// protected: a method of the same name in another package is taken for an override.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "classpath/hierarchy.h"
#include "graph/program.h"

namespace revmon::graph {

struct Found {
  enum class Where : uint8_t { kNowhere, kProgram, kOutside };
  Where where = Where::kNowhere;
  std::string_view owner;  // kProgram only
  const MemberFacts* member = nullptr;
  friend bool operator==(const Found& a, const Found& b) { return a.where == b.where && a.owner == b.owner; }
};

class MemberLookup {
 public:
  // The program has facts of methods.
  MemberLookup(const Program& program, const classpath::Hierarchy* outer)
      : program_(program), outer_(outer) {}

  // Keys are "m(I)V" for methods, "f:I" for fields.
  [[nodiscard]] Found Dispatch(std::string_view type, std::string_view key);
  [[nodiscard]] Found ResolveMethod(std::string_view owner, std::string_view key);
  [[nodiscard]] Found ResolveField(std::string_view owner, std::string_view key);

  // Declared in the class itself; null if not, or if the class is none of the program.
  [[nodiscard]] const MemberFacts* Declared(std::string_view type, std::string_view key);
  // Null if it is none of the program.
  [[nodiscard]] const MethodFacts* Facts(std::string_view type) { return Get(type).facts; }
  // Classes of the program above it, itself left out.
  [[nodiscard]] const std::vector<std::string_view>& Supertypes(std::string_view type);
  // Classes of the program below it, itself left out.
  [[nodiscard]] const std::vector<std::string_view>& Subtypes(std::string_view type);

 private:
  struct Type {
    const MethodFacts* facts = nullptr;  // null: outside
    std::unordered_map<std::string, const MemberFacts*> members;
    std::vector<std::string_view> above, below;  // in the program
    std::vector<std::string_view> outside;       // supertypes that are none of the program, Object left out
    bool above_known = false, below_known = false;
  };
  [[nodiscard]] Type& Get(std::string_view name);
  void FindAbove(Type& type);
  void FindChildren();
  // Has one of the outside supertypes a method of this key that an object inherits?
  [[nodiscard]] bool InheritsFromOutside(Type& type, std::string_view key);
  [[nodiscard]] bool OutsideHas(std::string_view type, std::string_view key) const;
  [[nodiscard]] Found MostSpecific(Type& type, std::string_view key);

  const Program& program_;
  const classpath::Hierarchy* outer_;
  std::map<std::string, Type, std::less<>> types_;
  std::map<std::string_view, std::vector<std::string_view>> children_;
  bool children_known_ = false;
};

// "m(I)V", "f:I"
[[nodiscard]] std::string MemberKey(const MethodFacts& facts, const MemberFacts& member, bool method);

}  // namespace revmon::graph
