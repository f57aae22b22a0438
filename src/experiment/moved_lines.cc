#include "experiment/moved_lines.h"

#include <charconv>
#include <utility>

#include "select/place.h"

namespace revmon::experiment {
namespace {

// Of "a.B.m(B.java:12)".
select::Place PlaceOf(const std::string& location) {
  wire::Violation violation;
  violation.location = location;
  const size_t open = location.find('(');
  const size_t colon = location.rfind(':');
  if (open != std::string::npos && colon != std::string::npos && colon > open) {
    violation.file = location.substr(open + 1, colon - open - 1);
    std::from_chars(location.data() + colon + 1, location.data() + location.size(), violation.line);
  }
  return select::PlaceOf(violation);
}

}  // namespace

select::SourceLines* MovedLines::Lines(const Pair& pair) {
  auto known = lines_.find(pair);
  if (known == lines_.end()) {
    auto repository = repositories_.find(pair.project);
    if (repository == repositories_.end()) {
      Result<std::optional<vcs::Repository>> opened =
          vcs::Repository::OpenBare(out_ + "/clones/" + pair.project);
      repository = repositories_.try_emplace(pair.project).first;
      if (opened.ok()) repository->second = std::move(*opened);
    }
    std::optional<select::SourceLines> lines;
    if (repository->second) {
      Result<std::string> old_tree = repository->second->TreeOf(pair.old_revision);
      Result<std::string> new_tree = repository->second->TreeOf(pair.new_revision);
      if (old_tree.ok() && new_tree.ok()) {
        Result<select::SourceLines> made =
            select::SourceLines::Between(*repository->second, *old_tree, *new_tree);
        if (made.ok()) lines.emplace(std::move(*made));
      }
    }
    known = lines_.emplace(pair, std::move(lines)).first;
  }
  return known->second ? &*known->second : nullptr;
}

bool MovedLines::Same(const Located& old_one, const Located& new_one) {
  const select::Place old_place = PlaceOf(old_one.location);
  const select::Place new_place = PlaceOf(new_one.location);
  select::SourceLines* lines = Lines({new_one.project, old_one.revision, new_one.revision});
  if (lines == nullptr || !lines->Knows(old_place)) return old_one.location == new_one.location;
  return lines->Same(old_place, new_place);
}

}  // namespace revmon::experiment
