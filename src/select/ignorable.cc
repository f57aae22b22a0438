#include "select/ignorable.h"

#include <algorithm>
#include <map>
#include <set>

#include "classfile/class_file.h"
#include "graph/method_diff.h"

namespace revmon::select {
namespace {

using graph::MemberFacts;
using graph::MethodFacts;
using graph::MethodGraph;
using graph::NodeId;
using graph::NodeKind;
using graph::Program;

constexpr uint16_t kAccess = classfile::kAccPublic | classfile::kAccPrivate | classfile::kAccProtected;

// What the pointcuts of a plan ask for besides names and types.
struct Asked {
  bool modifiers = false, throws = false, annotations = false;

  void Look(const wire::TypePattern& type) {
    annotations |= !type.annotations.empty();
    for (const wire::TypePattern& operand : type.operands) Look(operand);
  }
  void Look(const wire::Test& test) {
    using Kind = wire::Test::Kind;
    modifiers |= !test.signature.modifiers.empty();
    throws |= !test.signature.throws.empty();
    annotations |= !test.signature.annotations.empty() ||
                   (test.kind >= Kind::kAtThis && test.kind <= Kind::kAtAnnotation);
    Look(test.signature.declaring);
    Look(test.signature.type);
    for (const wire::TypePattern& type : test.signature.parameters) Look(type);
    for (const wire::ArgPattern& arg : test.args) Look(arg.type);
    for (const wire::Alternative& inner : test.inner) {
      for (const wire::Test& one : inner) Look(one);
    }
  }
  explicit Asked(const wire::Plan& plan) {
    for (const wire::Spec& spec : plan.specs) {
      for (const wire::Event& event : spec.events) {
        for (const wire::Alternative& alternative : event.alternatives) {
          for (const wire::Test& test : alternative) Look(test);
        }
      }
    }
  }
};

int AccessRank(uint16_t flags) {
  if ((flags & classfile::kAccPublic) != 0) return 3;
  if ((flags & classfile::kAccProtected) != 0) return 2;
  return (flags & classfile::kAccPrivate) != 0 ? 0 : 1;
}

struct Member {
  const MemberFacts* before = nullptr;
  const MemberFacts* after = nullptr;
};

class Judge {
 public:
  Judge(const SelectionInput& input, const graph::ProgramDiff& diff) : input_(input), asked_(*input.plan) {
    const Program* programs[] = {input.before, input.after};
    graph_ = MethodGraph::Link(programs, diff.copies, input.outer);
    reflecting_ = graph::Reaching(graph_.graph, graph_.is_reflecting);
    visited_.assign(graph_.graph.node_count(), false);
  }

  std::string Rule(const graph::EntryChange& change) {
    if (change.is_resource) return "";
    const MethodFacts* before = FactsOf(*input_.before, change.name);
    const MethodFacts* after = FactsOf(*input_.after, change.name);
    std::optional<NodeId> type = graph_.Find(change.name);
    if (!type.has_value() || (before == nullptr && after == nullptr) || IsRun(change.name)) return "";
    type_ = *type;
    unseen_ = IsUnseen();
    if (change.kind == graph::ChangeKind::kAdded) return after == nullptr ? "" : Added(*after);
    if (change.kind == graph::ChangeKind::kRemoved)
      return NothingLeadsHere() ? "F6 unused class removed" : "";
    if (before == nullptr || after == nullptr) return "";
    rules_.clear();
    bool all = Header(*before, *after) && Members(*before, *after, false) && Members(*before, *after, true);
    if (!all || rules_.empty()) return "";
    std::string text;
    for (const std::string& rule : rules_) text += (text.empty() ? "" : "; ") + rule;
    return text;
  }

 private:
  static const MethodFacts* FactsOf(const Program& program, std::string_view name) {
    const graph::ProgramEntry* entry = program.FindClass(name);
    return entry == nullptr ? nullptr : program.MethodsOf(*entry);
  }
  bool IsRun(std::string_view name) const { return graph_.Find(std::string(name) + ".<run>").has_value(); }

  // Does anything lead to this node for which `counts` holds? Ends at the first that is found.
  template <typename Counts>
  bool AnyLeading(NodeId node, Counts counts) {
    std::vector<NodeId> queue = {node};
    visited_[node] = true;
    bool found = false;
    for (size_t i = 0; i < queue.size() && !found; ++i) {
      found = counts(queue[i]);
      for (const graph::Edge& edge : graph_.graph.Dependents(queue[i])) {
        if (visited_[edge.node]) continue;
        visited_[edge.node] = true;
        queue.push_back(edge.node);
      }
    }
    for (NodeId id : queue) visited_[id] = false;
    return found;
  }
  // Nobody who names the class reaches code that reflects, and nobody looks into it by its name.
  bool IsUnseen() {
    return !AnyLeading(type_, [&](NodeId id) { return reflecting_[id]; }) && OnlyHubs(graph_.all[type_]);
  }
  // Does nothing that runs lead to this node?
  bool OnlyHubs(NodeId node) {
    return !AnyLeading(node, [&](NodeId id) {
      bool hub = graph_.kinds[id] == NodeKind::kAll || graph_.kinds[id] == NodeKind::kCall;
      return id != node && !hub;
    });
  }
  bool NothingLeadsHere() {
    return unseen_ && !AnyLeading(type_, [&](NodeId id) { return graph_.types[id] != type_; });
  }

  std::string Added(const MethodFacts& facts) {
    bool bare = facts.interfaces.empty() && facts.Text(facts.type.descriptor) == "java/lang/Object";
    bool runnable = std::any_of(facts.methods.begin(), facts.methods.end(), [&](const MemberFacts& method) {
      return facts.Text(method.name) == "main" || facts.Text(method.name).starts_with("test");
    });
    return bare && !runnable && NothingLeadsHere() ? "F1 unused class added" : "";
  }

  bool Pass(std::string rule) {
    rules_.insert(std::move(rule));
    return true;
  }

  bool Header(const MethodFacts& before, const MethodFacts& after) {
    const MemberFacts &a = before.type, &b = after.type;
    if (a.visible != b.visible && !(unseen_ && !asked_.annotations)) return false;
    if (a.hidden != b.hidden) {
      if (asked_.annotations) return false;
      Pass("F12 annotations of the class");
    }
    if (a.flags != b.flags) {
      auto other = static_cast<uint16_t>(a.flags ^ b.flags);
      if ((other & ~(classfile::kAccPublic | classfile::kAccFinal)) != 0 || a.rest != b.rest || !unseen_)
        return false;
      if ((b.flags & classfile::kAccPublic) < (a.flags & classfile::kAccPublic)) return false;
      if ((other & b.flags & classfile::kAccFinal) != 0 && HasSubtypes()) return false;
      Pass("F9 access or final of the class");
    } else if (a.shape != b.shape) {
      if (before.nest == after.nest || a.rest != b.rest || !unseen_) return false;
      Pass("F5 nested classes");
    }
    if (a.content != b.content && !unseen_) return false;
    if (a.content != b.content) Pass("F3 order or set of members");
    return true;
  }
  bool HasSubtypes() const {
    for (const graph::Edge& edge : graph_.graph.Dependents(type_)) {
      if (edge.kind == graph::EdgeKind::kInherits) return true;
    }
    return false;
  }

  bool Members(const MethodFacts& before, const MethodFacts& after, bool methods) {
    std::map<std::string, Member> members;
    auto key = [&](const MethodFacts& facts, const MemberFacts& member) {
      std::string text(facts.Text(member.name));
      return text.append(methods ? "" : ":").append(facts.Text(member.descriptor));
    };
    for (const MemberFacts& m : methods ? before.methods : before.fields) members[key(before, m)].before = &m;
    for (const MemberFacts& m : methods ? after.methods : after.fields) members[key(after, m)].after = &m;
    return std::all_of(members.begin(), members.end(),
                       [&](const auto& entry) { return One(entry.first, entry.second, methods); });
  }

  bool One(const std::string& key, const Member& member, bool method) {
    const MemberFacts *a = member.before, *b = member.after;
    if (a != nullptr && b != nullptr && a->shape == b->shape && a->hidden == b->hidden &&
        a->content == b->content) {
      return true;
    }
    std::optional<NodeId> node = graph_.Find(std::string(graph_.graph.Name(type_)) + "." + key);
    if (!node.has_value()) return false;
    bool root = key.starts_with("main([Ljava/lang/String;)") || key.starts_with("test");
    if (unseen_ && !root && OnlyHubs(*node)) return Pass(UnusedRule(key, member, method));
    if (a == nullptr || b == nullptr || a->content != b->content) return false;
    if (a->visible != b->visible && !(unseen_ && !asked_.annotations)) return false;
    if (a->hidden != b->hidden) {
      if (asked_.annotations) return false;
      Pass("F12 annotations of " + key);
    }
    if (a->shape == b->shape) return true;
    if (a->rest != b->rest || !unseen_) return false;
    if (a->flags == b->flags) return !asked_.throws && Pass("F8 throws clause of " + key);
    return Flags(key, *node, *a, *b, method);
  }
  static std::string UnusedRule(const std::string& key, const Member& member, bool method) {
    bool edited = member.before != nullptr && member.after != nullptr;
    if (!method) return (edited ? "F7 unused field " : "F4 unused field ") + key;
    if (key.starts_with("<clinit>")) return "F4 unused static block";
    return (edited && key.starts_with("<init>") ? "F10 unused " : "F2 unused ") + key;
  }

  bool Flags(const std::string& key, NodeId node, const MemberFacts& a, const MemberFacts& b, bool method) {
    constexpr uint16_t kAllowed = kAccess | classfile::kAccFinal;
    if (((a.flags ^ b.flags) & ~kAllowed) != 0 || asked_.modifiers || asked_.throws) return false;
    bool plain = !method || key.starts_with("<init>") || (b.flags & classfile::kAccStatic) != 0;
    if (!plain && HasRelative(key)) return false;
    if (AccessRank(b.flags) < AccessRank(a.flags)) {
      for (const graph::Edge& edge : graph_.graph.Dependents(node)) {
        if (graph_.types[edge.node] != type_) return false;
      }
    }
    return Pass("F9 access or final of " + key);
  }

  // Has a supertype or subtype, in the program or outside, a method of this name and type?
  bool HasRelative(const std::string& key) const {
    for (const Program* program : {input_.before, input_.after}) {
      std::string self(graph_.graph.Name(type_));
      bool unknown = false;
      for (std::string_view super : Supertypes(*program, self, &unknown)) {
        if (unknown || Declares(*program, super, key)) return true;
      }
      for (const graph::ProgramEntry& entry : program->entries()) {
        if (entry.facts.is_resource || entry.facts.name == self || !Declares(*program, entry.facts.name, key))
          continue;
        std::set<std::string_view> above = Supertypes(*program, entry.facts.name, &unknown);
        if (above.contains(self)) return true;
      }
    }
    return false;
  }
  // All, types outside included; `unknown`: there may be more.
  std::set<std::string_view> Supertypes(const Program& program, std::string_view name, bool* unknown) const {
    std::set<std::string_view> seen;
    std::vector<std::string_view> queue = {name};
    for (size_t i = 0; i < queue.size(); ++i) {
      const MethodFacts* facts = FactsOf(program, queue[i]);
      if (facts == nullptr) {
        if (input_.outer == nullptr && queue[i] != "java/lang/Object") *unknown = true;
        continue;
      }
      auto push = [&](std::string_view super) {
        if (!super.empty() && seen.insert(super).second) queue.push_back(super);
      };
      push(facts->Text(facts->type.descriptor));
      for (uint32_t text : facts->interfaces) push(facts->Text(text));
    }
    return seen;
  }
  bool Declares(const Program& program, std::string_view type, const std::string& key) const {
    if (const MethodFacts* facts = FactsOf(program, type)) {
      return std::any_of(facts->methods.begin(), facts->methods.end(), [&](const MemberFacts& method) {
        return std::string(facts->Text(method.name)).append(facts->Text(method.descriptor)) == key;
      });
    }
    if (input_.outer == nullptr) {
      return key.starts_with("equals(") || key.starts_with("hashCode(") || key.starts_with("toString(") ||
             key.starts_with("finalize(") || key.starts_with("clone(");
    }
    classpath::TypeSet all = input_.outer->AllSupertypes(input_.outer->Id(type));
    all.types.push_back(input_.outer->Id(type));
    if (!all.missing.empty()) return true;
    for (classpath::ClassId id : all.types) {
      const classpath::ClassInfo* info = input_.outer->Load(id);
      if (info == nullptr) return true;
      for (const classpath::MemberInfo& method : info->methods()) {
        std::string text(input_.outer->SymbolText(method.name));
        if (text.append(input_.outer->SymbolText(method.descriptor)) == key) return true;
      }
    }
    return false;
  }

  const SelectionInput& input_;
  Asked asked_;
  MethodGraph graph_;
  std::vector<bool> reflecting_;
  std::vector<bool> visited_;     // scratch, all false
  NodeId type_ = graph::kNoNode;  // the class at hand
  bool unseen_ = false;
  std::set<std::string> rules_;
};

}  // namespace

std::vector<std::string> FindIgnorable(const SelectionInput& input, const graph::ProgramDiff& diff) {
  std::vector<std::string> rules(diff.changes.size());
  if (diff.changes.empty()) return rules;
  Judge judge(input, diff);
  for (size_t i = 0; i < rules.size(); ++i) rules[i] = judge.Rule(diff.changes[i]);
  return rules;
}

}  // namespace revmon::select
