// Answers: which line of the new file is this line of the old one?
//
// Lines outside the hunks of git's diff have moved as git says. A line inside a hunk has been edited, and yet
// its statement may be the same: comments, blanks, line breaks and moving it elsewhere in the file do not
// change what runs. So statements are compared as tokens (statements.h); a line that only lost or gained a
// comment is still the same line. Lines count from 1.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "vcs/statements.h"

namespace revmon::vcs {

// A run of lines that git says was replaced: `old_count` lines from old_start by `new_count` from new_start.
// With a count of 0 nothing is there, and start is the line before.
struct Hunk {
  uint32_t old_start = 0;
  uint32_t old_count = 0;
  uint32_t new_start = 0;
  uint32_t new_count = 0;
  friend bool operator==(const Hunk&, const Hunk&) = default;
};

class LineMap {
 public:
  // Every line is where it was.
  LineMap() = default;
  // `hunks` ascend. Both texts are only read.
  LineMap(std::vector<Hunk> hunks, std::string_view old_text, std::string_view new_text);

  // Where git has moved an unedited line; nothing for one inside a hunk.
  [[nodiscard]] std::optional<uint32_t> Unedited(uint32_t old_line) const;
  // Is the statement at this edited line the one at that edited line? False for unedited lines.
  [[nodiscard]] bool SameStatement(uint32_t old_line, uint32_t new_line) const;
  // Unedited, or else an edited line with the same statement, the nearest one.
  [[nodiscard]] std::optional<uint32_t> Map(uint32_t old_line) const;
  // Where the line would be by its neighbours, also when it was edited or is gone.
  [[nodiscard]] uint32_t Guess(uint32_t old_line) const;

 private:
  [[nodiscard]] bool InOldHunk(uint32_t line) const;
  [[nodiscard]] bool InNewHunk(uint32_t line) const;

  std::vector<Hunk> hunks_;
  Statements old_, new_;
};

}  // namespace revmon::vcs
