#include "match/member_signatures.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "classfile/descriptor.h"
#include "classfile/signature.h"

namespace revmon::match {
namespace {

using classfile::Signature;
using classfile::SignatureKind;
using classfile::SignatureNode;

constexpr std::string_view kObject = "Ljava/lang/Object;";

// Type variable -> descriptor. Classes have few variables: a scan beats a table.
class Substitution {
 public:
  void Set(std::string_view variable, std::string descriptor) {
    entries_.emplace_back(variable, std::move(descriptor));
  }
  // "" = not bound here.
  [[nodiscard]] std::string_view Get(std::string_view variable) const {
    for (const auto& [name, descriptor] : entries_) {
      if (name == variable) return descriptor;
    }
    return {};
  }

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

// The erased descriptor of the type at nodes[at]; "" where a variable is not known (of an outer class).
std::string Erase(std::span<const Signature::Node> nodes, size_t at, const Substitution& method_variables,
                  const Substitution& class_variables) {
  std::string text;
  for (; nodes[at].kind == SignatureNode::kArray && at + 1 < nodes.size(); ++at) text += '[';
  const Signature::Node& node = nodes[at];
  if (node.kind == SignatureNode::kBase) return text.append(node.text);
  if (node.kind == SignatureNode::kVariable) {
    std::string_view bound = method_variables.Get(node.text);
    if (bound.empty()) bound = class_variables.Get(node.text);
    return bound.empty() ? std::string() : text.append(bound);
  }
  if (node.kind != SignatureNode::kClass) return {};
  text.append("L").append(node.text);
  for (size_t child = at + 1; child < node.end; child = nodes[child].end) {
    if (nodes[child].kind == SignatureNode::kInner) text.append("$").append(nodes[child].text);
  }
  return text + ';';
}

// Binds each type parameter below nodes[at] (kTypeParameters) to its erased first bound. A bound that is a
// variable declared later is looked at again; so many rounds suffice as there are parameters in a chain.
Substitution Bounds(std::span<const Signature::Node> nodes, size_t at, const Substitution& outer) {
  constexpr int kRounds = 4;
  Substitution bounds;
  for (int round = 0; round < kRounds; ++round) {
    Substitution next;
    bool unknown = false;
    for (size_t child = at + 1; child < nodes[at].end; child = nodes[child].end) {
      size_t bound = child + 1;
      if (bound < nodes[child].end && nodes[bound].kind == SignatureNode::kNoBound) bound = nodes[bound].end;
      std::string descriptor(kObject);
      if (bound < nodes[child].end) descriptor = Erase(nodes, bound, bounds, outer);
      if (descriptor.empty()) {
        unknown = true;
        if (round + 1 == kRounds) descriptor = kObject;
      }
      if (!descriptor.empty()) next.Set(nodes[child].text, std::move(descriptor));
    }
    bounds = std::move(next);
    if (!unknown) break;
  }
  return bounds;
}

// A class signature taken apart. Views point into `text`, which the world keeps.
struct ClassSignature {
  std::vector<std::string_view> variables;
  Substitution bounds;
  std::vector<size_t> supertypes;  // nodes: superclass, then interfaces
  std::vector<Signature::Node> nodes;
};

ClassSignature ReadClassSignature(std::string_view text) {
  ClassSignature out;
  if (text.empty()) return out;
  Result<Signature> parsed = Signature::Parse(SignatureKind::kClass, text);
  if (!parsed.ok()) return out;
  out.nodes.assign(parsed->nodes().begin(), parsed->nodes().end());
  size_t at = 0;
  if (!out.nodes.empty() && out.nodes[0].kind == SignatureNode::kTypeParameters) {
    for (size_t child = 1; child < out.nodes[0].end; child = out.nodes[child].end) {
      out.variables.push_back(out.nodes[child].text);
    }
    out.bounds = Bounds(out.nodes, 0, {});
    at = out.nodes[0].end;
  }
  for (; at < out.nodes.size(); at = out.nodes[at].end) out.supertypes.push_back(at);
  return out;
}

// The variables of supertype `info` when its subtype names it by nodes[at]; raw where there are no arguments.
Substitution Arguments(const ClassSignature& sub, const Substitution& sub_variables, size_t at,
                       const ClassSignature& super) {
  std::vector<std::string> arguments;
  for (size_t child = at + 1; child < sub.nodes[at].end; child = sub.nodes[child].end) {
    if (sub.nodes[child].kind == SignatureNode::kInner) {
      arguments.clear();
      for (size_t inner = child + 1; inner < sub.nodes[child].end; inner = sub.nodes[inner].end) {
        arguments.push_back(Erase(sub.nodes, inner, {}, sub_variables));
      }
      continue;
    }
    arguments.push_back(Erase(sub.nodes, child, {}, sub_variables));
  }
  if (arguments.size() != super.variables.size()) return super.bounds;
  Substitution out;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool known = !arguments[i].empty();
    out.Set(super.variables[i],
            known ? std::move(arguments[i]) : std::string(super.bounds.Get(super.variables[i])));
  }
  return out;
}

struct Types {
  std::string result;
  std::vector<std::string> parameters;
  friend bool operator==(const Types&, const Types&) = default;
};

Types ErasedTypes(MemberKind kind, std::string_view descriptor) {
  Types types;
  if (kind == MemberKind::kField) {
    types.result = descriptor;
    return types;
  }
  Result<classfile::MethodDescriptor> parsed = classfile::MethodDescriptor::Parse(descriptor);
  if (!parsed.ok()) return types;
  types.result = parsed->result().text;
  for (classfile::TypeView argument : *parsed) types.parameters.emplace_back(argument.text);
  return types;
}

// The types of a declared member with type arguments put in. What the generic signature does not say (other
// number of parameters, variables of an outer class) is as in the descriptor.
Types SubstitutedTypes(MemberKind kind, const MemberInfo& member, const Substitution& variables) {
  Types types = ErasedTypes(kind, member.descriptor);
  if (member.signature.empty()) return types;
  const bool field = kind == MemberKind::kField;
  Result<Signature> parsed =
      Signature::Parse(field ? SignatureKind::kField : SignatureKind::kMethod, member.signature);
  if (!parsed.ok()) return types;
  std::span<const Signature::Node> nodes = parsed->nodes();
  Substitution own;
  size_t at = 0;
  if (!nodes.empty() && nodes[0].kind == SignatureNode::kTypeParameters) {
    own = Bounds(nodes, 0, variables);
    at = nodes[0].end;
  }
  if (!field) {
    if (at >= nodes.size()) return types;
    std::vector<std::string> parameters;
    for (size_t child = at + 1; child < nodes[at].end; child = nodes[child].end) {
      parameters.push_back(Erase(nodes, child, own, variables));
    }
    at = nodes[at].end;
    if (parameters.size() == types.parameters.size()) {
      for (size_t i = 0; i < parameters.size(); ++i) {
        if (!parameters[i].empty()) types.parameters[i] = std::move(parameters[i]);
      }
    }
  }
  if (at >= nodes.size()) return types;
  std::string result = Erase(nodes, at, own, variables);
  if (!result.empty()) types.result = std::move(result);
  return types;
}

class Collector {
 public:
  Collector(TypeWorld& world, MemberKind kind, std::string_view name, std::string_view descriptor)
      : world_(world), kind_(kind), name_(name), descriptor_(descriptor) {}

  SignatureSet Run(std::string_view owner) {
    const std::string_view start = owner.starts_with('[') ? "java/lang/Object" : owner;
    FindDeclaration(start);
    set_.complete = world_.SupertypesOf(start).complete;
    Walk(start);
    const bool own = !set_.signatures.empty() && set_.member != nullptr;
    if (!own) {  // unknown, or declared behind a class that is: the reference itself comes first
      Types types = ErasedTypes(kind_, descriptor_);
      set_.signatures.insert(set_.signatures.begin(),
                             {world_.SupertypesOf(owner).names.front(), std::move(types.result),
                              std::move(types.parameters), set_.member});
    }
    return std::move(set_);
  }

 private:
  struct Step {
    const TypeInfo* info;
    Substitution variables;
  };

  const std::vector<MemberInfo>& MembersOf(const TypeInfo& info) const {
    return kind_ == MemberKind::kField ? info.fields : info.methods;
  }

  // What the JVM would resolve the reference to: superclasses first, then interfaces.
  void FindDeclaration(std::string_view start) {
    std::vector<std::string_view> order;
    std::string_view type = start;
    for (int depth = 0; !type.empty() && depth < kMaxDepth; ++depth) {
      order.push_back(type);
      const TypeInfo* info = world_.Find(type);
      type = info != nullptr ? info->super : std::string_view();
    }
    if (kind_ != MemberKind::kConstructor) {
      const Supertypes& all = world_.SupertypesOf(start);
      order.insert(order.end(), all.names.begin(), all.names.end());
    } else {
      order.resize(std::min<size_t>(order.size(), 1));
    }
    for (std::string_view name : order) {
      const TypeInfo* info = world_.Find(name);
      if (info == nullptr) continue;
      for (const MemberInfo& member : MembersNamed(MembersOf(*info), name_)) {
        if (member.descriptor != descriptor_) continue;
        set_.member = &member;
        set_.declarer = info->name;
        return;
      }
    }
  }

  // The member of `info` that the reference means or overrides; null if it declares none.
  const MemberInfo* DeclaredIn(const TypeInfo& info, const Substitution& variables, Types* types) const {
    if (set_.member != nullptr && info.name == set_.declarer) {
      *types = SubstitutedTypes(kind_, *set_.member, variables);
      return set_.member;
    }
    if (!Overrides()) return nullptr;
    const MemberInfo* bridge = nullptr;
    for (const MemberInfo& member : MembersNamed(MembersOf(info), name_)) {
      if ((member.flags & (classfile::kAccPrivate | classfile::kAccStatic)) != 0) continue;
      Types candidate = SubstitutedTypes(kind_, member, variables);
      if (candidate.parameters != parameters_ &&
          ErasedTypes(kind_, member.descriptor).parameters != erased_parameters_) {
        continue;
      }
      if ((member.flags & classfile::kAccBridge) != 0) {
        if (bridge == nullptr) bridge = &member;
        continue;
      }
      *types = std::move(candidate);
      return &member;
    }
    if (bridge != nullptr) *types = SubstitutedTypes(kind_, *bridge, variables);
    return bridge;
  }

  // Are there other declarations of the same member in other types?
  [[nodiscard]] bool Overrides() const {
    return kind_ == MemberKind::kMethod &&
           (set_.member == nullptr ||
            (set_.member->flags & (classfile::kAccPrivate | classfile::kAccStatic)) == 0);
  }

  void Walk(std::string_view start) {
    const TypeInfo* first = world_.Find(start);
    if (first == nullptr) return;
    std::vector<Step> steps;
    std::unordered_set<std::string_view> seen = {first->name};
    steps.push_back({first, ReadClassSignature(first->signature).bounds});
    SetParameters(start);
    std::vector<const TypeInfo*> others;
    for (size_t i = 0; i < steps.size() && i < kMaxTypes; ++i) {
      const TypeInfo* info = steps[i].info;
      if (AddDeclared(steps[i])) {
        declaring_.push_back(info->name);
      } else {
        others.push_back(info);
      }
      PushSupertypes(*info, steps[i].variables, seen, steps);
    }
    if (set_.member == nullptr || !Overrides()) return;
    for (const TypeInfo* info : others) {
      if (Inherits(*info)) Add(info->name, own_types_, set_.member);
    }
  }

  // The parameter types by which overridden declarations are recognised: those of the declaration, as seen
  // from the owner.
  void SetParameters(std::string_view start) {
    erased_parameters_ = ErasedTypes(kind_, descriptor_).parameters;
    parameters_ = erased_parameters_;
    if (set_.member == nullptr || kind_ != MemberKind::kMethod) return;
    // The declarer's variables, along the way from the owner.
    std::vector<Step> steps;
    std::unordered_set<std::string_view> seen;
    const TypeInfo* first = world_.Find(start);
    steps.push_back({first, ReadClassSignature(first->signature).bounds});
    for (size_t i = 0; i < steps.size() && i < kMaxTypes; ++i) {
      if (steps[i].info->name == set_.declarer) {
        own_types_ = SubstitutedTypes(kind_, *set_.member, steps[i].variables);
        parameters_ = own_types_.parameters;
        return;
      }
      const TypeInfo* info = steps[i].info;
      PushSupertypes(*info, steps[i].variables, seen, steps);
    }
  }

  void PushSupertypes(const TypeInfo& info, Substitution variables,
                      std::unordered_set<std::string_view>& seen, std::vector<Step>& steps) {
    if (kind_ == MemberKind::kConstructor) return;
    const ClassSignature signature = ReadClassSignature(info.signature);
    auto push = [&](std::string_view name, size_t position) {
      const TypeInfo* super = name.empty() ? nullptr : world_.Find(name);
      if (super == nullptr || !seen.insert(super->name).second) return;
      const ClassSignature super_signature = ReadClassSignature(super->signature);
      Substitution bound = super_signature.bounds;
      if (position < signature.supertypes.size()) {
        bound = Arguments(signature, variables, signature.supertypes[position], super_signature);
      }
      steps.push_back({super, std::move(bound)});
    };
    push(info.super, 0);
    for (size_t i = 0; i < info.interfaces.size(); ++i) push(info.interfaces[i], i + 1);
  }

  // Adds what this type declares; false if that is nothing.
  bool AddDeclared(const Step& step) {
    Types types;
    const MemberInfo* member = DeclaredIn(*step.info, step.variables, &types);
    if (member == nullptr) return false;
    Types erased = ErasedTypes(kind_, member->descriptor);
    const bool differ = member != set_.member && erased != types;
    Add(step.info->name, std::move(types), member);
    if (differ) Add(step.info->name, std::move(erased), member);
    return true;
  }

  [[nodiscard]] bool Inherits(const TypeInfo& info) {
    return std::any_of(declaring_.begin(), declaring_.end(), [&](std::string_view declaring) {
      return world_.IsSubtype(info.name, declaring) == Tri::kYes;
    });
  }

  void Add(std::string_view declaring, Types types, const MemberInfo* member) {
    set_.signatures.push_back({declaring, std::move(types.result), std::move(types.parameters), member});
  }

  static constexpr int kMaxDepth = 10000;
  static constexpr size_t kMaxTypes = 20000;
  TypeWorld& world_;
  MemberKind kind_;
  std::string_view name_;
  std::string_view descriptor_;
  SignatureSet set_;
  Types own_types_;  // of the declaration, as seen from the owner
  std::vector<std::string_view> declaring_;
  std::vector<std::string> parameters_;
  std::vector<std::string> erased_parameters_;
};

}  // namespace

SignatureSet SignaturesOf(TypeWorld& world, MemberKind kind, std::string_view owner, std::string_view name,
                          std::string_view descriptor) {
  return Collector(world, kind, name, descriptor).Run(owner);
}

}  // namespace revmon::match
