// Answers: how is a build asked to run the tests of some classes only, once more?
//
// By class, not by method: every version of Surefire, Gradle and the launcher understands the name of a top
// class, and nested, parameterized and dynamic tests come with it. What was behind -- stays, but for words
// that choose tests themselves.
//
//   Maven   -Dtest=a.BTest,a.BTest$* (and -Dit.test), where a module without such tests is no failure
//   Gradle  for each test task that has the class: :lib:test --tests a.BTest*
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "project/facts.h"
#include "project/project.h"

namespace revmon::project {

// "a.B$Inner#m[2]" -> "a.B": the top class of a test as the agent names it; "" when it has none.
[[nodiscard]] std::string TopClassOf(std::string_view test);

// The words behind the build program's own, instead of `arguments`. `runs` are the records of the first run.
// Empty when no test task is known to have one of these classes.
[[nodiscard]] std::vector<std::string> RerunArguments(const FileSystem& files, BuildTool tool,
                                                      const std::vector<std::string>& arguments,
                                                      const std::vector<std::string>& classes,
                                                      const std::vector<TestRun>& runs);

}  // namespace revmon::project
