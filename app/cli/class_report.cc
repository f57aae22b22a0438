#include "app/cli/class_report.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "app/cli/class_text.h"
#include "classfile/attribute_walk.h"
#include "classfile/code.h"
#include "classfile/signature.h"

namespace revmon::cli {
namespace {

using classfile::Attribute;
using classfile::AttributeKind;
using classfile::ClassFile;
using Json = nlohmann::ordered_json;

// Collects the items of an attribute as a tree: {"line": [{"start": 0}, {"number": 3}]}.
class TreeSink final : public classfile::AttributeSink {
 public:
  explicit TreeSink(const classfile::ConstantPool& pool) : pool_(pool) {
    stack_.emplace_back("", Json::array());
  }

  void Value(std::string_view name, uint32_t value, uint32_t) override { Add(name, value); }
  void Constant(std::string_view name, uint16_t index, uint32_t) override {
    Add(name, ConstantText(pool_, index));
  }
  void Pc(std::string_view name, uint32_t pc) override { Add(name, pc); }
  void Raw(std::string_view name, Bytes bytes) override { Add(name, fmt::format("{} bytes", bytes.size())); }
  void Begin(std::string_view name) override { stack_.emplace_back(name, Json::array()); }
  void End() override {
    auto [name, items] = std::move(stack_.back());
    stack_.pop_back();
    Add(name, std::move(items));
  }
  bool BeginAttribute(const Attribute& attribute) override {
    Begin(pool_.Utf8(attribute.name_index));
    return true;
  }
  void EndAttribute() override { End(); }
  // What was collected, also after a fault in the middle.
  Json Finish() {
    while (stack_.size() > 1) End();
    return std::move(stack_.back().second);
  }

 private:
  void Add(std::string_view name, Json value) {
    stack_.back().second.push_back({{std::string(name), std::move(value)}});
  }

  const classfile::ConstantPool& pool_;
  std::vector<std::pair<std::string, Json>> stack_;
};

Json ReportAttribute(const Attribute& attribute, const classfile::ConstantPool& pool, uint32_t code_length) {
  TreeSink sink(pool);
  Status status = classfile::WalkAttribute(attribute, pool, code_length, sink);
  Json report = {{"name", Printable(pool.Utf8(attribute.name_index))}, {"length", attribute.data.size()}};
  report["items"] = sink.Finish();
  if (!status.ok()) report["problem"] = status.error().Text();
  return report;
}

Json ReportAttributes(std::span<const Attribute> attributes, const classfile::ConstantPool& pool,
                      uint32_t code_length = 0) {
  Json list = Json::array();
  for (const Attribute& attribute : attributes) {
    if (attribute.kind != AttributeKind::kCode) list.push_back(ReportAttribute(attribute, pool, code_length));
  }
  return list;
}

Json ReportCode(const Attribute& attribute, const classfile::ConstantPool& pool, const Sections& sections) {
  classfile::CodeView code;
  if (Status status = code.ParseFrom(attribute, pool); !status.ok())
    return {{"problem", status.error().Text()}};
  Json report = {
      {"max_stack", code.max_stack}, {"max_locals", code.max_locals}, {"length", code.code.size()}};
  if (sections.code) {
    Json instructions = Json::array();
    classfile::InstructionReader reader(code);
    for (classfile::Instruction instruction; reader.Next(instruction);) {
      instructions.push_back({{"pc", instruction.pc}, {"text", InstructionText(instruction, pool)}});
    }
    report["instructions"] = std::move(instructions);
    if (Status status = reader.status(); !status.ok()) report["problem"] = status.error().Text();
    Json handlers = Json::array();
    for (size_t i = 0; i < code.handler_count(); ++i) {
      classfile::ExceptionHandler handler = code.handler(i);
      handlers.push_back(
          {{"start", handler.start_pc},
           {"end", handler.end_pc},
           {"handler", handler.handler_pc},
           {"type", handler.catch_type == 0 ? "any" : ConstantText(pool, handler.catch_type)}});
    }
    if (!handlers.empty()) report["handlers"] = std::move(handlers);
  }
  if (sections.attributes) {
    report["attributes"] = ReportAttributes(code.attributes, pool, static_cast<uint32_t>(code.code.size()));
  }
  return report;
}

Json ReportChecksums(const element::Checksums& sums, std::string_view shape, std::string_view content) {
  Json report = Json::object();
  auto add = [&](std::string_view name, const Hash128& hash) {
    if (hash != Hash128{}) report[std::string(name)] = ToHex(hash);
  };
  add(shape, sums.shape);
  add("annotations", sums.annotations);
  add(content, sums.content);
  add("debug", sums.debug);
  return report;
}

Json ReportMember(const ClassFile& file, const classfile::Member& member, bool method,
                  const element::Checksums* sums, const Sections& sections) {
  std::string owner = Printable(file.name());
  Json report = {{"element", fmt::format("{}.{}{}{}", owner, Printable(member.name), method ? "" : ":",
                                         Printable(member.descriptor))},
                 {"declaration", Declaration(file, member, method)},
                 {"flags", FlagNames(member.access_flags, method ? FlagsOf::kMethod : FlagsOf::kField)}};
  if (sums != nullptr) report["checksums"] = ReportChecksums(*sums, "shape", method ? "body" : "constant");
  const Attribute* code = file.Find(member, AttributeKind::kCode);
  if (code != nullptr && (sections.code || sections.attributes)) {
    report["code"] = ReportCode(*code, file.pool(), sections);
  }
  if (sections.attributes) report["attributes"] = ReportAttributes(file.attributes(member), file.pool());
  return report;
}

Json ReportHeader(const ClassFile& file, const std::string& origin) {
  Json report = {{"element", Printable(file.name())},
                 {"origin", origin},
                 {"version", fmt::format("{}.{}", file.major_version(), file.minor_version())},
                 {"flags", FlagNames(file.access_flags(), FlagsOf::kClass)}};
  if (file.super_index() != 0) report["super"] = Printable(file.super_name());
  Json interfaces = Json::array();
  for (size_t i = 0; i < file.interface_count(); ++i) interfaces.push_back(Printable(file.interface_name(i)));
  if (!interfaces.empty()) report["interfaces"] = std::move(interfaces);
  const Attribute* attribute = file.Find(AttributeKind::kSignature);
  if (attribute != nullptr && attribute->data.size() == 2) {
    auto signature = classfile::Signature::Parse(classfile::SignatureKind::kClass,
                                                 file.pool().Utf8(LoadBe16(attribute->data.data())));
    if (signature.ok()) report["signature"] = Printable(signature->ToJava());
  }
  return report;
}

}  // namespace

Json ReportClass(const ClassFile& file, const std::string& origin, const element::ClassChecksums* sums,
                 const Sections& sections) {
  Json report = ReportHeader(file, origin);
  if (sums != nullptr) report["checksums"] = ReportChecksums(sums->type, "header", "class");
  if (sections.attributes) report["attributes"] = ReportAttributes(file.attributes(), file.pool());
  report["fields"] = Json::array();
  report["methods"] = Json::array();
  for (size_t i = 0; i < file.fields().size(); ++i) {
    report["fields"].push_back(
        ReportMember(file, file.fields()[i], false, sums == nullptr ? nullptr : &sums->fields[i], sections));
  }
  for (size_t i = 0; i < file.methods().size(); ++i) {
    report["methods"].push_back(
        ReportMember(file, file.methods()[i], true, sums == nullptr ? nullptr : &sums->methods[i], sections));
  }
  return report;
}

}  // namespace revmon::cli
