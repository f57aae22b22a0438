// Answers: would monitoring work here, and what is in the way?
//
// Everything that `revmon test` relies on is tried out, not guessed: each JDK starts once with the agent and
// must leave results, the build tool says its version. Nothing of the project is built or changed.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "run/installation.h"

namespace revmon::run {

enum class Health : uint8_t {
  kGood,
  kNote,  // works, but the user should know
  kBad,   // revmon test cannot work like this
};

[[nodiscard]] std::string_view ToString(Health health);  // "ok", "note", "problem"

struct Check {
  std::string topic;  // "RevMon", "Java", "project"
  Health health = Health::kGood;
  std::string text;
  std::string fix;  // the next step; "" when there is none
};

struct DoctorOptions {
  std::string folder = ".";
  std::string build_program;  // "" = as revmon test finds it
};

[[nodiscard]] std::vector<Check> Examine(FileSystem& files, const DoctorOptions& options);

// The parts, for tests.
[[nodiscard]] std::vector<Check> ExamineProject(const FileSystem& files, const DoctorOptions& options);
// Starts the JVM of this JDK with the agent on a plan of one spec.
[[nodiscard]] Check TryAgent(FileSystem& files, const Installation& installation, const std::string& jdk_home,
                             const std::string& version);

}  // namespace revmon::run
