#include "report/html.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "report/escape.h"
#include "report/html_parts.h"

namespace revmon::report {
namespace {

constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action "
    "'none'";

std::string Tile(std::string_view value, std::string_view label, std::string_view class_name = "") {
  return fmt::format("<div class=\"tile {}\"><b>{}</b><span>{}</span></div>", class_name, value, label);
}

std::string Tiles(const Findings& findings) {
  std::set<std::string_view> specs;
  for (const Finding& finding : findings.all) specs.insert(finding.spec);
  std::string out = "<div class=\"tiles\">";
  out += Tile(std::to_string(findings.all.size()), findings.all.size() == 1 ? "violation" : "violations");
  for (const auto& [severity, label] :
       {std::pair{"error", "errors"}, {"warning", "warnings"}, {"suggestion", "suggestions"}}) {
    out += Tile(std::to_string(findings.CountOf(severity)), label, severity);
  }
  if (findings.NewCount() < findings.all.size()) out += Tile(std::to_string(findings.NewCount()), "new");
  std::string rules = std::to_string(specs.size());
  if (findings.run.specs > 0) rules += fmt::format("<small> of {}</small>", findings.run.specs);
  out += Tile(rules, "rules broken");
  auto tests = std::count_if(findings.tests.begin(), findings.tests.end(),
                             [](const TestRun& test) { return !test.container; });
  if (tests > 0) out += Tile(std::to_string(tests), tests == 1 ? "test" : "tests");
  out += Tile(std::to_string(findings.jvms), findings.jvms == 1 ? "JVM" : "JVMs");
  if (findings.run.wall_ms >= 0)
    out += Tile(HtmlDuration(static_cast<double>(findings.run.wall_ms)), "run time");
  return out + "</div>";
}

std::string Header(const Findings& findings) {
  std::string out = "<header><h1>RevMon</h1>";
  if (!findings.run.command.empty())
    out += "<p class=\"command\"><code>" + EscapeMarkup(findings.run.command) + "</code></p>";
  std::string line = EscapeMarkup(findings.run.started);
  if (findings.run.exit_code >= 0)
    line += fmt::format("{}exit code {}", line.empty() ? "" : " · ", findings.run.exit_code);
  if (findings.unfinished_jvms > 0) {
    line += fmt::format("{}{} ended without saying so", line.empty() ? "" : " · ",
                        HtmlCount(findings.unfinished_jvms, "JVM"));
  }
  if (!line.empty()) out += "<p class=\"when\">" + line + "</p>";
  return out + Tiles(findings) + "</header>";
}

std::string Controls() {
  return "<nav class=\"controls\"><div role=\"tablist\" aria-label=\"Views\">"
         "<button role=\"tab\" id=\"tab-rule\" aria-controls=\"by-rule\" aria-selected=\"true\">By "
         "rule</button>"
         "<button role=\"tab\" id=\"tab-file\" aria-controls=\"by-file\" aria-selected=\"false\">By "
         "file</button>"
         "<button role=\"tab\" id=\"tab-statistics\" aria-controls=\"statistics\" "
         "aria-selected=\"false\">Statistics</button>"
         "</div><input type=\"search\" id=\"filter\" placeholder=\"Filter by rule, file, class, test … ( / "
         ")\" "
         "aria-label=\"Filter the findings\"></nav>";
}

std::string Notes(const Findings& findings) {
  if (findings.notes.empty()) return "";
  std::string out = "<details class=\"notes\"><summary>" + HtmlCount(findings.notes.size(), "note") +
                    " about the monitoring itself</summary><ul>";
  for (const std::string& note : findings.notes) out += "<li>" + EscapeMarkup(note) + "</li>";
  return out + "</ul></details>";
}

}  // namespace

std::string HtmlCount(uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string HtmlDuration(double milliseconds) {
  if (milliseconds < 1000) return fmt::format("{:.0f} ms", milliseconds);
  if (milliseconds < 60'000) return fmt::format("{:.1f} s", milliseconds / 1000);
  auto seconds = static_cast<int64_t>(milliseconds / 1000);
  return fmt::format("{} min {} s", seconds / 60, seconds % 60);
}

std::string RenderHtml(const Findings& findings, const std::string& version) {
  std::string title = findings.all.empty() ? "no violations" : HtmlCount(findings.all.size(), "violation");
  std::string out = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", kPolicy);
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += "<meta name=\"color-scheme\" content=\"light dark\">\n";
  out += "<title>RevMon: " + title + "</title>\n<style>\n";
  out += HtmlStyle();
  out += "</style>\n</head>\n<body>\n" + Header(findings) + "\n";
  if (!findings.all.empty()) out += Controls();
  out += "\n<main>\n";
  if (findings.all.empty()) {
    out += "<p class=\"nothing\">No rule was broken.</p>";
  } else {
    out += HtmlByRule(findings) + "\n" + HtmlByFile(findings) + "\n";
  }
  out += HtmlStatistics(findings) + "\n" + Notes(findings);
  out += "</main>\n<footer>RevMon " + EscapeMarkup(version) + "</footer>\n<script>\n";
  out += HtmlScript();
  return out + "</script>\n</body>\n</html>\n";
}

}  // namespace revmon::report
