// Answers: how do the tests of the matcher say which types there are and what a pointcut asks?
#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "classfile/class_builder.h"
#include "match/type_world.h"
#include "wire/plan.h"

namespace revmon::match {

struct FakeMember {
  std::string name;
  std::string descriptor;
  std::string signature = "";
  uint16_t flags = classfile::kAccPublic;
  std::vector<std::string> exceptions = {};
  std::vector<std::string> annotations = {};
};

struct FakeType {
  std::string name;
  std::string super = "java/lang/Object";
  std::vector<std::string> interfaces = {};
  std::string signature = "";
  uint16_t flags = classfile::kAccPublic;
  std::vector<FakeMember> methods = {};
  std::vector<FakeMember> fields = {};
  std::vector<std::string> annotations = {};
  std::string outer = "";
};

inline constexpr uint16_t kFakeInterface =
    classfile::kAccPublic | classfile::kAccInterface | classfile::kAccAbstract;

// Types written down in a test; all others are unknown.
class FakeWorld final : public TypeWorld {
 public:
  FakeWorld() {
    Put({.name = "java/lang/Object", .super = "", .methods = {{"toString", "()Ljava/lang/String;"}}});
  }
  void Put(FakeType type) {
    std::string name = type.name;
    types_[std::move(name)] = std::move(type);
  }

 protected:
  std::unique_ptr<const TypeInfo> Read(std::string_view name) override {
    auto found = types_.find(std::string(name));
    if (found == types_.end()) return nullptr;
    const FakeType& type = found->second;
    auto info = std::make_unique<TypeInfo>();
    info->name = type.name;
    info->super = type.super;
    info->outer = type.outer;
    info->signature = type.signature;
    info->flags = type.flags;
    info->interfaces.assign(type.interfaces.begin(), type.interfaces.end());
    info->annotations.assign(type.annotations.begin(), type.annotations.end());
    for (const FakeMember& member : type.methods) info->methods.push_back(Member(member));
    for (const FakeMember& member : type.fields) info->fields.push_back(Member(member));
    SortMembers(*info);
    return info;
  }

 private:
  static MemberInfo Member(const FakeMember& member) {
    MemberInfo info{.name = member.name,
                    .descriptor = member.descriptor,
                    .signature = member.signature,
                    .flags = member.flags,
                    .exceptions = {member.exceptions.begin(), member.exceptions.end()},
                    .annotations = {member.annotations.begin(), member.annotations.end()}};
    return info;
  }
  std::map<std::string, FakeType> types_;
};

// "*", "..", "java.util.List", "java.util.List+", "int[]", "String...", "java..*".
inline wire::TypePattern Type(std::string text) {
  wire::TypePattern type;
  if (text == "..") {
    type.kind = wire::TypePattern::Kind::kEllipsis;
    return type;
  }
  auto strip = [&](std::string_view suffix) {
    if (text.size() <= suffix.size() || !std::string_view(text).ends_with(suffix)) return false;
    text.resize(text.size() - suffix.size());
    return true;
  };
  type.varargs = strip("...");
  type.subtypes = strip("+");
  while (strip("[]")) ++type.dimensions;
  if (text == "*") return type;
  const bool wild = text.find('*') != std::string::npos || text.find("..") != std::string::npos;
  type.kind = wild ? wire::TypePattern::Kind::kWildcard : wire::TypePattern::Kind::kExact;
  type.name = text;
  return type;
}

inline wire::TypePattern NotType(std::string text) {
  wire::TypePattern type;
  type.kind = wire::TypePattern::Kind::kNot;
  type.operands = {Type(std::move(text))};
  return type;
}

inline std::vector<wire::TypePattern> Types(const std::vector<std::string>& texts) {
  std::vector<wire::TypePattern> types;
  for (const std::string& text : texts) types.push_back(Type(text));
  return types;
}

// "" for any declaring type; the name "new" makes a constructor.
inline wire::SignaturePattern Signature(std::string result, std::string declaring, std::string name,
                                        const std::vector<std::string>& parameters) {
  wire::SignaturePattern signature;
  if (name == "new") signature.kind = wire::SignaturePattern::Kind::kConstructor;
  signature.any_declaring = declaring.empty();
  if (!declaring.empty()) signature.declaring = Type(std::move(declaring));
  if (!result.empty()) signature.type = Type(std::move(result));
  signature.name = std::move(name);
  signature.parameters = Types(parameters);
  return signature;
}

inline wire::Test Sig(wire::Test::Kind kind, wire::SignaturePattern signature) {
  wire::Test test;
  test.kind = kind;
  test.signature = std::move(signature);
  return test;
}
inline wire::Test Call(std::string declaring, std::string name,
                       const std::vector<std::string>& parameters = {".."}) {
  return Sig(wire::Test::Kind::kCall, Signature("*", std::move(declaring), std::move(name), parameters));
}
inline wire::Test Of(wire::Test::Kind kind, const std::vector<std::string>& types) {
  wire::Test test;
  test.kind = kind;
  for (const std::string& type : types) test.args.push_back({wire::ArgPattern::kTypeOnly, Type(type)});
  return test;
}
inline wire::Test Not(wire::Test test) {
  test.negated = !test.negated;
  return test;
}

// One spec with one `before` event for each alternative.
inline wire::Plan PlanOf(const std::vector<wire::Alternative>& alternatives) {
  wire::Plan plan;
  wire::Spec& spec = plan.specs.emplace_back();
  spec.name = "S";
  for (const wire::Alternative& alternative : alternatives) {
    wire::Event& event = spec.events.emplace_back();
    event.name = "e" + std::to_string(spec.events.size());
    event.alternatives = {alternative};
  }
  return plan;
}

}  // namespace revmon::match
