#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <vector>

#include "report/automaton_svg.h"
#include "report/escape.h"
#include "report/html_parts.h"

namespace revmon::report {
namespace {

constexpr size_t kShownTests = 12;  // of one finding; the rest folds
constexpr size_t kMaxSteps = 200;

std::string Badge(const std::string& severity) {
  return fmt::format("<span class=\"badge {0}\">{0}</span>", EscapeMarkup(severity));
}

// Findings of each spec, in the order of the worst one.
std::vector<std::vector<const Finding*>> BySpec(const Findings& findings) {
  std::vector<std::vector<const Finding*>> groups;
  std::map<std::string_view, size_t> index;
  for (const Finding& finding : findings.all) {
    auto [at, fresh] = index.try_emplace(finding.spec, groups.size());
    if (fresh) groups.emplace_back();
    groups[at->second].push_back(&finding);
  }
  return groups;
}

std::string Excerpt(const Source& source, const std::vector<std::pair<uint32_t, size_t>>& marks) {
  if (source.lines.empty()) return "";
  std::string out = "<pre class=\"excerpt\">";
  for (size_t i = 0; i < source.lines.size(); ++i) {
    uint32_t number = source.first_line + static_cast<uint32_t>(i);
    std::string steps;
    for (const auto& [line, step] : marks) {
      if (line == number) steps += fmt::format("<i>{}</i>", step);
    }
    out += fmt::format("<span class=\"line{}\"><span class=\"number\">{}</span>{}{}</span>",
                       number == source.line ? " here" : "", number, EscapeMarkup(source.lines[i]), steps);
  }
  return out + "</pre>";
}

std::string Tests(const Finding& finding) {
  if (finding.tests.empty()) return "";
  std::string out = "<p class=\"tests\">";
  out += finding.tests.size() == 1 ? "Test: " : "Tests: ";
  for (size_t i = 0; i < finding.tests.size() && i < kShownTests; ++i) {
    const TestCount& test = finding.tests[i];
    out += fmt::format("<code>{}</code>{} ", EscapeMarkup(test.name),
                       test.count > 1 ? fmt::format("×{}", test.count) : "");
  }
  if (finding.tests.size() > kShownTests) {
    out += fmt::format("and {}", HtmlCount(finding.tests.size() - kShownTests, "more test"));
  }
  if (finding.unattributed > 0)
    out += fmt::format("· {} unattributed", HtmlCount(finding.unattributed, "time"));
  return out + "</p>";
}

std::string Steps(const Finding& finding) {
  if (finding.steps.empty()) return "";
  std::string out = "<ol class=\"steps\">";
  for (size_t i = 0; i < finding.steps.size() && i < kMaxSteps; ++i) {
    const Step& step = finding.steps[i];
    std::string place =
        step.source.path.empty() ? step.location : step.source.path + ":" + std::to_string(step.source.line);
    out += fmt::format("<li><b>{}</b> <span class=\"place\">{}</span>", EscapeMarkup(step.event),
                       EscapeMarkup(place));
    if (std::string text = step.source.Text(); !text.empty())
      out += "<code>" + EscapeMarkup(text) + "</code>";
    out += "</li>";
  }
  return out + "</ol>";
}

// Only the last events are kept: a way that does not lead to the verdict has lost its begin and is not drawn.
bool LeadsTo(const Automaton& automaton, const std::vector<std::string>& events,
             const std::string& category) {
  uint32_t state = 0;
  for (const std::string& event : events) state = automaton.Next(state, event);
  const std::vector<std::string>& there = automaton.states[state].categories;
  return std::find(there.begin(), there.end(), category) != there.end();
}

std::string Walk(const Finding& finding, const SpecInfo* info) {
  std::string figure;
  if (info != nullptr) {
    size_t which = AutomatonOf(*info, finding.category);
    std::vector<std::string> events;
    for (const Step& step : finding.steps) events.push_back(step.event);
    if (which < info->automata.size()) {
      if (!LeadsTo(info->automata[which], events, finding.category)) events.clear();
      figure = DrawAutomaton(info->automata[which], events,
                             "Automaton of " + finding.spec + " with the way to this violation");
    }
  }
  if (finding.steps.empty()) return "";
  std::string out = "<div class=\"walk\"><div><h4>How it came to this</h4>" + Steps(finding) + "</div>";
  if (!figure.empty()) out += "<figure>" + figure + "</figure>";
  return out + "</div>";
}

std::vector<std::pair<uint32_t, size_t>> MarksOf(const Finding& finding) {
  std::vector<std::pair<uint32_t, size_t>> marks;
  for (size_t i = 0; i < finding.steps.size() && i < 9; ++i) {
    if (!finding.source.path.empty() && finding.steps[i].source.path == finding.source.path) {
      marks.emplace_back(finding.steps[i].source.line, i + 1);
    }
  }
  return marks;
}

std::string SearchText(const Finding& finding) {
  std::string text = finding.spec + " " + finding.severity + " " + finding.Place() + " " + finding.location +
                     " " + finding.message;
  for (const TestCount& test : finding.tests) text += " " + test.name;
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
  return text;
}

std::string Article(const Finding& finding, const SpecInfo* info) {
  std::string out = fmt::format("<article class=\"finding\" id=\"f-{}\" tabindex=\"-1\" data-text=\"{}\">",
                                finding.fingerprint, EscapeMarkup(SearchText(finding)));
  out += "<h3><span class=\"place\">" + EscapeMarkup(finding.Place()) + "</span>";
  if (finding.known) out += "<span class=\"badge known\">known</span>";
  if (finding.Unstable()) out += "<span class=\"badge known\">unstable</span>";
  out += "</h3><p class=\"where\">";
  if (!finding.parts.class_name.empty()) {
    out += "in <code>" +
           EscapeMarkup(finding.parts.class_name +
                        (finding.parts.method.empty() ? "" : "." + finding.parts.method)) +
           "</code>";
  }
  out += fmt::format(" · {}", HtmlCount(finding.count, "time"));
  if (!finding.thread.empty()) out += " · thread <code>" + EscapeMarkup(finding.thread) + "</code>";
  if (!finding.objects.empty()) out += " · <code>" + EscapeMarkup(finding.objects) + "</code>";
  out += "</p>";
  bool own_message = info == nullptr || finding.message != info->doc.rule;
  if (own_message && !finding.message.empty())
    out += "<p class=\"message\">" + EscapeMarkup(finding.message) + "</p>";
  out += Excerpt(finding.source, MarksOf(finding)) + Tests(finding) + Walk(finding, info);
  return out + "</article>";
}

std::string Snippet(std::string_view title, const std::string& code, std::string_view class_name) {
  if (code.empty()) return "";
  return fmt::format("<div class=\"snippet {}\"><h4>{}</h4><pre>{}</pre></div>", class_name, title,
                     EscapeMarkup(code));
}

std::string Documentation(const SpecInfo& info) {
  std::string out = "<div class=\"doc\">";
  if (!info.doc.why.empty()) out += "<p>" + EscapeMarkup(info.doc.why) + "</p>";
  if (!info.doc.contract.empty()) out += "<p><b>Contract</b> " + EscapeMarkup(info.doc.contract) + "</p>";
  out += "<details><summary>Wrong and right, the automaton, false alarms</summary><div class=\"snippets\">";
  out += Snippet("Wrong", info.doc.bad, "bad") + Snippet("Right", info.doc.good, "good") + "</div>";
  for (const Automaton& automaton : info.automata) {
    if (std::string svg = DrawAutomaton(automaton, {}, "Automaton of " + info.name); !svg.empty()) {
      out += "<figure>" + svg + "<figcaption>" + EscapeMarkup(info.logic + ": " + info.formula) +
             "</figcaption></figure>";
    }
  }
  if (!info.doc.false_alarms.empty())
    out += "<p><b>False alarms</b> " + EscapeMarkup(info.doc.false_alarms) + "</p>";
  return out + "</details></div>";
}

std::string Group(const std::vector<const Finding*>& group, const SpecInfo* info) {
  const Finding& first = *group[0];
  std::string rule = info != nullptr && !info->doc.rule.empty() ? info->doc.rule : first.message;
  uint64_t times = 0;
  for (const Finding* finding : group) times += finding->count;
  std::string out = "<details class=\"group\" open><summary>" + Badge(first.severity);
  out += "<h2>" + EscapeMarkup(first.spec) + "</h2><span class=\"rule\">" + EscapeMarkup(rule) + "</span>";
  out += fmt::format("<span class=\"count\">{} · {}</span></summary>", HtmlCount(group.size(), "place"),
                     HtmlCount(times, "time"));
  if (info != nullptr) out += Documentation(*info);
  for (const Finding* finding : group) out += Article(*finding, info);
  return out + "</details>\n";
}

}  // namespace

std::string HtmlByRule(const Findings& findings) {
  std::string out = "<section id=\"by-rule\" role=\"tabpanel\" aria-labelledby=\"tab-rule\">\n";
  for (const std::vector<const Finding*>& group : BySpec(findings)) {
    auto info = findings.specs.find(group[0]->spec);
    out += Group(group, info == findings.specs.end() ? nullptr : &info->second);
  }
  return out + "</section>";
}

std::string HtmlByFile(const Findings& findings) {
  std::map<std::string, std::vector<const Finding*>> files;
  for (const Finding& finding : findings.all) {
    std::string file = !finding.source.path.empty() ? finding.source.path : finding.parts.file;
    files[file.empty() ? "(no source file)" : file].push_back(&finding);
  }
  std::string out = "<section id=\"by-file\" role=\"tabpanel\" aria-labelledby=\"tab-file\">\n";
  for (auto& [file, group] : files) {
    std::stable_sort(group.begin(), group.end(),
                     [](const Finding* a, const Finding* b) { return a->parts.line < b->parts.line; });
    out += "<details class=\"group\" open><summary><h2>" + EscapeMarkup(file) + "</h2>";
    out += "<span class=\"count\">" + HtmlCount(group.size(), "violation") + "</span></summary><table>";
    for (const Finding* finding : group) {
      out += fmt::format(
          "<tr class=\"row\" data-text=\"{}\"><td class=\"number\">{}</td><td>{}</td><td><a "
          "href=\"#f-{}\">{}</a></td>"
          "<td><code>{}</code></td></tr>",
          EscapeMarkup(SearchText(*finding)), finding->parts.line, Badge(finding->severity),
          finding->fingerprint, EscapeMarkup(finding->spec), EscapeMarkup(finding->source.Text()));
    }
    out += "</table></details>\n";
  }
  return out + "</section>";
}

}  // namespace revmon::report
