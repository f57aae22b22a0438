// FineRTS's own rule for changes that do not count, as its tools have it (peers-rts, section 3). Not safe: a
// method that overrides one of Object, `synchronized`, a new interface or a class annotation do not count.
// That the tools sort the bytes of constructors before they compare them, and give up on classes of Java 10
// and later, is no rule and not repeated.
#include <algorithm>
#include <map>
#include <set>

#include "graph/member_lookup.h"
#include "select/test_judge.h"

namespace revmon::select {
namespace {

using graph::MemberFacts;
using graph::MethodFacts;

using Texts = std::map<std::string, uint64_t>;  // signature -> what it does

const MethodFacts* FactsOf(const graph::Program& program, std::string_view name) {
  const graph::ProgramEntry* entry = program.FindClass(name);
  return entry == nullptr ? nullptr : program.MethodsOf(*entry);
}

Texts TextsOf(const MethodFacts& facts, bool constructors) {
  Texts out;
  for (const MemberFacts& method : facts.methods) {
    if (facts.Text(method.name).starts_with('<') != constructors) continue;
    out[graph::MemberKey(facts, method, true)] = method.content ^ (method.hidden * 31);
  }
  return out;
}

std::set<std::string> FieldsOf(const MethodFacts& facts) {
  std::set<std::string> out;
  for (const MemberFacts& field : facts.fields)
    out.insert(graph::MemberKey(facts, field, false) + "=" + std::to_string(field.content));
  return out;
}

bool HasAll(const std::set<std::string>& large, const std::set<std::string>& small) {
  return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

// Extends a class of the program, or is extended by one.
bool HasRelatives(const graph::Program& program, std::string_view name) {
  const MethodFacts* facts = FactsOf(program, name);
  if (facts != nullptr && program.FindClass(facts->Text(facts->type.descriptor)) != nullptr) return true;
  for (const graph::ProgramEntry& entry : program.entries()) {
    const MethodFacts* other = program.MethodsOf(entry);
    if (other != nullptr && other->Text(other->type.descriptor) == name) return true;
  }
  return false;
}

bool MethodsCount(const MethodFacts& before, const MethodFacts& after, const graph::Program& program) {
  Texts old_texts = TextsOf(before, false), new_texts = TextsOf(after, false);
  std::multiset<uint64_t> fresh;  // bodies under new signatures
  for (const auto& [key, text] : new_texts) {
    auto old_text = old_texts.find(key);
    if (old_text == old_texts.end()) {
      fresh.insert(text);
    } else if (old_text->second != text) {
      return true;
    }
  }
  size_t gone = 0;
  for (const auto& [key, text] : old_texts) {
    if (new_texts.contains(key)) continue;
    auto same = fresh.find(text);  // renamed
    if (same == fresh.end()) {
      ++gone;
    } else {
      fresh.erase(same);
    }
  }
  if (gone == 0 && fresh.empty()) return false;
  bool one_way = gone == 0 || fresh.empty();
  bool test = after.name().find("Test") != std::string_view::npos && !fresh.empty();
  return !one_way || test || HasRelatives(program, after.name());
}

}  // namespace

std::vector<std::string> PublishedIgnorable(const RtsInput& input, const graph::ProgramDiff& diff) {
  std::vector<std::string> rules(diff.changes.size());
  for (size_t i = 0; i < rules.size(); ++i) {
    const graph::EntryChange& change = diff.changes[i];
    if (change.is_resource || change.kind != graph::ChangeKind::kChanged) continue;
    const MethodFacts* before = FactsOf(*input.before, change.name);
    const MethodFacts* after = FactsOf(*input.after, change.name);
    if (before == nullptr || after == nullptr) continue;
    std::set<std::string> old_fields = FieldsOf(*before), new_fields = FieldsOf(*after);
    bool fields = !HasAll(old_fields, new_fields) && !HasAll(new_fields, old_fields);
    if (fields || TextsOf(*before, true) != TextsOf(*after, true)) continue;
    if (!MethodsCount(*before, *after, *input.after)) rules[i] = "does not count as published";
  }
  return rules;
}

}  // namespace revmon::select
