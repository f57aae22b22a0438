#include "graph/method_diff.h"

#include <algorithm>
#include <map>

#include "graph/method_extract.h"

namespace revmon::graph {
namespace {

using Key = std::pair<std::string_view, std::string_view>;  // name, descriptor

std::map<Key, const MemberFacts*> ByKey(const MethodFacts& facts, const std::vector<MemberFacts>& members) {
  std::map<Key, const MemberFacts*> out;
  for (const MemberFacts& member : members) {
    out.emplace(Key(facts.Text(member.name), facts.Text(member.descriptor)), &member);
  }
  return out;
}

bool Differs(const MemberFacts& a, const MemberFacts& b) {
  return a.shape != b.shape || a.hidden != b.hidden || a.content != b.content;
}

class Differ {
 public:
  Differ(const MethodGraph& graph, std::vector<NodeId>& out) : graph_(graph), out_(out) {}

  // False if nothing differs that could be found.
  bool Members(const MethodFacts& before, const MethodFacts& after, bool methods) {
    auto old_members = ByKey(before, methods ? before.methods : before.fields);
    auto new_members = ByKey(after, methods ? after.methods : after.fields);
    bool any = false;
    for (const auto& [key, member] : new_members) {
      auto old_member = old_members.find(key);
      if (old_member != old_members.end() && !Differs(*old_member->second, *member)) continue;
      Add(after.name(), key, methods);
      any = true;
    }
    for (const auto& [key, member] : old_members) {
      if (new_members.contains(key)) continue;
      Add(after.name(), key, methods);
      any = true;
    }
    return any;
  }

 private:
  void Add(std::string_view owner, const Key& key, bool method) {
    name_.assign(owner).append(".").append(key.first);
    if (!method) name_.append(":");
    name_.append(key.second);
    if (std::optional<NodeId> node = graph_.Find(name_)) out_.push_back(*node);
  }
  const MethodGraph& graph_;
  std::vector<NodeId>& out_;
  std::string name_;
};

}  // namespace

bool HeaderDiffers(const MethodFacts& before, const MethodFacts& after) {
  if (before.type.hidden != after.type.hidden || before.type.flags != after.type.flags) return true;
  if (before.type.shape == after.type.shape) return false;
  bool nest_only = before.nest != after.nest && before.type.rest == after.type.rest;
  return !nest_only;
}

std::vector<NodeId> ChangedNodes(const MethodGraph& graph, const Program& before, const Program& after,
                                 const ProgramDiff& diff, const std::vector<bool>& skip) {
  std::vector<NodeId> changed;
  std::vector<std::vector<NodeId>> by_type;
  auto whole = [&](std::string_view name) {
    if (by_type.empty()) by_type = graph.NodesByType();
    std::optional<NodeId> type = graph.Find(name);
    if (type.has_value()) changed.insert(changed.end(), by_type[*type].begin(), by_type[*type].end());
  };
  Differ differ(graph, changed);
  for (size_t i = 0; i < diff.changes.size(); ++i) {
    const EntryChange& change = diff.changes[i];
    if (i < skip.size() && skip[i]) continue;
    if (change.is_resource) {
      if (std::optional<NodeId> node = graph.graph.FindResource(change.name)) changed.push_back(*node);
      continue;
    }
    // Another test framework runs every test in another way.
    if (IsFrameworkName(change.name)) {
      if (std::optional<NodeId> node = graph.Find("<tests>")) changed.push_back(*node);
    }
    const ProgramEntry* old_entry = before.FindClass(change.name);
    const ProgramEntry* new_entry = after.FindClass(change.name);
    const MethodFacts* old_facts = old_entry == nullptr ? nullptr : before.MethodsOf(*old_entry);
    const MethodFacts* new_facts = new_entry == nullptr ? nullptr : after.MethodsOf(*new_entry);
    if (old_facts == nullptr || new_facts == nullptr || HeaderDiffers(*old_facts, *new_facts)) {
      whole(change.name);
      continue;
    }
    bool fields = differ.Members(*old_facts, *new_facts, false);
    bool methods = differ.Members(*old_facts, *new_facts, true);
    bool looks = old_facts->nest != new_facts->nest || old_facts->type.content != new_facts->type.content;
    if (looks) {
      std::optional<NodeId> type = graph.Find(change.name);
      if (type.has_value()) changed.push_back(graph.all[*type]);
    }
    if (!fields && !methods && !looks) whole(change.name);
  }
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  return changed;
}

}  // namespace revmon::graph
