// Answers: what does a method body look like, as text a test can compare?
//
//   "stack 1 locals 1 | 0 iload_0 | 1 ifeq 5 | 4 nop | 5 return | try 0-4 5 any | frame 5 [I] []"
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_builder.h"
#include "classfile/class_editor.h"
#include "classfile/class_file.h"

namespace revmon::classfile {

// One class T with one public static method m, whose code `write` puts down.
template <typename Write>
std::vector<uint8_t> ClassWith(uint16_t major_version, std::string_view descriptor, Write write) {
  ClassBuilder builder(major_version, kAccPublic | kAccSuper, "T", "java/lang/Object");
  builder.Method(kAccPublic | kAccStatic, "m", descriptor, write);
  Result<std::vector<uint8_t>> bytes = builder.Write();
  return bytes.ok() ? *bytes : std::vector<uint8_t>();
}

inline std::string TypeText(const VerificationType& type) {
  switch (type.tag) {
    case TypeTag::kTop: return "T";
    case TypeTag::kInteger: return "I";
    case TypeTag::kFloat: return "F";
    case TypeTag::kDouble: return "D";
    case TypeTag::kLong: return "J";
    case TypeTag::kNull: return "null";
    case TypeTag::kUninitializedThis: return "this!";
    case TypeTag::kObject: return std::string(type.name);
    case TypeTag::kUninitialized: return "new@" + std::to_string(type.site);
  }
  return "?";
}

inline std::string TypesText(std::span<const VerificationType> types) {
  std::string text = "[";
  for (const VerificationType& type : types) text += (text.size() == 1 ? "" : " ") + TypeText(type);
  return text + "]";
}

inline std::string InstructionText(const Instruction& instruction) {
  std::string text = std::to_string(instruction.pc) + " " + (instruction.wide ? "wide " : "");
  text += InfoOf(instruction.opcode).mnemonic;
  OperandFormat format = instruction.format();
  if (format == OperandFormat::kLocal || format == OperandFormat::kIinc) {
    text += " " + std::to_string(instruction.local());
  }
  if (format == OperandFormat::kByte || format == OperandFormat::kShort || format == OperandFormat::kIinc) {
    text += " " + std::to_string(instruction.constant());
  }
  if (format == OperandFormat::kBranch2 || format == OperandFormat::kBranch4) {
    text += " " + std::to_string(instruction.branch_target());
  }
  for (uint32_t i = 0; i < instruction.switch_count(); ++i) {
    text +=
        " " + std::to_string(instruction.switch_key(i)) + ":" + std::to_string(instruction.switch_target(i));
  }
  if (instruction.is_switch()) text += " default:" + std::to_string(instruction.switch_default());
  return text;
}

inline std::string FramesText(const ClassFile& file, const Member& method, const Attribute& attribute) {
  ConstantPoolEditor pool(file.pool());
  MethodInfo info = {.class_name = file.name(),
                     .name = method.name,
                     .descriptor = method.descriptor,
                     .access_flags = method.access_flags,
                     .major_version = file.major_version()};
  StackMap map;
  Result<std::vector<VerificationType>> entry = EntryLocals(info);
  if (!entry.ok() || !map.Decode(attribute.data, 0, *entry, pool).ok()) return " | frames damaged";
  std::string text;
  for (size_t i = 0; i < map.size(); ++i) {
    FrameView frame = map.frame(i);
    text +=
        " | frame " + std::to_string(frame.pc) + " " + TypesText(frame.locals) + " " + TypesText(frame.stack);
  }
  return text;
}

// The body of the method called `name` of a class, or what is wrong with it.
inline std::string CodeText(Bytes class_bytes, std::string_view name = "m") {
  Result<ClassFile> file = ClassFile::Parse(class_bytes);
  if (!file.ok()) return file.error().Text();
  for (const Member& method : file->methods()) {
    const Attribute* attribute = file->Find(method, AttributeKind::kCode);
    if (method.name != name || attribute == nullptr) continue;
    CodeView code;
    if (Status status = code.ParseFrom(*attribute, file->pool()); !status.ok()) return status.error().Text();
    std::string text =
        "stack " + std::to_string(code.max_stack) + " locals " + std::to_string(code.max_locals);
    InstructionReader reader(code);
    for (Instruction instruction; reader.Next(instruction);) text += " | " + InstructionText(instruction);
    for (size_t i = 0; i < code.handler_count(); ++i) {
      ExceptionHandler handler = code.handler(i);
      text += " | try " + std::to_string(handler.start_pc) + "-" + std::to_string(handler.end_pc) + " " +
              std::to_string(handler.handler_pc) + " ";
      text += handler.catch_type == 0 ? "any" : std::string(file->pool().ClassName(handler.catch_type));
    }
    const Attribute* frames = FindAttribute(code.attributes, AttributeKind::kStackMapTable);
    return frames == nullptr ? text : text + FramesText(*file, method, *frames);
  }
  return "no such method";
}

// Edits method `name` with edit(CodeEditor&) -> Status and gives its new text, or the error.
template <typename Edit>
std::string EditedText(Bytes class_bytes, Edit edit, std::string_view name = "m") {
  Result<ClassFile> file = ClassFile::Parse(class_bytes);
  if (!file.ok()) return file.error().Text();
  ClassEditor editor(*file);
  for (size_t i = 0; i < file->methods().size(); ++i) {
    if (file->methods()[i].name != name) continue;
    Result<CodeEditor> code = editor.EditCode(i);
    if (!code.ok()) return code.error().Text();
    Status status = edit(*code);
    if (status.ok()) status = editor.SetCode(i, *code);
    if (!status.ok()) return status.error().Text();
    Result<std::vector<uint8_t>> written = editor.Write();
    return written.ok() ? CodeText(*written, name) : written.error().Text();
  }
  return "no such method";
}

}  // namespace revmon::classfile
