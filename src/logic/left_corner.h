// Answers: by what may each stack symbol of a grammar be replaced on each event?
//
// The construction behind stack_machine.h. A corner edge Y -> Z "Y, then rest" stands for a production Z -> m
// Y rest whose m is nullable; X\Y follows such edges upwards, as long as Z can itself begin an X.
#pragma once
#include <vector>

#include "base/result.h"
#include "logic/stack_machine.h"

namespace revmon::logic {

// The rows of all stack symbols that can occur, the start symbol first. kLimit past max_nodes cells in all.
[[nodiscard]] Result<std::vector<StackRow>> LeftCornerRows(const Grammar& grammar, const Budget& budget);

// Can there never be more than one stack? True only if shown: at most one push string for every symbol and
// event, and no nullable symbol that shares an event with what may lie below it. Grammars of more than 400
// rows are not examined.
[[nodiscard]] bool NeedsOneStack(const std::vector<StackRow>& rows);

}  // namespace revmon::logic
