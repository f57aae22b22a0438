#include "graph/program_diff.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace revmon::graph {
namespace {

// What a name stands for; of resources, all that have the name.
struct State {
  Hash128 content;
  bool library = false;
};
using Key = std::pair<bool, std::string_view>;  // resource?, name

std::map<Key, State> StatesOf(const Program& program) {
  std::map<Key, State> states;
  for (const ProgramEntry& entry : program.entries()) {
    auto [at, fresh] = states.try_emplace(Key(entry.facts.is_resource, entry.facts.name));
    if (fresh) {
      at->second = {entry.facts.content, program.IsLibrary(entry)};
    } else {
      at->second.content = Hasher().Put(at->second.content).Put(entry.facts.content).Finish();
    }
  }
  return states;
}

// Values of constants that the new program no longer has, and whose they were.
std::unordered_multimap<uint64_t, CopiedConstant> LostConstants(const Program& before, const Program& after,
                                                                const std::vector<EntryChange>& changes) {
  std::unordered_multimap<uint64_t, CopiedConstant> lost;
  for (const EntryChange& change : changes) {
    if (change.is_resource || change.kind == ChangeKind::kAdded) continue;
    const ProgramEntry* old_entry = before.FindClass(change.name);
    const ProgramEntry* new_entry = after.FindClass(change.name);
    if (old_entry == nullptr) continue;
    for (const ConstantField& field : old_entry->facts.constants) {
      bool kept = false;
      if (new_entry != nullptr) {
        const std::vector<ConstantField>& now = new_entry->facts.constants;
        kept = std::find(now.begin(), now.end(), field) != now.end();
      }
      if (!kept) lost.emplace(field.value, CopiedConstant{{}, change.name, field.name});
    }
  }
  return lost;
}

}  // namespace

std::string_view ToString(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::kAdded: return "added";
    case ChangeKind::kChanged: return "changed";
    case ChangeKind::kRemoved: return "removed";
  }
  return "";
}

ProgramDiff Compare(const Program& before, const Program& after) {
  ProgramDiff diff;
  std::map<Key, State> old_states = StatesOf(before);
  std::map<Key, State> new_states = StatesOf(after);
  for (const auto& [key, state] : new_states) {
    auto old_state = old_states.find(key);
    if (old_state == old_states.end()) {
      diff.changes.push_back({key.second, ChangeKind::kAdded, key.first, state.library});
    } else if (old_state->second.content != state.content) {
      diff.changes.push_back({key.second, ChangeKind::kChanged, key.first, state.library});
    }
  }
  for (const auto& [key, state] : old_states) {
    if (!new_states.contains(key)) {
      diff.changes.push_back({key.second, ChangeKind::kRemoved, key.first, state.library});
    }
  }
  std::sort(diff.changes.begin(), diff.changes.end(), [](const EntryChange& a, const EntryChange& b) {
    return std::pair(a.name, a.is_resource) < std::pair(b.name, b.is_resource);
  });

  std::unordered_multimap<uint64_t, CopiedConstant> lost = LostConstants(before, after, diff.changes);
  if (lost.empty()) return diff;
  for (const ProgramEntry& entry : after.entries()) {
    const ProgramEntry* old_entry = entry.facts.is_resource ? nullptr : before.FindClass(entry.facts.name);
    if (old_entry == nullptr || old_entry->facts.content != entry.facts.content) continue;
    for (uint64_t key : entry.facts.loaded) {
      for (auto [at, end] = lost.equal_range(key); at != end; ++at) {
        diff.copies.push_back({entry.facts.name, at->second.holder, at->second.field});
      }
    }
  }
  std::sort(diff.copies.begin(), diff.copies.end(), [](const CopiedConstant& a, const CopiedConstant& b) {
    return std::tie(a.user, a.holder, a.field) < std::tie(b.user, b.holder, b.field);
  });
  return diff;
}

}  // namespace revmon::graph
