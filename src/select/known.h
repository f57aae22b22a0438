// Answers: which violations does a project know already, when nothing is known of its classes?
//
// For programs that are not run by `revmon test`: the same comparison, without what needs class files. The
// baseline is the one that tests of this state would have (baseline.h), lines are mapped by git's diff
// (suppress.h), and accepted ones are marked. Nothing is kept: no store is made where there is none.
#pragma once
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "select/suppress.h"
#include "vcs/repository.h"

namespace revmon::select {

struct KnownOptions {
  std::string root = ".";            // of the project; git is looked for from here on upwards
  std::string store;                 // its file
  std::string base;                  // a revision, or "": the nearest ancestor with a run
  std::vector<std::string> outputs;  // folders that are never part of the tree
};

struct Comparison {
  std::vector<Judged> all;  // one for each violation, in their order
  std::string commit;       // of the run that they were compared with; "" = there is none
  std::string why;          // there is none: why, for people
};

[[nodiscard]] Result<Comparison> CompareWithStore(const FileSystem& files, const KnownOptions& options,
                                                  const std::vector<wire::Violation>& violations);

// Marks what people have accepted (accepted.h). `repository` may be null: then lines have no text.
void MarkAccepted(const FileSystem& files, const std::string& root, const vcs::Repository* repository,
                  const std::string& tree, std::vector<Judged>* all);

// Git's names of those of these folders that lie in the repository.
[[nodiscard]] std::vector<std::string> InRepository(const FileSystem& files,
                                                    const vcs::Repository& repository,
                                                    const std::vector<std::string>& folders);

}  // namespace revmon::select
