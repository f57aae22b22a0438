#include "spec/compile.h"

#include "base/suggest.h"
#include "logic/compile.h"

namespace revmon::spec {
namespace {

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

// Where line and column of the formula's text lie in the file, widened to the word there.
Span SpanInFormula(const Property& property, uint32_t line, uint32_t column) {
  const std::string& text = property.formula;
  size_t at = 0;
  for (uint32_t i = 1; i < line && at < text.size(); ++i) {
    size_t end = text.find('\n', at);
    at = end == std::string::npos ? text.size() : end + 1;
  }
  at = std::min(at + (column > 0 ? column - 1 : 0), text.size());
  size_t end = at;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  auto begin = static_cast<uint32_t>(property.span.begin + at);
  return {begin, static_cast<uint32_t>(property.span.begin + std::max(end, at + 1))};
}

void Report(const Property& property, const Spec& spec, const Error& error, Diagnostics* diagnostics) {
  bool placed = error.place().line > 0;
  Span span = placed ? SpanInFormula(property, error.place().line, error.place().column) : property.span;
  std::string hint = error.hint();
  if (hint.empty() && placed) {
    std::string_view word = std::string_view(property.formula).substr(span.begin - property.span.begin);
    hint = DidYouMean(word.substr(0, span.end - span.begin), spec.symbols);
  }
  diagnostics->Error(span, property.logic + ": " + error.message(), hint);
}

// One handler at a time, to learn which of them names an unknown category. True when one was found.
bool ReportCategories(const Property& property, logic::Logic logic, const logic::Alphabet& alphabet,
                      Diagnostics* diagnostics) {
  bool found = false;
  for (const Handler& handler : property.handlers) {
    auto machine = logic::Compile(logic, property.formula, alphabet, std::span(&handler.category, 1));
    if (machine.ok() || machine.error().code() != ErrorCode::kNotFound || machine.error().place().line > 0)
      continue;
    std::string hint = DidYouMean(handler.category, logic::BuiltinCategories(logic));
    if (hint.empty()) hint = machine.error().hint();
    diagnostics->Error(handler.span, machine.error().message(), hint);
    found = true;
  }
  return found;
}

bool CompileOne(const Spec& spec, Property* property, Diagnostics* diagnostics) {
  std::optional<logic::Logic> logic = logic::LogicFromName(property->logic);
  if (!logic) return property->logic == "raw";
  logic::Alphabet alphabet{std::span(spec.symbols)};
  std::vector<std::string> handled;
  for (const Handler& handler : property->handlers) handled.push_back(handler.category);
  auto machine = logic::Compile(*logic, property->formula, alphabet, handled);
  if (machine.ok()) {
    property->machine = std::move(machine).value();
    return true;
  }
  bool about_category = machine.error().code() == ErrorCode::kNotFound && machine.error().place().line == 0;
  if (about_category && ReportCategories(*property, *logic, alphabet, diagnostics)) return false;
  Report(*property, spec, machine.error(), diagnostics);
  return false;
}

}  // namespace

bool CompileProperties(Spec* spec, Diagnostics* diagnostics) {
  bool ok = true;
  for (Property& property : spec->properties) ok &= CompileOne(*spec, &property, diagnostics);
  return ok;
}

}  // namespace revmon::spec
