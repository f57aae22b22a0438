#include "classpath/resolution.h"

#include <unordered_map>
#include <vector>

#include "classpath/type_walk.h"

namespace revmon::classpath {
namespace {

using classfile::kAccAbstract;
using classfile::kAccNative;
using classfile::kAccPrivate;
using classfile::kAccPublic;
using classfile::kAccStatic;
using classfile::kAccVarargs;

struct Wanted {
  SymbolId name;
  SymbolId descriptor;
};

const MemberInfo* FindMember(std::span<const MemberInfo> members, const Wanted& wanted) {
  for (const MemberInfo& member : members) {
    if (member.name == wanted.name && member.descriptor == wanted.descriptor) return &member;
  }
  return nullptr;
}

// JVMS 2.9.3: the only native varargs method of its name in MethodHandle or VarHandle, taking Object[].
const MemberInfo* FindSignaturePolymorphic(const Hierarchy& hierarchy, ClassId id, const ClassInfo& info,
                                           SymbolId name) {
  const std::string_view owner = hierarchy.Name(id);
  if (owner != "java/lang/invoke/MethodHandle" && owner != "java/lang/invoke/VarHandle") return nullptr;
  const MemberInfo* only = nullptr;
  for (const MemberInfo& method : info.methods()) {
    if (method.name != name) continue;
    if (only != nullptr) return nullptr;
    only = &method;
  }
  constexpr uint16_t kNeeded = kAccNative | kAccVarargs;
  if (only == nullptr || (only->flags & kNeeded) != kNeeded) return nullptr;
  return hierarchy.SymbolText(only->descriptor).starts_with("([Ljava/lang/Object;)") ? only : nullptr;
}

// Turns what was found into an answer, given the first class that was missing on the way.
Resolution Conclude(ClassId owner, const MemberInfo* member, ClassId missing) {
  Resolution result{.owner = owner, .member = member, .missing = missing};
  if (missing != kNoClass) {
    result.status = ResolutionStatus::kUnknown;
  } else if (member != nullptr) {
    result.status = ResolutionStatus::kFound;
  }
  return result;
}

// All superinterfaces of a class, and which of them declare the method for inheritance.
class Superinterfaces {
 public:
  Superinterfaces(const Hierarchy& hierarchy, ClassId start, const Wanted& wanted)
      : hierarchy_(hierarchy), wanted_(wanted) {
    Collect(start);
    MarkOverridden();
  }

  // Exactly one maximally-specific method that is not abstract, or else any method.
  [[nodiscard]] Resolution Choose() const {
    const Node* first = nullptr;
    const Node* concrete = nullptr;
    size_t concrete_count = 0;
    for (const Node& node : nodes_) {
      if (node.method == nullptr || node.overridden) continue;
      if (first == nullptr) first = &node;
      if ((node.method->flags & kAccAbstract) != 0) continue;
      concrete = &node;
      ++concrete_count;
    }
    const Node* chosen = concrete_count == 1 ? concrete : first;
    if (chosen == nullptr) return Conclude(kNoClass, nullptr, missing_);
    return Conclude(chosen->id, chosen->method, missing_);
  }

 private:
  struct Node {
    ClassId id;
    const ClassInfo* info;
    const MemberInfo* method;  // neither private nor static
    uint32_t subinterfaces = 0;
    bool overridden = false;  // some subinterface declares the method too
  };

  void Collect(ClassId start) {
    TypeWalk interfaces;
    TypeWalk chain;
    for (ClassId id = start; id != kNoClass && chain.Add(id);) {
      const ClassInfo* info = hierarchy_.Load(id);
      if (info == nullptr) {
        if (missing_ == kNoClass) missing_ = id;
        break;
      }
      for (ClassId interface : info->interfaces) interfaces.Add(interface);
      id = info->super;
    }
    for (size_t i = 0; i < interfaces.list().size(); ++i) {
      const ClassId id = interfaces.list()[i];
      const ClassInfo* info = hierarchy_.Load(id);
      if (info == nullptr) {
        if (missing_ == kNoClass) missing_ = id;
        continue;
      }
      for (ClassId super : info->interfaces) interfaces.Add(super);
      const MemberInfo* method = FindMember(info->methods(), wanted_);
      if (method != nullptr && (method->flags & (kAccPrivate | kAccStatic)) != 0) method = nullptr;
      place_.emplace(id, nodes_.size());
      nodes_.push_back({.id = id, .info = info, .method = method});
    }
  }

  // From subinterfaces to superinterfaces, each edge once; linear also for the widest hierarchy. Interfaces
  // that extend each other in a circle, which no JVM loads, keep what they have.
  void MarkOverridden() {
    for (const Node& node : nodes_) {
      for (ClassId super : node.info->interfaces) {
        if (auto it = place_.find(super); it != place_.end()) ++nodes_[it->second].subinterfaces;
      }
    }
    std::vector<size_t> ready;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].subinterfaces == 0) ready.push_back(i);
    }
    while (!ready.empty()) {
      const Node& node = nodes_[ready.back()];
      ready.pop_back();
      for (ClassId super : node.info->interfaces) {
        auto it = place_.find(super);
        if (it == place_.end()) continue;
        Node& above = nodes_[it->second];
        above.overridden |= node.overridden || node.method != nullptr;
        if (--above.subinterfaces == 0) ready.push_back(it->second);
      }
    }
  }

  const Hierarchy& hierarchy_;
  const Wanted wanted_;
  std::vector<Node> nodes_;
  std::unordered_map<ClassId, size_t> place_;
  ClassId missing_ = kNoClass;
};

}  // namespace

Resolution ResolveField(const Hierarchy& hierarchy, ClassId owner, std::string_view name,
                        std::string_view descriptor) {
  const Wanted wanted{hierarchy.Symbol(name), hierarchy.Symbol(descriptor)};
  ClassId missing = kNoClass;
  TypeWalk met;
  std::vector<ClassId> stack = {owner};
  while (!stack.empty()) {
    const ClassId id = stack.back();
    stack.pop_back();
    if (!met.Add(id)) continue;
    const ClassInfo* info = hierarchy.Load(id);
    if (info == nullptr) {
      if (missing == kNoClass) missing = id;
      continue;
    }
    if (const MemberInfo* field = FindMember(info->fields(), wanted)) return Conclude(id, field, missing);
    // Superinterfaces in order, with all that is above them, come before the superclass.
    if (info->super != kNoClass) stack.push_back(info->super);
    stack.insert(stack.end(), info->interfaces.rbegin(), info->interfaces.rend());
  }
  return Conclude(kNoClass, nullptr, missing);
}

Resolution ResolveMethod(const Hierarchy& hierarchy, ClassId owner, std::string_view name,
                         std::string_view descriptor) {
  if (hierarchy.Name(owner).starts_with('[')) owner = hierarchy.object();
  const Wanted wanted{hierarchy.Symbol(name), hierarchy.Symbol(descriptor)};
  const ClassInfo* start = hierarchy.Load(owner);
  if (start == nullptr) return Conclude(kNoClass, nullptr, owner);
  if (start->is_interface()) return {.status = ResolutionStatus::kIncompatible};
  TypeWalk chain;
  for (ClassId id = owner; id != kNoClass && chain.Add(id);) {
    const ClassInfo* info = hierarchy.Load(id);
    if (info == nullptr) break;  // Superinterfaces meets it again and says so
    const MemberInfo* method = FindSignaturePolymorphic(hierarchy, id, *info, wanted.name);
    if (method == nullptr) method = FindMember(info->methods(), wanted);
    if (method != nullptr) return Conclude(id, method, kNoClass);
    id = info->super;
  }
  return Superinterfaces(hierarchy, owner, wanted).Choose();
}

Resolution ResolveInterfaceMethod(const Hierarchy& hierarchy, ClassId owner, std::string_view name,
                                  std::string_view descriptor) {
  const Wanted wanted{hierarchy.Symbol(name), hierarchy.Symbol(descriptor)};
  const ClassInfo* info = hierarchy.Load(owner);
  if (info == nullptr) return Conclude(kNoClass, nullptr, owner);
  if (!info->is_interface()) return {.status = ResolutionStatus::kIncompatible};
  if (const MemberInfo* method = FindMember(info->methods(), wanted))
    return Conclude(owner, method, kNoClass);
  if (const ClassInfo* object = hierarchy.Load(hierarchy.object())) {
    const MemberInfo* method = FindMember(object->methods(), wanted);
    const bool usable = method != nullptr && (method->flags & (kAccPublic | kAccStatic)) == kAccPublic;
    if (usable) return Conclude(hierarchy.object(), method, kNoClass);
  }
  return Superinterfaces(hierarchy, owner, wanted).Choose();
}

}  // namespace revmon::classpath
