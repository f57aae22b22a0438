// Answers: what has changed, kind by kind (HyRTS, ICSE 2018, table 2)?
//
//   AF DF      class added, deleted
//   CH         its header changed (superclass, interfaces, flags, annotations, generic signature, version):
//              nothing more is said of this class
//   CF         anything else in it changed; then, for each member:
//   DSI ASI CSI, DI AI CI, DSM ASM CSM, DIM AIM CIM
//              deleted, added, changed: static initialiser, constructor, static and instance method
//   DFL AFL CFL  the same of a field (ours: the paper leaves fields to the methods that set them)
//   LC <X, m>  m of an object of class X is another method now, or of another class
// A method that turns from static to instance or back is one deleted and one added.
//
// Besides kinds: references that mean another member than before, though nobody touched them. A static method
// or a field that is added between a class and the superclass that it was inherited from, a method that
// appears between a class and what its `super.m()` meant. No kind of the paper covers these.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classpath/hierarchy.h"
#include "graph/member_lookup.h"
#include "graph/program.h"
#include "graph/program_diff.h"
#include "select/technique.h"

namespace revmon::select {

struct MemberChange {
  ElementChange kind = ElementChange::kCim;
  std::string key;  // "m(I)V", "f:I"
  const graph::MemberFacts* before = nullptr;
  const graph::MemberFacts* after = nullptr;
};

struct ClassChange {
  std::string_view name;  // internal; view into one of the programs
  ElementChange kind = ElementChange::kCf;
  bool library = false;
  size_t position = 0;  // in the diff
  bool looks = false;   // CF: the order of members or the classes nested in it differ: reflection sees that
  const graph::MethodFacts* before = nullptr;
  const graph::MethodFacts* after = nullptr;
  std::vector<MemberChange> members;  // CF only
};

struct LookupChange {
  std::string_view type;  // X
  std::string key;        // "m(I)V"
  graph::Found before, after;
  std::string_view cause;  // the class whose change did it
  bool by_header = false;  // ... of its header, so that supertypes of X are others
};

struct RelinkedUse {
  std::string_view user;   // class of the old program
  std::string user_key;    // its member that has the reference; "" for the class itself
  std::string_view owner;  // as written in the reference
  std::string key;
  std::string_view cause;
};

struct ChangeKinds {
  std::vector<ClassChange> classes;  // by name
  std::vector<LookupChange> lookups;
  std::vector<RelinkedUse> relinked;
};

// Both programs have facts of methods. Resources of the diff are left out. `skip`: classes of the diff, by
// position, that do not count.
[[nodiscard]] ChangeKinds FindChangeKinds(graph::MemberLookup& before, graph::MemberLookup& after,
                                          const graph::Program& old_program,
                                          const graph::Program& new_program, const graph::ProgramDiff& diff,
                                          const std::vector<bool>& skip = {});

// "AIM p.A.m(int)", "CH p.A", "LC <p.B, p.A.m(int)>".
[[nodiscard]] std::string Shown(const ClassChange& change);
[[nodiscard]] std::string Shown(const ClassChange& owner, const MemberChange& change);
[[nodiscard]] std::string Shown(const LookupChange& change);

}  // namespace revmon::select
