// Answers: how is a mistake in a spec file shown to the person who made it?
//
// Everything after the lexer speaks in byte offsets (Span); lines and columns are computed only when a
// diagnostic is rendered. A run collects up to a limit of errors and goes on after each, so that one run
// shows them all; warnings and notes never stop anything. Columns count characters (UTF-8), not bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spec/span.h"

namespace revmon::spec {

struct Position {
  uint32_t line = 1;
  uint32_t column = 1;
};

// A named text with a line table. Parse refuses texts above kMaxSize.
class SourceText {
 public:
  static constexpr size_t kMaxSize = size_t{16} << 20;

  SourceText(std::string name, std::string text);
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view Slice(Span span) const;
  [[nodiscard]] Position At(uint32_t offset) const;
  // Line `line` (1-based) without its line break; empty when there is no such line.
  [[nodiscard]] std::string_view Line(uint32_t line) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
};

enum class Level : uint8_t { kError, kWarning, kNote };
[[nodiscard]] std::string_view ToString(Level level);

struct Diagnostic {
  Level level = Level::kError;
  Span span;
  std::string message;
  std::string hint;  // "did you mean 'target'?"; empty when there is nothing to say
};

class Diagnostics {
 public:
  static constexpr size_t kMaxErrors = 50;  // after these, further errors are only counted
  static constexpr size_t kMaxOthers = 500;

  void Error(Span span, std::string message, std::string hint = "");
  void Warning(Span span, std::string message, std::string hint = "");
  void Note(Span span, std::string message, std::string hint = "");

  [[nodiscard]] const std::vector<Diagnostic>& list() const { return list_; }
  [[nodiscard]] size_t errors() const { return errors_; }
  [[nodiscard]] size_t warnings() const { return warnings_; }
  // In order of the text; equal positions keep their order of report.
  void Sort();

 private:
  std::vector<Diagnostic> list_;
  size_t errors_ = 0;
  size_t warnings_ = 0;
  size_t notes_ = 0;
};

// "a.mop:3:7: error: message", the source line, a caret line, and the hint; ends with a line break.
[[nodiscard]] std::string Render(const SourceText& source, const Diagnostic& diagnostic);
// All of them, in list order.
[[nodiscard]] std::string Render(const SourceText& source, const Diagnostics& diagnostics);

}  // namespace revmon::spec
