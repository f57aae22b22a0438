// Answers: what does a pom.xml say about itself?
//
// Only what is needed before Maven runs: names, modules, and what to tell a user who asks what would happen.
// Parents, properties, profiles and everything else that makes an effective model are Maven's business; what
// Maven made of a module is in its facts (facts.h).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace revmon::project {

// A plugin as the pom configures it; empty where it says nothing.
struct PomPlugin {
  std::string artifact;
  std::string version;
  std::string arg_line;
  std::string fork_count;
};

struct Pom {
  std::string group;  // inherited from <parent> when the pom has none
  std::string artifact;
  std::string packaging = "jar";
  std::vector<std::string> modules;       // relative to the pom's folder; those of profiles included
  std::vector<std::string> dependencies;  // "group:artifact", of all scopes, managed ones left out
  std::vector<PomPlugin> plugins;         // of <build>, managed ones and those of profiles included
};

// kMalformed with line and column when it is no XML, or no pom.
[[nodiscard]] Result<Pom> ReadPom(std::string_view text);

}  // namespace revmon::project
