#include "report/findings.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "base/hash.h"

namespace revmon::report {
namespace {

int RankOf(std::string_view severity) {
  if (severity == "error") return 0;
  return severity == "warning" ? 1 : 2;
}

std::string_view Trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

Location ParseLocation(const std::string& text) {
  Location out;
  size_t open = text.rfind('(');
  if (open == std::string::npos || !text.ends_with(')')) return out;
  std::string_view inside = std::string_view(text).substr(open + 1, text.size() - open - 2);
  size_t colon = inside.rfind(':');
  if (colon != std::string_view::npos) {
    std::string_view number = inside.substr(colon + 1);
    auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), out.line);
    if (error != std::errc() || end != number.data() + number.size()) out.line = 0;
    inside = inside.substr(0, colon);
  }
  if (inside.find('.') != std::string_view::npos) out.file = inside;  // not "Unknown Source"
  std::string_view member = std::string_view(text).substr(0, open);
  size_t dot = member.rfind('.');
  if (dot == std::string_view::npos) {
    out.class_name = member;
  } else {
    out.class_name = member.substr(0, dot);
    out.method = member.substr(dot + 1);
  }
  return out;
}

std::string Source::Text() const {
  if (line < first_line || line - first_line >= lines.size()) return "";
  return std::string(Trimmed(lines[line - first_line]));
}

std::string Finding::Place() const {
  if (!source.path.empty()) return source.path + ":" + std::to_string(source.line);
  if (!parts.file.empty() && parts.line > 0) return parts.file + ":" + std::to_string(parts.line);
  return location.empty() ? "(unknown place)" : location;
}

size_t Findings::CountOf(std::string_view severity) const {
  return static_cast<size_t>(std::count_if(
      all.begin(), all.end(), [&](const Finding& finding) { return finding.severity == severity; }));
}

size_t Findings::NewCount() const {
  return static_cast<size_t>(
      std::count_if(all.begin(), all.end(), [](const Finding& finding) { return !finding.known; }));
}

size_t Findings::StableCount(bool only_new) const {
  return static_cast<size_t>(std::count_if(all.begin(), all.end(), [&](const Finding& finding) {
    return !finding.Unstable() && !(only_new && finding.known);
  }));
}

void SetFingerprints(std::vector<Finding>* findings) {
  std::vector<Finding*> by_line;
  for (Finding& finding : *findings) by_line.push_back(&finding);
  std::stable_sort(by_line.begin(), by_line.end(),
                   [](const Finding* a, const Finding* b) { return a->parts.line < b->parts.line; });
  std::map<Hash128, uint64_t> seen;
  for (Finding* finding : by_line) {
    Hasher hasher;
    hasher.Field("revmon-finding-1").Field(finding->spec).Field(finding->category);
    hasher.Field(finding->parts.class_name).Field(finding->parts.method).Field(finding->source.Text());
    if (finding->parts.class_name.empty()) hasher.Field(finding->location);
    uint64_t position = seen[hasher.Finish()]++;
    finding->fingerprint = ToHex(hasher.U8(position).Finish());
  }
}

void PreferRules(Findings* findings) {
  for (Finding& finding : findings->all) {
    auto info = findings->specs.find(finding.spec);
    if (info == findings->specs.end() || info->second.doc.rule.empty()) continue;
    const size_t end = std::min(finding.message.find('\n'), finding.message.size());
    const bool more = finding.message.find_first_not_of("\r\n\t ", end) != std::string::npos;
    const bool usual =
        finding.message.starts_with("Specification " + finding.spec + " has been violated on line ");
    if (usual && !more) finding.message = info->second.doc.rule;
  }
}

void Sort(std::vector<Finding>* findings) {
  std::stable_sort(findings->begin(), findings->end(), [](const Finding& a, const Finding& b) {
    auto key = [](const Finding& f) {
      return std::make_tuple(RankOf(f.severity), std::string_view(f.source.path),
                             std::string_view(f.parts.class_name), f.parts.line, std::string_view(f.spec),
                             std::string_view(f.category), std::string_view(f.location));
    };
    return key(a) < key(b);
  });
}

}  // namespace revmon::report
