// Answers: which changes of a program cannot alter what monitoring finds?
//
// FINE (ICSE 2026) leaves out 13 kinds of change that rarely matter. Here a change is left out only where it
// provably cannot, each kind under its own condition; what is not proven counts as a change. "Unused": no
// path in the method graph of either program leads to it. "Unseen": nothing looks into the class by
// reflection, neither by its name nor by code that reflects and can be reached by whoever names the class.
//
//   F1   class added            unused, no supertype but Object, no main method, nothing a framework runs
//   F2   method or constructor  added, removed or edited: unused; class unseen
//   F3   members reordered      class unseen
//   F4   field, static block    added or removed: unused; class unseen
//   F5   anonymous -> lambda    never: it is an edit; nested classes alone: class unseen
//   F6   renamed                old and new name unused
//   F7   constant, version      field unused: nobody reads it, no stale copy of it; class unseen
//   F8   throws clause          class unseen, no spec asks for throws clauses
//   F9   access, final          class unseen, no spec asks for modifiers, no relative has a method of the
//   same
//                               name and type; narrowed only if just its own class uses it. Never
//                               synchronized, static, abstract, native, volatile, transient
//   F10  constructor edited     unused
//   F11  base class, parameter  never: callers are other code; a removed class: unused
//   F12  annotations            not kept at run time; or seen by nobody: class unseen
//   F13  made by compilers      pool order, debug information: no change at all (element/canonical.h)
// A class with anything that a framework runs by annotation or supertype is never left out.
#pragma once
#include <string>
#include <vector>

#include "select/selection.h"

namespace revmon::select {

// By position in the diff: the rules by which the change cannot matter ("F9 access of m2()V"), or "".
[[nodiscard]] std::vector<std::string> FindIgnorable(const SelectionInput& input,
                                                     const graph::ProgramDiff& diff);

}  // namespace revmon::select
