// Answers: which changed files that are no classes can matter to tests?
//
// Files of the build (poms, scripts of Gradle) decide what is compiled, what is on class paths and which
// tests there are: after a change of one nothing earlier says anything. Sources are seen through the classes
// they become, documentation is for people. What is left, data, matters to those who open it; where that was
// recorded it is known who does, elsewhere it can be anybody.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "graph/program.h"

namespace revmon::select {

enum class InputKind : uint8_t { kSource, kDocument, kBuild, kData };
[[nodiscard]] InputKind KindOfInput(std::string_view path);

struct ChangedInputs {
  std::string why_all;            // not "": all tests have to run, for this reason
  std::vector<std::string> data;  // from the project's root
};

// `paths` are those that differ, from the root of the repository; `below` is the project's root there ("" or
// "sub/folder"). Others' files do not matter, but for build files of folders above.
[[nodiscard]] ChangedInputs SortInputs(const std::vector<std::string>& paths, const std::string& below);

// A changed file that nobody follows where it is not known who opens files; "" if there is none.
// Resources on the class path are followed.
[[nodiscard]] std::string WhyAllFor(const std::vector<std::string>& data, const graph::Program& program);

// Texts of "name=value" lines: "TZ is UTC instead of CET", of the first that differs; "" if none does.
// Values that begin with # are hashes: "MAVEN_OPTS differs".
[[nodiscard]] std::string DifferenceOf(std::string_view before, std::string_view after);

}  // namespace revmon::select
