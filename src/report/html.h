// Answers: what does the report for people look like?
//
// One file that needs nothing else: style and script are inside, and a content security policy forbids every
// request. Light or dark as the reader's system is; all of it can be read without the script, which adds
// tabs, a filter and keys (/ filters, j and k step through the findings).
#pragma once
#include <string>

#include "report/findings.h"

namespace revmon::report {

[[nodiscard]] std::string RenderHtml(const Findings& findings, const std::string& version);

}  // namespace revmon::report
