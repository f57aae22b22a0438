// Answers: how does a class, an attribute or an instruction read as text?
//
// The pieces both forms of `revmon inspect` share: constants are resolved, names are what the class file has
// (in plain UTF-8), Java declarations come from generic signatures where there are any.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code.h"

namespace revmon::cli {

// Modified UTF-8 as UTF-8 that any terminal and JSON reader takes: control characters escaped.
[[nodiscard]] std::string Printable(std::string_view modified_utf8);

enum class FlagsOf : uint8_t { kClass, kField, kMethod };
// {"public", "final"}, in the order Java writes them.
[[nodiscard]] std::vector<std::string> FlagNames(uint16_t flags, FlagsOf what);

// `"text"`, `42L`, `a/B.f:I`: what a constant says, without its kind.
[[nodiscard]] std::string ConstantText(const classfile::ConstantPool& pool, uint32_t index);
// "invokevirtual a/B.f()V", "goto 12", "iinc 3 -1". Switches name every key with its target.
[[nodiscard]] std::string InstructionText(const classfile::Instruction& instruction,
                                          const classfile::ConstantPool& pool);
// "public static <T> T f(java.util.List<T>)"; of a field "private int count".
[[nodiscard]] std::string Declaration(const classfile::ClassFile& file, const classfile::Member& member,
                                      bool method);

}  // namespace revmon::cli
