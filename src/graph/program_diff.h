// Answers: which classes and resources differ between two programs?
//
// By checksum without debug information: a class whose lines only moved is unchanged. A renamed class is one
// that is gone and one that is new.
//
// Copied constants: when a constant of H has another value or is gone, a class that is the same in both
// programs and still loads the old value may have been compiled against the old H and not again since; such a
// class gets an edge to H. A class that was compiled again has changed itself and needs none. Numbers that
// fit a byte are not looked for (class_facts.h): what loads them is nearly everything, and a stale class
// behaves as it did before.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/program.h"

namespace revmon::graph {

enum class ChangeKind : uint8_t { kAdded, kChanged, kRemoved };
[[nodiscard]] std::string_view ToString(ChangeKind kind);  // "added", "changed", "removed"

struct EntryChange {
  std::string_view name;  // view into one of the programs
  ChangeKind kind = ChangeKind::kChanged;
  bool is_resource = false;
  bool library = false;
  friend bool operator==(const EntryChange&, const EntryChange&) = default;
};

struct CopiedConstant {
  std::string_view user;
  std::string_view holder;
  std::string_view field;
};

struct ProgramDiff {
  std::vector<EntryChange> changes;    // by name
  std::vector<CopiedConstant> copies;  // by user, then holder
};

[[nodiscard]] ProgramDiff Compare(const Program& before, const Program& after);

}  // namespace revmon::graph
