// Answers: how is the documentation of a spec written for people?
#pragma once
#include <string>

#include "report/spec_info.h"

namespace revmon::report {

// Rule, why, contract, bad, good, false alarms; no heading, so that it fits anywhere.
[[nodiscard]] std::string SpecMarkdown(const SpecInfo& info);
// The same without markup, lines at most `width` long: for terminals.
[[nodiscard]] std::string SpecPlainText(const SpecInfo& info, size_t width = 100);
// Breaks a paragraph at blanks; each line after `indent`.
[[nodiscard]] std::string Wrapped(std::string_view text, size_t width, std::string_view indent = "");

}  // namespace revmon::report
