// `revmon traces`: what --traces has left behind, shown, counted, compared and handed on.
#pragma once
#include "app/cli/command.h"

namespace revmon::cli {

[[nodiscard]] Run DeclareTraces(CLI::App& app);

}  // namespace revmon::cli
