#include "select/change_kinds.h"

#include <algorithm>
#include <map>
#include <set>

#include "graph/method_diff.h"
#include "graph/method_graph.h"
#include "select/test_judge.h"

namespace revmon::select {
namespace {

using graph::Found;
using graph::MemberFacts;
using graph::MemberLookup;
using graph::MethodFacts;
using graph::Program;
using graph::RefKind;

const MethodFacts* FactsOf(const Program& program, std::string_view name) {
  const graph::ProgramEntry* entry = program.FindClass(name);
  return entry == nullptr ? nullptr : program.MethodsOf(*entry);
}

bool IsStatic(const MemberFacts& member) { return (member.flags & classfile::kAccStatic) != 0; }

// 0 deleted, 1 added, 2 changed.
ElementChange KindOf(const std::string& key, bool is_static, int step) {
  static constexpr ElementChange kKinds[5][3] = {
      {ElementChange::kDsi, ElementChange::kAsi, ElementChange::kCsi},
      {ElementChange::kDi, ElementChange::kAi, ElementChange::kCi},
      {ElementChange::kDsm, ElementChange::kAsm, ElementChange::kCsm},
      {ElementChange::kDim, ElementChange::kAim, ElementChange::kCim},
      {ElementChange::kDfl, ElementChange::kAfl, ElementChange::kCfl},
  };
  int row = key.find('(') == std::string::npos ? 4
            : key.starts_with("<clinit>")      ? 0
            : key.starts_with("<init>")        ? 1
            : is_static                        ? 2
                                               : 3;
  return kKinds[row][step];
}

void CompareMembers(ClassChange& change, bool methods) {
  struct Pair {
    const MemberFacts *before = nullptr, *after = nullptr;
  };
  std::map<std::string, Pair> members;
  const std::vector<MemberFacts>& old_members = methods ? change.before->methods : change.before->fields;
  const std::vector<MemberFacts>& new_members = methods ? change.after->methods : change.after->fields;
  for (const MemberFacts& m : old_members) members[graph::MemberKey(*change.before, m, methods)].before = &m;
  for (const MemberFacts& m : new_members) members[graph::MemberKey(*change.after, m, methods)].after = &m;
  auto add = [&](const std::string& key, int step, const MemberFacts* before, const MemberFacts* after) {
    change.members.push_back(
        {KindOf(key, IsStatic(before != nullptr ? *before : *after), step), key, before, after});
  };
  for (const auto& [key, pair] : members) {
    if (pair.before == nullptr) {
      add(key, 1, nullptr, pair.after);
    } else if (pair.after == nullptr) {
      add(key, 0, pair.before, nullptr);
    } else if (methods && IsStatic(*pair.before) != IsStatic(*pair.after)) {
      add(key, 0, pair.before, nullptr);
      add(key, 1, nullptr, pair.after);
    } else if (pair.before->shape != pair.after->shape || pair.before->hidden != pair.after->hidden ||
               pair.before->content != pair.after->content) {
      add(key, 2, pair.before, pair.after);
    }
  }
}

ClassChange Classify(const graph::EntryChange& change, size_t position, const Program& before,
                     const Program& after) {
  ClassChange out{change.name, ElementChange::kCf, change.library, position};
  out.before = FactsOf(before, change.name);
  out.after = FactsOf(after, change.name);
  if (change.kind == graph::ChangeKind::kAdded) {
    out.kind = ElementChange::kAf;
  } else if (change.kind == graph::ChangeKind::kRemoved) {
    out.kind = ElementChange::kDf;
  } else if (out.before == nullptr || out.after == nullptr || graph::HeaderDiffers(*out.before, *out.after)) {
    out.kind = ElementChange::kCh;
  } else {
    out.looks = out.before->nest != out.after->nest || out.before->type.content != out.after->type.content;
    CompareMembers(out, true);
    CompareMembers(out, false);
    // Differs, and in nothing that could be found: as a whole.
    if (!out.looks && out.members.empty()) out.kind = ElementChange::kCh;
  }
  return out;
}

// Can the change make a call or a reference mean another member?
bool MovesLookup(const MemberChange& member) {
  if (member.before == nullptr || member.after == nullptr) return true;
  return member.before->flags != member.after->flags;
}

class Finder {
 public:
  Finder(MemberLookup& before, MemberLookup& after, const Program& old_program, ChangeKinds& out)
      : before_(before), after_(after), old_program_(old_program), out_(out) {}

  void Run() {
    for (const ClassChange& change : out_.classes) {
      Lookups(change);
      Touched(change);
    }
    for (const graph::ProgramEntry& entry : old_program_.entries()) {
      const MethodFacts* facts = old_program_.MethodsOf(entry);
      if (facts != nullptr && old_program_.FindClass(facts->name()) == &entry) Relinked(*facts);
    }
  }

 private:
  static bool IsInstanceMethod(const MethodFacts& facts, const MemberFacts& member) {
    return !facts.Text(member.name).starts_with('<') && !IsStatic(member);
  }
  std::set<std::string> Keys(const ClassChange& change) {
    std::set<std::string> keys;
    for (const MemberChange& member : change.members) {
      bool instance = member.kind >= ElementChange::kDim && member.kind <= ElementChange::kCim;
      if (instance && MovesLookup(member)) keys.insert(member.key);
    }
    if (change.kind == ElementChange::kCf) return keys;
    for (auto [lookup, facts] : {std::pair(&before_, change.before), std::pair(&after_, change.after)}) {
      if (facts == nullptr) continue;
      AddKeys(*facts, keys);
      for (std::string_view above : lookup->Supertypes(change.name)) {
        const graph::MethodFacts* of = lookup->Facts(above);
        if (of != nullptr) AddKeys(*of, keys);
      }
    }
    return keys;
  }
  static void AddKeys(const MethodFacts& facts, std::set<std::string>& keys) {
    for (const MemberFacts& method : facts.methods) {
      if (IsInstanceMethod(facts, method)) keys.insert(graph::MemberKey(facts, method, true));
    }
  }
  // The class and all below it, in either program.
  std::set<std::string_view> Below(std::string_view name) {
    std::set<std::string_view> types = {name};
    types.insert(before_.Subtypes(name).begin(), before_.Subtypes(name).end());
    types.insert(after_.Subtypes(name).begin(), after_.Subtypes(name).end());
    return types;
  }
  void Lookups(const ClassChange& change) {
    std::set<std::string> keys = Keys(change);
    if (keys.empty()) return;
    for (std::string_view type : Below(change.name)) {
      const MethodFacts* old_facts = before_.Facts(type);
      const MethodFacts* new_facts = after_.Facts(type);
      if (old_facts == nullptr || new_facts == nullptr) continue;  // it is new or gone itself
      if ((old_facts->type.flags & new_facts->type.flags & classfile::kAccInterface) != 0) continue;
      for (const std::string& key : keys) {
        Found old_found = before_.Dispatch(type, key), new_found = after_.Dispatch(type, key);
        if (old_found == new_found || !seen_.emplace(type, key).second) continue;
        out_.lookups.push_back(
            {type, key, old_found, new_found, change.name, change.kind != ElementChange::kCf});
      }
    }
  }

  // Which references may mean something else: by owner.
  void Touched(const ClassChange& change) {
    bool moves = change.kind != ElementChange::kCf;
    for (const MemberChange& member : change.members) {
      bool field = member.kind >= ElementChange::kDfl;
      moves |= MovesLookup(member) || field;
      if (field) fields_.insert(std::string(change.name) + "." + member.key);
    }
    if (!moves) return;
    for (std::string_view type : Below(change.name)) touched_.emplace(type, change.name);
  }
  static bool MayMove(const graph::MethodRef& ref) {
    return ref.kind == RefKind::kStatic || ref.kind == RefKind::kSpecial || ref.kind == RefKind::kRead ||
           ref.kind == RefKind::kWrite;
  }
  void Relinked(const MethodFacts& facts) {
    std::vector<int> moved(facts.refs.size(), -1);  // not asked yet
    auto look = [&](const MemberFacts& member, std::string user_key) {
      for (uint32_t use : facts.UsesOf(member)) {
        const graph::MethodRef& ref = facts.refs[use];
        auto owner = touched_.find(facts.Text(ref.owner));
        if (!MayMove(ref) || owner == touched_.end()) continue;
        bool field = ref.kind == RefKind::kRead || ref.kind == RefKind::kWrite;
        std::string key(facts.Text(ref.name));
        key.append(field ? ":" : "").append(facts.Text(ref.descriptor));
        if (moved[use] < 0) moved[use] = Moved(owner->first, key, field) ? 1 : 0;
        if (moved[use] == 0) continue;
        out_.relinked.push_back({facts.name(), user_key, owner->first, std::move(key), owner->second});
        return;  // one is enough
      }
    };
    for (const MemberFacts& method : facts.methods) look(method, graph::MemberKey(facts, method, true));
    for (const MemberFacts& field : facts.fields) look(field, "");
  }
  bool Moved(std::string_view owner, const std::string& key, bool field) {
    Found a = field ? before_.ResolveField(owner, key) : before_.ResolveMethod(owner, key);
    Found b = field ? after_.ResolveField(owner, key) : after_.ResolveMethod(owner, key);
    if (!(a == b)) return true;
    if (a.member != nullptr && b.member != nullptr && IsStatic(*a.member) != IsStatic(*b.member)) return true;
    return field && a.where == Found::Where::kProgram && fields_.contains(std::string(a.owner) + "." + key);
  }

  MemberLookup& before_;
  MemberLookup& after_;
  const Program& old_program_;
  ChangeKinds& out_;
  std::set<std::pair<std::string_view, std::string>> seen_;
  std::map<std::string_view, std::string_view> touched_;  // owner -> the class that changed
  std::set<std::string> fields_;                          // that changed
};

std::string ShownMember(std::string_view owner, std::string_view key) {
  return graph::ShownNode(std::string(owner).append(".").append(key));
}

}  // namespace

ChangeKinds FindChangeKinds(MemberLookup& before, MemberLookup& after, const Program& old_program,
                            const Program& new_program, const graph::ProgramDiff& diff,
                            const std::vector<bool>& skip) {
  ChangeKinds out;
  for (size_t i = 0; i < diff.changes.size(); ++i) {
    if (diff.changes[i].is_resource || (i < skip.size() && skip[i])) continue;
    out.classes.push_back(Classify(diff.changes[i], i, old_program, new_program));
  }
  Finder(before, after, old_program, out).Run();
  return out;
}

std::string Shown(const ClassChange& change) {
  return std::string(ToString(change.kind)) + " " + DottedName(change.name);
}

std::string Shown(const ClassChange& owner, const MemberChange& change) {
  return std::string(ToString(change.kind)) + " " + ShownMember(owner.name, change.key);
}

std::string Shown(const LookupChange& change) {
  bool inside = change.before.where == Found::Where::kProgram;
  std::string method = ShownMember(inside ? change.before.owner : change.type, change.key);
  return "LC <" + DottedName(change.type) + ", " + method + ">";
}

}  // namespace revmon::select
