#include "experiment/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace revmon::experiment {
namespace {

std::string Ratio(double ratio) { return ratio > 0 ? fmt::format("{:.2f}x", ratio) : "-"; }

std::string JdkName(const std::string& jdk) {
  std::string name = jdk;
  while (name.ends_with('/')) name.pop_back();
  return name.substr(name.rfind('/') + 1);
}

std::string Verdict(const Series& series) {
  if (series.Differs()) return series.ratio > 1 ? "slower" : "faster";
  return "none";
}

Table TimesTable(const Analysis& analysis) {
  Table table{
      .title = "Time",
      .note = fmt::format("Seconds over all revisions, median of the repetitions; ratios are to '{}'. A "
                          "difference within noise, or with p >= 0.05 (Wilcoxon), is called none.",
                          analysis.baseline),
      .head = {"project", "JDK", "technique", "revisions", "seconds", "ratio", "noise", "p", "difference",
               "failed"},
      .rows = {}};
  for (const Series& series : analysis.series) {
    const bool baseline = series.technique == analysis.baseline;
    table.rows.push_back({series.project, JdkName(series.jdk), series.technique,
                          std::to_string(series.revisions.size()), fmt::format("{:.2f}", series.total),
                          Ratio(series.ratio), fmt::format("{:.0f} %", series.noise * 100),
                          baseline ? "" : fmt::format("{:.3f}", series.p), baseline ? "" : Verdict(series),
                          std::to_string(series.failed)});
  }
  return table;
}

Table RanksTable(const Analysis& analysis) {
  Table table{.title = "Ranks",
              .note = "Geometric mean of the ratios over projects; how often a technique was the fastest.",
              .head = {"technique", "geometric mean", "best on projects", "best on revisions"},
              .rows = {}};
  for (const Rank& rank : analysis.ranks) {
    table.rows.push_back({rank.technique, Ratio(rank.geometric_mean),
                          fmt::format("{} of {}", rank.best_on_projects, rank.projects),
                          std::to_string(rank.best_on_revisions)});
  }
  return table;
}

Table SafetyTable(const Analysis& analysis) {
  Table table{
      .title = "Safety",
      .note = fmt::format("New violations: found by every repetition of '{}' and not on the revision before, "
                          "moved lines considered; missed are those that no repetition of the technique "
                          "found. Old ones need not be found. Those that come and go are counted apart.",
                          analysis.reference),
      .head = {"technique", "new", "found", "missed", "unsafe revisions", "unsafe projects", "old",
               "old found", "extra", "flaky"},
      .rows = {}};
  for (const Safety& safety : analysis.safety) {
    table.rows.push_back({safety.technique, std::to_string(safety.expected), std::to_string(safety.found),
                          std::to_string(safety.missed), std::to_string(safety.unsafe_revisions),
                          std::to_string(safety.unsafe_projects), std::to_string(safety.old),
                          std::to_string(safety.old_found), std::to_string(safety.extra),
                          std::to_string(safety.flaky)});
  }
  return table;
}

// What techniques report beside time, in the order of a reader's interest; what nobody has is left out.
Table SelectionTable(const Analysis& analysis) {
  static const std::vector<std::pair<const char*, const char*>> kColumns = {
      {"tests", "tests"},
      {"specs_monitored", "specs"},
      {"specs_with_events", "specs with events"},
      {"classes_woven", "classes woven"},
      {"sites", "sites"},
      {"events", "events"},
      {"monitors", "monitors"},
      {"weave_ms", "weaving ms"},
      {"violations", "violations"},
      {"cpu_ms", "CPU ms"},
      {"peak_kb", "peak KB"},
      {"build_ms", "build ms"}};
  Table table{.title = "Selection and cost",
              .note = "Sums over revisions of the median of the repetitions.",
              .head = {"project", "JDK", "technique"},
              .rows = {}};
  std::vector<const char*> present;
  for (const auto& [name, title] : kColumns) {
    const bool any = std::any_of(analysis.series.begin(), analysis.series.end(),
                                 [&, n = name](const Series& series) { return series.sums.contains(n); });
    if (!any) continue;
    present.push_back(name);
    table.head.emplace_back(title);
  }
  for (const Series& series : analysis.series) {
    std::vector<std::string> row = {series.project, JdkName(series.jdk), series.technique};
    for (const char* name : present) {
      auto found = series.sums.find(name);
      row.push_back(found == series.sums.end() ? "" : fmt::format("{:.0f}", found->second));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Seconds of a technique's commands without the tests themselves; nothing where it does not say.
std::optional<double> OverheadSeconds(const Series& series) {
  auto execution = series.sums.find("execution_ms");
  if (execution == series.sums.end()) return std::nullopt;
  return series.total - execution->second / 1000;
}

// Techniques that choose spend time on choosing, before and after the tests (A and C in the literature).
Table PhasesTable(const Analysis& analysis) {
  Table table{.title = "Analysis, execution and collection",
              .note =
                  "Seconds over all revisions. Execution is the tests; analysis and collection are what the "
                  "technique does before and after them, in one, as far as it says when tests start and end.",
              .head = {"project", "JDK", "technique", "execution", "analysis and collection", "all", "share"},
              .rows = {}};
  for (const Series& series : analysis.series) {
    const std::optional<double> overhead = OverheadSeconds(series);
    if (!overhead) continue;
    table.rows.push_back({series.project, JdkName(series.jdk), series.technique,
                          fmt::format("{:.2f}", series.total - *overhead), fmt::format("{:.2f}", *overhead),
                          fmt::format("{:.2f}", series.total),
                          series.total > 0 ? fmt::format("{:.0f} %", *overhead / series.total * 100) : "-"});
  }
  return table;
}

// How much of what full monitoring does is left, and how much of it says the same again.
Table RedundancyTable(const Analysis& analysis) {
  Table table{
      .title = "Events",
      .note = fmt::format("Of all revisions. Left is what remains of the events and monitors of '{}'. "
                          "Traces are not recorded: many events per monitor hint at redundant ones.",
                          analysis.reference),
      .head = {"project", "JDK", "technique", "events", "left", "monitors", "left", "events per monitor",
               "events per violation"},
      .rows = {}};
  auto sum = [](const Series& series, const char* name) {
    auto found = series.sums.find(name);
    return found == series.sums.end() ? 0.0 : found->second;
  };
  auto share = [](double part, double whole) {
    return whole > 0 ? fmt::format("{:.0f} %", part / whole * 100) : std::string("-");
  };
  auto per = [](double a, double b) { return b > 0 ? fmt::format("{:.1f}", a / b) : std::string("-"); };
  for (const Series& series : analysis.series) {
    if (!series.sums.contains("events")) continue;
    double all_events = 0, all_monitors = 0;
    for (const Series& other : analysis.series) {
      if (other.technique != analysis.reference || other.project != series.project || other.jdk != series.jdk)
        continue;
      all_events = sum(other, "events");
      all_monitors = sum(other, "monitors");
    }
    const double events = sum(series, "events"), monitors = sum(series, "monitors");
    table.rows.push_back({series.project, JdkName(series.jdk), series.technique,
                          fmt::format("{:.0f}", events), share(events, all_events),
                          fmt::format("{:.0f}", monitors), share(monitors, all_monitors),
                          per(events, monitors), per(events, sum(series, "violations"))});
  }
  return table;
}

Table MissesTable(const Analysis& analysis) {
  Table table{
      .title = "Misses", .note = "Each one, to be looked at.", .head = {"technique", "miss"}, .rows = {}};
  for (const Safety& safety : analysis.safety) {
    for (const std::string& miss : safety.misses) table.rows.push_back({safety.technique, miss});
  }
  return table;
}

Table FailuresTable(const Analysis& analysis) {
  Table table{.title = "Failures",
              .note = "Cells that did not run to their end; they are left out above.",
              .head = {"cell", "revision", "reason"},
              .rows = {}};
  for (const CellResult& cell : analysis.failures) {
    table.rows.push_back({cell.lane, cell.revision.substr(0, 10), cell.reason});
  }
  return table;
}

std::string Cell(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
  return out;
}

}  // namespace

std::vector<Table> TablesOf(const Analysis& analysis) {
  std::vector<Table> tables = {TimesTable(analysis),  RanksTable(analysis),      SafetyTable(analysis),
                               PhasesTable(analysis), RedundancyTable(analysis), SelectionTable(analysis),
                               MissesTable(analysis), FailuresTable(analysis)};
  std::erase_if(tables, [](const Table& table) { return table.rows.empty(); });
  return tables;
}

std::string ToMarkdown(const Analysis& analysis) {
  std::string out;
  for (const Table& table : TablesOf(analysis)) {
    out += (out.empty() ? "## " : "\n## ") + table.title + "\n\n" + table.note + "\n\n|";
    for (const std::string& title : table.head) out += " " + title + " |";
    out += "\n|";
    for (size_t i = 0; i < table.head.size(); ++i) out += "---|";
    out += "\n";
    for (const std::vector<std::string>& row : table.rows) {
      out += "|";
      for (const std::string& text : row) out += " " + Cell(text) + " |";
      out += "\n";
    }
  }
  return out;
}

}  // namespace revmon::experiment
