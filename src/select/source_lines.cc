#include "select/source_lines.h"

#include <algorithm>

#include "base/path.h"

namespace revmon::select {
namespace {

std::string_view Stem(std::string_view file) { return file.substr(0, file.rfind('.')); }

}  // namespace

Result<SourceLines> SourceLines::Between(const vcs::Repository& repository, const std::string& old_tree,
                                         const std::string& new_tree) {
  REVMON_ASSIGN_OR_RETURN(SourceFiles sources, SourceFiles::Of(repository, old_tree));
  SourceLines lines(repository, std::move(sources));
  lines.old_tree_ = old_tree;
  lines.new_tree_ = new_tree;
  REVMON_ASSIGN_OR_RETURN(lines.changes_, repository.Diff(old_tree, new_tree));
  for (const vcs::FileChange& change : lines.changes_) {
    if (!change.old_path.empty()) lines.changed_[change.old_path] = &change;
  }
  return lines;
}

bool SourceLines::Knows(const Place& old_place) const { return !sources_.PathsOf(old_place).empty(); }

SourceLines::File& SourceLines::FileOf(const std::string& old_path) {
  auto [at, fresh] = files_.try_emplace(old_path);
  File& file = at->second;
  if (!fresh) return file;
  file.old_path = file.new_path = old_path;
  auto change = changed_.find(old_path);
  file.lines = std::make_unique<vcs::LineMap>();
  if (change == changed_.end()) return file;
  file.change = change->second;
  file.new_path = file.change->new_path;
  if (file.new_path.empty()) return file;
  Result<std::optional<std::string>> before = repository_->FileIn(old_tree_, old_path);
  Result<std::optional<std::string>> after = repository_->FileIn(new_tree_, file.new_path);
  std::string old_text = before.ok() ? before->value_or("") : "";
  std::string new_text = after.ok() ? after->value_or("") : "";
  *file.lines = vcs::LineMap(file.change->hunks, old_text, new_text);
  return file;
}

Place SourceLines::Renamed(const Place& place, const File& file) {
  Place now = place;
  if (file.old_path == file.new_path) return now;
  now.file = BaseName(file.new_path);
  // What stands before package and name in the old path is the source root; it usually stays.
  std::string wanted = PackagePath(place.class_name) + place.file;
  std::string root = file.old_path.ends_with(wanted)
                         ? file.old_path.substr(0, file.old_path.size() - wanted.size())
                         : std::string();
  std::string package = PackagePath(place.class_name);
  if (file.new_path.starts_with(root) && file.old_path.ends_with(wanted)) {
    std::string rest = file.new_path.substr(root.size());
    package = rest.substr(0, rest.size() - now.file.size());
  }
  std::string simple = place.class_name.substr(place.class_name.rfind('.') + 1);
  std::string top = simple.substr(0, simple.find('$'));
  if (top == Stem(place.file)) simple = std::string(Stem(now.file)) + simple.substr(top.size());
  std::replace(package.begin(), package.end(), '/', '.');
  now.class_name = package + simple;
  return now;
}

bool SourceLines::Same(const Place& old_place, const Place& new_place) {
  std::vector<std::string> paths = sources_.PathsOf(old_place);
  bool same = !paths.empty();
  for (const std::string& path : paths) {
    const File& file = FileOf(path);
    if (file.new_path.empty()) return false;
    Place now = Renamed(old_place, file);
    if (now.file != new_place.file || StableClass(now.class_name) != StableClass(new_place.class_name)) {
      return false;
    }
    std::optional<uint32_t> line = file.lines->Unedited(old_place.line);
    bool moved = line.has_value() && *line == new_place.line;
    bool edited = file.lines->SameStatement(old_place.line, new_place.line) &&
                  StableMethod(old_place.method) == StableMethod(new_place.method);
    same = same && (moved || edited);
  }
  return same;
}

std::optional<Place> SourceLines::Carry(const Place& old_place) {
  std::vector<std::string> paths = sources_.PathsOf(old_place);
  if (paths.empty()) return old_place;
  const File& file = FileOf(paths.front());
  if (file.new_path.empty()) return std::nullopt;
  Place now = Renamed(old_place, file);
  if (old_place.line != 0) {
    now.line = file.lines->Map(old_place.line).value_or(file.lines->Guess(old_place.line));
  }
  return now;
}

}  // namespace revmon::select
