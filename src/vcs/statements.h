// Answers: which statement stands on this line, whatever its layout?
//
// A light tokenizer for the C-like languages of the JVM (Java, Kotlin, Groovy, Scala): comments and blanks
// are dropped, string and character literals are kept, and text is cut at ';', '{' and '}' unless they are
// inside parentheses (but not inside braces inside parentheses: a lambda has statements of its own).
// Languages that end statements by the line have longer ones here; they are compared whole, which errs on the
// side of "the statement changed". Linear; nothing is copied but hashes.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace revmon::vcs {

class Statements {
 public:
  Statements() = default;
  explicit Statements(std::string_view text);

  [[nodiscard]] uint32_t line_count() const { return static_cast<uint32_t>(lines_.size()); }
  // What the statements with a token on this line (counted from 1) say, all together; 0 for none.
  [[nodiscard]] uint64_t At(uint32_t line) const {
    return line == 0 || line > lines_.size() ? 0 : lines_[line - 1];
  }

 private:
  std::vector<uint64_t> lines_;
};

// The text of a line (counted from 1) without the blanks around it; "" where there is none.
[[nodiscard]] std::string_view LineAt(std::string_view text, uint32_t line);

}  // namespace revmon::vcs
