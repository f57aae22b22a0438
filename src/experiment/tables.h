// Answers: how does an analysis read as text that can go into a document?
//
// Tables in the shapes that the literature uses: time per project and technique relative to the baseline,
// with geometric means and ranks; safety (missed violations, unsafe revisions, unsafe projects); and what was
// selected (tests, sites, events, monitors) relative to the reference. A Table is a value, so that Markdown
// and HTML (page.h) show the same numbers.
#pragma once
#include <string>
#include <vector>

#include "experiment/analysis.h"

namespace revmon::experiment {

struct Table {
  std::string title;
  std::string note;  // one sentence on how to read it
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

[[nodiscard]] std::vector<Table> TablesOf(const Analysis& analysis);
[[nodiscard]] std::string ToMarkdown(const Analysis& analysis);

}  // namespace revmon::experiment
