#include "select/accepted.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

namespace revmon::select {
namespace {

using Json = nlohmann::ordered_json;

Acceptance EntryOf(const wire::Violation& violation, const LineText& text) {
  Place place = PlaceOf(violation);
  Acceptance entry;
  entry.spec = violation.spec;
  entry.class_name = StableClass(place.class_name);
  entry.method = StableMethod(place.method);
  entry.line = place.line;
  if (text) entry.text = text(place).value_or("");
  return entry;
}

bool Same(const Acceptance& a, const Acceptance& b) {
  if (std::tie(a.spec, a.class_name, a.method) != std::tie(b.spec, b.class_name, b.method)) return false;
  return a.text.empty() || b.text.empty() ? a.line == b.line : a.text == b.text;
}

Error Bad(const std::string& what) {
  return Error(ErrorCode::kMalformed, what).At(kAcceptedFile).Hint("revmon accept writes this file");
}

}  // namespace

Result<AcceptedList> AcceptedList::Parse(std::string_view json) {
  Json document = Json::parse(json, nullptr, false);
  if (document.is_discarded() || !document.is_object() || !document.contains("accepted") ||
      !document["accepted"].is_array()) {
    return Bad("this is no list of accepted violations");
  }
  AcceptedList list;
  for (const Json& item : document["accepted"]) {
    auto text = [&](const char* key) {
      return item.is_object() && item.contains(key) && item[key].is_string() ? item[key].get<std::string>()
                                                                             : "";
    };
    Acceptance entry{text("spec"), text("class"), text("method"), text("text"), 0, text("reason")};
    if (entry.spec.empty() || entry.class_name.empty()) {
      return Bad("entry " + std::to_string(list.entries_.size() + 1) + " has no spec or no class");
    }
    if (item.contains("line") && item["line"].is_number_unsigned()) entry.line = item["line"].get<uint32_t>();
    list.entries_.push_back(std::move(entry));
  }
  return list;
}

std::string AcceptedList::Print() const {
  std::vector<Acceptance> sorted = entries_;
  std::sort(sorted.begin(), sorted.end(), [](const Acceptance& a, const Acceptance& b) {
    return std::tie(a.class_name, a.method, a.spec, a.line) <
           std::tie(b.class_name, b.method, b.spec, b.line);
  });
  std::string out = "{\"accepted\": [";
  for (size_t i = 0; i < sorted.size(); ++i) {
    const Acceptance& e = sorted[i];
    Json item = {{"spec", e.spec}, {"class", e.class_name}, {"method", e.method},
                 {"text", e.text}, {"line", e.line},        {"reason", e.reason}};
    out += (i == 0 ? "\n  " : ",\n  ") + item.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  return out + "\n]}\n";
}

const Acceptance* AcceptedList::Find(const wire::Violation& violation, const LineText& text) const {
  Acceptance wanted = EntryOf(violation, text);
  auto at = std::find_if(entries_.begin(), entries_.end(), [&](const auto& e) { return Same(e, wanted); });
  return at == entries_.end() ? nullptr : &*at;
}

bool AcceptedList::Add(const wire::Violation& violation, const LineText& text, std::string reason) {
  Acceptance entry = EntryOf(violation, text);
  entry.reason = std::move(reason);
  auto at = std::find_if(entries_.begin(), entries_.end(), [&](const auto& e) { return Same(e, entry); });
  if (at != entries_.end()) {
    at->reason = std::move(entry.reason);
    return false;
  }
  entries_.push_back(std::move(entry));
  return true;
}

}  // namespace revmon::select
