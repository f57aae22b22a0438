// Answers: which pieces is the HTML report put together from? Internal to html*.cc.
#pragma once
#include <string>
#include <string_view>

#include "report/findings.h"

namespace revmon::report {

// The style sheet and the script (html_assets.cc).
[[nodiscard]] std::string_view HtmlStyle();
[[nodiscard]] std::string_view HtmlScript();

// The sections "by rule" and "by file" (html_findings.cc).
[[nodiscard]] std::string HtmlByRule(const Findings& findings);
[[nodiscard]] std::string HtmlByFile(const Findings& findings);

// The section with charts (html_charts.cc).
[[nodiscard]] std::string HtmlStatistics(const Findings& findings);

// "1 violation", "2 violations"; "12 ms", "3.4 s", "2 min 5 s".
[[nodiscard]] std::string HtmlCount(uint64_t count, std::string_view noun);
[[nodiscard]] std::string HtmlDuration(double milliseconds);

}  // namespace revmon::report
