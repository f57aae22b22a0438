#include "spec/doc.h"

#include <algorithm>
#include <map>

#include "spec/ast.h"
#include "spec/plan_builder.h"

namespace revmon::spec {
namespace {

constexpr std::string_view kContract = "Contract:";
constexpr std::string_view kBlank = " \t\n";

std::string_view TrimBlank(std::string_view text) {
  size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string_view TakeLine(std::string_view& rest) {
  size_t end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

// Line breaks and indentation become single blanks.
std::string OneLine(std::string_view text) {
  std::string out;
  for (text = TrimBlank(text); !text.empty();) {
    size_t end = std::min(text.find_first_of(kBlank), text.size());
    out += (out.empty() ? "" : " ") + std::string(text.substr(0, end));
    text = TrimBlank(text.substr(end));
  }
  return out;
}

// The doc, cut at its tags; "" is the text before the first one.
std::map<std::string, std::string> Sections(std::string_view doc) {
  std::map<std::string, std::string> sections;
  std::string name;
  while (!doc.empty()) {
    std::string_view line = TakeLine(doc);
    std::string_view text = TrimBlank(line);
    if (text.starts_with('@')) {
      size_t end = std::min(text.find_first_of(kBlank), text.size());
      name = text.substr(1, end - 1);
      line = text.substr(end);
    }
    sections[name] += std::string(line) + "\n";
  }
  return sections;
}

std::vector<std::string> Paragraphs(std::string_view text) {
  std::vector<std::string> paragraphs;
  std::string current;
  while (!text.empty()) {
    std::string_view line = TakeLine(text);
    if (!TrimBlank(line).empty()) {
      current += std::string(line) + "\n";
    } else if (!current.empty()) {
      paragraphs.push_back(OneLine(current));
      current.clear();
    }
  }
  if (!current.empty()) paragraphs.push_back(OneLine(current));
  return paragraphs;
}

// What stands between <pre> and </pre>, or all of it.
std::string Snippet(std::string_view text) {
  size_t begin = text.find("<pre>");
  if (begin != std::string_view::npos) {
    text = text.substr(begin + 5);
    text = text.substr(0, text.find("</pre>"));
  }
  size_t first = text.find_first_not_of('\n');
  if (first == std::string_view::npos) return "";
  text.remove_prefix(first);
  return std::string(text.substr(0, text.find_last_not_of(kBlank) + 1));
}

}  // namespace

SpecDoc ParseDoc(std::string_view clean_doc) {
  SpecDoc doc;
  doc.rule = FirstSentence(clean_doc);
  std::map<std::string, std::string> sections = Sections(clean_doc);
  std::vector<std::string> paragraphs = Paragraphs(sections[""]);
  if (!paragraphs.empty() && paragraphs[0].starts_with(doc.rule)) {
    paragraphs[0] = std::string(TrimBlank(std::string_view(paragraphs[0]).substr(doc.rule.size())));
  }
  for (const std::string& paragraph : paragraphs) {
    if (paragraph.starts_with(kContract)) {
      doc.contract = OneLine(std::string_view(paragraph).substr(kContract.size()));
    } else if (!paragraph.empty()) {
      doc.why += (doc.why.empty() ? "" : "\n\n") + paragraph;
    }
  }
  doc.severity = DocTag(clean_doc, "severity");
  doc.profiles = DocList(clean_doc, "profile");
  doc.bad = Snippet(sections["bad"]);
  doc.good = Snippet(sections["good"]);
  doc.false_alarms = OneLine(sections["falsealarm"]);
  return doc;
}

std::vector<std::string> DocList(std::string_view clean_doc, std::string_view tag) {
  std::vector<std::string> words;
  std::string value = DocTag(clean_doc, tag);
  for (std::string_view rest = value; !rest.empty();) {
    size_t comma = std::min(rest.find(','), rest.size());
    std::string_view word = TrimBlank(rest.substr(0, comma));
    if (!word.empty()) words.emplace_back(word);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return words;
}

}  // namespace revmon::spec
