// Answers: is this violation of a revision the one that an earlier revision had, edits considered?
//
// By the experiment's own clones: a location is carried from one commit to the other as `revmon test`
// does it (select/source_lines.h), so that lines which merely moved do not make a violation new. Where a
// class has no source in git, or there is no clone any more, locations are compared as they are.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "experiment/analysis.h"
#include "select/source_lines.h"
#include "vcs/repository.h"

namespace revmon::experiment {

class MovedLines {
 public:
  // `out` is the folder of the experiment. Not thread-safe: line maps are made when first asked for.
  explicit MovedLines(std::string out) : out_(std::move(out)) {}

  [[nodiscard]] bool Same(const Located& old_one, const Located& new_one);

 private:
  struct Pair {
    std::string project, old_revision, new_revision;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };
  [[nodiscard]] select::SourceLines* Lines(const Pair& pair);

  std::string out_;
  std::map<std::string, std::optional<vcs::Repository>> repositories_;  // by project; stable addresses
  std::map<Pair, std::optional<select::SourceLines>> lines_;
};

}  // namespace revmon::experiment
