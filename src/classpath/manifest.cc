#include "classpath/manifest.h"

#include <cstdint>

#include "base/path.h"

namespace revmon::classpath {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (Lower(a[i]) != Lower(b[i])) return false;
  }
  return true;
}

// Cuts the next line off `text`, whatever ends it: \r\n, \n or \r.
std::string_view TakeLine(std::string_view& text) {
  size_t end = text.find_first_of("\r\n");
  if (end == std::string_view::npos) end = text.size();
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  if (text.starts_with("\r\n")) {
    text.remove_prefix(2);
  } else if (!text.empty()) {
    text.remove_prefix(1);
  }
  return line;
}

void SplitAtSpaces(std::string_view text, std::vector<std::string>& out) {
  while (!text.empty()) {
    size_t space = text.find(' ');
    std::string_view word = text.substr(0, space);
    if (!word.empty()) out.emplace_back(word);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  }
}

void Apply(std::string_view name, std::string_view value, Manifest& manifest) {
  if (EqualsIgnoringCase(name, "Multi-Release")) {
    manifest.multi_release = EqualsIgnoringCase(value, "true");
  } else if (EqualsIgnoringCase(name, "Class-Path")) {
    manifest.class_path.clear();
    SplitAtSpaces(value, manifest.class_path);
  } else if (EqualsIgnoringCase(name, "Start-Class")) {
    manifest.start_class = value;
  } else if (EqualsIgnoringCase(name, "Spring-Boot-Classes")) {
    manifest.classes_root = value;
  } else if (EqualsIgnoringCase(name, "Spring-Boot-Lib")) {
    manifest.library_root = value;
  }
}

int HexValue(char c) {
  c = Lower(c);
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::string PercentDecoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && HexValue(text[i + 1]) >= 0 && HexValue(text[i + 2]) >= 0) {
      out += static_cast<char>(HexValue(text[i + 1]) * 16 + HexValue(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

Manifest Manifest::Parse(std::string_view text) {
  Manifest manifest;
  std::string name, value;
  while (!text.empty()) {
    std::string_view line = TakeLine(text);
    if (line.empty()) break;  // the end of the main section
    if (line.front() == ' ') {
      value += line.substr(1);
      continue;
    }
    Apply(name, value, manifest);
    size_t colon = line.find(": ");
    name = line.substr(0, colon);
    value = colon == std::string_view::npos ? "" : line.substr(colon + 2);
  }
  Apply(name, value, manifest);
  return manifest;
}

std::string PathOfUrl(std::string_view url, std::string_view folder) {
  if (url.starts_with("file:")) {
    url.remove_prefix(5);
    if (url.starts_with("//")) {
      url.remove_prefix(2);
      size_t slash = url.find('/');  // file://host/path
      url.remove_prefix(slash == std::string_view::npos ? url.size() : slash);
    }
  } else if (size_t colon = url.find(':'); colon != std::string_view::npos && colon < url.find('/')) {
    return "";
  }
  std::string path = PercentDecoded(url);
  if (path.empty() || path.find('\0') != std::string::npos) return "";
  return NormalizePath(JoinPath(folder, path));
}

}  // namespace revmon::classpath
