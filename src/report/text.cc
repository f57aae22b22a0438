#include "report/text.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

namespace revmon::report {
namespace {

std::string Counted(uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

class Painter {
 public:
  explicit Painter(bool colour) : colour_(colour) {}
  [[nodiscard]] std::string Bold(std::string_view text) const { return In("1", text); }
  [[nodiscard]] std::string Dim(std::string_view text) const { return In("2", text); }
  [[nodiscard]] std::string Severity(std::string_view severity) const {
    return In(severity == "error" ? "1;31" : severity == "warning" ? "1;33" : "1;36", severity);
  }

 private:
  [[nodiscard]] std::string In(std::string_view code, std::string_view text) const {
    return colour_ && !text.empty() ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
  }
  bool colour_;
};

// "in a.B.m, 3 times"
std::string Circumstances(const Finding& finding) {
  std::string text;
  if (!finding.parts.class_name.empty()) {
    text = "in " + finding.parts.class_name;
    if (!finding.parts.method.empty()) text += "." + finding.parts.method;
  }
  if (finding.count > 1) text += fmt::format("{}{} times", text.empty() ? "" : ", ", finding.count);
  return text;
}

// "by a.BTest#m (3 times), a.BTest#n and 4 more tests; 2 times unattributed"
std::string Tests(const Finding& finding, size_t max_tests) {
  std::string text;
  for (size_t i = 0; i < finding.tests.size() && i < max_tests; ++i) {
    text += (i > 0 ? ", " : "by ") + finding.tests[i].name;
    if (finding.tests[i].count > 1) text += fmt::format(" ({} times)", finding.tests[i].count);
  }
  if (finding.tests.size() > max_tests) {
    text += " and " + Counted(finding.tests.size() - max_tests, "more test");
  }
  if (finding.other_tests > 0) text += " and others";
  if (finding.unattributed > 0) {
    text += fmt::format("{}{} unattributed", text.empty() ? "" : "; ", Counted(finding.unattributed, "time"));
  }
  return text;
}

std::string StepPlace(const Step& step) {
  return step.source.path.empty() ? step.location : step.source.path + ":" + std::to_string(step.source.line);
}

// " (known)", " (unstable: again in 1 of 2 re-runs)" or nothing.
std::string State(const Finding& finding) {
  if (finding.known) return " (known)";
  if (finding.reruns == 0) return "";
  if (!finding.Unstable()) return fmt::format(" (again in {})", Counted(finding.reruns, "re-run"));
  return fmt::format(" (unstable: again in {} of {})", finding.seen_again, Counted(finding.reruns, "re-run"));
}

std::string RenderFinding(const Finding& finding, const TextOptions& options, bool with_tests) {
  Painter paint(options.colour);
  std::string out = fmt::format("{}: {}: {}{}\n", paint.Bold(finding.Place()),
                                paint.Severity(finding.severity), finding.spec, paint.Dim(State(finding)));
  if (std::string line = finding.source.Text(); !line.empty()) out += "    " + line + "\n";
  if (!finding.message.empty()) out += "    " + finding.message + "\n";
  if (std::string text = Circumstances(finding); !text.empty()) out += "    " + paint.Dim(text) + "\n";
  if (with_tests) out += "    " + paint.Dim(Tests(finding, options.max_tests)) + "\n";
  for (const Step& step : finding.steps) {
    out += fmt::format("      {} at {}\n", step.event, StepPlace(step));
  }
  return out;
}

std::string SeverityCounts(const Findings& findings) {
  std::string text;
  for (std::string_view severity : {"error", "warning", "suggestion"}) {
    if (size_t count = findings.CountOf(severity); count > 0) {
      text += (text.empty() ? "" : ", ") + Counted(count, severity);
    }
  }
  return text;
}

std::string RenderStats(const Findings& findings) {
  const wire::WeaveStats& weave = findings.weave;
  std::string out =
      fmt::format("{} of {} classes woven, {} sites, {} methods left as they were, {:.1f} ms weaving\n",
                  weave.classes_woven, weave.classes_seen, weave.sites, weave.methods_refused,
                  static_cast<double>(weave.weave_nanos) / 1e6);
  for (const auto& [reason, count] : findings.skipped_classes) {
    out += fmt::format("{} classes not woven: {}\n", count, reason);
  }
  for (const auto& [name, spec] : findings.activity) {
    out += fmt::format("{}: {} events, {} monitors made, {} freed, {} live\n", name, spec.events,
                       spec.created, spec.freed, spec.created - std::min(spec.created, spec.freed));
  }
  return out;
}

std::string RenderTests(const Findings& findings) {
  std::string out;
  for (const TestRun& test : findings.tests) {
    if (test.container) continue;
    out += fmt::format("{}: {} in {:.3f} s\n", test.name, test.outcome,
                       static_cast<double>(test.duration_nanos) / 1e9);
  }
  return out;
}

}  // namespace

std::string RenderCounts(const Findings& findings) {
  std::set<std::string_view> specs;
  for (const Finding& finding : findings.all) specs.insert(finding.spec);
  if (findings.jvms == 0 && findings.run.specs > 0) return "nothing was monitored: no JVM left results";
  if (findings.jvms == 0 && findings.run.exit_code == 0) return "no violations: nothing had to be monitored";
  std::string out = findings.all.empty() ? "no violations" : Counted(findings.all.size(), "violation");
  if (!findings.all.empty()) {
    out += fmt::format(" ({}) of {}", SeverityCounts(findings), Counted(specs.size(), "spec"));
    size_t known = findings.all.size() - findings.NewCount();
    if (known > 0) out += fmt::format(", {} new, {} known", findings.NewCount(), known);
    size_t unstable = findings.all.size() - findings.StableCount(false);
    if (unstable > 0) out += fmt::format(", {} unstable,", unstable);
  } else if (findings.run.specs > 0) {
    out += " of " + Counted(findings.run.specs, "spec");
  }
  out += " in " + Counted(findings.jvms, "JVM");
  if (findings.unfinished_jvms > 0)
    out += fmt::format(", {} ended without saying so", findings.unfinished_jvms);
  return out;
}

std::string RenderText(const Findings& findings, const TextOptions& options) {
  std::string out;
  size_t shown = 0;
  for (const Finding& finding : findings.all) {
    if (options.max_findings > 0 && shown == options.max_findings) break;
    out += RenderFinding(finding, options, !findings.tests.empty());
    ++shown;
  }
  if (shown < findings.all.size()) {
    out += fmt::format("... and {}\n", Counted(findings.all.size() - shown, "more violation"));
  }
  if (options.tests) out += RenderTests(findings);
  out += options.prefix + Painter(options.colour).Bold(RenderCounts(findings)) + "\n";
  if (options.stats) out += RenderStats(findings);
  return out;
}

bool UseColour(std::FILE* stream) {
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return ::isatty(::fileno(stream)) == 1;
}

}  // namespace revmon::report
