// Answers: which tests have to run again after this change, and why (or why not)?
//
// Two programs, the tests of the new one, and for dynamic techniques what each test did in the old one. Pure:
// no files, no store, no JVM. What is not known selects: no earlier program, no record of a test, a test that
// is new, a class that could not be watched. Rules of the techniques: docs/rts.md.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "classpath/hierarchy.h"
#include "graph/program.h"
#include "select/technique.h"

namespace revmon::wire {
struct Dependencies;  // wire/test_dependencies.h
}

namespace revmon::select {

struct RtsInput {
  const graph::Program* before = nullptr;       // of the recorded run; null: there is none
  const graph::Program* after = nullptr;        // both with Detail::kMethods where NeedsMethods
  const classpath::Hierarchy* outer = nullptr;  // types of the JDK; null: less is known, more is selected
  std::vector<std::string> tests;               // of the new program: "p.T", or "p.T#m" for methods
  // What the tests of the old program did, by the same names; of a class the union of its methods is used
  // where it has no record of its own. Null: unknown. Static techniques use it for files only.
  const wire::Dependencies* records = nullptr;
  // Were the classes of libraries watched too? If not, what program classes can reach in them counts.
  bool libraries_watched = true;
  // Files that differ and are no class or resource of the programs, relative to the project's root: sources
  // left out. They select tests that opened them.
  std::vector<std::string> changed_files;
  std::string why_all;  // not "": all tests are selected, for this reason
  // Selected whatever the change: "p.T" -> the reason ("failed last time").
  std::map<std::string, std::string> always;
};

struct TestVerdict {
  std::string test;
  bool selected = false;
  // From the changed element to the test, one step a line; of a test that is not selected, why not.
  std::vector<std::string> why;
};

// One verdict for each of input.tests, in the same order. Fails only for options that make no sense
// together.
[[nodiscard]] Result<std::vector<TestVerdict>> SelectTests(const RtsInput& input, const RtsOptions& options);

}  // namespace revmon::select
