// Answers: how much longer will this build take, going by the last one?
//
// A run leaves the moments at which its tests started, lines of "milliseconds TAB name", and its end with no
// name. When the same test starts in the next run, the rest is taken to last as long as it did then; before
// that, and where the build names no tests, the whole is. Neither a slow start nor a test that is new spoils
// the estimate, since each known test sets it right again.
#pragma once
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "run/build.h"

namespace revmon::run {

struct Timeline {
  struct Start {
    std::string test;
    std::chrono::milliseconds at{0};
    friend bool operator==(const Start&, const Start&) = default;
  };
  std::vector<Start> starts;         // in order
  std::chrono::milliseconds end{0};  // 0 = nothing is known
};

[[nodiscard]] Status WriteTimeline(FileSystem& files, const std::string& folder, const Timeline& timeline);
// What is missing or damaged is unknown.
[[nodiscard]] Timeline ReadTimeline(const FileSystem& files, const std::string& folder);

// Follows one build: notes its own timeline, and says what is left by the last one's.
class Estimate {
 public:
  explicit Estimate(const Timeline& last);
  // What is left; nothing when nothing is known or when it takes longer than it did.
  [[nodiscard]] std::optional<std::chrono::milliseconds> Left(const BuildState& state);
  // What was seen so far, with this as the end.
  [[nodiscard]] Timeline Finish(std::chrono::milliseconds end) const;

 private:
  std::map<std::string, std::chrono::milliseconds> last_starts_;  // the first of each name
  std::chrono::milliseconds last_end_;
  std::chrono::milliseconds expected_end_;
  Timeline seen_;
};

}  // namespace revmon::run
