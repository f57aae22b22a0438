#include "spec/ast.h"

namespace revmon::spec {
namespace {

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f";
  size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// Line breaks and runs of blanks become one blank, so that a dump has one construct a line.
std::string OneLine(std::string_view text) {
  std::string out;
  for (char c : Trim(text)) {
    bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  return out;
}

std::string Params(const std::vector<ParamDecl>& params) {
  std::string out = "(";
  for (const ParamDecl& param : params) {
    if (&param != &params.front()) out += ", ";
    out += ToString(param.type) + " " + param.name.text;
  }
  return out + ")";
}

std::string_view ToString(JavaMember::Kind kind) {
  switch (kind) {
    case JavaMember::Kind::kField: return "field";
    case JavaMember::Kind::kMethod: return "method";
    case JavaMember::Kind::kInitializer: return "initializer";
    case JavaMember::Kind::kType: return "type";
  }
  return "?";
}

std::string Code(const JavaCode& code) {
  std::string text = OneLine(code.text);
  return text.empty() ? "{}" : "{ " + text + " }";
}

std::string Dump(const EventDecl& event) {
  std::string out = "  ";
  if (event.creation) out += "creation ";
  if (event.is_static) out += "static ";
  if (event.blocking) out += "blocking ";
  out += "event " + event.name.text + " ";
  if (event.advice == Advice::kAround) out += ToString(event.around_type) + " ";
  bool after = event.advice == Advice::kAfterReturning || event.advice == Advice::kAfterThrowing;
  out += std::string(after ? "after" : ToString(event.advice)) + Params(event.params);
  if (after) out += event.advice == Advice::kAfterReturning ? " returning" : " throwing";
  if (event.result) out += "(" + ToString(event.result->type) + " " + event.result->name.text + ")";
  out += "\n" + Dump(event.pointcut, 4);
  if (event.body) out += "    body " + Code(*event.body) + "\n";
  return out;
}

}  // namespace

std::string_view ToString(Advice advice) {
  switch (advice) {
    case Advice::kBefore: return "before";
    case Advice::kAfter: return "after";
    case Advice::kAfterReturning: return "after returning";
    case Advice::kAfterThrowing: return "after throwing";
    case Advice::kAround: return "around";
  }
  return "?";
}

std::string Dump(const SpecDecl& spec) {
  std::string out = "spec " + spec.name.text + Params(spec.params) + "\n";
  if (!spec.severity.text.empty()) out += "  severity " + spec.severity.text + "\n";
  for (const Name& modifier : spec.modifiers) out += "  modifier " + modifier.text + "\n";
  for (const JavaMember& member : spec.members) {
    out += "  " + std::string(ToString(member.kind));
    for (const std::string& name : member.names) out += " " + name;
    out += ": " + OneLine(member.code.text) + "\n";
  }
  for (const PointcutDecl& named : spec.pointcuts) {
    out += "  pointcut " + named.name.text + Params(named.params) + "\n" + Dump(named.pointcut, 4);
  }
  for (const EventDecl& event : spec.events) out += Dump(event);
  for (const FormulaDecl& formula : spec.formulas) {
    out += "  " + formula.logic.text + ": " + OneLine(formula.text) + "\n";
    for (const HandlerDecl& handler : formula.handlers) {
      out += "    @" + handler.category.text + " " + Code(handler.body) + "\n";
    }
  }
  return out;
}

std::string Dump(const FileAst& file) {
  std::string out;
  if (!file.package.empty()) out += "package " + file.package + "\n";
  for (const ImportDecl& import : file.imports) {
    out += std::string("import ") + (import.is_static ? "static " : "") + import.name +
           (import.on_demand ? ".*" : "") + "\n";
  }
  for (const SpecDecl& spec : file.specs) out += Dump(spec);
  return out;
}

std::string CleanDoc(std::string_view comment) {
  if (comment.substr(0, 3) == "/**") comment.remove_prefix(3);
  if (comment.size() >= 2 && comment.substr(comment.size() - 2) == "*/") comment.remove_suffix(2);
  std::string out;
  while (!comment.empty()) {
    size_t end = comment.find('\n');
    std::string_view line = Trim(comment.substr(0, end));
    comment = end == std::string_view::npos ? std::string_view() : comment.substr(end + 1);
    size_t stars = line.find_first_not_of('*');
    line = stars == std::string_view::npos ? std::string_view() : line.substr(stars);
    bool decorated = stars > 0 && line.starts_with(' ');
    if (decorated) line.remove_prefix(1);  // what is indented further is meant to be
    if (out.empty()) line = Trim(line);
    if (!line.empty() || !out.empty()) out += std::string(line) + "\n";
  }
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

std::string DocTag(std::string_view clean_doc, std::string_view tag) {
  std::string wanted = "@" + std::string(tag);
  for (size_t at = 0; (at = clean_doc.find(wanted, at)) != std::string_view::npos; at += wanted.size()) {
    size_t before = clean_doc.substr(0, at).find_last_not_of(" \t");
    bool starts_line = before == std::string_view::npos || clean_doc[before] == '\n';
    std::string_view rest = clean_doc.substr(at + wanted.size());
    bool whole_word = rest.empty() || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n';
    if (starts_line && whole_word) return std::string(Trim(rest.substr(0, rest.find('\n'))));
  }
  return "";
}

}  // namespace revmon::spec
