// Answers: which reports are there, and what are their files called?
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/findings.h"

namespace revmon::report {

enum class Format : uint8_t { kText, kJson, kSarif, kJunit, kHtml, kViolationCounts };

// "text", "json", "sarif", "junit", "html", "violation-counts".
[[nodiscard]] const std::vector<std::string>& FormatNames();
[[nodiscard]] std::optional<Format> ParseFormat(std::string_view name);
// The file of a format in the out folder: "report.html".
[[nodiscard]] std::string FileNameOf(Format format);

// The whole file. `version` is RevMon's.
[[nodiscard]] std::string Render(const Findings& findings, Format format, const std::string& version);

}  // namespace revmon::report
