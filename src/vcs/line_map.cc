#include "vcs/line_map.h"

#include <algorithm>

namespace revmon::vcs {
namespace {

constexpr uint32_t kFarthest = ~uint32_t{0};

bool Covers(uint32_t start, uint32_t count, uint32_t line) { return line >= start && line - start < count; }

uint32_t Distance(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

}  // namespace

LineMap::LineMap(std::vector<Hunk> hunks, std::string_view old_text, std::string_view new_text)
    : hunks_(std::move(hunks)) {
  bool edits = std::any_of(hunks_.begin(), hunks_.end(),
                           [](const Hunk& hunk) { return hunk.old_count > 0 && hunk.new_count > 0; });
  bool moves = hunks_.size() > 1;
  if (!edits && !moves) return;
  old_ = Statements(old_text);
  new_ = Statements(new_text);
}

bool LineMap::InOldHunk(uint32_t line) const {
  return std::any_of(hunks_.begin(), hunks_.end(),
                     [&](const Hunk& hunk) { return Covers(hunk.old_start, hunk.old_count, line); });
}

bool LineMap::InNewHunk(uint32_t line) const {
  return std::any_of(hunks_.begin(), hunks_.end(),
                     [&](const Hunk& hunk) { return Covers(hunk.new_start, hunk.new_count, line); });
}

std::optional<uint32_t> LineMap::Unedited(uint32_t old_line) const {
  int64_t shift = 0;
  for (const Hunk& hunk : hunks_) {
    if (Covers(hunk.old_start, hunk.old_count, old_line)) return std::nullopt;
    // A hunk that only adds stands behind its start line, so that line itself does not move.
    if (hunk.old_start >= old_line) break;
    shift += int64_t{hunk.new_count} - int64_t{hunk.old_count};
  }
  return static_cast<uint32_t>(int64_t{old_line} + shift);
}

bool LineMap::SameStatement(uint32_t old_line, uint32_t new_line) const {
  uint64_t statement = old_.At(old_line);
  return statement != 0 && statement == new_.At(new_line) && InOldHunk(old_line) && InNewHunk(new_line);
}

std::optional<uint32_t> LineMap::Map(uint32_t old_line) const {
  if (std::optional<uint32_t> line = Unedited(old_line)) return line;
  uint64_t statement = old_.At(old_line);
  if (statement == 0) return std::nullopt;
  uint32_t expected = Guess(old_line);
  std::optional<uint32_t> best;
  uint32_t distance = kFarthest;
  for (const Hunk& hunk : hunks_) {
    for (uint32_t line = hunk.new_start; Covers(hunk.new_start, hunk.new_count, line); ++line) {
      if (new_.At(line) != statement || Distance(line, expected) >= distance) continue;
      best = line;
      distance = Distance(line, expected);
    }
  }
  return best;
}

uint32_t LineMap::Guess(uint32_t old_line) const {
  int64_t shift = 0;
  for (const Hunk& hunk : hunks_) {
    if (Covers(hunk.old_start, hunk.old_count, old_line)) {
      if (hunk.new_count == 0) return std::max<uint32_t>(hunk.new_start, 1);
      return hunk.new_start + std::min(old_line - hunk.old_start, hunk.new_count - 1);
    }
    if (hunk.old_start >= old_line) break;
    shift += int64_t{hunk.new_count} - int64_t{hunk.old_count};
  }
  return static_cast<uint32_t>(std::max<int64_t>(int64_t{old_line} + shift, 1));
}

}  // namespace revmon::vcs
