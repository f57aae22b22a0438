#include "select/test_inputs.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/path.h"

namespace revmon::select {
namespace {

template <size_t N>
bool Is(std::string_view text, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}
template <size_t N>
bool Ends(std::string_view text, const std::array<std::string_view, N>& ends) {
  return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return text.ends_with(end); });
}
template <size_t N>
bool Starts(std::string_view text, const std::array<std::string_view, N>& starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return text.starts_with(start); });
}

// "x/y" of "/a/x/y" is below "a/x".
bool IsBelow(std::string_view path, std::string_view folder) {
  return folder.empty() ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

}  // namespace

InputKind KindOfInput(std::string_view path) {
  constexpr std::array<std::string_view, 7> kBuildNames = {
      "pom.xml", "build.xml", "ivy.xml", "gradle.properties", "testng.xml", "mvnw", "gradlew"};
  constexpr std::array<std::string_view, 3> kBuildEnds = {".gradle", ".gradle.kts", ".versions.toml"};
  constexpr std::array<std::string_view, 4> kSources = {".java", ".kt", ".groovy", ".scala"};
  constexpr std::array<std::string_view, 4> kDocuments = {".md", ".adoc", ".rst", ".html"};
  constexpr std::array<std::string_view, 9> kDocumentNames = {"LICENSE", "NOTICE",        "README",
                                                              "CHANGE",  "RELEASE-NOTES", "CONTRIBUTING",
                                                              "AUTHORS", "SECURITY",      ".git"};
  constexpr std::array<std::string_view, 2> kOurs = {"revmon.toml", "revmon-accepted.json"};
  std::string_view name = BaseName(path);
  std::string slashed = "/" + std::string(path);
  auto has = [&](std::string_view folder) { return slashed.find(folder) != std::string::npos; };
  if (Is(name, kBuildNames) || Ends(name, kBuildEnds)) return InputKind::kBuild;
  if (has("/.mvn/") || has("/buildSrc/") || slashed.starts_with("/gradle/")) return InputKind::kBuild;
  if (has("/resources/")) return InputKind::kData;  // whatever it looks like
  if (Ends(name, kSources)) return InputKind::kSource;
  if (Ends(name, kDocuments) || Starts(name, kDocumentNames) || Is(name, kOurs)) return InputKind::kDocument;
  if (has("/.github/") || has("/src/site/") || has("/src/changes/") || has("/docs/"))
    return InputKind::kDocument;
  return InputKind::kData;
}

ChangedInputs SortInputs(const std::vector<std::string>& paths, const std::string& below) {
  ChangedInputs inputs;
  for (const std::string& path : paths) {
    InputKind kind = KindOfInput(path);
    bool own = IsBelow(path, below);
    bool above = IsBelow(below, DirName(path)) || path.find('/') == std::string::npos;
    if (kind == InputKind::kBuild && (own || above)) {
      if (inputs.why_all.empty()) inputs.why_all = path + " changed";
    } else if (kind == InputKind::kData && own) {
      inputs.data.push_back(below.empty() ? path : path.substr(below.size() + 1));
    }
  }
  return inputs;
}

std::string DifferenceOf(std::string_view before, std::string_view after) {
  auto parse = [](std::string_view text) {
    std::map<std::string, std::string> values;
    while (!text.empty()) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
      size_t equals = std::min(line.find('='), line.size());
      std::string_view value = line.substr(std::min(line.size(), equals + 1));
      values[std::string(line.substr(0, equals))] = std::string(value);
    }
    return values;
  };
  auto shown = [](const std::string& value) { return value.empty() ? std::string("not set") : value; };
  std::map<std::string, std::string> old_values = parse(before), new_values = parse(after);
  for (const auto& [name, value] : old_values) new_values.try_emplace(name);
  for (const auto& [name, value] : new_values) {
    if (old_values[name] == value) continue;
    if (value.starts_with('#') || old_values[name].starts_with('#')) return name + " differs";
    return name + " is " + shown(value) + " instead of " + shown(old_values[name]);
  }
  return "";
}

std::string WhyAllFor(const std::vector<std::string>& data, const graph::Program& program) {
  for (const std::string& path : data) {
    // "core/src/main/resources/a/b.txt" is the resource "a/b.txt" wherever its folder ends.
    bool followed = false;
    for (size_t at = path.find('/'); at != std::string::npos && !followed; at = path.find('/', at + 1)) {
      followed = program.FindResource(std::string_view(path).substr(at + 1)) != nullptr;
    }
    if (!followed) return path + " changed, and who reads it is not known";
  }
  return "";
}

}  // namespace revmon::select
