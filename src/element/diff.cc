#include "element/diff.h"

#include <algorithm>

namespace revmon::element {
namespace {

AspectSet Difference(ElementKind kind, const Checksums& before, const Checksums& after) {
  AspectSet aspects = 0;
  if (before.shape != after.shape) aspects |= kShape;
  if (before.annotations != after.annotations) aspects |= kAnnotations;
  // The content of a type is the digest of what is listed anyway.
  if (kind != ElementKind::kType && before.content != after.content) aspects |= kContent;
  if (before.debug != after.debug) aspects |= kDebug;
  return aspects;
}

// A member both snapshots have, with its places in them.
struct Pair {
  Id type;
  ElementKind kind;
  uint16_t before;
  uint16_t after;
};

// The types whose common members are not in the same order, ascending.
std::vector<Id> Reordered(std::vector<Pair>& pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    if (a.type != b.type) return a.type < b.type;
    return a.kind != b.kind ? a.kind < b.kind : a.before < b.before;
  });
  std::vector<Id> types;
  for (size_t i = 1; i < pairs.size(); ++i) {
    const Pair &last = pairs[i - 1], &now = pairs[i];
    bool moved = last.type == now.type && last.kind == now.kind && last.after > now.after;
    if (moved && (types.empty() || types.back() != now.type)) types.push_back(now.type);
  }
  return types;
}

void AddOrderChanges(std::vector<Change>& changes, const std::vector<Id>& reordered) {
  auto by_id = [](const Change& change, Id id) { return change.id < id; };
  for (Id type : reordered) {
    auto at = std::lower_bound(changes.begin(), changes.end(), type, by_id);
    if (at == changes.end() || at->id != type) at = changes.insert(at, {.id = type, .aspects = 0});
    at->aspects |= kOrder;
  }
}

}  // namespace

std::vector<Change> Compare(const Snapshot& before, const Snapshot& after) {
  const ElementTable& table = before.table();
  std::vector<Change> changes;
  std::vector<Pair> pairs;
  auto old = before.elements().begin();
  auto now = after.elements().begin();
  while (old != before.elements().end() || now != after.elements().end()) {
    if (now == after.elements().end() || (old != before.elements().end() && old->id < now->id)) {
      changes.push_back({.id = (old++)->id, .aspects = kRemoved});
    } else if (old == before.elements().end() || now->id < old->id) {
      changes.push_back({.id = (now++)->id, .aspects = kAdded});
    } else {
      ElementKind kind = table.kind(old->id);
      AspectSet aspects = Difference(kind, old->sums, now->sums);
      if (aspects != 0) changes.push_back({.id = old->id, .aspects = aspects});
      if (kind != ElementKind::kType) {
        pairs.push_back(
            {.type = table.owner(old->id), .kind = kind, .before = old->position, .after = now->position});
      }
      ++old;
      ++now;
    }
  }
  AddOrderChanges(changes, Reordered(pairs));
  return changes;
}

std::vector<std::string> AspectNames(ElementKind kind, AspectSet aspects) {
  std::vector<std::string> names;
  auto add = [&](AspectSet aspect, std::string_view name) {
    if ((aspects & aspect) != 0) names.emplace_back(name);
  };
  add(kAdded, "added");
  add(kRemoved, "removed");
  add(kShape, kind == ElementKind::kType ? "header" : "shape");
  add(kAnnotations, "annotations");
  add(kContent, kind == ElementKind::kField ? "constant" : "body");
  add(kOrder, "order");
  add(kDebug, "debug");
  return names;
}

}  // namespace revmon::element
