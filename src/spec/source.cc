#include "spec/source.h"

#include <algorithm>

namespace revmon::spec {
namespace {

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

size_t CountCharacters(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !IsContinuation(c); }));
}

// Blanks as wide as `text` on the user's screen: tabs stay tabs.
std::string Padding(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (!IsContinuation(c)) out += c == '\t' ? '\t' : ' ';
  }
  return out;
}

}  // namespace

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (size_t i = 0; i < text_.size(); ++i) {
    bool lone_cr = text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n');
    if (text_[i] == '\n' || lone_cr) line_starts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

std::string_view SourceText::Slice(Span span) const {
  size_t begin = std::min<size_t>(span.begin, text_.size());
  size_t end = std::clamp<size_t>(span.end, begin, text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

Position SourceText::At(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  auto line = static_cast<uint32_t>(after - line_starts_.begin());
  uint32_t start = line_starts_[line - 1];
  return {line, static_cast<uint32_t>(CountCharacters(Slice({start, offset})) + 1)};
}

std::string_view SourceText::Line(uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return {};
  uint32_t end = line < line_starts_.size() ? line_starts_[line] : static_cast<uint32_t>(text_.size());
  std::string_view view = Slice({line_starts_[line - 1], end});
  while (!view.empty() && (view.back() == '\n' || view.back() == '\r')) view.remove_suffix(1);
  return view;
}

std::string_view ToString(Level level) {
  switch (level) {
    case Level::kError: return "error";
    case Level::kWarning: return "warning";
    case Level::kNote: return "note";
  }
  return "?";
}

void Diagnostics::Error(Span span, std::string message, std::string hint) {
  if (errors_++ >= kMaxErrors) return;
  list_.push_back({Level::kError, span, std::move(message), std::move(hint)});
}

void Diagnostics::Warning(Span span, std::string message, std::string hint) {
  if (warnings_++ >= kMaxOthers) return;
  list_.push_back({Level::kWarning, span, std::move(message), std::move(hint)});
}

void Diagnostics::Note(Span span, std::string message, std::string hint) {
  if (notes_++ >= kMaxOthers) return;
  list_.push_back({Level::kNote, span, std::move(message), std::move(hint)});
}

void Diagnostics::Sort() {
  std::stable_sort(list_.begin(), list_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
}

std::string Render(const SourceText& source, const Diagnostic& diagnostic) {
  constexpr size_t kMaxShown = 200;  // generated one-line files must not flood the terminal
  Position at = source.At(diagnostic.span.begin);
  std::string out = source.name() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                    std::string(ToString(diagnostic.level)) + ": " + diagnostic.message + "\n";
  std::string_view line = source.Line(at.line).substr(0, kMaxShown);
  size_t line_start = line.empty() ? 0 : static_cast<size_t>(line.data() - source.text().data());
  size_t before = diagnostic.span.begin - std::min<size_t>(line_start, diagnostic.span.begin);
  if (!line.empty() && before <= line.size()) {
    std::string_view marked =
        line.substr(before, diagnostic.span.end - std::min(diagnostic.span.begin, diagnostic.span.end));
    size_t width = std::max<size_t>(1, CountCharacters(marked));
    out += "  " + std::string(line) + "\n";
    out += "  " + Padding(line.substr(0, before)) + "^" + std::string(width - 1, '~') + "\n";
  }
  if (!diagnostic.hint.empty()) out += "  " + diagnostic.hint + "\n";
  return out;
}

std::string Render(const SourceText& source, const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.list()) out += Render(source, diagnostic);
  if (diagnostics.errors() > Diagnostics::kMaxErrors) {
    out += source.name() + ": " + std::to_string(diagnostics.errors() - Diagnostics::kMaxErrors) +
           " further errors are not shown\n";
  }
  return out;
}

}  // namespace revmon::spec
