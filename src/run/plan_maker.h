// Answers: which specs are asked for, and what is the plan that monitors them?
//
// Spec files -> checked specs -> chosen ones -> plan with compiled Java. Making the plan of the whole library
// takes about 30 ms once its Java has been compiled, so nothing else is kept between runs. Nothing is
// printed: diagnostics of the specs and of javac are in the result, ready to show.
#pragma once
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "run/precompiled.h"
#include "spec/load.h"
#include "wire/plan.h"

namespace revmon::run {

struct PlanOptions {
  std::vector<std::string> paths;       // spec files and folders, e.g. of LibraryPaths
  std::vector<std::string> more_paths;  // the same, but a spec found here replaces one of its name in `paths`
  std::vector<std::string> names;       // only these specs; empty = those of the profile
  std::vector<std::string> without;     // never these
  std::string profile;                  // "" or "all" = every spec
  std::string min_severity;             // "warning": no suggestions; "" = all
  std::vector<std::string> include;     // class-name patterns, see weave/class_filter.h
  std::vector<std::string> exclude;
  std::string class_path;   // where types that are not in the JDK are looked up
  std::string jdk;          // whose javac compiles Java inside specs; "" = any
  std::string java_cache;   // "" = compile all Java again
  std::string precompiled;  // file of support classes shipped with the program; "" = none
  wire::Semantics semantics = wire::Semantics::kTextbook;
};

struct MadePlan {
  wire::Plan plan;
  std::vector<std::string> notes;  // what the user should know, a line each
  std::string diagnostics;         // rendered warnings, and errors if there are any
  size_t errors = 0;               // in spec files or the Java in them; then the plan is empty
  size_t events = 0;               // declared
  Precompiled classes;             // what became of the Java in the specs
};

// Names of all profiles that `specs` mention, sorted.
[[nodiscard]] std::vector<std::string> ProfilesOf(const std::vector<spec::Spec>& specs);
// Is it in the profile? Every spec is in "" and "all".
[[nodiscard]] bool IsInProfile(const spec::Spec& spec, const std::string& profile);

// Errors: a path that is no spec, a name or profile nobody knows (with a suggestion), no javac where one is
// needed, nothing left to monitor.
[[nodiscard]] Result<MadePlan> MakePlan(FileSystem& files, const PlanOptions& options);

// Writes the plan atomically, for this user only: it is code that JVMs run.
[[nodiscard]] Result<size_t> WritePlanFile(FileSystem& files, const std::string& path,
                                           const wire::Plan& plan);

}  // namespace revmon::run
