// Answers: what kind of project is in this folder, and which program builds it?
//
// A look at file names and poms, nothing is run. Class paths and output folders are not guessed here: the
// build tool says them while it runs (facts.h).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "project/pom.h"

namespace revmon::project {

enum class BuildTool : uint8_t { kMaven, kGradle, kNone };

[[nodiscard]] std::string_view ToString(BuildTool tool);  // "Maven", "Gradle", "no build tool"

struct Module {
  std::string name;    // artifactId, or the folder's name
  std::string folder;  // absolute
  Pom pom;             // Maven only
};

struct Project {
  BuildTool tool = BuildTool::kNone;
  std::string root;             // absolute
  std::string wrapper;          // absolute path of mvnw or gradlew; "" = none
  std::vector<Module> modules;  // Maven: the root first; Gradle: those whose folder has a build script
};

// The build in `folder`. With both Maven and Gradle the one that has a wrapper is taken, else Maven; `wanted`
// decides instead when it is not kNone. kNotFound, with the next step, when there is none; kMalformed, with
// the place, for a pom that cannot be read.
[[nodiscard]] Result<Project> FindProject(const FileSystem& files, const std::string& folder,
                                          BuildTool wanted = BuildTool::kNone);

// Names of the test frameworks among jar names, paths or "group:artifact": "JUnit 5", "TestNG" ..., each
// once.
[[nodiscard]] std::vector<std::string> TestFrameworks(const std::vector<std::string>& artifacts);

}  // namespace revmon::project
