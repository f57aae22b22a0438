// Answers: how is a program run as if revmon were not there?
//
// Streams and the terminal are inherited. While it runs, revmon outlives the signals that mean the program:
// those that the terminal sends to all of us anyway are left to the program, those sent to revmon alone
// (kill, a CI runner, a supervisor) are passed on. Afterwards the old handlers are back.
#pragma once
#include "run/process.h"

namespace revmon::run {

// Not reentrant: one program at a time in a process.
[[nodiscard]] Result<Outcome> RunInForeground(Command command);

}  // namespace revmon::run
