// Answers: `revmon diff`: what changed between two states of a program, kind by kind (select/change_kinds.h)?
//
// A state is a folder of classes, a jar, several of them with ':' between, or a git revision of which there
// is a stored run.
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

[[nodiscard]] Run DeclareDiff(CLI::App& app);

}  // namespace revmon::cli
