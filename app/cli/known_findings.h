// Answers: which findings are known, of a program that was not run by `revmon test`?
//
// Known is what `revmon test` found in an earlier commit, or what was accepted (select/known.h). Where there
// is nothing to compare with, all are new, and the user hears why.
#pragma once
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "report/findings.h"
#include "run/session.h"

namespace revmon::cli {

struct KnownSources {
  std::string project = ".";
  std::string out;     // its store.db counts; where it has none, that of the project's .revmon
  bool quiet = false;  // says nothing
};

// Sets `known` of the findings. What goes wrong is said, and leaves them new.
void MarkKnown(const Context& context, const KnownSources& sources, const std::vector<run::JvmResults>& jvms,
               report::Findings* findings);

}  // namespace revmon::cli
