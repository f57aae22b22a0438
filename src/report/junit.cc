#include "report/junit.h"

#include <fmt/core.h>

#include "report/escape.h"

namespace revmon::report {
namespace {

std::string Details(const Finding& finding) {
  std::string text = finding.Place() + "\n";
  if (std::string line = finding.source.Text(); !line.empty()) text += line + "\n";
  text += fmt::format("{} ({} time{})\n", finding.location, finding.count, finding.count == 1 ? "" : "s");
  for (const Step& step : finding.steps) text += "after " + step.event + " at " + step.location + "\n";
  for (const TestCount& test : finding.tests) text += "by " + test.name + "\n";
  return text;
}

std::string CaseOf(const Finding& finding) {
  std::string out =
      fmt::format("  <testcase classname=\"{}\" name=\"{}\">\n",
                  EscapeMarkup(finding.parts.class_name.empty() ? "revmon" : finding.parts.class_name),
                  EscapeMarkup(finding.spec + " at " + finding.Place()));
  std::string message = EscapeMarkup(finding.message.empty() ? finding.spec : finding.message);
  if (finding.known) {
    out += fmt::format("    <skipped message=\"known: {}\"/>\n", message);
  } else if (finding.Unstable()) {
    out += fmt::format("    <skipped message=\"unstable: {}\"/>\n", message);
  } else {
    out += fmt::format("    <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                       EscapeMarkup(finding.severity), message, EscapeMarkup(Details(finding)));
  }
  return out + "  </testcase>\n";
}

}  // namespace

std::string RenderJunit(const Findings& findings) {
  size_t fresh = findings.StableCount(true);
  size_t cases = findings.all.empty() ? 1 : findings.all.size();
  double seconds = findings.run.wall_ms < 0 ? 0.0 : static_cast<double>(findings.run.wall_ms) / 1000;
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  out += fmt::format(
      " <testsuite name=\"revmon\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" "
      "time=\"{:.3f}\">\n",
      cases, fresh, findings.all.size() - fresh, seconds);
  if (findings.all.empty()) out += "  <testcase classname=\"revmon\" name=\"no violations\"/>\n";
  for (const Finding& finding : findings.all) out += CaseOf(finding);
  return out + " </testsuite>\n</testsuites>\n";
}

}  // namespace revmon::report
