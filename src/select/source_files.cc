#include "select/source_files.h"

#include <algorithm>

#include "base/path.h"
#include "vcs/statements.h"

namespace revmon::select {

std::string PackagePath(std::string_view class_name) {
  size_t dot = class_name.rfind('.');
  std::string package(dot == std::string_view::npos ? "" : class_name.substr(0, dot + 1));
  std::replace(package.begin(), package.end(), '.', '/');
  return package;
}

Result<SourceFiles> SourceFiles::Of(const vcs::Repository& repository, const std::string& tree) {
  SourceFiles sources(repository, tree);
  REVMON_ASSIGN_OR_RETURN(std::vector<std::string> files, repository.FilesOf(tree));
  for (std::string& path : files) {
    std::string name(BaseName(path));
    sources.by_name_[std::move(name)].push_back(std::move(path));
  }
  return sources;
}

std::vector<std::string> SourceFiles::PathsOf(const Place& place) const {
  auto named = by_name_.find(place.file);
  if (place.file.empty() || named == by_name_.end()) return {};
  std::string wanted = PackagePath(place.class_name) + place.file;
  std::vector<std::string> paths;
  for (const std::string& path : named->second) {
    if (path == wanted || path.ends_with("/" + wanted)) paths.push_back(path);
  }
  if (paths.empty() && named->second.size() == 1) return named->second;
  return paths;
}

std::optional<std::string> SourceFiles::TextAt(const Place& place) const {
  std::vector<std::string> paths = PathsOf(place);
  if (paths.size() != 1 || place.line == 0) return std::nullopt;
  Result<std::optional<std::string>> text = repository_->FileIn(tree_, paths[0]);
  if (!text.ok() || !text->has_value()) return std::nullopt;
  return std::string(vcs::LineAt(**text, place.line));
}

}  // namespace revmon::select
