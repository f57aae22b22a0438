// Answers: how does an analysis look in a browser?
//
// One self-contained HTML file: the tables of tables.h, and for each project a curve of seconds per revision
// with one line for each technique, drawn as SVG here so that nothing has to run or be fetched.
#pragma once
#include <string>

#include "experiment/analysis.h"

namespace revmon::experiment {

[[nodiscard]] std::string ToHtml(const Analysis& analysis);

}  // namespace revmon::experiment
