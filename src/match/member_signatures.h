// Answers: as which members of which types may a pointcut speak of the member this reference names?
//
// A call join point has a set of signatures (AspectJ: "join point signatures"), and a pattern matches when
// all its parts match one of them. For a reference Owner.name(descriptor) the set is
//
//   - the member as Owner and every supertype that inherits it sees it, with type arguments put in
//     (EnumSet.add is add(Enum), not add(Object): E extends Enum<E>);
//   - the member as every supertype declares it, with type arguments put in and, but for the declaration the
//     reference resolves to, as erased (MyMap extends HashMap<String, String> and has its own put:
//     Map.put(String, String) and Map.put(Object, Object)).
//
// All types are descriptors after erasure. Arguments of arguments never survive erasure, so a substitution is
// a map from type variable to descriptor and nothing here recurses over types. Fields, static and private
// methods and constructors have one signature, that of their declaration.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "match/type_world.h"

namespace revmon::match {

struct MemberSignature {
  std::string_view declaring;  // internal name
  std::string result;          // descriptor; of a field: its type
  std::vector<std::string> parameters;
  const MemberInfo* member = nullptr;  // what flags, throws and annotations are taken from; null = unknown
};

struct SignatureSet {
  std::vector<MemberSignature> signatures;  // never empty; the first is the reference itself
  bool complete = true;                     // false: an unknown supertype may add more
  const MemberInfo* member = nullptr;       // the declaration the reference resolves to; null = unknown
  std::string_view declarer;                // its class
};

enum class MemberKind : uint8_t { kMethod, kConstructor, kField };

// `owner` may be an array. A wrong descriptor gives a set that matches nothing by its types.
[[nodiscard]] SignatureSet SignaturesOf(TypeWorld& world, MemberKind kind, std::string_view owner,
                                        std::string_view name, std::string_view descriptor);

}  // namespace revmon::match
