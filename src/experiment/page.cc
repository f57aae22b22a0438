#include "experiment/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiment/tables.h"

namespace revmon::experiment {
namespace {

constexpr double kWidth = 720, kHeight = 240, kLeft = 52, kBottom = 28, kTop = 12;

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.note { opacity: .75; max-width: 46rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
td.n { text-align: right; } tbody tr:hover { background: var(--soft); }
svg { max-width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
.legend span { margin-right: 1.2rem; } .legend i { display: inline-block; width: .8rem; height: .8rem;
  border-radius: .2rem; margin-right: .35rem; vertical-align: -1px; }
)";

std::string Escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

// Colours that differ in hue and in lightness; the baseline is grey.
std::string Colour(const Analysis& analysis, const std::string& technique) {
  if (technique == analysis.baseline) return "#888888";
  static const std::vector<std::string> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                    "#e69f00", "#56b4e9", "#7a5195", "#b5bd00"};
  auto at = std::find(analysis.techniques.begin(), analysis.techniques.end(), technique);
  return kColours[static_cast<size_t>(at - analysis.techniques.begin() + 7) % kColours.size()];
}

bool IsNumber(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.x %-") == std::string::npos;
}

std::string TableHtml(const Table& table) {
  std::string out =
      fmt::format("<h2>{}</h2>\n<p class=\"note\">{}</p>\n<div class=\"wide\"><table><thead><tr>",
                  Escaped(table.title), Escaped(table.note));
  for (const std::string& title : table.head) out += "<th>" + Escaped(title) + "</th>";
  out += "</tr></thead><tbody>\n";
  for (const std::vector<std::string>& row : table.rows) {
    out += "<tr>";
    for (const std::string& text : row) {
      out += (IsNumber(text) ? "<td class=\"n\">" : "<td>") + Escaped(text) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

struct Scale {
  size_t points = 1;
  double most = 1;
  [[nodiscard]] double X(size_t i) const {
    const double step = points > 1 ? (kWidth - kLeft - 12) / static_cast<double>(points - 1) : 0;
    return kLeft + step * static_cast<double>(i);
  }
  [[nodiscard]] double Y(double seconds) const {
    return kHeight - kBottom - (kHeight - kBottom - kTop) * seconds / most;
  }
};

std::string Axes(const Scale& scale) {
  std::string out;
  for (int i = 0; i <= 4; ++i) {
    const double seconds = scale.most * i / 4;
    out += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"currentColor\" "
        "stroke-opacity=\".15\"/><text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.3g} s</text>\n",
        kLeft, scale.Y(seconds), kWidth - 12, scale.Y(seconds), kLeft - 6, scale.Y(seconds) + 4, seconds);
  }
  return out + fmt::format(
                   "<text x=\"{:.1f}\" y=\"{:.1f}\">oldest revision</text>"
                   "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">newest</text>\n",
                   kLeft, kHeight - 8, kWidth - 12, kHeight - 8);
}

std::string Curve(const Series& series, const Scale& scale, const std::string& colour) {
  std::string points, dots;
  for (size_t i = 0; i < series.seconds.size(); ++i) {
    const double x = scale.X(i), y = scale.Y(series.seconds[i]);
    points += fmt::format("{:.1f},{:.1f} ", x, y);
    dots += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"><title>{} {}: {:.2f} s</title>"
        "</circle>",
        x, y, colour, Escaped(series.technique), series.revisions[i].substr(0, 10), series.seconds[i]);
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/>{}\n", points,
                     colour, dots);
}

std::string Curves(const Analysis& analysis, const std::vector<const Series*>& group) {
  Scale scale;
  scale.most = 0;
  for (const Series* series : group) {
    scale.points = std::max(scale.points, series->seconds.size());
    for (double seconds : series->seconds) scale.most = std::max(scale.most, seconds);
  }
  if (scale.most <= 0) return "";
  std::string out = fmt::format(
      "<h2>{}: seconds per revision</h2>\n<svg viewBox=\"0 0 {} {}\" role=\"img\" "
      "aria-label=\"seconds per revision\">\n{}",
      Escaped(group.front()->project), kWidth, kHeight, Axes(scale));
  std::string legend;
  for (const Series* series : group) {
    const std::string colour = Colour(analysis, series->technique);
    out += Curve(*series, scale, colour);
    legend +=
        fmt::format("<span><i style=\"background:{}\"></i>{}</span>", colour, Escaped(series->technique));
  }
  return out + "</svg>\n<p class=\"legend\">" + legend + "</p>\n";
}

}  // namespace

std::string ToHtml(const Analysis& analysis) {
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>RevMon experiment</title><style>" +
      std::string(kStyle) + "</style></head><body>\n<h1>RevMon experiment</h1>\n";
  out += fmt::format("<p class=\"note\">{} cells; baseline {}, reference {}.", analysis.cells,
                     Escaped(analysis.baseline), Escaped(analysis.reference));
  for (const auto& [name, value] : analysis.facts) {
    if (name != "baseline" && name != "reference") out += " " + Escaped(name) + ": " + Escaped(value) + ".";
  }
  out += "</p>\n";
  for (const Table& table : TablesOf(analysis)) out += TableHtml(table);
  for (size_t first = 0; first < analysis.series.size();) {
    std::vector<const Series*> group;
    size_t i = first;
    for (; i < analysis.series.size() && analysis.series[i].project == analysis.series[first].project &&
           analysis.series[i].jdk == analysis.series[first].jdk;
         ++i) {
      group.push_back(&analysis.series[i]);
    }
    out += Curves(analysis, group);
    first = i;
  }
  return out + "</body></html>\n";
}

}  // namespace revmon::experiment
