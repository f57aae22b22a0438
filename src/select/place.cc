#include "select/place.h"

#include <algorithm>

namespace revmon::select {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

Place PlaceOf(const wire::Violation& violation) {
  Place place;
  std::string_view text = violation.location;
  std::string_view member = text.substr(0, text.find('('));
  size_t dot = member.rfind('.');
  if (dot == std::string_view::npos) {
    place.class_name = member;
  } else {
    place.class_name = member.substr(0, dot);
    place.method = member.substr(dot + 1);
  }
  place.file = violation.file;
  place.line = violation.line;
  return place;
}

std::string ToString(const Place& place) {
  std::string source = place.file.empty() ? "Unknown Source" : place.file;
  if (!place.file.empty() && place.line != 0) source += ":" + std::to_string(place.line);
  return place.class_name + "." + place.method + "(" + source + ")";
}

std::string StableMethod(std::string_view method) {
  constexpr std::string_view kJava = "lambda$";
  constexpr std::string_view kKotlin = "$lambda$";
  if (method.starts_with(kJava)) {
    std::string_view rest = method.substr(kJava.size());
    return std::string(rest.substr(0, rest.rfind('$')));
  }
  return std::string(method.substr(0, method.find(kKotlin)));
}

std::string StableClass(std::string_view class_name) {
  std::string out;
  for (size_t i = 0; i < class_name.size(); ++i) {
    out += class_name[i];
    if (class_name[i] != '$') continue;
    while (i + 1 < class_name.size() && IsDigit(class_name[i + 1])) ++i;
  }
  return out;
}

}  // namespace revmon::select
