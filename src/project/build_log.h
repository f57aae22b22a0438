// Answers: what does a line that a build tool printed mean to somebody who waits, and why did the build fail?
#pragma once
#include <string>
#include <string_view>

#include "project/project.h"

namespace revmon::project {

// The test class (Maven) or test task (Gradle) that this line says is being run now; "" for other lines.
[[nodiscard]] std::string_view TestStartedBy(std::string_view line);

// The part of the log that says why the build failed, as the tool put it: Maven's errors with what follows
// them, Gradle's output from the first failure on. The end of the log when neither is found; at most
// `max_lines` lines, the first half and the last half of them when there are more.
[[nodiscard]] std::string FailureExcerpt(std::string_view log, size_t max_lines);

}  // namespace revmon::project
