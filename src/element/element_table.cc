#include "element/element_table.h"

namespace revmon::element {
namespace {

constexpr char LetterOf(ElementKind kind) { return "TFM"[static_cast<int>(kind)]; }

}  // namespace

std::string_view ToString(ElementKind kind) {
  switch (kind) {
    case ElementKind::kType: return "type";
    case ElementKind::kField: return "field";
    case ElementKind::kMethod: return "method";
  }
  return "";
}

Id ElementTable::Intern(ElementKind kind, Id owner) {
  Id id = keys_.Intern(key_);
  if (id == infos_.size()) infos_.push_back({.kind = kind, .owner = owner == kNoId ? id : owner});
  return id;
}

Id ElementTable::Type(std::string_view type) {
  key_.assign(1, LetterOf(ElementKind::kType)).append(type);
  return Intern(ElementKind::kType, kNoId);
}

Id ElementTable::Field(Id type, std::string_view name, std::string_view descriptor) {
  key_.assign(1, LetterOf(ElementKind::kField)).append(Name(type)).append(1, '.').append(name);
  key_.append(1, ':').append(descriptor);
  return Intern(ElementKind::kField, type);
}

Id ElementTable::Method(Id type, std::string_view name, std::string_view descriptor) {
  key_.assign(1, LetterOf(ElementKind::kMethod)).append(Name(type)).append(1, '.').append(name);
  key_.append(descriptor);
  return Intern(ElementKind::kMethod, type);
}

std::optional<Id> ElementTable::Find(ElementKind kind, std::string_view name) const {
  return keys_.Find(std::string(1, LetterOf(kind)).append(name));
}

std::string_view ElementTable::MemberName(Id id) const {
  return kind(id) == ElementKind::kType ? Name(id) : Name(id).substr(Name(owner(id)).size() + 1);
}

}  // namespace revmon::element
