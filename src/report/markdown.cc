#include "report/markdown.h"

#include <fmt/core.h>

#include <algorithm>

namespace revmon::report {
namespace {

std::string Fenced(const std::string& code) {
  std::string fence = code.find("```") == std::string::npos ? "```" : "~~~~";
  return fence + "java\n" + code + "\n" + fence + "\n";
}

std::string Indented(std::string_view code) {
  std::string out;
  while (!code.empty()) {
    size_t end = std::min(code.find('\n'), code.size());
    if (end > 0) out += "    " + std::string(code.substr(0, end));
    out += '\n';
    code.remove_prefix(std::min(end + 1, code.size()));
  }
  return out;
}

// Paragraphs are separated by an empty line.
std::string WrappedParagraphs(std::string_view text, size_t width) {
  std::string out;
  while (!text.empty()) {
    size_t end = text.find("\n\n");
    out += (out.empty() ? "" : "\n") + Wrapped(text.substr(0, end), width);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 2);
  }
  return out;
}

}  // namespace

std::string Wrapped(std::string_view text, size_t width, std::string_view indent) {
  std::string out;
  std::string line;
  while (!text.empty()) {
    size_t begin = text.find_first_not_of(" \n");
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (!line.empty() && indent.size() + line.size() + 1 + end > width) {
      out += std::string(indent) + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(text.substr(0, end));
    text.remove_prefix(end);
  }
  if (!line.empty()) out += std::string(indent) + line + "\n";
  return out;
}

std::string SpecMarkdown(const SpecInfo& info) {
  std::string out = "**" + info.doc.rule + "**\n";
  if (!info.doc.why.empty()) out += "\n" + info.doc.why + "\n";
  if (!info.doc.contract.empty()) out += "\n*Contract:* " + info.doc.contract + "\n";
  if (!info.doc.bad.empty()) out += "\nWrong:\n\n" + Fenced(info.doc.bad);
  if (!info.doc.good.empty()) out += "\nRight:\n\n" + Fenced(info.doc.good);
  if (!info.doc.false_alarms.empty()) out += "\n*False alarms:* " + info.doc.false_alarms + "\n";
  return out;
}

std::string SpecPlainText(const SpecInfo& info, size_t width) {
  std::string out = Wrapped(info.doc.rule, width);
  if (!info.doc.why.empty()) out += "\n" + WrappedParagraphs(info.doc.why, width);
  if (!info.doc.contract.empty()) out += "\n" + Wrapped("Contract: " + info.doc.contract, width);
  if (!info.doc.bad.empty()) out += "\nWrong:\n" + Indented(info.doc.bad);
  if (!info.doc.good.empty()) out += "\nRight:\n" + Indented(info.doc.good);
  if (!info.doc.false_alarms.empty()) out += "\n" + Wrapped("False alarms: " + info.doc.false_alarms, width);
  return out;
}

}  // namespace revmon::report
