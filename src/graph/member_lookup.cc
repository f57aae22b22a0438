#include "graph/member_lookup.h"

#include <algorithm>
#include <set>

namespace revmon::graph {
namespace {

using classfile::kAccAbstract;
using classfile::kAccInterface;
using classfile::kAccPrivate;
using classfile::kAccStatic;

constexpr std::string_view kObject = "java/lang/Object";

bool IsVirtual(const MemberFacts& member) { return (member.flags & (kAccStatic | kAccPrivate)) == 0; }

bool ObjectHas(std::string_view key) {
  for (std::string_view name :
       {"toString()", "equals(Ljava/lang/Object;)", "hashCode()", "clone()", "finalize()"}) {
    if (key.starts_with(name)) return true;
  }
  return false;
}

Found InProgram(std::string_view owner, const MemberFacts* member) {
  return {Found::Where::kProgram, owner, member};
}

}  // namespace

std::string MemberKey(const MethodFacts& facts, const MemberFacts& member, bool method) {
  std::string key(facts.Text(member.name));
  return key.append(method ? "" : ":").append(facts.Text(member.descriptor));
}

MemberLookup::Type& MemberLookup::Get(std::string_view name) {
  auto at = types_.find(name);
  if (at != types_.end()) return at->second;
  Type& type = types_[std::string(name)];
  const ProgramEntry* entry = program_.FindClass(name);
  type.facts = entry == nullptr ? nullptr : program_.MethodsOf(*entry);
  if (type.facts == nullptr) return type;
  for (const MemberFacts& m : type.facts->methods) type.members.emplace(MemberKey(*type.facts, m, true), &m);
  for (const MemberFacts& m : type.facts->fields) type.members.emplace(MemberKey(*type.facts, m, false), &m);
  return type;
}

const MemberFacts* MemberLookup::Declared(std::string_view type, std::string_view key) {
  Type& found = Get(type);
  auto at = found.members.find(std::string(key));
  return at == found.members.end() ? nullptr : at->second;
}

void MemberLookup::FindAbove(Type& type) {
  type.above_known = true;
  std::set<std::string_view> seen;
  auto push = [&](std::string_view name) {
    if (name.empty() || name == kObject || !seen.insert(name).second) return;
    (Get(name).facts == nullptr ? type.outside : type.above).push_back(name);
  };
  auto push_all = [&](const MethodFacts& facts) {
    push(facts.Text(facts.type.descriptor));
    for (uint32_t text : facts.interfaces) push(facts.Text(text));
  };
  if (type.facts != nullptr) push_all(*type.facts);
  for (size_t i = 0; i < type.above.size(); ++i) push_all(*Get(type.above[i]).facts);
}

const std::vector<std::string_view>& MemberLookup::Supertypes(std::string_view name) {
  Type& type = Get(name);
  if (!type.above_known) FindAbove(type);
  return type.above;
}

void MemberLookup::FindChildren() {
  children_known_ = true;
  for (const ProgramEntry& entry : program_.entries()) {
    const MethodFacts* facts = program_.MethodsOf(entry);
    if (facts == nullptr || program_.FindClass(facts->name()) != &entry) continue;
    children_[facts->Text(facts->type.descriptor)].push_back(facts->name());
    for (uint32_t text : facts->interfaces) children_[facts->Text(text)].push_back(facts->name());
  }
}

const std::vector<std::string_view>& MemberLookup::Subtypes(std::string_view name) {
  if (!children_known_) FindChildren();
  Type& type = Get(name);
  if (type.below_known) return type.below;
  type.below_known = true;
  std::set<std::string_view> seen = {name};
  auto push_all = [&](std::string_view of) {
    auto at = children_.find(of);
    if (at == children_.end()) return;
    for (std::string_view child : at->second) {
      if (seen.insert(child).second) type.below.push_back(child);
    }
  };
  push_all(name);
  for (size_t i = 0; i < type.below.size(); ++i) push_all(type.below[i]);
  return type.below;
}

bool MemberLookup::OutsideHas(std::string_view name, std::string_view key) const {
  if (outer_ == nullptr) return true;
  classpath::TypeSet all = outer_->AllSupertypes(outer_->Id(name));
  if (!all.missing.empty()) return true;
  all.types.push_back(outer_->Id(name));
  for (classpath::ClassId id : all.types) {
    const classpath::ClassInfo* info = outer_->Load(id);
    if (info == nullptr) return true;
    for (const classpath::MemberInfo& member : info->methods()) {
      if ((member.flags & (kAccStatic | kAccPrivate | kAccAbstract)) != 0) continue;
      std::string_view text = outer_->SymbolText(member.name);
      if (key.starts_with(text) && key.substr(text.size()) == outer_->SymbolText(member.descriptor))
        return true;
    }
  }
  return false;
}

bool MemberLookup::InheritsFromOutside(Type& type, std::string_view key) {
  if (!type.above_known) FindAbove(type);
  return std::any_of(type.outside.begin(), type.outside.end(),
                     [&](std::string_view name) { return OutsideHas(name, key); });
}

// Of the default methods above a type, the one that no other overrides.
Found MemberLookup::MostSpecific(Type& type, std::string_view key) {
  if (!type.above_known) FindAbove(type);
  std::vector<std::string_view> candidates;
  for (std::string_view above : type.above) {
    const MemberFacts* member = Declared(above, key);
    bool interface = (Get(above).facts->type.flags & kAccInterface) != 0;
    if (interface && member != nullptr && IsVirtual(*member)) candidates.push_back(above);
  }
  Found found;
  for (std::string_view one : candidates) {
    bool overridden = std::any_of(candidates.begin(), candidates.end(), [&](std::string_view other) {
      const std::vector<std::string_view>& above = Supertypes(other);
      return std::find(above.begin(), above.end(), one) != above.end();
    });
    const MemberFacts* member = Declared(one, key);
    if (overridden || (member->flags & kAccAbstract) != 0) continue;
    if (found.where == Found::Where::kProgram) return {};  // two: the JVM refuses the call
    found = InProgram(one, member);
  }
  return found;
}

Found MemberLookup::Dispatch(std::string_view name, std::string_view key) {
  std::set<std::string_view> seen;
  for (std::string_view at = name; seen.insert(at).second;) {
    Type& type = Get(at);
    if (type.facts == nullptr) break;
    const MemberFacts* member = Declared(at, key);
    if (member != nullptr && IsVirtual(*member)) return InProgram(type.facts->name(), member);
    at = type.facts->Text(type.facts->type.descriptor);
  }
  Type& type = Get(name);
  if (ObjectHas(key) || InheritsFromOutside(type, key)) return {Found::Where::kOutside, {}, nullptr};
  return MostSpecific(type, key);
}

Found MemberLookup::ResolveMethod(std::string_view owner, std::string_view key) {
  std::set<std::string_view> seen;
  bool interface = false;
  for (std::string_view at = owner; !interface && seen.insert(at).second;) {
    Type& type = Get(at);
    if (type.facts == nullptr) break;
    if (const MemberFacts* member = Declared(at, key)) return InProgram(type.facts->name(), member);
    if (key.starts_with('<')) return {};
    interface = (type.facts->type.flags & kAccInterface) != 0;
    at = type.facts->Text(type.facts->type.descriptor);
  }
  Type& type = Get(owner);
  if (Found found = MostSpecific(type, key); found.where != Found::Where::kNowhere) return found;
  if (type.facts == nullptr || ObjectHas(key) || InheritsFromOutside(type, key))
    return {Found::Where::kOutside, {}, nullptr};
  return {};
}

Found MemberLookup::ResolveField(std::string_view owner, std::string_view key) {
  // The class, its interfaces and what they extend, then its superclass: depth first.
  std::vector<std::string_view> stack = {owner};
  std::set<std::string_view> seen;
  bool outside = false;
  while (!stack.empty()) {
    std::string_view at = stack.back();
    stack.pop_back();
    if (at.empty() || at == kObject || !seen.insert(at).second) continue;
    Type& type = Get(at);
    if (type.facts == nullptr) {
      outside = true;
      continue;
    }
    if (const MemberFacts* member = Declared(at, key)) return InProgram(type.facts->name(), member);
    stack.push_back(type.facts->Text(type.facts->type.descriptor));
    for (size_t i = type.facts->interfaces.size(); i-- > 0;)
      stack.push_back(type.facts->Text(type.facts->interfaces[i]));
  }
  return {outside ? Found::Where::kOutside : Found::Where::kNowhere, {}, nullptr};
}

}  // namespace revmon::graph
