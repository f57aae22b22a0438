// Answers: which elements differ between two snapshots, and in which aspect?
//
// Both snapshots share one table and are sorted by id, so this is one merge pass. A change is a set of
// aspects: a method can change its shape and its body at once. Members of an added or removed class are
// listed too. The order of members is compared among those that both snapshots have, so that adding one is
// not a change of order; it is reported on the type, apart from everything else: reflection shows it (and
// libraries write JSON in field order), the language does not. A change in debug information alone is a
// change of its own, which callers usually drop.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "element/element_table.h"
#include "element/snapshot.h"

namespace revmon::element {

using AspectSet = uint8_t;
enum Aspect : AspectSet {
  kAdded = 1,
  kRemoved = 2,
  kShape = 4,
  kAnnotations = 8,
  kContent = 16,  // body of a method, constant of a field
  kOrder = 32,    // of the members of a type
  kDebug = 64,
};

struct Change {
  Id id = kNoId;
  AspectSet aspects = 0;
  friend bool operator==(const Change&, const Change&) = default;
};

// Changes in id order. Both snapshots are finished.
[[nodiscard]] std::vector<Change> Compare(const Snapshot& before, const Snapshot& after);

// The words for a set, as a user reads them: "header", "shape", "annotations", "body", "constant", "order",
// "debug", "added", "removed".
[[nodiscard]] std::vector<std::string> AspectNames(ElementKind kind, AspectSet aspects);

}  // namespace revmon::element
