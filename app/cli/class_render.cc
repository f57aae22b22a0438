// The text form of a class report.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/cli/class_report.h"

namespace revmon::cli {
namespace {

using Json = nlohmann::ordered_json;

class Renderer {
 public:
  std::string Class(const Json& report) {
    Line(0, "class " + Text(report["element"]));
    Fact("from", report["origin"]);
    Fact("version", report["version"]);
    Line(1, fmt::format("{:<11}{}", "flags", Join(report["flags"])));
    if (report.contains("super")) Fact("extends", report["super"]);
    if (report.contains("interfaces"))
      Line(1, fmt::format("{:<11}{}", "implements", Join(report["interfaces"])));
    if (report.contains("signature")) Fact("generic", report["signature"]);
    Details(report, 1);
    for (const char* kind : {"fields", "methods"}) {
      for (const Json& member : report[kind]) Member(kind[0] == 'f' ? "field" : "method", member);
    }
    return std::move(out_);
  }

 private:
  static std::string Text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
  }
  static std::string Join(const Json& list) {
    std::string text;
    for (const Json& item : list) text += (text.empty() ? "" : " ") + Text(item);
    return text.empty() ? "none" : text;
  }
  void Line(size_t depth, std::string_view text) {
    fmt::format_to(std::back_inserter(out_), "{:{}}{}\n", "", depth * 2, text);
  }
  void Fact(std::string_view name, const Json& value) { Line(1, fmt::format("{:<11}{}", name, Text(value))); }

  void Member(std::string_view kind, const Json& report) {
    out_ += '\n';
    Line(1, fmt::format("{} {}", kind, Text(report["element"])));
    Line(2, Text(report["declaration"]));
    Details(report, 2);
  }

  void Details(const Json& report, size_t depth) {
    if (report.contains("checksums")) {
      for (const auto& [name, value] : report["checksums"].items()) {
        Line(depth, fmt::format("{:<11} {}", name, Text(value)));
      }
    }
    if (report.contains("code")) Code(report["code"], depth);
    Attributes(report, depth);
  }

  void Attributes(const Json& report, size_t depth) {
    if (!report.contains("attributes")) return;
    for (const Json& attribute : report["attributes"]) {
      Line(depth, fmt::format("{} ({} bytes)", Text(attribute["name"]), Text(attribute["length"])));
      for (const Json& item : attribute["items"]) Item(item, depth + 1);
      if (attribute.contains("problem")) Line(depth + 1, "problem: " + Text(attribute["problem"]));
    }
  }

  void Code(const Json& code, size_t depth) {
    if (code.contains("max_stack")) {
      Line(depth, fmt::format("code: {} bytes, {} stack, {} locals", Text(code["length"]),
                              Text(code["max_stack"]), Text(code["max_locals"])));
    }
    if (code.contains("instructions")) {
      for (const Json& instruction : code["instructions"]) {
        Line(depth, fmt::format("{:>6}  {}", Text(instruction["pc"]), Text(instruction["text"])));
      }
    }
    if (code.contains("handlers")) {
      for (const Json& handler : code["handlers"]) {
        Line(depth, fmt::format("catch {} from {} to {} at {}", Text(handler["type"]), Text(handler["start"]),
                                Text(handler["end"]), Text(handler["handler"])));
      }
    }
    if (code.contains("problem")) Line(depth, "problem: " + Text(code["problem"]));
    Attributes(code, depth);
  }

  // One line for an item whose parts are plain: "line start=0 number=3"; else its parts below it.
  void Item(const Json& item, size_t depth) {
    const std::string& name = item.begin().key();
    const Json& value = *item.begin();
    if (!value.is_array()) return Line(depth, name + "=" + Text(value));
    bool flat =
        std::all_of(value.begin(), value.end(), [](const Json& part) { return !part.begin()->is_array(); });
    std::string text = name;
    for (const Json& part : value) {
      if (!part.begin()->is_array()) text += " " + part.begin().key() + "=" + Text(*part.begin());
    }
    Line(depth, text);
    if (flat) return;
    for (const Json& part : value) {
      if (part.begin()->is_array()) Item(part, depth + 1);
    }
  }

  std::string out_;
};

}  // namespace

std::string RenderClass(const nlohmann::ordered_json& report) { return Renderer().Class(report); }

}  // namespace revmon::cli
