#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <vector>

#include "report/escape.h"
#include "report/html_parts.h"

namespace revmon::report {
namespace {

constexpr size_t kMaxBars = 15;

struct Bar {
  std::string label;
  double value = 0;
  std::string shown;
  std::string class_name;
};

// Horizontal bars, the longest first; each says its number, so that colour and length are never the only
// sign.
std::string Chart(std::string_view title, std::vector<Bar> bars, bool sorted = true) {
  if (bars.empty()) return "";
  if (sorted) {
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.value > b.value; });
  }
  double most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.value);
  std::string out = fmt::format("<div class=\"chart\"><h3>{}</h3><dl>", title);
  for (size_t i = 0; i < bars.size() && i < kMaxBars; ++i) {
    double percent = most > 0 ? 100 * bars[i].value / most : 0;
    out += fmt::format("<dt>{}</dt><dd><span class=\"bar {}\" style=\"width:{:.1f}%\"></span><b>{}</b></dd>",
                       EscapeMarkup(bars[i].label), bars[i].class_name, percent, EscapeMarkup(bars[i].shown));
  }
  out += "</dl>";
  if (bars.size() > kMaxBars) out += fmt::format("<p class=\"more\">and {} more</p>", bars.size() - kMaxBars);
  return out + "</div>";
}

std::string RulesChart(const Findings& findings) {
  std::map<std::string, Bar> bars;
  for (const Finding& finding : findings.all) {
    Bar& bar = bars[finding.spec];
    bar.label = finding.spec;
    bar.class_name = finding.severity;
    bar.value += 1;
  }
  std::vector<Bar> list;
  for (auto& [spec, bar] : bars) {
    bar.shown = fmt::format("{:.0f}", bar.value);
    list.push_back(bar);
  }
  return Chart("Places per rule", std::move(list));
}

std::string FilesChart(const Findings& findings) {
  std::map<std::string, double> counts;
  for (const Finding& finding : findings.all) {
    ++counts[finding.source.path.empty() ? finding.parts.file : finding.source.path];
  }
  std::vector<Bar> list;
  for (const auto& [file, count] : counts) {
    list.push_back({file.empty() ? "(no source file)" : file, count, fmt::format("{:.0f}", count), ""});
  }
  return Chart("Places per file", std::move(list));
}

std::string TimesChart(const Findings& findings) {
  std::vector<Bar> list;
  for (const Finding& finding : findings.all) {
    list.push_back({finding.spec + " " + finding.Place(), static_cast<double>(finding.count),
                    std::to_string(finding.count), finding.severity});
  }
  return Chart("Times per place", std::move(list));
}

std::string TimingChart(const Findings& findings) {
  std::vector<Bar> list;
  if (findings.run.wall_ms >= 0) {
    double wall = static_cast<double>(findings.run.wall_ms);
    list.push_back({"the program", wall, HtmlDuration(wall), ""});
  }
  double weave = static_cast<double>(findings.weave.weave_nanos) / 1e6;
  if (findings.weave.classes_seen > 0)
    list.push_back({"of it, preparing classes", weave, HtmlDuration(weave), ""});
  return Chart("Time", std::move(list), false);
}

std::string ClassesChart(const Findings& findings) {
  const wire::WeaveStats& weave = findings.weave;
  if (weave.classes_seen == 0) return "";
  auto bar = [](std::string_view label, uint64_t value) {
    return Bar{std::string(label), static_cast<double>(value), std::to_string(value), ""};
  };
  return Chart("Classes",
               {bar("loaded", weave.classes_seen), bar("with watched calls", weave.classes_woven),
                bar("watched call sites", weave.sites), bar("methods left alone", weave.methods_refused)},
               false);
}

std::string ActivityChart(const Findings& findings) {
  std::vector<Bar> events;
  std::vector<Bar> monitors;
  for (const auto& [spec, activity] : findings.activity) {
    if (activity.events > 0)
      events.push_back({spec, static_cast<double>(activity.events), std::to_string(activity.events), ""});
    if (activity.created > 0) {
      monitors.push_back({spec, static_cast<double>(activity.created), std::to_string(activity.created), ""});
    }
  }
  return Chart("Events per rule", std::move(events)) + Chart("Monitors made per rule", std::move(monitors));
}

std::string TestsChart(const Findings& findings) {
  std::map<std::string, double> violations;
  for (const Finding& finding : findings.all) {
    for (const TestCount& test : finding.tests) ++violations[test.name];
  }
  std::vector<Bar> with;
  for (const auto& [test, count] : violations)
    with.push_back({test, count, fmt::format("{:.0f}", count), ""});
  std::vector<Bar> slow;
  for (const TestRun& test : findings.tests) {
    if (test.container) continue;
    double ms = static_cast<double>(test.duration_nanos) / 1e6;
    slow.push_back({test.name, ms, HtmlDuration(ms), test.outcome == "failed" ? "error" : ""});
  }
  return Chart("Places per test", std::move(with)) + Chart("Slowest tests", std::move(slow));
}

}  // namespace

std::string HtmlStatistics(const Findings& findings) {
  return "<section id=\"statistics\" role=\"tabpanel\" "
         "aria-labelledby=\"tab-statistics\"><h2>Statistics</h2><div class=\"charts\">" +
         RulesChart(findings) + FilesChart(findings) + TimesChart(findings) + TestsChart(findings) +
         TimingChart(findings) + ClassesChart(findings) + ActivityChart(findings) + "</div></section>";
}

}  // namespace revmon::report
