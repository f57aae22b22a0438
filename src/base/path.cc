#include "base/path.h"

#include <vector>

namespace revmon {
namespace {

std::string_view WithoutTrailingSlashes(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return path;
}

}  // namespace

std::string JoinPath(std::string_view first, std::string_view second) {
  if (first.empty() || second.starts_with('/')) return std::string(second);
  if (second.empty()) return std::string(first);
  std::string joined(first);
  if (joined.back() != '/') joined += '/';
  joined += second;
  return joined;
}

std::string NormalizePath(std::string_view path) {
  const bool absolute = path.starts_with('/');
  std::vector<std::string_view> names;
  for (size_t at = 0; at < path.size();) {
    size_t slash = path.find('/', at);
    if (slash == std::string_view::npos) slash = path.size();
    std::string_view name = path.substr(at, slash - at);
    at = slash + 1;
    if (name.empty() || name == ".") continue;
    if (name != "..") {
      names.push_back(name);
    } else if (!names.empty() && names.back() != "..") {
      names.pop_back();
    } else if (!absolute) {
      names.push_back(name);
    }
  }
  std::string result(absolute ? "/" : "");
  for (std::string_view name : names) {
    if (!result.empty() && result.back() != '/') result += '/';
    result += name;
  }
  return result.empty() ? "." : result;
}

std::string_view BaseName(std::string_view path) {
  path = WithoutTrailingSlashes(path);
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view DirName(std::string_view path) {
  path = WithoutTrailingSlashes(path);
  size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  if (slash == 0) return "/";
  return WithoutTrailingSlashes(path.substr(0, slash));
}

}  // namespace revmon
