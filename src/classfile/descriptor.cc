#include "classfile/descriptor.h"

#include <algorithm>

namespace revmon::classfile {
namespace {

// The Java keyword of a base type or void; "" for other letters.
std::string_view KeywordOf(char letter) {
  switch (letter) {
    case 'B': return "byte";
    case 'C': return "char";
    case 'D': return "double";
    case 'F': return "float";
    case 'I': return "int";
    case 'J': return "long";
    case 'S': return "short";
    case 'Z': return "boolean";
    case 'V': return "void";
    default: return {};
  }
}

Error Wrong(std::string_view text, std::string_view why, size_t position) {
  return Error(ErrorCode::kMalformed, "method descriptor '" + std::string(text) + "': " + std::string(why) +
                                          " at position " + std::to_string(position));
}

}  // namespace

uint32_t TypeView::slots() const {
  if (text.empty() || text[0] == 'V') return 0;
  return text[0] == 'J' || text[0] == 'D' ? 2 : 1;
}

size_t TypeView::dimensions() const { return std::min(text.find_first_not_of('['), text.size()); }

std::string_view TypeView::internal_name() const {
  if (is_array()) return text;
  return is_class() ? text.substr(1, text.size() - 2) : std::string_view();
}

TypeView TakeFieldType(std::string_view text, size_t& position) {
  size_t at = position;
  while (at < text.size() && text[at] == '[') ++at;
  if (at >= text.size() || at - position > kMaxDimensions) return {};
  if (text[at] == 'L') {
    size_t end = text.find(';', at);
    if (end == std::string_view::npos || !IsInternalName(text.substr(at + 1, end - at - 1))) return {};
    at = end;
  } else if (text[at] == 'V' || KeywordOf(text[at]).empty()) {
    return {};
  }
  TypeView type{text.substr(position, at + 1 - position)};
  position = at + 1;
  return type;
}

bool IsInternalName(std::string_view text) {
  bool at_start = true;
  for (char c : text) {
    if (c == '.' || c == ';' || c == '[' || (c == '/' && at_start)) return false;
    at_start = c == '/';
  }
  return !at_start;
}

bool IsFieldDescriptor(std::string_view text) {
  size_t position = 0;
  return !TakeFieldType(text, position).empty() && position == text.size();
}

bool IsMethodDescriptor(std::string_view text) { return MethodDescriptor::Parse(text).ok(); }

Result<MethodDescriptor> MethodDescriptor::Parse(std::string_view text) {
  MethodDescriptor parsed;
  parsed.text_ = text;
  if (text.empty() || text[0] != '(') return Wrong(text, "no '('", 0);
  size_t position = 1;
  while (position < text.size() && text[position] != ')') {
    TypeView type = TakeFieldType(text, position);
    if (type.empty()) return Wrong(text, "no type", position);
    ++parsed.argument_count_;
    parsed.argument_slots_ += type.slots();
    if (parsed.argument_slots_ > kMaxArgumentSlots) {
      return Wrong(text, "more than 255 argument slots", position);
    }
  }
  if (position >= text.size()) return Wrong(text, "no ')'", position);
  std::string_view result = text.substr(position + 1);
  if (result != "V" && !IsFieldDescriptor(result)) return Wrong(text, "no result type", position + 1);
  parsed.result_ = {result};
  return parsed;
}

std::string ClassNameToJava(std::string_view internal_name) {
  if (internal_name.starts_with('[')) return TypeToJava(internal_name);
  std::string java(internal_name);
  std::replace(java.begin(), java.end(), '/', '.');
  return java;
}

std::string TypeToJava(std::string_view descriptor) {
  if (descriptor != "V" && !IsFieldDescriptor(descriptor)) return std::string(descriptor);
  TypeView type{descriptor};
  TypeView element = type.element();
  std::string java =
      element.is_class() ? ClassNameToJava(element.internal_name()) : std::string(KeywordOf(element.text[0]));
  for (size_t i = 0; i < type.dimensions(); ++i) java += "[]";
  return java;
}

std::string MethodToJava(std::string_view name, std::string_view descriptor) {
  Result<MethodDescriptor> parsed = MethodDescriptor::Parse(descriptor);
  if (!parsed.ok()) return std::string(name) + std::string(descriptor);
  std::string java = TypeToJava(parsed->result().text) + " " + std::string(name) + "(";
  std::string_view separator;
  for (TypeView argument : *parsed) {
    java += separator;
    java += TypeToJava(argument.text);
    separator = ", ";
  }
  return java + ")";
}

}  // namespace revmon::classfile
