#include "select/patterns.h"

#include <algorithm>

namespace revmon::select {
namespace {

std::string Dotted(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

// All of classes[begin, end) share their first `prefix` characters, which end in '/' (or are none).
// Worked off as a list, so that deep packages need no recursion.
struct Range {
  size_t begin;
  size_t end;
  size_t prefix;
};

bool Matches(std::string_view text, std::string_view pattern) {
  if (!pattern.ends_with('*')) return text == pattern;
  return text.starts_with(pattern.substr(0, pattern.size() - 1));
}

}  // namespace

bool MatchesAny(std::string_view name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const auto& p) { return Matches(name, p); });
}

std::vector<std::string> PatternsOf(std::vector<NamedClass> classes) {
  std::sort(classes.begin(), classes.end(),
            [](const NamedClass& a, const NamedClass& b) { return a.name < b.name; });
  std::vector<std::string> patterns;
  std::vector<Range> work = {{0, classes.size(), 0}};
  while (!work.empty()) {
    Range range = work.back();
    work.pop_back();
    auto begin = classes.begin() + static_cast<long>(range.begin);
    auto end = classes.begin() + static_cast<long>(range.end);
    auto chosen = std::count_if(begin, end, [](const NamedClass& c) { return c.chosen; });
    if (chosen == 0) continue;
    if (chosen == end - begin && chosen > 1 && range.prefix > 0) {
      patterns.push_back(Dotted(begin->name.substr(0, range.prefix)) + "*");
      continue;
    }
    for (size_t i = range.begin; i < range.end;) {
      size_t slash = classes[i].name.find('/', range.prefix);
      if (slash == std::string_view::npos) {
        if (classes[i].chosen) patterns.push_back(Dotted(classes[i].name));
        ++i;
        continue;
      }
      std::string_view folder = classes[i].name.substr(0, slash + 1);
      size_t next = i;
      while (next < range.end && classes[next].name.starts_with(folder)) ++next;
      work.push_back({i, next, folder.size()});
      i = next;
    }
  }
  std::sort(patterns.begin(), patterns.end());
  return patterns;
}

}  // namespace revmon::select
