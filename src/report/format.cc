#include "report/format.h"

#include <array>

#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/sarif.h"
#include "report/text.h"
#include "report/violation_counts.h"

namespace revmon::report {
namespace {

struct Entry {
  Format format;
  std::string_view name;
  std::string_view file;
};

constexpr std::array<Entry, 6> kEntries = {{
    {Format::kText, "text", "report.txt"},
    {Format::kJson, "json", "report.json"},
    {Format::kSarif, "sarif", "report.sarif"},
    {Format::kJunit, "junit", "report.junit.xml"},
    {Format::kHtml, "html", "report.html"},
    {Format::kViolationCounts, "violation-counts", "violation-counts"},
}};

}  // namespace

const std::vector<std::string>& FormatNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const Entry& entry : kEntries) out.emplace_back(entry.name);
    return out;
  }();
  return names;
}

std::optional<Format> ParseFormat(std::string_view name) {
  for (const Entry& entry : kEntries) {
    if (entry.name == name) return entry.format;
  }
  return std::nullopt;
}

std::string FileNameOf(Format format) {
  for (const Entry& entry : kEntries) {
    if (entry.format == format) return std::string(entry.file);
  }
  return "";
}

std::string Render(const Findings& findings, Format format, const std::string& version) {
  switch (format) {
    case Format::kText: return RenderText(findings, {.stats = true, .max_findings = 0});
    case Format::kJson: return RenderJson(findings);
    case Format::kSarif: return RenderSarif(findings, version);
    case Format::kJunit: return RenderJunit(findings);
    case Format::kHtml: return RenderHtml(findings, version);
    case Format::kViolationCounts: return RenderViolationCounts(findings);
  }
  return "";
}

}  // namespace revmon::report
